// The delegate protocol of recognizers, with UIKit's methods.

public import Touch

/// Answers a recognizer's questions, as UIKit's `UIGestureRecognizerDelegate`.
///
/// In this order: whether it receives an event, then each touch, when they begin; at its attempt to be recognized
/// whether it should begin, then, once for each pair and attempt, which failures it requires; and whether two may be
/// recognized simultaneously, when one would prevent the other. Each method has a default, which is UIKit's.
///
/// The answers come at once, on the queue that calls the engine. A delegate is not kept alive by its recognizer.
public protocol GestureRecognizerDelegate: AnyObject {
    /// Whether to look at an event in which touches began; asked before the touches themselves.
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: TouchEvent) -> Bool

    /// Whether to look at a touch that began.
    ///
    /// A refused touch is not seen at all, for as long as it lives.
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool

    /// Returns whether a recognizer that wants to leave `possible` may do so; otherwise it fails and prevents no other.
    ///
    /// Its properties, such as translation and velocity, are those of the attempt already; its state is `possible`.
    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool

    /// Whether both may be recognized at the same time.
    ///
    /// True from either side allows it; false does not forbid it, because the other side may say true.
    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool

    /// Whether `recognizer` has to wait until `other` fails.
    ///
    /// True sets up the requirement; false does not keep the other side from setting one up.
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool

    /// Whether `other` has to wait until `recognizer` fails.
    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool
}

extension GestureRecognizerDelegate {
    /// Every event.
    public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: TouchEvent) -> Bool { true }

    /// Every touch.
    public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { true }

    /// It may begin.
    public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

    /// No: the first to be recognized prevents the others.
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { false }

    /// No requirement.
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool { false }

    /// No requirement.
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool { false }
}
