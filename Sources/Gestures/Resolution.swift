// How do attempts become gestures? The fixed point of one event: let, hold, release, prevent.

internal import Touch

/// ```
///                 shouldBegin: no                 prevented, or one that it requires was recognized
///   attempt ──────────────────────► failed ◄───────────────────────────────────┐
///      │                                                                        │
///      ├── one that it requires may still be recognized ──► held ───────────────┤
///      │                                                      │ all have failed │
///      └──────────────────────────────────────────────────────┴──► activated: prevents others
/// ```
extension GestureEngine {
    /// Decides every attempt that can be decided now.
    ///
    /// Who waits longest comes first; then attempts of this event, in the engine's order. Each step settles one
    /// recognizer for good, so it ends.
    func resolve() {
        isResolving = true
        defer { isResolving = false }
        while true {
            if let free = recognizers.first(where: \.awaitsNobody) {
                // Those that wanted more fingers have failed: no reason to let the time run out.
                free.fireDeadline(at: time)
            } else if let released = nextReleased() {
                let hold = released.hold
                released.notices.remove(.held)
                // Broken off while it waited: nobody has heard of it, and nobody will.
                guard released.currentState != .cancelled else {
                    fail(released, .noTouches)
                    continue
                }
                activate(released)
                // What it was when it wanted to begin is told with its begin; in the same event it is that still.
                released.hold = released.isActivated && hold?.event != eventNumber ? hold : nil
            } else if let candidate = nextAwaited() ?? Arbitration.next(of: recognizers) {
                candidate.notices.remove(.attempt)
                decide(candidate)
            } else {
                return
            }
        }
    }

    /// The recognizer that has waited longest of those that need not wait any more.
    ///
    /// It comes after an attempt that would prevent it, and not the other way round: that must not depend on which of
    /// the attempts of this event lets it go.
    private func nextReleased() -> GestureRecognizer? {
        guard heldCount > 0 else { return nil }
        heldCount = 0
        var first: GestureRecognizer?
        for recognizer in recognizers where recognizer.notices.contains(.held) {
            heldCount += 1
            guard let hold = recognizer.hold else { continue }
            let isFree = !hold.pending.contains {
                $0.recognizer.attempt == $0.attempt && $0.recognizer.mayStillBeRecognized
            }
            guard isFree, hold.number < first?.hold?.number ?? .max else { continue }
            let isDominated = recognizers.contains {
                $0.notices.contains(.attempt) && Arbitration.dominates($0, recognizer)
            }
            if !isDominated { first = recognizer }
        }
        return first
    }

    /// An attempt that somebody waits for, which comes before its rivals and must not depend on their order.
    ///
    /// It does not come before those that come first whatever was added when: which the engine's order puts there, as
    /// of inner regions, or which prevent it and not the other way round; nor before one of those that has its own
    /// attempt behind it, and waits but for attempts that come before this one.
    private func nextAwaited() -> GestureRecognizer? {
        let attempts = recognizers.filter { $0.notices.contains(.attempt) }
        guard attempts.count > 1 else { return nil }
        return Arbitration.next(
            of: attempts.filter { candidate in
                let isAwaited = recognizers.contains { other in
                    other.awaitsFingers(of: candidate)
                        || other.notices.contains(.held) && other.hold?.isPending(candidate) ?? false
                }
                return isAwaited
                    && !recognizers.contains { other in
                        (other.notices.contains(.attempt) || waitsOnlyForAttempts(other, before: candidate))
                            && (Arbitration.dominates(other, candidate)
                                || order.comesBefore(other, candidate) && Arbitration.shareTouches(other, candidate)
                                    && Arbitration.excludes(other, candidate))
                    }
            })
    }

    /// Whether it waits, and may be let go once other attempts than `candidate` have been decided.
    private func waitsOnlyForAttempts(_ recognizer: GestureRecognizer, before candidate: GestureRecognizer) -> Bool {
        guard recognizer.notices.contains(.held), let hold = recognizer.hold else { return false }
        return !Arbitration.waits(recognizer, for: candidate)
            && hold.pending.allSatisfy {
                $0.recognizer.notices.contains(.attempt) || $0.recognizer.attempt != $0.attempt
                    || !$0.recognizer.mayStillBeRecognized
            }
    }

