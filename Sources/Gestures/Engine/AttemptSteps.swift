// The steps of a recognizer's attempt: touches join and are dropped, methods are called, `reset()` ends it.

import Touch

extension GestureRecognizer {
    /// The touches of the current attempt in the order in which they joined; see `numberOfTouches`.
    final var involved: [Touch] {
        get { participant.involved }
        _modify { yield &participant.involved }
    }
    /// The places of the tracked touches in their table.
    final var trackedMask: UInt64 {
        get { participant.trackedMask }
        _modify { yield &participant.trackedMask }
    }
    final var attempt: Attempt {
        get { participant.attempt }
        _modify { yield &participant.attempt }
    }

    final func join(_ touch: Touch) {
        if involved.isEmpty { participant.firstLanding = touch.startTime }
        involved.append(touch)
        trackedMask |= touch.mask
    }

    /// Drops a touch that is not this recognizer's any more.
    final func leave(_ touch: Touch) {
        involved.removeAll { $0 === touch }
        // Since it has lifted, its place may be that of another one.
        let isReused = involved.contains { $0.mask == touch.mask && $0.id > touch.id }
        if !isReused { trackedMask &= ~touch.mask }
    }

    /// Whether a touch at one of these places is tracked, and something can still come of it.
    private final func wants(_ mask: UInt64) -> Bool { mask & trackedMask != 0 && !ownState.isFinal }

    /// Gives it those of its touches that changed, in UIKit's order.
    final func receive(_ frame: TouchFrame, _ event: TouchEvent) {
        guard trackedMask != 0 else { return }
        eventTime = event.timestamp
        // Most have failed already, and wait for the fingers to lift.
        if ownState.isFinal || frame.changedMask & trackedMask == 0 { return }
        isInside = true
        func own(_ mask: UInt64) -> TouchSet { frame.touches(at: mask & trackedMask) }
        let moved = receivesContactChanges ? frame.movedMask | frame.contactChangedMask : frame.movedMask
        if wants(frame.beganMask) { touchesBegan(own(frame.beganMask), with: event) }
        if wants(moved) { touchesMoved(own(moved), with: event) }
        if wants(frame.endedMask) { touchesEnded(own(frame.endedMask), with: event) }
        if wants(frame.cancelledMask) { touchesCancelled(own(frame.cancelledMask), with: event) }
        isInside = false
    }

    final func fireDeadline(at time: Timestamp) {
        deadline = nil
        // It has what it wants, or has failed: a timer dies with the state that set it.
        guard !ownState.isFinal else { return }
        eventTime = time
        isInside = true
        deadlineReached(at: time)
        isInside = false
    }

    /// Drops touches that have ended, once their event is over.
    final func dropTouches(_ ended: UInt64) {
        guard trackedMask & ended != 0 else { return }
        lastLocation = centroid
        trackedMask &= ~ended
        // A recognizer that waits to begin keeps its fingers for its later notification.
        if !keepsLiftedTouches, !attempt.isHeld { dropLiftedTouches() }
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
    package final var isUnderWay: Bool { trackedMask != 0 || deadline != nil || ownState != .possible }

    /// Whether there is anything to be done at its end; not while one that has failed waits for its fingers to lift.
    final var mayFinish: Bool {
        ownState.isFinal && (ownState != .failed || trackedMask == 0 || deadline != nil || attempt.isContended)
    }

    /// Whether it waits for an answer, perhaps among other things.
    package final var awaitsAnswer: Bool { attempt.isHeld && attempt.hold?.awaitsAnswer ?? false }

    /// The time, in seconds, for which it has waited to begin; 0 if it does not wait.
    package final var heldTime: Double {
        guard let engine, attempt.isHeld, let hold = attempt.hold else { return 0 }
        return engine.time.seconds(since: hold.since)
    }

    /// The recognizer's own state; others see it only when it has been allowed to begin.
    final var ownState: State { attempt.state }

    /// Whether it can still fail or be recognized: it is possible, or wants to leave that and has not been let.
    final var isUndecided: Bool { attempt.isUndecided }

    /// Whether it was recognized, and its gesture is in progress or is reported in this event.
    final var isRecognized: Bool { attempt.isRecognized }

    /// Whether something can still come of it without a new touch of a new attempt.
    final var mayStillBeRecognized: Bool { participant.mayStillBeRecognized }

    /// Whether touches count in it that are down no more.
    final var hasLiftedTouches: Bool { participant.hasLiftedTouches }

    /// Whether a finger that landed beside the gesture that it contends with has not moved yet.
    ///
    /// The moving finger alone can meet the conditions of a pinch or a pan of two; beside a thumb that does not move,
    /// that is not such a gesture.
    final var hasRestingFinger: Bool {
        attempt.contentions.contains { contention in
            involved.contains { touch in
                !touch.isOver && touch.startTime >= contention.start
                    && (touch.location - touch.startLocation).length < Thresholds.restingMovement
            }
        }
    }

    /// A recognizer that may not begin fails; observers receive nothing of its attempt.
    final func failBeforeBeginning() {
        attempt.fail()
        deadline = nil
        engine?.closeQuestion(ofBeginning: self)
    }

    /// Breaks the attempt off: cancelled when the gesture has begun for others to see, else failed.
    final func breakOff() {
        guard attempt.hasBegun || isUndecided || ownState.isActive else { return }
        guard attempt.hasBegun else { return failBeforeBeginning() }
        attempt.cancel()
        deadline = nil
    }

    /// `reset()`, then possible, then nothing of the old touches.
    final func finish() {
        attempt.beginReset()
        isInside = true
        reset()
        isInside = false
        attempt.end()
        deadline = nil
        reason = nil
        lastLocation = centroid
        involved.removeAll(keepingCapacity: true)
        trackedMask = 0
        engine?.closeQuestions(of: self)
        closePairQuestions()
        // Its `reset()` may have done anything to others.
        engine?.settling.mustCleanUp = true
    }
}
