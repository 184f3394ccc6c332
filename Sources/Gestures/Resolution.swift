// The fixed-point resolution of one event's attempts: begin, hold, release, prevent.

internal import Touch

/// ```
///                 shouldBegin: no             prevented, or one that it requires was recognized
///   attempt ───────────────► failed ◄───────────────────────────────────────────────┐
///      │                                                                             │
///      ├── one that it requires may still be recognized ──► held ────────────────────┤
///      │                                                      │ all have failed      │
///      └──────────────────────────────────────────────────────┴──► candidate ────────┴──► activated: prevents others
/// ```
/// Of those that it would prevent, recognizers of more fingers go on for a while; see `Contention`.
extension GestureEngine {
    /// Decides every attempt that can be decided now, and activates recognizers that need not wait any more.
    ///
    /// The requirements of all attempts are asked for before any is activated, so that all recognizers that wait for an
    /// activated one are known. Attempts that need not wait compete by one rule; see `nextCandidate()`. Each step asks
    /// or decides one recognizer for good, so the loop ends.
    func resolve() {
        // This is the case in every frame in which gestures only continue.
        guard mayHaveAttempts || heldCount > 0 else { return }
        isResolving = true
        defer { isResolving = false }
        noteWhoIsAhead()
        while true {
            if let attempt = nextAttempt() {
                ask(attempt)
            } else if let candidate = nextCandidate() {
                decide(candidate)
                // A recognizer that requires both has failed: the other proxy need not keep it waiting.
                if candidate is StandIn { for standIn in standIns { standIn.look() } }
            } else {
                mayHaveAttempts = false
                return
            }
        }
    }

    /// Asks whether an attempt may begin, and which recognizers have to fail first.
    private func ask(_ attempt: GestureRecognizer) {
        attempt.notices.remove(.attempt)
        // Cancelled before observers received anything: a cancel never starts a gesture, nor prevents one.
        if attempt.currentState == .cancelled { return fail(attempt, .noTouches) }
        guard attempt.currentState != .failed else { return }
        // Nor does a lift in the event in which another of its touches is lost.
        let isInterrupted = attempt.involved.contains { $0.phase == .cancelled && $0.timestamp == time }
        guard !isInterrupted else { return fail(attempt, .noTouches) }
        report(attempt, .attempted(attempt.reason))
        let mayBegin = Arbitration.mayBegin(attempt)
        guard isStillAttempting(attempt) else { return }
        guard mayBegin else { return fail(attempt, .shouldBegin) }
        var pending: [(recognizer: GestureRecognizer, attempt: Int)] = []
        for other in recognizers where Arbitration.shareTouches(attempt, other) {
            guard other.isRecognized || other.mayStillBeRecognized, Arbitration.requires(attempt, toFail: other)
            else { continue }
            guard isStillAttempting(attempt) else { return }
            if other.isRecognized { return fail(attempt, .required(other)) }
            // Two that would wait for each other: the one that asked first waits.
            if !other.isBehind(attempt) { pending.append((other, other.attempt)) }
        }
        if pending.isEmpty { attempt.notices.insert(.candidate) } else { hold(attempt, for: pending) }
    }

    /// Activates a candidate, unless it is prevented or was cancelled meanwhile.
    private func decide(_ candidate: GestureRecognizer) {
        let hold = candidate.hold
        candidate.notices.subtract([.candidate, .held])
        // Cancelled while it waited: its begin was never sent, and will not be.
        guard candidate.currentState != .cancelled else { return fail(candidate, .noTouches) }
        activate(candidate)
        // Its begin is sent with what it measured when it wanted to begin; in the same event that is what it measures now.
        candidate.hold = candidate.isActivated && hold?.event != eventNumber ? hold : nil
    }

    /// Returns whether it still wants to leave `possible`: a delegate may have disabled or removed it.
    private func isStillAttempting(_ recognizer: GestureRecognizer) -> Bool {
        recognizer.engine === self && recognizer.isUndecided && recognizer.currentState != .possible
    }

    private func hold(_ recognizer: GestureRecognizer, for pending: [(recognizer: GestureRecognizer, attempt: Int)]) {
        report(recognizer, .waits(pending.map(\.recognizer)))
        recognizer.isInside = true
        recognizer.hold = GestureRecognizer.Hold(
            pending: pending, since: time, event: eventNumber, location: recognizer.centroid,
            measurement: recognizer.measurement)
        recognizer.isInside = false
        recognizer.notices.insert(.held)
        noteNewlyHeld(recognizer)
        // Its own deadline is no longer needed.
        if recognizer.currentState.isFinal { recognizer.deadline = nil }
    }

    /// Allows a recognizer to leave `possible`, unless one that already has prevents it; it then prevents others.
    ///
    /// A recognizer that contends with those that prevent it takes them back instead.
    private func activate(_ recognizer: GestureRecognizer) {
        var losers: [GestureRecognizer] = []
        for other in recognizers where other.isRecognized {
            // With one that it contends with it may have shared a finger that has lifted in this event.
            guard Arbitration.shareTouches(recognizer, other) || recognizer.contends(with: other) else { continue }
            // While it waited for others, a finger may have landed that it shares with one that it requires.
            if recognizer.relations.requires(other) { return fail(recognizer, .required(other)) }
            let isPrevented = Arbitration.prevents(other, recognizer)
            guard isStillAttempting(recognizer) else { return }
            guard isPrevented else { continue }
            guard recognizer.contends(with: other) else { return fail(recognizer, .prevented(by: other)) }
            losers.append(other)
        }
        for gesture in losers { takeBack(gesture, for: recognizer) }
        recognizer.contentions.removeAll(keepingCapacity: true)
        // A recognizer that waits for it through another need not share a touch with it: of three taps the first is the
        // single tap's, the last the triple tap's.
        let behind = heldCount > 0 ? recognizers.filter { $0.isBehind(recognizer) } : []
        recognizer.isActivated = true
        recognizer.recognitions &+= 1
        if !interrupted.isEmpty { taken.append((recognizer, recognizer.trackedMask)) }
        report(recognizer, .activated(recognizer.notices.contains(.began) ? .began : recognizer.currentState))
        for other in recognizers where other.isUndecided && Arbitration.shareTouches(recognizer, other) {
            if other.relations.requires(recognizer) {
                fail(other, .required(recognizer))
            } else if Arbitration.prevents(recognizer, other), other.isUndecided {
                if recognizer.mayBeTakenBack(by: other) {
                    other.contend(with: recognizer)
                } else {
                    fail(other, .prevented(by: recognizer))
                }
            }
            // A delegate that was asked may have removed it.
            guard recognizer.isRecognized else { return }
        }
        // Recognizers that wait for it need not share a touch with it any more: a double tap ends with another touch
        // than the waiting single tap.
        guard heldCount > 0 else { return claim(recognizer) }
        for other in recognizers where other.notices.contains(.held) {
            if other.hold?.isPending(recognizer) ?? false { fail(other, .required(recognizer)) }
        }
        // A contending recognizer may still take it back.
        for other in behind where other.notices.contains(.held) && !other.contends(with: recognizer) {
            guard Arbitration.prevents(recognizer, other) else { continue }
            fail(other, .prevented(by: recognizer))
        }
        claim(recognizer)
    }

    func fail(_ recognizer: GestureRecognizer, _ cause: Decision.Cause) {
        recognizer.failBeforeBeginning()
        settleSoon()
        report(recognizer, .failed(cause))
    }
}
