// Execution of the arbiter's effects: delegates are asked, observers notified, touches claimed.

import Touch

extension GestureEngine {
    /// Decides every attempt that can be decided now.
    ///
    /// Delegates, observers and recognizers are called from here and may change anything; the arbiter goes on with what
    /// is left.
    @inline(__always)
    func arbitrate() {
        if !successors.isEmpty { continueSequences() }
        if arbiter.hasWork { decideAttempts() }
    }

    @inline(never)
    private func decideAttempts() {
        describeRecognizers()
        arbiter.start()
        while let effect = arbiter.next() { carryOut(effect) }
    }

    /// Brings what recognizers say about themselves up to date.
    func describeRecognizers() {
        recognizers.forEachUncounted { recognizer in
            recognizer.participant.rules.acceptedTouches = recognizer.numberOfTouchesAccepted
            recognizer.participant.rules.keepsLiftedTouches = recognizer.keepsLiftedTouches
            recognizer.participant.rules.countedTaps = recognizer.countedTaps
        }
    }

    /// Gives the arbiter the recognizers that are there now.
    func replaceParticipants() {
        arbiter.replaceParticipants(recognizers.map(\.participant))
        for recognizer in recognizers {
            recognizer.participant.rules.canBeTakenBack = recognizer.canBeTakenBack
            recognizer.participant.rules.isDecidedElsewhere = recognizer.isDecidedElsewhere
            if recognizer.attempt.isWanting || recognizer.attempt.isActivated { describePrevention(by: recognizer) }
        }
    }

    /// Gives the arbiter the recognizers that one can prevent, and those that can prevent it.
    private func describePrevention(by recognizer: GestureRecognizer) {
        let one = recognizer.participant
        recognizers.forEachUncounted { other in
            if other === recognizer { return }
            let two = other.participant
            one.rules.prevented.set(two.place, to: recognizer.canPrevent(other) && other.canBePrevented(by: recognizer))
            two.rules.prevented.set(one.place, to: other.canPrevent(recognizer) && recognizer.canBePrevented(by: other))
        }
    }

    /// The recognizer of a participant; nil when it was removed meanwhile.
    fileprivate func recognizer(of participant: Participant) -> GestureRecognizer? {
        let place = participant.place
        guard recognizers.indices.contains(place), recognizers[place].participant === participant else { return nil }
        return recognizers[place]
    }

    // MARK: - Effects

    func carryOut(_ effect: Arbiter.Effect) {
        switch effect {
        case .ask(let question): arbiter.answer(answer(to: question))
        case .hold(let participant, let hold): recognizer(of: participant).map { self.hold($0, hold) }
        case .begin(let participant): recognizer(of: participant).map(begin)
        case .contend(let participant, let gesture):
            if let recognizer = recognizer(of: participant), let gesture = self.recognizer(of: gesture) {
                report(recognizer, .contends(with: gesture))
            }
        case .takeBack(let participant, let successor):
            if let gesture = recognizer(of: participant), let successor = self.recognizer(of: successor) {
                report(gesture, .cancelled(.revoked(by: successor)))
                revoke(gesture)
            }
        case .retract(let participant, let successor):
            if let gesture = recognizer(of: participant) { interruptions.forgetRecognized(gesture) }
            carryOut(.fail(participant, .prevented(by: successor)))
        case .fail(let participant, let cause): recognizer(of: participant).map { fail($0, .init(cause, of: self)) }
        case .claimTouches(let participant):
            if let recognizer = recognizer(of: participant) { streams?.forEach { $0.claim(recognizer) } }
        case .conclude(let participant):
            // A recognizer that requires both has failed: the other proxy need not keep it waiting.
            if participant.rules.isDecidedElsewhere { for proxy in proxies { proxy.mirror() } }
        }
    }

    private func hold(_ recognizer: GestureRecognizer, _ hold: Hold) {
        let pending = hold.pending.compactMap { self.recognizer(of: $0.participant) }
        if !pending.isEmpty { report(recognizer, .waits(pending)) }
        for case let client as ClientGestureRecognizer in pending { client.noteWaiting(at: time) }
        if hold.awaitsAnswer { report(recognizer, .awaitsAnswer) }
        recognizer.isInside = true
        hold.measurement = recognizer.measurement
        recognizer.isInside = false
        hold.location = recognizer.centroid
        if asksToBegin(recognizer) { askToBegin(recognizer) }
    }

