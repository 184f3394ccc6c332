// Attempts of recognizers that a connection decides: their touches go to it, its decisions come back.

import GestureWire
import Gestures
import Touch

/// Numbers the attempts that a connection decides, on all surfaces.
final class AttemptNumbers {
    private var last = 0

    func next() -> Int {
        last += 1
        return last
    }

    func wasGiven(_ number: Int) -> Bool { number >= 1 && number <= last }
}

/// Who decides for a recognizer.
struct Decider {
    let connection: Int
    let attempts: AttemptNumbers
}

/// Sends the touches of a layer's recognizers to those who decide for them, and applies what these decide.
///
/// ```
///   touches ──► attempt (1, 2, …) ──► the connection ──► recognize ──► apply ──► reset
///                  └── failed by others, by time, or by the end of the connection ──► reset
/// ```
/// An attempt is open from its first touches until its `reset` is sent: after a failure at once, and else when the
/// gesture's last notification is sent. Touches of a frame are sent after its gestures, so that those who decide do not
/// delay those who listen.
final class AttemptPublisher: GestureRecognizerClient {
    private struct Attempt {
        let number: Int
        let connection: Int
        let recognizer: ClientGestureRecognizer
        /// The time of its last change.
        var time: Timestamp
        /// How it has ended, once that is decided.
        var end: (outcome: DecisionOutcome, reason: String) = (.failed, "")
    }

    /// Who decides, by the names of recognizers.
    var deciders: [String: Decider] = [:] { didSet { endLostAttempts() } }
    /// The attempts under way: few.
    private var open: [Attempt] = []
    /// The touches of the frame that is being processed.
    private var ofFrame: [(touches: AttemptTouches, connection: Int)] = []
    private var isInFrame = false
    private let surface: Surface
    private let touches: TouchPublisher
    private let listeners: any Listeners

    /// - Parameter touches: The publisher of the surface's touches.
    init(surface: Surface, _ touches: TouchPublisher, listeners: any Listeners) {
        (self.surface, self.touches, self.listeners) = (surface, touches, listeners)
    }

    /// Whether somebody decides for a recognizer.
    func isDecided(_ recognizer: String) -> Bool { deciders[recognizer] != nil }

    /// Whether an attempt is under way on this surface.
    func isOpen(_ attempt: Int, of connection: Int) -> Bool { index(of: attempt, connection) != nil }

    /// Whether there is one; looked at with each decision.
    var hasOpen: Bool { !open.isEmpty }

    private func index(of attempt: Int, _ connection: Int) -> Int? {
        open.firstIndex { $0.number == attempt && $0.connection == connection }
    }

    // MARK: - To the connection

    func gestureRecognizer(_ recognizer: ClientGestureRecognizer, didReceive change: TouchChange) -> Bool {
        guard let index = index(of: recognizer) ?? begin(recognizer) else { return false }
        open[index].time = change.time
        let attempt = open[index]
        let region = recognizer.region
        let time = change.time.microseconds
        let line = AttemptTouches(
            recognizer: recognizer.name, attempt: attempt.number, change: change.number,
            mustAnswer: change.mustAnswer, surface: surface.name, time: time,
            touches: change.touches.map { touch in
                var wire = touches.wire(touch, change.phase, in: region)
                if !touch.isOver {
                    wire.predicted = touches.wire(predicted: recognizer.predictedPlaces(of: touch), at: time)
                }
                return wire
            })
        guard isInFrame else { return listeners.send(line, to: attempt.connection) }
        ofFrame.append((line, attempt.connection))
        return true
    }

    /// Processes a frame by its engine, and then sends the touches that are decided elsewhere.
    func process(_ frame: TouchFrame, by engine: GestureEngine) {
        isInFrame = !deciders.isEmpty
        engine.process(frame)
        isInFrame = false
        if !ofFrame.isEmpty { sendTouchesOfFrame() }
    }

    private func sendTouchesOfFrame() {
        let lines = ofFrame
        ofFrame.removeAll(keepingCapacity: true)
        for (touches, connection) in lines where !listeners.send(touches, to: connection) {
            guard let index = index(of: touches.attempt, connection) else { continue }
            open[index].recognizer.giveUp(because: "its client is gone", at: open[index].time)
        }
    }

