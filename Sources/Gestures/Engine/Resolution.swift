// The fixed-point resolution of one event's attempts: begin, hold, release, prevent.

internal import Touch

/// Decides the attempts of one event; `Attempt` has the diagram.
///
/// Of those that it would prevent, recognizers of more fingers go on for a while; see `Contention`.
final class Resolution {
    /// Whether a recognizer may want to leave `possible` whose requirements have not been asked for yet.
    @exclusivity(unchecked) private var mayHaveAttempts = false
    /// Whether all have seen the event, and it is being decided.
    @exclusivity(unchecked) private var isResolving = false

    /// A recognizer wants to leave `possible`.
    func noteAttempt() { mayHaveAttempts = true }

    /// Recognizers were added or removed, and their places have changed.
    func recognizersChanged(_ engine: GestureEngine) {
        if isResolving { engine.chains.update(engine) }
    }

    /// Decides every attempt that can be decided now, and activates recognizers that need not wait any more.
    ///
    /// The requirements of all attempts are asked for before any is activated, so that all recognizers that wait for an
    /// activated one are known. Attempts that need not wait compete by one rule; see `Precedence`. Each step asks
    /// or decides one recognizer for good, so the loop ends.
    func resolve(_ engine: GestureEngine) {
        // This is the case in every frame in which gestures only continue.
        guard mayHaveAttempts || engine.chains.mayExist else { return }
        isResolving = true
        defer { isResolving = false }
        engine.chains.update(engine)
        while true {
            if let recognizer = engine.precedence.nextAttempt(engine) {
                ask(recognizer, engine)
            } else if let candidate = engine.precedence.nextCandidate(engine) {
                decide(candidate, engine)
                // A recognizer that requires both has failed: the other proxy need not keep it waiting.
                if candidate is RecognizerProxy { for proxy in engine.proxies { proxy.mirror() } }
            } else {
                mayHaveAttempts = false
                return
            }
        }
    }

    private func ask(_ recognizer: GestureRecognizer, _ engine: GestureEngine) {
        // Cancelled before observers received anything: a cancel never starts a gesture, nor prevents one.
        if recognizer.currentState == .cancelled { return fail(recognizer, .noTouches, engine) }
        guard recognizer.currentState != .failed else { return }
        // Nor does a lift in the event in which another of its touches is lost.
        let isInterrupted = recognizer.involved.contains { $0.phase == .cancelled && $0.timestamp == engine.time }
        guard !isInterrupted else { return fail(recognizer, .noTouches, engine) }
        engine.report(recognizer, .attempted(recognizer.reason))
        let mayBegin = Arbitration.mayBegin(recognizer)
        guard isStillAttempting(recognizer, engine) else { return }
        guard mayBegin else { return fail(recognizer, .shouldBegin, engine) }
        var pending: [(recognizer: GestureRecognizer, attempt: Int)] = []
        for other in engine.recognizers where Arbitration.shareTouches(recognizer, other) {
            guard other.isRecognized || other.mayStillBeRecognized, Arbitration.requires(recognizer, toFail: other)
            else { continue }
            guard isStillAttempting(recognizer, engine) else { return }
            if other.isRecognized { return fail(recognizer, .required(other), engine) }
            // Two that would wait for each other: the one that asked first waits.
            if !engine.chains.isBehind(other, recognizer) { pending.append((other, other.attempt.number)) }
        }
        let asks = !recognizer.asks.isEmpty && engine.asks(recognizer, .begin)
        let awaitsAnswer = asks || engine.questions.hold(recognizer)
        guard awaitsAnswer || !pending.isEmpty else { return _ = recognizer.attempt.release() }
        hold(recognizer, for: pending, awaitsAnswer, engine)
        if asks { engine.questions.askToBegin(recognizer, engine) }
    }

    /// Activates a candidate, unless it is prevented or was cancelled meanwhile.
    private func decide(_ candidate: GestureRecognizer, _ engine: GestureEngine) {
        let hold = candidate.attempt.release()
        // Cancelled while it waited: its begin was never sent, and will not be.
        guard candidate.currentState != .cancelled else { return fail(candidate, .noTouches, engine) }
        // Its begin is sent with what it measured when it wanted to begin; in the same event that is what it measures now.
        activate(candidate, after: hold?.event == engine.eventNumber ? nil : hold, engine)
    }

