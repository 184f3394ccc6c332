// What clients decided while a device was recorded, decided again at the same times.

import GestureWire
import Gestures
import Touch

/// Decides in a replay for recognizers that clients decided when it was recorded.
///
/// A recording has their gestures, as gestured sent them (`RecordingNote`): when each began, changed, ended or failed.
/// Between these, a client says nothing; of recognizers without any, the replay has no client.
final class RecordedDecisions: GestureRecognizerClient {
    private let recognizers: [String: ClientGestureRecognizer]
    private let surface: Surface
    /// Those that have not happened yet, in order.
    private var rest: ArraySlice<GestureNotification>
    private let timeouts: [String: Double]

    /// Nil when the recording has no decisions about the pipeline's recognizers.
    ///
    /// - Parameter delay: How much later than in the recording everything happens, in microseconds.
    init?(of recording: any PlayableRecording, for pipeline: SurfacePipeline, delay: Int64) {
        let all = pipeline.layer.engine.root.allGestureRecognizers.compactMap { $0 as? ClientGestureRecognizer }
        if all.isEmpty || recording.notes.isEmpty { return nil }
        var decisions = recording.notes.compactMap { note -> GestureNotification? in
            guard case .gesture(let gesture)? = try? ServerMessage.decode(Array(note.text.utf8)),
                all.contains(where: { $0.name == gesture.notification.recognizer })
            else { return nil }
            var notification = gesture.notification
            notification.time = note.time.microseconds &+ delay
            return notification
        }
        decisions.sort { $0.time < $1.time }
        let decided = all.filter { recognizer in decisions.contains { $0.recognizer == recognizer.name } }
        if decided.isEmpty { return nil }
        recognizers = [String: ClientGestureRecognizer](decided.map { ($0.name, $0) }) { first, _ in first }
        timeouts = recognizers.mapValues(\.decisionTimeout)
        (surface, rest) = (pipeline.surface, decisions[...])
        for recognizer in decided { recognizer.client = self }
    }

    /// The time of the next decision; nil at the end.
    var nextTime: Timestamp? { rest.first.map { Timestamp(microseconds: $0.time) } }

    /// Decides what was decided until a time.
    func decide(until time: Timestamp) {
        while let decision = rest.first, decision.time <= time.microseconds {
            rest.removeFirst()
            var answer = ClientGestureRecognizer.Answer(state: decision.state.ofRecognizer)
            if case .custom(let members) = decision.measurement {
                answer.members = members.measured(on: surface, in: nil)
            }
            if decision.state == .failed { answer.reason = "its client said so while this was recorded" }
            // With other settings than then, it may not be possible.
            try? recognizers[decision.recognizer]?.apply(answer, at: Timestamp(microseconds: decision.time))
        }
    }

    func gestureRecognizer(_ recognizer: ClientGestureRecognizer, didReceive change: TouchChange) -> Bool {
        let (name, time) = (recognizer.name, change.time.microseconds)
        var wait = 0.0
        if let next = rest.first(where: { $0.recognizer == name && $0.time >= time }), next.state != .failed {
            // What was decided in time may have waited for others, and was sent later.
            wait = min(Double(next.time - time) / 1e6 + 0.001, Self.longestWait)
        }
        recognizer.decisionTimeout = max(timeouts[name] ?? 0, wait)
        try? recognizer.apply(ClientGestureRecognizer.Answer(change: change.number), at: change.time)
        return true
    }

    func gestureRecognizerDidReset(_ recognizer: ClientGestureRecognizer) {}

    /// The longest time, in seconds, between a client's decision and its gesture.
    private static let longestWait = 2.0
}
