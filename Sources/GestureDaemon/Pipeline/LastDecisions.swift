// The last outcome of each recognizer and its reason, for `list` of decisions.

internal import GestureWire
internal import Gestures
internal import Server
internal import Touch

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
        case rule(Reason)
        case words(String)
        case other(String, Relation)
        case waits([String])
    }

    fileprivate enum Relation { case prevented, revoked, required }

    /// As many as recognizers, which live as long as this.
    private var entries: [Entry]
    /// The index of each recognizer's entry: when a finger lands, every recognizer decides several times.
    private let indexes: [ObjectIdentifier: Int]
    /// The previous observer of decisions, which still receives them.
    private weak var next: (any DecisionObserver)?

    /// - Parameter next: Receives all decisions, too; not kept alive.
    init(of recognizers: [GestureRecognizer], next: (any DecisionObserver)? = nil) {
        entries = recognizers.map { Entry(recognizer: $0) }
        indexes = [ObjectIdentifier: Int](
            recognizers.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
        self.next = next
    }

    func gestureEngine(_ engine: GestureEngine, didDecide decision: Decision) {
        if let index = indexes[ObjectIdentifier(decision.recognizer)] { entries[index].take(decision) }
        next?.gestureEngine(engine, didDecide: decision)
    }

    /// Returns the outcome of each, in their order.
    ///
    /// - Parameter start: Of an attempt with a touch before it, nothing is said.
    func reports(on surface: String, after start: TouchMark) -> [DecisionReport] {
        entries.map { entry in
            let recognizer = entry.recognizer
            let entry = start.isAfter(entry.firstTouch) ? Entry(recognizer: recognizer) : entry
            return DecisionReport(
                recognizer: entry.recognizer.name, surface: surface, outcome: entry.outcome,
                resting: entry.recognizer.isIdle, fingers: entry.recognizer.numberOfTouchesAccepted.lowerBound,
                time: entry.outcome == .none ? nil : entry.time?.microseconds, reason: entry.words)
        }
    }
}

extension LastDecisions.Entry {
    fileprivate mutating func take(_ decision: Decision) {
        switch decision.verdict {
        case .received(let touch):
            let down = recognizer.numberOfTouchesDown
            if down <= 1 { firstTouch = .max }
            firstTouch = min(firstTouch, touch.id)
            fingers = down <= 1 ? down : max(fingers, down)
        case .refused(let touch, .disabled):
            firstTouch = touch.id
            set(.none, .words(Decision.Refusal.disabled.words), decision)
        case .refused, .ignored, .startedAnew, .contends: break
        case .attempted(let reason): readiness = reason
        case .waits(let others): set(.waiting, .waits(others.map(\.label)), decision)
        case .activated(let state):
            set(state == .ended ? .recognized : .began, readiness.map { .rule($0) }, decision)
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

    private func why(_ cause: Decision.Cause) -> LastDecisions.Why? {
        switch cause {
        case .rule(let reason): reason.map { .rule($0) }
        case .prevented(let other): .other(other.label, .prevented)
        case .revoked(let other): .other(other.label, .revoked)
        case .required(let other): .other(other.label, .required)
        case .all(let reason): .words(reason)
        case .shouldBegin, .disabled, .idle, .noTouches: .words(cause.words)
        }
    }

    /// The reason, for people; empty when there is nothing to say.
    fileprivate var words: String {
        let needed = recognizer.numberOfTouchesAccepted.lowerBound
        // Whatever came first: without its fingers nothing could come of it.
        if outcome == .failed || outcome == .possible, fingers < needed, !isBrokenOff {
            return "never saw enough fingers: had \(fingers), needs \(needed)"
        }
        return switch why {
        case nil: outcome == .possible ? "its fingers lifted before it was recognized" : ""
        case .rule(let reason): "\(reason)"
        case .words(let words): words
        case .waits(let names): "waits for \(listed(names)) to fail"
        case .other(let name, .prevented): "\(name) was recognized first"
        case .other(let name, .revoked): "revoked by \(name), which needs more fingers"
        case .other(let name, .required): "\(name), which it requires to fail, was recognized"
        }
    }

    private var isBrokenOff: Bool { if case .words = why { true } else { false } }
}
