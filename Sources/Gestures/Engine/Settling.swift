// The steps after recognizers have changed state: resolve, forward touches, call actions and observers, reset.

internal import Touch

final class Settling {
    /// Whether an event is processed: changes of state are settled at its end.
    @exclusivity(unchecked) private(set) var isBusy = false
    /// Whether a recognizer has changed its state.
    @exclusivity(unchecked) private(set) var isNeeded = false
    /// Whether a recognizer may be left that has no touches any more.
    @exclusivity(unchecked) private var mustCleanUp = false
    /// Gestures that were taken back; observers receive their end before anything else.
    @exclusivity(unchecked) private(set) var revoked: [GestureRecognizer] = []

    /// Starts an event.
    func begin() { isBusy = true }

    /// Ends an event.
    func end() { isBusy = false }

    private func together(_ body: () -> Void) {
        let wasBusy = isBusy
        isBusy = true
        body()
        isBusy = wasBusy
    }

    /// A recognizer may have been left without touches.
    func noteLostTouches() { mustCleanUp = true }

    /// Ends a gesture that was taken back before any other is reported.
    func revoke(_ gesture: GestureRecognizer) {
        gesture.breakOff()
        revoked.append(gesture)
    }

    /// A recognizer's state changed; outside of an event that is an event of its own.
    func settleSoon(_ engine: GestureEngine) {
        isNeeded = true
        guard !isBusy else { return }
        isBusy = true
        settle(engine)
        finishEvent(engine)
        isBusy = false
    }

    /// Decides, notifies and resets until nothing is left to do; an action may cause more.
    func settle(_ engine: GestureEngine) {
        while isNeeded {
            isNeeded = false
            engine.questions.answerEarly(engine)
            engine.resolution.resolve(engine)
            engine.streams?.release(engine)
            // Gestures that were taken back may have released touches to others.
            var mayFinish = !revoked.isEmpty
            reportRevoked(engine)
            let recognizers = engine.recognizers
            recognizers.forEachUncounted { recognizer in
                // A failed recognizer whose failure was reported waits for its fingers to lift; see `dropTouches(_:)`.
                if recognizer.attempt.unreported.isEmpty { return }
                reportChanges(of: recognizer, engine)
                mayFinish = mayFinish || recognizer.mayFinish
            }
            // Most have failed already, and wait for the fingers to lift.
            guard mayFinish else { continue }
            recognizers.forEachUncounted {
                if $0.currentState.isFinal, $0.attempt.unreported.isEmpty { finish($0, engine) }
            }
        }
    }

    /// Resets an attempt whose end was reported, after a failure only once its fingers have lifted: a second finger
    /// that lands meanwhile belongs to the same sequence, and must not look like the first of a new one.
    private func finish(_ recognizer: GestureRecognizer, _ engine: GestureEngine) {
        if recognizer.attempt.isContended { engine.contentions.end(with: recognizer, engine) }
        if recognizer.currentState == .failed {
            recognizer.deadline = nil
            if recognizer.trackedMask != 0 { return }
        }
        recognizer.finish()
    }

    /// Ends what was taken back, before its successor begins.
    private func reportRevoked(_ engine: GestureEngine) {
        guard !revoked.isEmpty else { return }
        let gestures = revoked
        revoked.removeAll()
        for gesture in gestures where !gesture.attempt.unreported.isEmpty {
            reportChanges(of: gesture, engine)
            if gesture.engine === engine { gesture.attempt.failAfterwards() }
        }
    }

    private func reportChanges(of recognizer: GestureRecognizer, _ engine: GestureEngine) {
        // Undecided: there is nothing to report yet.
        guard !recognizer.attempt.isWanting else { return }
        let last = recognizer.currentState
        let reports = recognizer.attempt.takeReports()
        if reports.contains(.began) {
            // Begun and ended in one event: both are reported, each with its own state.
            recognizer.attempt.show(.began)
            let hasWaited = recognizer.attempt.isLate
            let isRemoved = recognizer.engine !== engine
            send(recognizer, isDiscrete: false, engine)
            guard recognizer.currentState == .began, isRemoved || recognizer.engine === engine else { return }
            recognizer.attempt.show(last)
            // It began where it would have without the wait, and with the fingers that have lifted since; where it is
            // now comes after.
            if hasWaited, last.isActive, !recognizer.keepsLiftedTouches {
                recognizer.involved.removeAll { $0.isOver && $0.timestamp < engine.time }
            }
            if hasWaited, last == .changed { send(recognizer, isDiscrete: false, engine) }
        } else if reports.contains(.changed), !reports.contains(.final) {
            send(recognizer, isDiscrete: false, engine)
        }
        if reports.contains(.final) {
            send(recognizer, isDiscrete: !recognizer.attempt.hasBegun && last == .ended, engine)
        }
    }

    private func send(_ recognizer: GestureRecognizer, isDiscrete: Bool, _ engine: GestureEngine) {
        let state = recognizer.currentState
        if recognizer.attempt.hasBegun, state == .ended { engine.report(recognizer, .ended) }
        recognizer.attempt.noteReport()
        recognizer.isActing = true
        let isRemoved = recognizer.engine !== engine
        // It may have received no touches in this event: its velocity is that of now, not of its touches' last event.
        recognizer.eventTime = engine.time
        // The observer first: an action may set the translation, the scale or the rotation again.
        engine.observer?.gestureEngine(
            engine, didSend: GestureEvent(recognizer, state: state, time: engine.time, isDiscrete: isDiscrete))
        if state != .failed { recognizer.sendActions() }
        recognizer.isActing = false
        if recognizer.attempt.isLate {
            recognizer.attempt.dropHold()
            mustCleanUp = true
        }
        // Its own action has removed it: its end is reported after the event of that action, not before.
        if !isRemoved, recognizer.engine !== engine { close(recognizer, engine) }
    }