    private func decide(_ candidate: GestureRecognizer) {
        // Broken off before anybody heard of it: a cancel never starts a gesture, nor prevents one.
        if candidate.currentState == .cancelled { return fail(candidate, .noTouches) }
        guard candidate.currentState != .failed else { return }
        // Nor does a lift in the event in which another of its touches is lost.
        let isInterrupted = candidate.involved.contains { $0.phase == .cancelled && $0.timestamp == time }
        guard !isInterrupted else { return fail(candidate, .noTouches) }
        report(candidate, .attempted(candidate.reason))
        let mayBegin = Arbitration.mayBegin(candidate)
        guard isStillAttempting(candidate) else { return }
        guard mayBegin else { return fail(candidate, .shouldBegin) }
        var pending: [(recognizer: GestureRecognizer, attempt: Int)] = []
        for other in recognizers where Arbitration.shareTouches(candidate, other) {
            guard other.isRecognized || other.mayStillBeRecognized, Arbitration.requires(candidate, toFail: other)
            else { continue }
            guard isStillAttempting(candidate) else { return }
            if other.isRecognized { return fail(candidate, .required(other)) }
            // Two that would wait for each other: the one that asked first waits.
            if !Arbitration.waits(other, for: candidate) { pending.append((other, other.attempt)) }
        }
        guard pending.isEmpty else { return hold(candidate, for: pending) }
        activate(candidate)
    }

    /// Whether it still wants to leave `possible`: whoever was asked a question may have switched it off or removed it.
    private func isStillAttempting(_ recognizer: GestureRecognizer) -> Bool {
        recognizer.engine === self && recognizer.isUndecided && recognizer.currentState != .possible
    }

    private func hold(_ recognizer: GestureRecognizer, for pending: [(recognizer: GestureRecognizer, attempt: Int)]) {
        report(recognizer, .waits(pending.map(\.recognizer)))
        holdNumber += 1
        heldCount += 1
        recognizer.isInside = true
        recognizer.hold = GestureRecognizer.Hold(
            pending: pending, number: holdNumber, event: eventNumber, location: recognizer.centroid,
            measurement: recognizer.measurement)
        recognizer.isInside = false
        recognizer.notices.insert(.held)
        // What it waited for itself has come.
        if recognizer.currentState.isFinal { recognizer.deadline = nil }
    }

    /// Lets a recognizer leave `possible`, unless one that already has prevents it; it then prevents others.
    private func activate(_ recognizer: GestureRecognizer) {
        for other in recognizers where other.isRecognized && Arbitration.shareTouches(recognizer, other) {
            // While it waited for others, a finger may have landed that it shares with one that it requires.
            if recognizer.relations.requires(other) { return fail(recognizer, .required(other)) }
            let isPrevented = Arbitration.prevents(other, recognizer)
            guard isStillAttempting(recognizer) else { return }
            if isPrevented { return fail(recognizer, .prevented(by: other)) }
        }
        // Who waits for somebody who waits for it need not have a touch in common with it: of three taps the first is
        // the single tap's, the last the triple tap's.
        let behind = heldCount > 0 ? recognizers.filter { Arbitration.waits($0, for: recognizer) } : []
        recognizer.isActivated = true
        recognizer.recognitions &+= 1
        if !interrupted.isEmpty { taken.append((recognizer, recognizer.trackedMask)) }
        report(recognizer, .activated(recognizer.notices.contains(.began) ? .began : recognizer.currentState))
        for other in recognizers where other.isUndecided && Arbitration.shareTouches(recognizer, other) {
            if other.relations.requires(recognizer) {
                fail(other, .required(recognizer))
            } else if Arbitration.prevents(recognizer, other), other.isUndecided {
                fail(other, .prevented(by: recognizer))
            }
            // Whoever was asked may have removed it.
            guard recognizer.isRecognized else { return }
        }
        // Those that wait for it need not share a touch with it any more: a double tap is of another touch than the
        // single tap that waits.
        guard heldCount > 0 else { return claim(recognizer) }
        for other in recognizers where other.notices.contains(.held) {
            if other.hold?.isPending(recognizer) ?? false { fail(other, .required(recognizer)) }
        }
        for other in behind where other.notices.contains(.held) && Arbitration.prevents(recognizer, other) {
            fail(other, .prevented(by: recognizer))
        }
        claim(recognizer)
    }

    private func fail(_ recognizer: GestureRecognizer, _ cause: Decision.Cause) {
        recognizer.failBeforeBeginning()
        settleSoon()
        report(recognizer, .failed(cause))
    }
}
