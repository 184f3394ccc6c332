// The steps of one recognizer through a sequence of touches, in words.

import GestureDaemon
import Gestures
import Touch

/// Follows the decisions about one recognizer in one sequence of touches.
struct ExplainedRecognizer {
    /// A recognized gesture, and the end of a continuous one.
    private struct Gesture {
        let time: Timestamp
        var end: String?
        var isContinuous: Bool
    }

    private let recognizer: GestureRecognizer
    /// Whether it has all that it needs and is being decided upon; and why it has, if it says so.
    private var isReady = false
    private var readiness: Reason?
    /// The start of its wait for others to fail, and their names.
    private var hold: (time: Timestamp, names: String)?
    private var gestures: [Gesture] = []
    private var gestureCount = 0
    private var failure: (time: Timestamp, cause: String)?
    private var failureCount = 0
    private var refusal: String?
    private var hasSeen = false

    /// Beyond this number of gestures in one sequence only their number is written.
    private static let maximumGestures = 3

    init(_ recognizer: GestureRecognizer) {
        self.recognizer = recognizer
    }

    var name: String { recognizer.label }

    // MARK: - The steps

    /// Records a decision about this recognizer.
    ///
    /// - Returns: What the time line says; nil when it says nothing.
    mutating func record(_ decision: Decision) -> String? {
        let time = decision.time
        switch decision.verdict {
        case .received(let touch):
            hasSeen = true
            return "starts again with touch \(touch.id)"
        case .refused(let touch, let reason): return refuse(touch, reason)
        case .ignored(let touch): return "leaves touch \(touch.id) to others"
        case .contends(let gesture): return contend(with: gesture)
        // Those of a configuration, which are explained, ask nobody.
        case .asks, .answered, .unanswered, .awaitsAnswer: return nil
        case .attempted(let reason):
            (isReady, readiness) = (true, reason)
            return nil
        default: break
        }
        defer { (isReady, readiness) = (false, nil) }
        switch decision.verdict {
        case .startedAnew(let touch):
            return "lets go of its touches: touch \(touch.id), of another hand, is the first of a new attempt"
        case .waits(let others):
            hold = (time, listed(others.map(\.label)))
            return "is ready\(reasonText); waits for \(listed(others.map(\.label))) to fail"
        case .activated(let state): return activate(state, at: time)
        case .failed(let cause): return fail(cause.words, at: time)
        case .ended: return end("ended", at: time)
        case .cancelled(let cause): return end("cancelled", ": " + cause.words, at: time)
        default: return "has no touches left and has neither begun nor failed"
        }
    }

    private mutating func refuse(_ touch: Touch, _ reason: Decision.Refusal) -> String? {
        refusal = reason.words
        switch reason {
        // This is expected of a disabled or failed recognizer; its outcome says so.
        case .disabled, .failed: return nil
        case .event, .touch, .answer, .anotherSequence, .waiting, .exclusive, .occupied: break
        }
        return "does not see touch \(touch.id): \(reason.words)"
    }

    private func contend(with gesture: GestureRecognizer) -> String {
        let (down, needed) = (recognizer.numberOfTouchesDown, recognizer.numberOfTouchesAccepted.lowerBound)
        guard down < needed else { return "may take \(gesture.label) back, as it needs more fingers" }
        return "may take \(gesture.label) back, if its \(ordinal(needed)) finger lands within "
            + "\(gesture.thresholds.landingInterval.fixed(3)) s of touch down"
    }

    private mutating func activate(_ state: GestureRecognizer.State, at time: Timestamp) -> String {
        let isContinuous = state != .ended
        gestureCount += 1
        if gestures.count < Self.maximumGestures { gestures.append(Gesture(time: time, isContinuous: isContinuous)) }
        let verb = isContinuous ? "began" : "recognized"
        guard let hold else { return verb + reasonText }
        self.hold = nil
        return "\(verb), after waiting \(time.seconds(since: hold.time).fixed(3)) s for \(hold.names) to fail"
    }

    private mutating func fail(_ cause: String, at time: Timestamp) -> String {
        var cause = cause
        if isReady { cause += "; it was ready" + reasonText }
        if let hold { cause += "; it had waited \(time.seconds(since: hold.time).fixed(3)) s" }
        hold = nil
        // A continuous gesture fails only if it was taken back before observers received anything.
        if let last = gestures.last, last.isContinuous, last.end == nil, last.time == time,
            gestureCount == gestures.count
        {
            gestures.removeLast()
            gestureCount -= 1
        }
        failureCount += 1
        failure = (time, cause)
        return "failed: " + cause
    }

    private mutating func end(_ verb: String, _ cause: String = "", at time: Timestamp) -> String {
        if gestureCount == gestures.count, let last = gestures.indices.last {
            gestures[last].isContinuous = true
            gestures[last].end = "\(verb) at \(time.seconds.fixed(3))\(cause)"
        }
        return verb + cause
    }

    private var reasonText: String { readiness.map { ": \($0)" } ?? "" }

    // MARK: - The outcome

    /// The outcome; without one, the decisive reason.
    var outcome: String {
        if gestureCount > 0 {
            let others = gestureCount - gestures.count
            let rest = others > 0 ? ["and " + more(others, "time", "times")] : []
            return (gestures.map(text) + rest).joined(separator: "; ")
        }
        if let failure {
            let attempts = failureCount > 1 ? " (the last of \(failureCount) attempts)" : ""
            return "failed at \(failure.time.seconds.fixed(3)): \(failure.cause)\(attempts)"
        }
        if hasSeen { return "neither began nor failed" }
        if let refusal { return "saw no touch: \(refusal)" }
        return "saw no touch: none landed in its region \(recognizer.region?.name ?? "")"
    }

    /// Whether anything came of it.
    var isRecognized: Bool { gestureCount > 0 }

    private func text(for gesture: Gesture) -> String {
        let verb = gesture.isContinuous ? "began" : "recognized"
        return "\(verb) at \(gesture.time.seconds.fixed(3))" + (gesture.end.map { ", \($0)" } ?? "")
    }
}
