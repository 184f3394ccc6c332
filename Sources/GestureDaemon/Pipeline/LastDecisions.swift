// The last outcome of each recognizer and its reason, for `list` of decisions.

import GestureWire
import Gestures
import Server
import Touch

/// Keeps the last decision of each of a surface's recognizers, and nothing else: while nothing is decided, as when
/// fingers move, it costs nothing.
final class LastDecisions: DecisionObserver {
    fileprivate struct Entry {
        let recognizer: GestureRecognizer
        var outcome = DecisionOutcome.none
        var time: Timestamp?
        var why: Why?
        /// Why it could begin, if it says so.
        var readiness: Reason?
        /// The most fingers that it had at a time in its last attempt.
        var fingers = 0
        var firstTouch = Int.max
    }

    fileprivate enum Why {
        case cause(Decision.Cause)
        case refused(Decision.Refusal)
        /// For these to fail, for an answer, or for both.
        case waits(for: [GestureRecognizer])
    }

    /// As many as recognizers, which live as long as these.
    private var entries: [Entry] = []
    /// The index of each recognizer's entry: when a finger lands, every recognizer decides several times.
    private var indexes: [ObjectIdentifier: Int] = [:]
    private let attempts: AttemptPublisher
    /// The previous observer of decisions, which still receives them.
    private weak var next: (any DecisionObserver)?

    /// - Parameters:
    ///   - attempts: Learns how those that are decided elsewhere end.
    ///   - next: Receives all decisions, too; not kept alive.
    init(of recognizers: [GestureRecognizer], attempts: AttemptPublisher, next: (any DecisionObserver)? = nil) {
        (self.attempts, self.next) = (attempts, next)
        use(recognizers)
    }

    /// Keeps the decisions of these recognizers only, also those that they have made before.
    func use(_ recognizers: [GestureRecognizer]) {
        entries = recognizers.map { [entries] recognizer in
            indexes[ObjectIdentifier(recognizer)].map { entries[$0] } ?? Entry(recognizer: recognizer)
        }
        indexes = [ObjectIdentifier: Int](
            recognizers.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
    }

    func gestureEngine(_ engine: GestureEngine, didDecide decision: Decision) {
        if let index = indexes[ObjectIdentifier(decision.recognizer)] {
            entries[index].record(decision)
            if attempts.hasOpen, decision.verdict.isFinal {
                attempts.didDecide(decision.recognizer, entries[index].outcome, because: entries[index].text)
            }
        }
        next?.gestureEngine(engine, didDecide: decision)
    }

    /// Returns the outcome of each, in their order.
    ///
    /// - Parameter start: Attempts with a touch before this mark are not reported.
    func reports(on surface: String, after start: TouchMark) -> [DecisionReport] {
        entries.map { entry in
            let recognizer = entry.recognizer
            let entry = start.isAfter(entry.firstTouch) ? Entry(recognizer: recognizer) : entry
            return DecisionReport(
                recognizer: entry.recognizer.name, surface: surface, outcome: entry.outcome,
                resting: entry.recognizer.isIdle, fingers: entry.recognizer.numberOfTouchesAccepted.lowerBound,
                time: entry.isTimed ? entry.time?.microseconds : nil, reason: entry.text)
        }
    }
}

extension Decision.Verdict {
    /// Whether the outcome of the attempt is known.
    fileprivate var isFinal: Bool {
        switch self {
        case .failed, .cancelled, .ended, .activated(.ended): true
        default: false
        }
    }
}

extension Decision.Refusal {
    /// Whether no recognizer sees the touch.
    fileprivate var isByRegion: Bool {
        switch self {
        case .exclusive, .occupied: true
        default: false
        }
    }
}

extension LastDecisions.Entry {
    fileprivate mutating func record(_ decision: Decision) {
        switch decision.verdict {
        case .received(let touch):
            let down = recognizer.numberOfTouchesDown
            if down <= 1 { firstTouch = .max }
            firstTouch = min(firstTouch, touch.id)
            fingers = down <= 1 ? down : max(fingers, down)
        case .refused(let touch, .disabled):
            firstTouch = touch.id
            set(.none, .refused(.disabled), decision)
        case .refused(let touch, let refusal) where refusal.isByRegion:
            // What it has begun with other touches goes on.
            guard recognizer.numberOfTouchesDown == 0, outcome != .began, outcome != .waiting else { break }
            firstTouch = touch.id
            set(.none, .refused(refusal), decision)
        // It starts again, and has decided nothing.
        case .refused(_, .answer) where outcome == .waiting: set(.none, .refused(.answer), decision)
        case .refused, .ignored, .startedAnew, .contends, .asks, .answered, .unanswered: break
        case .attempted(let reason): readiness = reason
        case .waits(let others): set(.waiting, .waits(for: others), decision)
        case .awaitsAnswer where outcome != .waiting || time != decision.time: set(.waiting, .waits(for: []), decision)
        case .awaitsAnswer: break
        case .activated(let state):
            set(state == .ended ? .recognized : .began, readiness.map { .cause(.rule($0)) }, decision)
        case .failed(let cause): set(.failed, why(cause), decision)
        case .ended: set(.ended, why, decision)
        case .cancelled(let cause): set(.cancelled, why(cause), decision)
        case .undecided: set(.possible, nil, decision)
        }
    }

    private mutating func set(_ outcome: DecisionOutcome, _ why: LastDecisions.Why?, _ decision: Decision) {
        (self.outcome, self.why, time) = (outcome, why, decision.time)
        if outcome != .waiting { readiness = nil }
    }

    /// Whether its time is that of something that happened to its fingers.
    fileprivate var isTimed: Bool {
        if case .refused(let refusal) = why, refusal.isByRegion { true } else { outcome != .none }
    }

    private func why(_ cause: Decision.Cause) -> LastDecisions.Why? {
        if case .rule(nil) = cause { nil } else { .cause(cause) }
    }

    /// The reason, for people; empty when there is nothing to say.
    fileprivate var text: String {
        let needed = recognizer.numberOfTouchesAccepted.lowerBound
        // Whatever came first: without its fingers nothing could come of it.
        if outcome == .failed || outcome == .possible, fingers < needed, !isBrokenOff {
            return "never saw enough fingers: had \(fingers), needs \(needed)"
        }
        return switch why {
        case nil: outcome == .possible ? "its fingers lifted before it was recognized" : ""
        case .cause(let cause): cause.words
        case .refused(let refusal): refusal.words
        case .waits(let others): waitWords(others)
        }
    }

    private func waitWords(_ others: [GestureRecognizer]) -> String {
        var objects = others.isEmpty ? [] : [listed(others.map(\.label)) + " to fail"]
        if recognizer.awaitsAnswer {
            objects.append("the client's answer (\((recognizer.heldTime * 1000).fixed(0)) ms)")
        }
        return objects.isEmpty ? "" : "waits for " + objects.joined(separator: " and for ")
    }

    /// Whether neither its own rule nor another recognizer ended it.
    private var isBrokenOff: Bool {
        guard case .cause(let cause) = why else { return false }
        return switch cause {
        case .all, .shouldBegin, .answer, .disabled, .idle, .noTouches: true
        case .rule, .prevented, .revoked, .required, .notPreceded: false
        }
    }
}
