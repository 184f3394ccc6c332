// The steps after recognizers have changed state: arbitrate, forward touches, call actions and observers, reset.

import Touch

/// How far an event is settled.
struct Settling {
    /// Whether an event is processed: changes of state are settled at its end.
    var isBusy = false
    /// Whether a recognizer has changed its state.
    var isNeeded = false
    /// Whether a recognizer may be left that has no touches any more.
    var mustCleanUp = false
    /// Gestures that were taken back; observers receive their end before anything else.
    var revoked: [GestureRecognizer] = []
}

extension GestureEngine {
    private func together(_ body: () -> Void) {
        let wasBusy = settling.isBusy
        settling.isBusy = true
        body()
        settling.isBusy = wasBusy
    }

    /// Ends a gesture that was taken back before any other is reported.
    func revoke(_ gesture: GestureRecognizer) {
        gesture.breakOff()
        settling.revoked.append(gesture)
    }

    /// A recognizer's state changed; outside of an event that is an event of its own.
    func settleSoon() {
        settling.isNeeded = true
        guard !settling.isBusy else { return }
        settling.isBusy = true
        settle()
        finishEvent()
        settling.isBusy = false
    }

    /// Decides, notifies and resets until nothing is left to do; an action may cause more.
    func settle() {
        while settling.isNeeded {
            settling.isNeeded = false
            answerEarly()
            arbitrate()
            if streams != nil {
                streams?.forEach { $0.release() }
                passOnTouches()
            }
            // Gestures that were taken back may have released touches to others.
            var mayFinish = !settling.revoked.isEmpty
            reportRevoked()
            let recognizers = self.recognizers
            recognizers.forEachUncounted { recognizer in
                // A failed recognizer whose failure was reported waits for its fingers to lift; see `dropTouches(_:)`.
                if recognizer.attempt.unreported.isEmpty { return }
                reportChanges(of: recognizer)
                mayFinish = mayFinish || recognizer.mayFinish
            }
            // Most have failed already, and wait for the fingers to lift.
            guard mayFinish else { continue }
            recognizers.forEachUncounted {
                if $0.ownState.isFinal, $0.attempt.unreported.isEmpty { finish($0) }
            }
        }
    }

    /// Resets an attempt whose end was reported, after a failure only once its fingers have lifted: a second finger
    /// that lands before that belongs to the same sequence, and must not look like the first of a new one.
    private func finish(_ recognizer: GestureRecognizer) {
        if recognizer.attempt.isContended { endContentions(with: recognizer) }
        if recognizer.ownState == .failed {
            recognizer.deadline = nil
            if recognizer.trackedMask != 0 { return }
        }
        recognizer.finish()
    }

    /// Ends what was taken back, before its successor begins.
    private func reportRevoked() {
        guard !settling.revoked.isEmpty else { return }
        let gestures = settling.revoked
        settling.revoked.removeAll()
        for gesture in gestures where !gesture.attempt.unreported.isEmpty {
            reportChanges(of: gesture)
            if gesture.engine === self { gesture.attempt.failAfterwards() }
        }
    }

    private func reportChanges(of recognizer: GestureRecognizer) {
        // Undecided: there is nothing to report yet.
        guard !recognizer.attempt.isWanting else { return }
        let last = recognizer.ownState
        let reports = recognizer.attempt.takeReports()
        if reports.contains(.began) {
            // Begun and ended in one event: both are reported, each with its own state.
            recognizer.attempt.show(.began)
            let hasWaited = recognizer.attempt.isLate
            let isRemoved = recognizer.engine !== self
            send(recognizer, isDiscrete: false)
            guard recognizer.ownState == .began, isRemoved || recognizer.engine === self else { return }
            recognizer.attempt.show(last)
            // It began where it would have without the wait, and with the fingers that have lifted since; where it is
            // now comes after.
            if hasWaited, last.isActive, !recognizer.keepsLiftedTouches {
                recognizer.involved.removeAll { $0.isOver && $0.timestamp < time }
            }
            if hasWaited, last == .changed { send(recognizer, isDiscrete: false) }
        } else if reports.contains(.changed), !reports.contains(.final) {
            send(recognizer, isDiscrete: false)
        }
        if reports.contains(.final) {
            send(recognizer, isDiscrete: !recognizer.attempt.hasBegun && last == .ended)
        }
    }

    private func send(_ recognizer: GestureRecognizer, isDiscrete: Bool) {
        let state = recognizer.ownState
        if recognizer.attempt.hasBegun, state == .ended { report(recognizer, .ended) }
        recognizer.attempt.noteReport()
        recognizer.isActing = true
        let isRemoved = recognizer.engine !== self
        // It may have received no touches in this event: its velocity is that of now, not of its touches' last event.
        recognizer.eventTime = time
        // The observer first: an action may set the translation, the scale or the rotation again.
        observer?.gestureEngine(
            self, didSend: GestureEvent(recognizer, state: state, time: time, isDiscrete: isDiscrete))
        if state != .failed { recognizer.sendActions() }
        recognizer.isActing = false
        if recognizer.attempt.isLate {
            recognizer.attempt.dropHold()
            settling.mustCleanUp = true
        }
        // Its own action has removed it: its end is reported after the event of that action, not before.
        if !isRemoved, recognizer.engine !== self { close(recognizer) }
    }