    private func index(of recognizer: ClientGestureRecognizer) -> Int? {
        open.firstIndex { $0.recognizer === recognizer }
    }

    private func begin(_ recognizer: ClientGestureRecognizer) -> Int? {
        guard let decider = deciders[recognizer.name] else { return nil }
        open.append(
            Attempt(
                number: decider.attempts.next(), connection: decider.connection, recognizer: recognizer, time: .zero))
        return open.count - 1
    }

    /// Notes how an attempt ends; of one that has failed, the client learns at once.
    func didDecide(_ recognizer: GestureRecognizer, _ outcome: DecisionOutcome, because reason: String) {
        guard let index = open.firstIndex(where: { $0.recognizer === recognizer }) else { return }
        open[index].end = (outcome, reason)
        if outcome == .failed { end(index) }
    }

    func gestureRecognizerDidReset(_ recognizer: ClientGestureRecognizer) {
        if let index = index(of: recognizer) { end(index) }
    }

    private func end(_ index: Int) {
        let attempt = open.remove(at: index)
        sendTouchesOfFrame()
        listeners.send(
            AttemptEnd(
                recognizer: attempt.recognizer.name, attempt: attempt.number, outcome: attempt.end.outcome,
                reason: attempt.end.reason),
            to: attempt.connection)
    }

    private func endLostAttempts() {
        for attempt in open where deciders[attempt.recognizer.name]?.connection != attempt.connection {
            attempt.recognizer.giveUp(because: "its client is gone", at: attempt.time)
        }
    }

    // MARK: - From the connection

    /// Applies a decision about an attempt that is open.
    ///
    /// - Throws: Why not: the state cannot follow, for one.
    func apply(_ request: RecognizeRequest, of connection: Int) throws(RequestError) {
        guard let index = index(of: request.attempt, connection) else { return }
        let (recognizer, time) = (open[index].recognizer, open[index].time)
        guard recognizer.name == request.recognizer else {
            throw RequestError(
                code: .invalidParameters, message: "the attempt is another recognizer's", path: "params.recognizer",
                hint: "\(request.attempt) is an attempt of \(recognizer.name)")
        }
        let answer = ClientGestureRecognizer.Answer(
            change: request.change, state: request.state?.ofRecognizer,
            members: request.values.map { $0.measured(on: surface, in: recognizer.region) },
            ignoredTouches: request.ignore, reason: request.reason)
        do throws(ClientGestureRecognizer.IllegalState) {
            try recognizer.apply(answer, at: time)
        } catch {
            let legal = error.legal.map { $0 == .ended && error.present == .possible ? "recognized" : "\($0)" }
            throw RequestError(
                code: .invalidParameters, message: "\(error.present) cannot become \(error.wanted)",
                path: "params.state",
                hint: legal.isEmpty ? "the attempt is about to end: wait for `reset`" : "one of \(listed(legal))")
        }
    }
}

extension CustomMembers {
    /// The members as the engine has them: points are places on the surface.
    ///
    /// - Parameter region: In whose coordinates the points are; nil for the surface's.
    func measured(on surface: Surface, in region: Region?) -> [GestureMeasurement.Member] {
        let scale = surface.publicationScale
        return members.map { member in
            let value: GestureMeasurement.Value =
                switch member.value {
                case .number(let number): .number(number)
                case .count(let count): .count(count)
                case .text(let text): .text(text)
                case .point(let point):
                    .point(Point(x: point.x / scale.x, y: point.y / scale.y).onSurface(from: region))
                }
            return GestureMeasurement.Member(member.name, value)
        }
    }
}

extension Point {
    fileprivate func onSurface(from region: Region?) -> Point { region?.convert(self, to: nil) ?? self }
}

extension GestureState {
    /// The state of a recognizer.
    var ofRecognizer: GestureRecognizer.State {
        switch self {
        case .began: .began
        case .changed: .changed
        case .recognized, .ended: .ended
        case .cancelled: .cancelled
        case .failed: .failed
        }
    }
}