    // MARK: - Touches that have ended

    /// Drops touches that have ended, and ends recognizers without touches.
    func dropTouches(_ ended: UInt64, _ engine: GestureEngine) {
        if ended == 0, !mustCleanUp { return }
        for recognizer in engine.recognizers {
            let had = recognizer.trackedMask
            recognizer.dropTouches(ended)
            guard recognizer.trackedMask == 0 else { continue }
            // A recognizer that failed waits for the end of its touches; see `settle()`.
            if recognizer.currentState == .failed {
                recognizer.finish()
            } else if had != 0 {
                releaseWaiters(ofUndecided: recognizer, engine)
            }
        }
        if ended != 0 { engine.delivery.forget(ended) }
        finishEvent(engine)
    }

    /// Ends what has no touches, and drops those that were kept although they have lifted.
    func finishEvent(_ engine: GestureEngine) {
        mustCleanUp = false
        if engine.contentions.mayExist { engine.contentions.endOverdue(engine) }
        engine.questions.closeForgotten(engine)
        endGesturesWithoutTouches(engine)
        // A waiting recognizer keeps touches that lift meanwhile, until observers have received its gesture.
        for recognizer in engine.recognizers where recognizer.hasLiftedTouches {
            if recognizer.keepsLiftedTouches || recognizer.attempt.isHeld {
                mustCleanUp = true
            } else {
                recognizer.dropLiftedTouches()
            }
        }
        engine.questions.closeForgotten(engine)
    }

    /// Ends gestures whose touches have all lifted or been ignored, which no event would end.
    private func endGesturesWithoutTouches(_ engine: GestureEngine) {
        // Ending one may begin another, in a `reset()` or an action; the loop is bounded.
        for _ in 0...engine.recognizers.count {
            settle(engine)
            var isDone = true
            for recognizer in engine.recognizers where recognizer.trackedMask == 0 && recognizer.deadline == nil {
                guard recognizer.currentState.isActive else { continue }
                cancel(recognizer, because: .noTouches, engine)
                isDone = false
            }
            if isDone { return }
        }
        settle(engine)
    }

    /// If it is possible, without touches and without a deadline, it keeps its state, but no recognizer waits for it.
    func releaseWaiters(ofUndecided recognizer: GestureRecognizer, _ engine: GestureEngine) {
        guard recognizer.currentState == .possible, recognizer.trackedMask == 0, recognizer.deadline == nil else {
            return
        }
        engine.report(recognizer, .undecided)
        if engine.chains.mayExist || engine.streams != nil { settleSoon(engine) }
    }

    // MARK: - Cancelling

    func cancel(_ recognizer: GestureRecognizer, because cause: Decision.Cause, _ engine: GestureEngine) {
        guard recognizer.isUnderWay else { return }
        cancelAttempt(of: recognizer, because: cause, engine)
        settleSoon(engine)
    }

    /// Cancels or fails all attempts together: no failure of one may let another begin.
    func cancelAll(because cause: Decision.Cause, _ engine: GestureEngine) {
        together {
            for recognizer in engine.recognizers where recognizer.isUnderWay {
                recognizer.eventTime = engine.time
                cancel(recognizer, because: cause, engine)
            }
        }
        if isNeeded { settleSoon(engine) }
    }

    /// Ends the gestures of recognizers at once, because they leave the engine or become idle.
    func detach(_ recognizers: [GestureRecognizer], because cause: Decision.Cause = .disabled, _ engine: GestureEngine)
    {
        // All together: what waited for one of them may begin when the last is closed, and not beside it.
        together {
            for recognizer in recognizers { engine.questions.close(of: recognizer) }
            for recognizer in recognizers where recognizer.isUnderWay && !recognizer.attempt.isResetting {
                cancelAttempt(of: recognizer, because: cause, engine)
                if recognizer.isActing { isNeeded = true } else { close(recognizer, engine) }
            }
        }
        if isNeeded || engine.chains.mayExist || engine.streams != nil { settleSoon(engine) }
    }

    private func cancelAttempt(of recognizer: GestureRecognizer, because cause: Decision.Cause, _ engine: GestureEngine)
    {
        // A recognized gesture that is about to be reported cannot be taken back.
        guard recognizer.attempt.hasBegun || recognizer.isUndecided || recognizer.currentState.isActive else { return }
        if recognizer.attempt.hasBegun {
            engine.report(recognizer, .cancelled(cause))
        } else {
            engine.report(recognizer, .failed(cause))
        }
        recognizer.breakOff()
    }

    /// Reports the end of a removed recognizer's gesture, and resets its attempt.
    private func close(_ recognizer: GestureRecognizer, _ engine: GestureEngine) {
        if !recognizer.attempt.unreported.isEmpty { reportChanges(of: recognizer, engine) }
        engine.contentions.end(with: recognizer, engine)
        if recognizer.isUnderWay { recognizer.finish() }
    }
}