    // MARK: - Touches that have ended

    /// Drops touches that have ended, and ends recognizers without touches.
    func dropTouches(_ ended: UInt64) {
        if ended == 0, !settling.mustCleanUp { return }
        for recognizer in recognizers {
            let had = recognizer.trackedMask
            recognizer.dropTouches(ended)
            guard recognizer.trackedMask == 0 else { continue }
            // A recognizer that failed waits for the end of its touches; see `settle()`.
            if recognizer.ownState == .failed {
                recognizer.finish()
            } else if had != 0 {
                releaseWaiters(ofUndecided: recognizer)
            }
        }
        if ended != 0 { offers.forget(ended) }
        finishEvent()
    }

    /// Ends what has no touches, and drops those that were kept although they have lifted.
    func finishEvent() {
        settling.mustCleanUp = false
        if arbiter.mayHaveContentions { endOverdueContentions() }
        closeForgottenQuestions()
        endGesturesWithoutTouches()
        // A waiting recognizer keeps touches that lift meanwhile, until observers have received its gesture.
        for recognizer in recognizers where recognizer.hasLiftedTouches {
            if recognizer.keepsLiftedTouches || recognizer.attempt.isHeld {
                settling.mustCleanUp = true
            } else {
                recognizer.dropLiftedTouches()
            }
        }
        closeForgottenQuestions()
    }

    /// Ends gestures whose touches have all lifted or been ignored, which no event would end.
    private func endGesturesWithoutTouches() {
        // Ending one may begin another, in a `reset()` or an action; the loop is bounded.
        for _ in 0...recognizers.count {
            settle()
            var isDone = true
            for recognizer in recognizers where recognizer.trackedMask == 0 && recognizer.deadline == nil {
                guard recognizer.ownState.isActive else { continue }
                cancel(recognizer, because: .noTouches)
                isDone = false
            }
            if isDone { return }
        }
        settle()
    }

    /// If it is possible, without touches and without a deadline, it keeps its state, but no recognizer waits for it.
    func releaseWaiters(ofUndecided recognizer: GestureRecognizer) {
        guard recognizer.ownState == .possible, recognizer.trackedMask == 0, recognizer.deadline == nil else {
            return
        }
        report(recognizer, .undecided)
        if arbiter.chains.mayExist || streams != nil { settleSoon() }
    }

    // MARK: - Cancelling

    func cancel(_ recognizer: GestureRecognizer, because cause: Decision.Cause) {
        guard recognizer.isUnderWay else { return }
        cancelAttempt(of: recognizer, because: cause)
        settleSoon()
    }

    /// Cancels or fails all attempts together: no failure of one may let another begin.
    func cancelAll(because cause: Decision.Cause) {
        together {
            for recognizer in recognizers where recognizer.isUnderWay {
                recognizer.eventTime = time
                cancel(recognizer, because: cause)
            }
        }
        if settling.isNeeded { settleSoon() }
    }

    /// Ends the gestures of recognizers at once, because they leave the engine or become idle.
    func detach(_ recognizers: [GestureRecognizer], because cause: Decision.Cause = .disabled) {
        // All together: what waited for one of them may begin when the last is closed, and not beside it.
        together {
            for recognizer in recognizers { closeQuestions(of: recognizer) }
            for recognizer in recognizers where recognizer.isUnderWay && !recognizer.attempt.isResetting {
                cancelAttempt(of: recognizer, because: cause)
                if recognizer.isActing { settling.isNeeded = true } else { close(recognizer) }
            }
        }
        if settling.isNeeded || arbiter.chains.mayExist || streams != nil { settleSoon() }
    }

    private func cancelAttempt(of recognizer: GestureRecognizer, because cause: Decision.Cause) {
        // A recognized gesture that is about to be reported cannot be taken back.
        guard recognizer.attempt.hasBegun || recognizer.isUndecided || recognizer.ownState.isActive else { return }
        if recognizer.attempt.hasBegun {
            report(recognizer, .cancelled(cause))
        } else {
            report(recognizer, .failed(cause))
        }
        recognizer.breakOff()
    }

    /// Reports the end of a removed recognizer's gesture, and resets its attempt.
    private func close(_ recognizer: GestureRecognizer) {
        if !recognizer.attempt.unreported.isEmpty { reportChanges(of: recognizer) }
        endContentions(with: recognizer)
        if recognizer.isUnderWay { recognizer.finish() }
    }
}
