// One entry of the engine's decision trace: why a recognizer began, waited or failed.

public import Touch

/// One step of a recognizer's way through its touches, with what made it take that step.
///
/// Valid during the observer's call only: the recognizer and the touch change afterwards.
public struct Decision {
    /// The decision.
    public enum Verdict {
        /// It sees a touch that began.
        case received(Touch)
        /// It does not get to see a touch: why.
        case refused(Touch, Refusal)
        /// It left a touch to others.
        case ignored(Touch)
        /// A touch of another hand made it drop the touches it had.
        case startedAnew(Touch)
        /// It would begin, or be recognized: why.
        case attempted(Reason?)
        /// It has to wait until these fail.
        case waits([GestureRecognizer])
        /// It asks whether it may begin, or whether it receives a touch.
        case asks(GestureQuestion.Subject)
        /// It has to wait for the answer to that.
        case awaitsAnswer
        /// Its question was answered, so many seconds after it was asked.
        case answered(Bool, after: Double)
        /// Its question was not answered in so many seconds, which is yes.
        case unanswered(after: Double)
        /// This other one has begun, and it may still take that back if its fingers land.
        case contends(with: GestureRecognizer)
        /// It has begun, or was recognized.
        case activated(GestureRecognizer.State)
        /// It failed: why.
        case failed(Cause)
        /// Its gesture has ended.
        case ended
        /// Its gesture was cancelled: why.
        case cancelled(Cause)
        /// Its touches are gone, and it is still possible.
        case undecided
    }

    /// Why a touch did not reach a recognizer.
    public enum Refusal: Sendable {
        /// The delegate did not want the event.
        case event
        /// The delegate did not want the touch.
        case touch
        /// The answer to its question was no.
        case answer
        /// The recognizer is switched off.
        case disabled
        /// The gesture in progress belongs to another hand.
        case anotherSequence
        /// It has what it wants, and waits for others to fail, or for an answer.
        case waiting
        /// It has failed, and its fingers have not all lifted.
        case failed
        /// A region with this name has a touch, and is exclusive.
        case exclusive(String)
        /// A region with this name has a touch, and the one in which this touch landed is exclusive.
        case occupied(String)
    }

    /// Why a recognizer failed or was cancelled.
    public enum Cause {
        /// Its own rule.
        case rule(Reason?)
        /// Another one was recognized on the same touches.
        case prevented(by: GestureRecognizer)
        /// Another one, of more fingers, was recognized while they were landing.
        case revoked(by: GestureRecognizer)
        /// A recognizer was recognized whose failure it required.
        case required(GestureRecognizer)
        /// The one that comes before it was not recognized with its touches.
        case notPreceded(by: GestureRecognizer)
        /// Its delegate or its region did not let it begin.
        case shouldBegin
        /// The answer to its question was no.
        case answer
        /// It was switched off or removed.
        case disabled
        /// It is idle: no observer needs it or a recognizer that depends on it.
        case idle
        /// Every gesture was cancelled, with the reason.
        case all(String)
        /// Its touches were lost, or all ignored, before anything came of them.
        case noTouches
    }

    /// The kernel's time of the event.
    public let time: Timestamp
    /// The recognizer that the decision is about.
    public let recognizer: GestureRecognizer
    /// The decision.
    public let verdict: Verdict
}

/// An observer that receives every decision of an engine.
public protocol DecisionObserver: AnyObject {
    /// A recognizer came a step further.
    func gestureEngine(_ engine: GestureEngine, didDecide decision: Decision)
}