    /// Fails the recognizers that contend with a gesture, and that cannot take it back any more.
    func endContentions(with gesture: GestureRecognizer) {
        for effect in arbiter.endContentions(with: gesture.participant) { carryOut(effect) }
    }

    /// Fails the recognizers whose fingers have not landed in time or have stopped.
    func endOverdueContentions() {
        describeRecognizers()
        for effect in arbiter.endOverdueContentions() { carryOut(effect) }
    }

    private func begin(_ recognizer: GestureRecognizer) {
        interruptions.noteRecognized(recognizer)
        closeLateQuestions(excludedBy: recognizer)
        let begins = recognizer.attempt.unreported.contains(.began)
        report(recognizer, .activated(begins ? .began : recognizer.ownState))
        if !successors.isEmpty { continueSequences() }
    }

    /// Fails a recognizer before it has begun for others to see.
    func fail(_ recognizer: GestureRecognizer, _ cause: Decision.Cause) {
        recognizer.failBeforeBeginning()
        settleSoon()
        report(recognizer, .failed(cause))
    }

    // MARK: - Questions

    private func answer(to question: Arbiter.Query) -> Bool {
        switch question {
        case .mayBegin(let participant):
            guard let recognizer = recognizer(of: participant) else { return false }
            describePrevention(by: recognizer)
            report(recognizer, .attempted(recognizer.reason))
            return recognizer.mayBegin
        case .requires(let participant, let other):
            guard let recognizer = recognizer(of: participant), let other = self.recognizer(of: other) else {
                return false
            }
            return recognizer.requires(toFail: other)
        case .awaitsAnswer(let participant):
            guard let recognizer = recognizer(of: participant) else { return false }
            return asksToBegin(recognizer) || questions.keepsWaiting(recognizer)
        case .areSimultaneous(let participant, let other):
            guard let recognizer = recognizer(of: participant), let other = self.recognizer(of: other) else {
                return false
            }
            return recognizer.mayBeRecognized(beside: other)
        }
    }

    private func asksToBegin(_ recognizer: GestureRecognizer) -> Bool {
        !recognizer.asks.isEmpty && asks(recognizer, .begin)
    }
}

extension Decision.Cause {
    fileprivate init(_ cause: Arbiter.Cause, of engine: GestureEngine) {
        switch cause {
        case .prevented(let other): self = engine.recognizer(of: other).map { .prevented(by: $0) } ?? .noTouches
        case .required(let other): self = engine.recognizer(of: other).map { .required($0) } ?? .noTouches
        case .notPreceded(let other):
            self =
                engine.recognizer(of: other).map { .notPreceded(by: $0) }
                ?? .rule(.because("the recognizer that comes before it was removed"))
        case .shouldBegin: self = .shouldBegin
        case .noTouches: self = .noTouches
        }
    }
}

extension GestureRecognizer {
    /// Whether there is a delegate, and it says so.
    final func answers(_ question: (any GestureRecognizerDelegate) -> Bool) -> Bool {
        guard hasDelegate, let delegate else { return false }
        return question(delegate)
    }

    /// Whether the delegate and the region let it leave `possible`.
    fileprivate final var mayBegin: Bool {
        !answers { !$0.gestureRecognizerShouldBegin(self) } && region?.gestureRecognizerShouldBegin?(self) ?? true
    }

    /// Whether it has to wait for `other`: said by either of them or by their delegates.
    fileprivate final func requires(toFail other: GestureRecognizer) -> Bool {
        shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
            || answers { $0.gestureRecognizer(self, shouldRequireFailureOf: other) }
            || other.answers { $0.gestureRecognizer(other, shouldBeRequiredToFailBy: self) }
            || hasAgreed(to: .requireFailure, with: other) || other.hasAgreed(to: .beRequiredToFail, with: self)
    }

    /// Whether a delegate, or an answer, allows both to be recognized.
    fileprivate final func mayBeRecognized(beside other: GestureRecognizer) -> Bool {
        answers { $0.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) }
            || other.answers { $0.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) }
            || hasAgreed(to: .simultaneous, with: other) || other.hasAgreed(to: .simultaneous, with: self)
    }

    /// Whether it would keep `other` from being recognized by what both say, and nothing declared allows both.
    final func excludes(_ other: GestureRecognizer) -> Bool {
        canPrevent(other) && other.canBePrevented(by: self) && !participant.allows(other.participant)
    }

    /// Whether it keeps `other` from being recognized: unless either side lets both be.
    final func prevents(_ other: GestureRecognizer) -> Bool { excludes(other) && !mayBeRecognized(beside: other) }
}
