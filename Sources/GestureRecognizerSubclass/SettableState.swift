// The state of a recognizer as its subclasses see it, which set it.

public import Gestures

/// What only subclasses of a recognizer use, as in UIKit's header `UIGestureRecognizerSubclass`.
///
/// Without this module a recognizer's `state` is read-only.
extension GestureRecognizer {
    /// The recognizer's state, which a subclass sets.
    ///
    /// Only the changes that `State.canBecome(_:)` allows are legal; another one traps in a debug build and is ignored
    /// in a release build. Leaving `possible` is an attempt: until it is decided, the recognizer itself reads the state
    /// that it has set, and all others read `possible`. If another recognizer prevents it, the state is `failed`.
    public final var state: State {
        get { shownState }
        set { setState(newValue) }
    }

    /// Sets `state` to `failed`, and says why.
    public final func fail(because reason: Reason) {
        self.reason = reason
        setState(.failed)
    }
}