    /// Returns whether it still wants to leave `possible`: a delegate may have disabled or removed it.
    private func isStillAttempting(_ recognizer: GestureRecognizer, _ engine: GestureEngine) -> Bool {
        recognizer.engine === engine && recognizer.attempt.isWanting
    }

    private func hold(
        _ recognizer: GestureRecognizer, for pending: [(recognizer: GestureRecognizer, attempt: Int)],
        _ awaitsAnswer: Bool, _ engine: GestureEngine
    ) {
        if !pending.isEmpty { engine.report(recognizer, .waits(pending.map(\.recognizer))) }
        if awaitsAnswer { engine.report(recognizer, .awaitsAnswer) }
        recognizer.isInside = true
        let measurement = recognizer.measurement
        recognizer.isInside = false
        recognizer.attempt.hold(
            Hold(
                for: pending, awaitsAnswer: awaitsAnswer, since: engine.time, event: engine.eventNumber,
                location: recognizer.centroid, measurement: measurement))
        engine.chains.add(recognizer, engine)
        // Its own deadline is no longer needed.
        if recognizer.currentState.isFinal { recognizer.deadline = nil }
    }

    /// Allows a recognizer to leave `possible`, unless one that already has prevents it; it then prevents others.
    ///
    /// A recognizer that contends with those that prevent it takes them back instead.
    private func activate(_ recognizer: GestureRecognizer, after hold: Hold?, _ engine: GestureEngine) {
        var losers: [GestureRecognizer] = []
        for other in engine.recognizers where other.isRecognized {
            // With one that it contends with it may have shared a finger that has lifted in this event.
            guard Arbitration.shareTouches(recognizer, other) || recognizer.contends(with: other) else { continue }
            // While it waited for others, a finger may have landed that it shares with one that it requires.
            if recognizer.relations.requires(other) { return fail(recognizer, .required(other), engine) }
            let isPrevented = Arbitration.prevents(other, recognizer)
            guard isStillAttempting(recognizer, engine) else { return }
            guard isPrevented else { continue }
            guard recognizer.contends(with: other) else { return fail(recognizer, .prevented(by: other), engine) }
            losers.append(other)
        }
        for gesture in losers { engine.contentions.takeBack(gesture, for: recognizer, engine) }
        // A recognizer that waits for it through another need not share a touch with it: of three taps the first is the
        // single tap's, the last the triple tap's.
        let behind = engine.chains.mayExist ? engine.recognizers.filter { engine.chains.isBehind($0, recognizer) } : []
        recognizer.attempt.recognize(after: hold)
        engine.interruptions.noteRecognized(recognizer)
        engine.questions.closeLate(excludedBy: recognizer, engine)
        engine.report(
            recognizer, .activated(recognizer.attempt.unreported.contains(.began) ? .began : recognizer.currentState))
        for other in engine.recognizers where other.isUndecided && Arbitration.shareTouches(recognizer, other) {
            if other.relations.requires(recognizer) {
                fail(other, .required(recognizer), engine)
            } else if Arbitration.prevents(recognizer, other), other.isUndecided {
                if recognizer.mayBeTakenBack(by: other) {
                    other.contend(with: recognizer)
                } else {
                    fail(other, .prevented(by: recognizer), engine)
                }
            }
            // A delegate that was asked may have removed it.
            guard recognizer.isRecognized else { return }
        }
        // Recognizers that wait for it need not share a touch with it any more: a double tap ends with another touch
        // than the waiting single tap.
        guard engine.chains.mayExist else { return claimTouches(of: recognizer, engine) }
        for other in engine.recognizers where other.attempt.isHeld {
            if other.attempt.hold?.isPending(recognizer) ?? false { fail(other, .required(recognizer), engine) }
        }
        // A contending recognizer may still take it back.
        for other in behind where other.attempt.isHeld && !other.contends(with: recognizer) {
            guard Arbitration.prevents(recognizer, other) else { continue }
            fail(other, .prevented(by: recognizer), engine)
        }
        claimTouches(of: recognizer, engine)
    }

    private func claimTouches(of recognizer: GestureRecognizer, _ engine: GestureEngine) {
        engine.streams?.claim(recognizer, engine)
    }

    /// Fails a recognizer before it has begun for others to see.
    func fail(_ recognizer: GestureRecognizer, _ cause: Decision.Cause, _ engine: GestureEngine) {
        recognizer.failBeforeBeginning()
        engine.settling.settleSoon(engine)
        engine.report(recognizer, .failed(cause))
    }
}
