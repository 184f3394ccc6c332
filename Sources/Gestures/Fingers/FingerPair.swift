// The two fingers that a pinch or a rotation follows.

import Touch

extension GestureRecognizer {
    /// The way from the first finger that is down to the second; nil while there are not two.
    final var span: Vector? {
        var first: Touch?
        for touch in involved where !touch.isOver {
            guard let other = first else {
                first = touch
                continue
            }
            return touch.location - other.location
        }
        return nil
    }

    /// Keeps the two fingers that are down the longest and leaves the others to other recognizers.
    ///
    /// When one of the two lifts, the next that lands takes its place.
    ///
    /// - Returns: The way from one finger to the other when they are two and count from now on: one of them has just
    ///   landed, or another one so near that the panel may have parted it from one of them, which jumps then.
    final func pairUp(_ touches: TouchSet, with event: TouchEvent) -> Vector? {
        leaveFingers(beyond: 2, for: event)
        let isNew = !touches.masked(by: trackedMask).isEmpty || state == .possible && mayBeParted(by: touches)
        return isNew ? span : nil
    }
}
