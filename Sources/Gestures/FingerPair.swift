// Which two fingers does a two-finger gesture follow?

internal import Touch

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
        while numberOfTouchesDown > 2, let extra = involved.last(where: { !$0.isOver }) { ignore(extra, for: event) }
        let isNew = !touches.masked(by: trackedMask).isEmpty || state == .possible && mayBeParted(by: touches)
        return isNew ? span : nil
    }
}

/// The first moments of two fingers, in which their contacts may move although the fingers only press down.
///
/// The skin flattens under a finger that presses, and the centroid of its contact moves: by about a millimetre, within
/// `Thresholds.settlingInterval`, and slowly. What the way between two contacts changes so is no pinch and no rotation.
/// A change that is faster than `settlingSpeed`, or larger than `settlingMovement` or in one report `settlingStep`, is
/// meant and counts in full.
struct SettlingPair {
    enum Verdict {
        /// The fingers may only press down so far.
        case settling
        /// Settling is over: what counts is the change since this way between the fingers.
        case settled(from: Vector)
        /// The fingers move.
        case moving
    }

    private var landed = Vector.zero
    private var previous = Vector.zero
    private var landingTime = Timestamp.zero
    private(set) var isSettling = false

    /// Starts with the way between two fingers of which one has just landed.
    mutating func land(_ span: Vector, at time: Timestamp) {
        (landed, previous, landingTime, isSettling) = (span, span, time, true)
    }

    /// Judges the way between the fingers at a later time.
    mutating func follow(_ span: Vector, at time: Timestamp, within interval: Double) -> Verdict {
        guard isSettling else { return .moving }
        let age = time.seconds(since: landingTime)
        if age > interval {
            isSettling = false
            return interval > 0 ? .settled(from: previous) : .moving
        }
        let (movement, step) = ((span - landed).length, (span - previous).length)
        previous = span
        if movement >= Thresholds.settlingMovement || step.reaches(Thresholds.settlingStep) {
            isSettling = false
            return .moving
        }
        return movement < Thresholds.settlingSpeed * age ? .settling : .moving
    }
}
