// Delivery of new touches to the recognizers of their region and of the regions around it.

internal import Touch

extension GestureEngine {
    /// Finds the region of a touch that began, and offers it to the recognizers there.
    func place(_ touch: Touch, _ event: TouchEvent) {
        if !leavesTapCount { taps.number(touch) }
        let hit = root.regionOfTouch(at: touch.location)
        regions[touch.index] = hit
        var next: Region? = hit
        while let region = next {
            for recognizer in region.gestureRecognizers where !recognizer.isResting {
                offer(touch, to: recognizer, event)
            }
            next = region.parent
        }
    }

    private func offer(_ touch: Touch, to recognizer: GestureRecognizer, _ event: TouchEvent) {
        // A delegate that was asked about another recognizer may have removed this one.
        guard recognizer.engine === self else { return }
        // A touch is offered twice by `beginAnew`; one that was ignored or refused stays so.
        if recognizer.ignored.number == eventNumber, recognizer.ignored.mask & touch.mask != 0 { return }
        if recognizer.refused.number == eventNumber, recognizer.refused.mask & touch.mask != 0 { return }
        guard recognizer.isEnabled else { return report(recognizer, .refused(touch, .disabled)) }
        guard recognizer.wants(event, number: eventNumber) else { return report(recognizer, .refused(touch, .event)) }
        if recognizer.hasDelegate, let delegate = recognizer.delegate,
            !delegate.gestureRecognizer(recognizer, shouldReceive: touch)
        {
            let earlier = recognizer.refused.number == eventNumber ? recognizer.refused.mask : 0
            recognizer.refused = (eventNumber, touch.mask | earlier)
            return report(recognizer, .refused(touch, .touch))
        }
        // The delegate that answered may have removed or disabled it.
        guard recognizer.engine === self, recognizer.isEnabled else { return }
        // A finger that lands between two taps may be of the row, or the first of another; see `beginAnew`.
        if recognizer.numberOfTouchesDown == 0, recognizer.isUnderWay {
            let isLifting = recognizer.trackedMask != 0 && recognizer.hasAllFingers && !recognizer.currentState.isFinal
            let isHeld = recognizer.notices.contains(.held) && recognizer.currentState.isFinal
            interrupt(recognizer, isWaiting: isHeld || isLifting)
            // All its fingers lift in this very event: that is decided upon first.
            if isLifting { return }
        }
        if recognizer.notices.contains(.held) {
            if recognizer.failsWithTooManyTouches, recognizer.hasTooMany(with: touch) {
                let fingers = Double(recognizer.numberOfTouchesDown + 1)
                let allowed = Double(recognizer.numberOfTouchesAccepted.upperBound)
                fail(recognizer, .rule(.tooMuch("touched with", fingers, allowed: allowed, .fingers)))
            } else if recognizer.currentState.isFinal {
                return report(recognizer, .refused(touch, .waiting))
            }
        }
        if !recognizer.isJoined(by: touch) {
            guard recognizer.currentState == .possible || recognizer.currentState == .failed else {
                return report(recognizer, .refused(touch, .anotherSequence))
            }
            guard recognizer.numberOfTouchesDown > 0 else {
                // Touches that lift in this event are decided first.
                return interrupt(recognizer, isWaiting: true)
            }
            report(recognizer, .startedAnew(touch))
            recognizer.currentState = .failed
            recognizer.finish()
            // Recognizers that waited for its attempt are released.
            settleSoon()
            // Its `reset()` may have done anything.
            guard recognizer.engine === self, recognizer.isEnabled else { return }
        }
        // A delegate that was asked may have moved it to a region further out, where it is offered the touch again.
        guard recognizer.trackedMask & touch.mask == 0 else { return }
        recognizer.join(touch)
        // A failed recognizer ignores it, but its sequence lasts until this finger has lifted, too.
        report(recognizer, recognizer.currentState == .failed ? .refused(touch, .failed) : .received(touch))
    }

    private func interrupt(_ recognizer: GestureRecognizer, isWaiting: Bool) {
        guard !interrupted.contains(where: { $0.recognizer === recognizer }) else { return }
        interrupted.append((recognizer, isWaiting))
    }

