// Observation of a stage's touch streams and decisions.

public import Gestures
public import Touch

extension Stage: TouchStreamObserver, DecisionObserver {
    /// Records what regions receive, from now on.
    @discardableResult
    public func watchTouches() -> Stage {
        engine.touchStreamObserver = self
        return self
    }

    /// Records every decision, from now on.
    @discardableResult
    public func watchDecisions() -> Stage {
        engine.decisionObserver = self
        return self
    }

    /// What one region received, as "1 began" words; what all received when `region` is nil.
    public func stream(of region: String? = nil) -> [String] {
        regionTouches.filter { region == nil || $0.region == region }.map { "\($0.id) \($0.phase)" }
    }

    /// The phases of one touch, as its region received them.
    public func phases(of touch: Int) -> [TouchPhase] {
        regionTouches.filter { $0.id == touch }.map(\.phase)
    }

    /// Records what regions receive.
    public func gestureEngine(_ engine: GestureEngine, didPassOn touches: [RegionTouch], at time: Timestamp) {
        regionTouches += touches
        journal += touches.map { "\($0.region) receives \($0.id) \($0.phase)" }
    }

    /// Records a decision.
    public func gestureEngine(_ engine: GestureEngine, didDecide decision: Decision) {
        decisions.append("\(decision.recognizer.name) \(words(of: decision.verdict))")
    }

    private func words(of verdict: Decision.Verdict) -> String {
        switch verdict {
        case .received(let touch): "received \(touch.id)"
        case .refused(let touch, let refusal): "refused \(touch.id): \(refusal)"
        case .ignored(let touch): "ignored \(touch.id)"
        case .startedAnew(let touch): "starts over with \(touch.id)"
        case .attempted: "attempted"
        case .waits(let others): "waits for \(others.map(\.name).joined(separator: ", "))"
        case .asks(.begin): "asks to begin"
        case .asks(.receive(let touch)): "asks for \(touch.id)"
        case .awaitsAnswer: "awaits an answer"
        case .answered(let isYes, let time): "answered \(isYes ? "yes" : "no") after \(time.fixed(3))"
        case .unanswered(let time): "unanswered after \(time.fixed(3))"
        case .contends(let other): "contends with \(other.name)"
        case .activated(let state): "activated \(state)"
        case .failed(let cause): "failed: \(words(of: cause))"
        case .ended: "ended"
        case .cancelled(let cause): "cancelled: \(words(of: cause))"
        case .undecided: "undecided"
        }
    }

    private func words(of cause: Decision.Cause) -> String {
        switch cause {
        case .rule: "rule"
        case .prevented(let other): "prevented by \(other.name)"
        case .revoked(let other): "revoked by \(other.name)"
        case .required(let other): "required \(other.name)"
        case .notPreceded(let other): "not preceded by \(other.name)"
        case .shouldBegin: "should not begin"
        case .answer: "answer"
        case .disabled: "disabled"
        case .idle: "idle"
        case .all(let reason): "all, \(reason)"
        case .noTouches: "no touches"
        }
    }
}
