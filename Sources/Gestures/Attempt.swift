// The engine's state for one recognizer: its touches and its attempt, from the first finger to `reset()`.

internal import Touch

extension GestureRecognizer {
    /// Work that remains for a recognizer in an event.
    struct Notices: OptionSet {
        let rawValue: UInt8
        /// The recognizer wants to leave `possible`, and the recognizers that it waits for are not known yet.
        static let attempt = Notices(rawValue: 1)
        /// Observers have not received its `began`.
        static let began = Notices(rawValue: 2)
        /// Observers have not received a change.
        static let changed = Notices(rawValue: 4)
        /// Observers have not received its final state.
        static let final = Notices(rawValue: 8)
        /// `reset()` is running: no state change.
        static let resetting = Notices(rawValue: 16)
        /// It wants to leave `possible`, and waits for others to fail.
        static let held = Notices(rawValue: 32)
        /// The recognizer wants to leave `possible`, and waits for no other.
        static let candidate = Notices(rawValue: 64)
        /// It wants to leave `possible`, and is not decided.
        static let wanting: Notices = [.attempt, .held, .candidate]
    }

    /// A wait for others to fail.
    struct Hold {
        /// The recognizers that it waits for, with their current attempts.
        var pending: [(recognizer: GestureRecognizer, attempt: Int)]
        /// The time when the recognizer first wanted to begin.
        let since: Timestamp
        /// The number of the event in which the wait began.
        let event: Int
        /// The location of the gesture when it wanted to begin.
        let location: Point
        /// The measurement at that time.
        let measurement: GestureMeasurement
        /// The recognizers that it waits for, directly or through others; see `WaitingChains`.
        var ahead = RecognizerSet()
        /// The time when that was noted last.
        var round = -1

        /// Whether it need not wait any more: all have failed, or cannot be recognized.
        var isOver: Bool {
            !pending.contains { $0.recognizer.attempt == $0.attempt && $0.recognizer.mayStillBeRecognized }
        }

        /// Whether it waits for this one, in the attempt that it is in now.
        func isPending(_ other: GestureRecognizer) -> Bool {
            pending.contains { $0.recognizer === other && $0.attempt == other.attempt }
        }
    }

    final func join(_ touch: Touch) {
        if involved.isEmpty { (firstLanding, lastLift) = (touch.startTime, .zero) }
        involved.append(touch)
        trackedMask |= touch.mask
    }

    /// Whether a touch at one of these places is tracked, and something can still come of it.
    private final func wants(_ mask: UInt64) -> Bool { mask & trackedMask != 0 && !currentState.isFinal }

    /// Gives it those of its touches that changed, in UIKit's order.
    final func receive(_ frame: TouchFrame, _ event: TouchEvent) {
        guard trackedMask != 0 else { return }
        eventTime = event.timestamp
        // Most have failed already, and wait for the fingers to lift.
        if currentState.isFinal || frame.changedMask & trackedMask == 0 { return }
        isInside = true
        func own(_ mask: UInt64) -> TouchSet { frame.touches(at: mask & trackedMask) }
        let moved = receivesContactChanges ? frame.movedMask | frame.contactChangedMask : frame.movedMask
        if wants(frame.beganMask) { touchesBegan(own(frame.beganMask), with: event) }
        if wants(moved) { touchesMoved(own(moved), with: event) }
        if wants(frame.endedMask) { touchesEnded(own(frame.endedMask), with: event) }
        if wants(frame.cancelledMask) { touchesCancelled(own(frame.cancelledMask), with: event) }
        isInside = false
    }

    /// Calls `deadlineReached(at:)` when the deadline is reached.
    final func fireDeadline(at time: Timestamp) {
        deadline = nil
        // It has what it wants, or has failed: a timer dies with the state that set it.
        guard !currentState.isFinal else { return }
        eventTime = time
        isInside = true
        deadlineReached(at: time)
        isInside = false
    }

    /// Drops touches that have ended, once their event is over.
    final func dropTouches(_ gone: UInt64) {
        guard trackedMask & gone != 0 else { return }
        lastLocation = centroid
        lastLift = eventTime
        trackedMask &= ~gone
        // A recognizer that waits for others to fail keeps its fingers for its later notification.
        if !keepsLiftedTouches, !notices.contains(.held) { dropLiftedTouches() }
    }

    final func dropLiftedTouches() {
        involved.removeAll(where: \.isOver)
    }

    /// Whether a touch that began is of the same sequence as the touches that this recognizer tracks.
    ///
    /// A touch is joined when it landed near one of the recognizer's touches, or soon after one of them.
    final func isJoined(by touch: Touch) -> Bool {
        if trackedMask == 0 { return true }
        for other in involved where !other.isOver || other.timestamp >= touch.startTime {
            let isNear = (touch.location - other.location).length <= thresholds.sequenceDistance
            let isSoon = touch.startTime.seconds(since: other.startTime) <= thresholds.sequenceInterval
            if isNear || isSoon { return true }
        }
        return false
    }

    /// Whether there is an attempt to cancel or to forget.
    final var isUnderWay: Bool { trackedMask != 0 || deadline != nil || currentState != .possible }

    /// Whether there is anything to be done at its end; not while one that has failed waits for its fingers to lift.
    final var mayFinish: Bool {
        currentState.isFinal && (currentState != .failed || trackedMask == 0 || deadline != nil || isContended)
    }

    /// Whether it can still fail or be recognized: it is possible, or wants to leave that and has not been let.
    final var isUndecided: Bool { currentState == .possible || (!isActivated && currentState != .failed) }

    /// Whether it was recognized, and its gesture is in progress or is reported in this event.
    final var isRecognized: Bool { isActivated && (currentState.isActive || currentState == .ended) }

    /// Whether something can still come of it without a new touch of a new attempt.
    ///
    /// No recognizer waits for one that is `possible` without touches and without a deadline.
    final var mayStillBeRecognized: Bool {
        engine != nil && isEnabled && isUndecided
            && (trackedMask != 0 || deadline != nil || !notices.isDisjoint(with: .wanting))
    }

    /// A recognizer that may not begin fails; observers receive nothing of its attempt.
    final func failBeforeBeginning() {
        currentState = .failed
        notices = .final
        deadline = nil
        hold = nil
        contentions.removeAll(keepingCapacity: true)
    }

    /// Breaks the attempt off: cancelled when the gesture has begun for others to see, else failed.
    final func breakOff() {
        guard hasBegun || isUndecided || currentState.isActive else { return }
        guard hasBegun else { return failBeforeBeginning() }
        currentState = .cancelled
        notices = .final
        deadline = nil
    }

    /// Its gesture was taken back, and observers have received that: from now on it counts as prevented.
    ///
    /// It begins no other gesture with these touches, nor with those that join them.
    final func failAfterwards() {
        currentState = .failed
        isActivated = false
    }

    /// `reset()`, then possible, then nothing of the old touches.
    final func finish() {
        notices = .resetting
        isInside = true
        reset()
        isInside = false
        notices = []
        deadline = nil
        hold = nil
        reason = nil
        contentions.removeAll(keepingCapacity: true)
        isContended = false
        lastLocation = centroid
        involved.removeAll(keepingCapacity: true)
        trackedMask = 0
        hasEnded = currentState == .ended
        currentState = .possible
        isActivated = false
        attempt &+= 1
        // Its `reset()` may have done anything to others.
        engine?.settling.noteLoss()
    }
}