    /// A finger that landed between two taps, and broke the row by that, is the first of another row.
    ///
    /// The recognizer has failed, or was recognized because the row of another one is broken, in this event. Were the
    /// finger lost to it, of two quick taps at different places the second would never be one.
    func beginAnew(_ frame: TouchFrame, _ event: TouchEvent) {
        let (waiting, began, gone) = (interrupted, frame.began, frame.endedMask | frame.cancelledMask)
        interrupted.removeAll(keepingCapacity: true)
        for (recognizer, isWaiting) in waiting where recognizer.engine === self && recognizer.isEnabled {
            // A recognizer that was recognized with this finger does not receive it again.
            guard isWaiting || recognizer.currentState == .failed else { continue }
            if recognizer.notices.contains(.held) {
                interrupt(recognizer, isWaiting: true)
                continue
            }
            // Between two taps of a row.
            let isInRow = isWaiting && recognizer.currentState == .possible && recognizer.deadline != nil
            if isInRow { recognizer.dropTouches(gone) }
            if recognizer.currentState == .failed, recognizer.trackedMask & ~(began.mask | gone) == 0 {
                recognizer.finish()
            }
            guard recognizer.currentState == .possible, recognizer.trackedMask == 0,
                isInRow || recognizer.deadline == nil
            else { continue }
            for touch in began where !isTaken(touch, from: recognizer) {
                guard let home = recognizer.region, region(of: touch)?.isWithin(home) == true else { continue }
                offer(touch, to: recognizer, event)
            }
            stream?.withhold(began, recognizer)
            recognizer.receive(frame, event)
        }
        settle()
    }

    /// One finger makes one gesture, or several that may be recognized simultaneously.
    private func isTaken(_ touch: Touch, from recognizer: GestureRecognizer) -> Bool {
        taken.contains { other, touches in
            touches & touch.mask != 0
                && (recognizer.relations.requires(other) || Arbitration.prevents(other, recognizer))
        }
    }

    /// Drops touches that have ended, and ends recognizers without touches.
    func letGo(_ gone: UInt64) {
        for recognizer in recognizers {
            let had = recognizer.trackedMask
            recognizer.dropTouches(gone)
            guard recognizer.trackedMask == 0 else { continue }
            // A recognizer that failed waits for the end of its touches; see `settle`.
            if recognizer.currentState == .failed { recognizer.finish() } else if had != 0 { giveUp(recognizer) }
        }
        if gone != 0 {
            for index in 0..<TouchTable.capacity where gone & (1 &<< UInt64(index)) != 0 { regions[index] = nil }
        }
        finishEvent()
    }

    /// Ends what has no touches, and lets go of those that were kept although they have lifted.
    func finishEvent() {
        mustTidy = false
        if mayHaveContentions { endOverdueContentions() }
        endWhatHasNoTouches()
        // A waiting recognizer keeps touches that lift meanwhile, until observers have received its gesture.
        for recognizer in recognizers where recognizer.hasLiftedTouches {
            if recognizer.keepsLiftedTouches || recognizer.notices.contains(.held) {
                mustTidy = true
            } else {
                recognizer.dropLiftedTouches()
            }
        }
    }

    /// Ends gestures whose touches have all lifted or been ignored, which no event would end.
    private func endWhatHasNoTouches() {
        // Ending one may begin another, in a `reset()` or an action; the loop is bounded.
        for _ in 0...recognizers.count {
            settle()
            var isDone = true
            for recognizer in recognizers where recognizer.trackedMask == 0 && recognizer.deadline == nil {
                guard recognizer.currentState.isActive else { continue }
                abandon(recognizer, because: .noTouches)
                isDone = false
            }
            if isDone { return }
        }
        settle()
    }

    /// If it is possible, without touches and without a deadline, it keeps its state, but no recognizer waits for it.
    func giveUp(_ recognizer: GestureRecognizer) {
        guard recognizer.currentState == .possible, recognizer.trackedMask == 0, recognizer.deadline == nil else {
            return
        }
        report(recognizer, .undecided)
        if heldCount > 0 || stream != nil { settleSoon() }
    }
}

extension GestureRecognizer {
    /// Whether a touch that began makes one finger too many, beside those that are still down.
    fileprivate final func hasTooMany(with touch: Touch) -> Bool {
        let down = numberOfTouchesDown
        return down > 0 && down >= numberOfTouchesAccepted.upperBound && isJoined(by: touch)
    }

    /// Whether the delegate wants an event in which touches began; it is asked once.
    fileprivate final func wants(_ event: TouchEvent, number: Int) -> Bool {
        guard hasDelegate, let delegate else { return true }
        if askedEvent.number != number {
            askedEvent = (number, delegate.gestureRecognizer(self, shouldReceive: event))
        }
        return askedEvent.isWanted
    }
}
