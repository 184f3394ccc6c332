// How does a gesture that goes on come to its end? The same for pan, pinch and rotation.

internal import Touch

extension GestureRecognizer {
    /// Ends with the last finger; fails when the gesture has not begun.
    ///
    /// A touch that is cancelled in the same event decides otherwise: only true lifts complete a gesture.
    final func endWithLastTouch() {
        guard numberOfTouchesDown == 0, !involved.contains(where: { $0.phase == .cancelled }) else { return }
        state = state == .possible ? .failed : .ended
    }

    /// A touch was lost: fails, or is cancelled once the gesture has begun.
    final func endWithoutLift() {
        state = state == .possible ? .failed : .cancelled
    }
}
