// The steps after recognizers have changed state: resolve, forward touches, call actions and observers, reset.

internal import Touch

extension GestureEngine {
    /// A recognizer's state changed; outside of an event that is an event of its own.
    func settleSoon() {
        mustSettle = true
        guard !isBusy else { return }
        isBusy = true
        settle()
        finishEvent()
        isBusy = false
    }

    /// Decides, notifies and resets until nothing is left to do; an action may cause more.
    func settle() {
        while mustSettle {
            mustSettle = false
            resolve()
            stream?.release(self)
            // Gestures that were taken back may have released touches to others.
            var mayFinish = !revoked.isEmpty
            tellRevoked()
            let recognizers = recognizers
            recognizers.forEachUncounted { recognizer in
                // A failed recognizer whose failure was reported waits for its fingers to lift; see `letGo(_:)`.
                if recognizer.notices.isEmpty { return }
                tell(recognizer)
                mayFinish = mayFinish || recognizer.mayFinish
            }
            // Most have failed already, and wait for the fingers to lift.
            guard mayFinish else { continue }
            recognizers.forEachUncounted { if $0.currentState.isFinal, $0.notices.isEmpty { finish($0) } }
        }
    }

    /// Resets an attempt whose end was reported, after a failure only once its fingers have lifted: a second finger
    /// that lands meanwhile belongs to the same sequence, and must not look like the first of a new one.
    private func finish(_ recognizer: GestureRecognizer) {
        if recognizer.isContended { endContentions(with: recognizer) }
        if recognizer.currentState == .failed {
            recognizer.deadline = nil
            if recognizer.trackedMask != 0 { return }
        }
        recognizer.finish()
    }

    /// Ends what was taken back, before its successor begins.
    private func tellRevoked() {
        guard !revoked.isEmpty else { return }
        let gestures = revoked
        revoked.removeAll()
        for gesture in gestures where !gesture.notices.isEmpty {
            tell(gesture)
            if gesture.engine === self { gesture.failAfterwards() }
        }
    }

    private func tell(_ recognizer: GestureRecognizer) {
        // Undecided: there is nothing to report yet.
        guard recognizer.notices.isDisjoint(with: .wanting) else { return }
        let notices = recognizer.notices
        let last = recognizer.currentState
        recognizer.notices = []
        if notices.contains(.began) {
            // Begun and ended in one event: both are reported, each with its own state.
            recognizer.currentState = .began
            let hasWaited = recognizer.hold != nil
            let isRemoved = recognizer.engine !== self
            send(recognizer, isDiscrete: false)
            guard recognizer.currentState == .began, isRemoved || recognizer.engine === self else { return }
            recognizer.currentState = last
            // It began where it would have without the wait, and with the fingers that have lifted since; where it is
            // now comes after.
            if hasWaited, last.isActive, !recognizer.keepsLiftedTouches {
                recognizer.involved.removeAll { $0.isOver && $0.timestamp < time }
            }
            if hasWaited, last == .changed { send(recognizer, isDiscrete: false) }
        } else if notices.contains(.changed), !notices.contains(.final) {
            send(recognizer, isDiscrete: false)
        }
        if notices.contains(.final) {
            send(recognizer, isDiscrete: !recognizer.hasBegun && last == .ended)
        }
    }

    private func send(_ recognizer: GestureRecognizer, isDiscrete: Bool) {
        let state = recognizer.currentState
        if recognizer.hasBegun, state == .ended { report(recognizer, .ended) }
        recognizer.hasBegun = state.isActive
        recognizer.isActing = true
        let isRemoved = recognizer.engine !== self
        // It may have received no touches in this event: its velocity is that of now, not of its touches' last event.
        recognizer.eventTime = time
        // The observer first: an action may set the translation, the scale or the rotation anew.
        observer?.gestureEngine(
            self, didSend: GestureEvent(recognizer, state: state, time: time, isDiscrete: isDiscrete))
        if state != .failed { recognizer.sendActions() }
        recognizer.isActing = false
        if recognizer.hold != nil {
            recognizer.hold = nil
            mustTidy = true
        }
        // Its own action has removed it: its end is reported after the event of that action, not before.
        if !isRemoved, recognizer.engine !== self { close(recognizer) }
    }

    // MARK: - Breaking off

    /// Ends what a recognizer is doing, because it is switched off, or all is.
    func abandon(_ recognizer: GestureRecognizer, because cause: Decision.Cause) {
        guard recognizer.isUnderWay else { return }
        breakOff(recognizer, because: cause)
        settleSoon()
    }

    /// Ends the gestures of recognizers at once, because they leave the engine or become idle.
    func detach(_ recognizers: [GestureRecognizer], because cause: Decision.Cause = .disabled) {
        // All together: what waited for one of them may begin when the last is closed, and not beside it.
        let wasBusy = isBusy
        isBusy = true
        for recognizer in recognizers where recognizer.isUnderWay && !recognizer.notices.contains(.resetting) {
            breakOff(recognizer, because: cause)
            if recognizer.isActing { mustSettle = true } else { close(recognizer) }
        }
        isBusy = wasBusy
        if mustSettle || heldCount > 0 || stream != nil { settleSoon() }
    }

    private func breakOff(_ recognizer: GestureRecognizer, because cause: Decision.Cause) {
        // A recognized gesture that is about to be reported cannot be taken back.
        guard recognizer.hasBegun || recognizer.isUndecided || recognizer.currentState.isActive else { return }
        if recognizer.hasBegun { report(recognizer, .cancelled(cause)) } else { report(recognizer, .failed(cause)) }
        recognizer.breakOff()
    }

    /// Reports the end of a removed recognizer's gesture, and resets its attempt.
    private func close(_ recognizer: GestureRecognizer) {
        if !recognizer.notices.isEmpty { tell(recognizer) }
        endContentions(with: recognizer)
        if recognizer.isUnderWay { recognizer.finish() }
    }

    // MARK: - The trace

    /// Reports a decision to the observer, if there is one.
    @inline(__always)
    func report(_ recognizer: GestureRecognizer, _ verdict: @autoclosure () -> Decision.Verdict) {
        if isTraced { trace(recognizer, verdict()) }
    }

    @inline(never)
    private func trace(_ recognizer: GestureRecognizer, _ verdict: Decision.Verdict) {
        decisionObserver?.gestureEngine(
            self, didDecide: Decision(time: time, recognizer: recognizer, verdict: verdict))
    }
}
