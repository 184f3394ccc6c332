// Ending of continuous gestures, shared by pan, pinch, rotation and transform.

import Touch

extension GestureRecognizer {
    /// Ends with the last finger; fails when the gesture has not begun.
    ///
    /// A touch that is cancelled in the same event decides otherwise: only true lifts complete a gesture.
    ///
    /// - Parameter reason: What was missing, when it has not.
    final func endWithLastTouch(_ reason: @autoclosure () -> Reason) {
        guard numberOfTouchesDown == 0, !involved.contains(where: { $0.phase == .cancelled }) else { return }
        if state == .possible { fail(because: reason()) } else { state = .ended }
    }

    /// Leaves fingers to others, those that landed last, until so many are down.
    final func leaveFingers(beyond count: Int, for event: TouchEvent) {
        while numberOfTouchesDown > count, let last = involved.last(where: { !$0.isOver }) { ignore(last, for: event) }
    }

    final func endWithoutLift() {
        reason = .because("a touch was lost")
        state = state == .possible ? .failed : .cancelled
    }

    /// Whether a finger of the gesture lands or lifts in this event.
    ///
    /// A panel that merges two contacts that came near, or parts them again, moves the one that stays in that very
    /// frame: such a movement is not the finger's.
    final func isCountChanging(in event: TouchEvent) -> Bool {
        trackedMask & event.arrivedOrGone != 0
    }
}

extension Double {
    /// The nearest factor that a scale can be.
    ///
    /// Around one finger that stays, as a stuck contact does, others can pinch again and again: that must lead neither
    /// to zero nor to infinity.
    var asScale: Double { min(max(self, 1e-9), 1e9) }
}
