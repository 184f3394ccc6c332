// Proxy that mirrors a recognizer of another engine, so that recognizers of this engine can wait for it.

package import Touch

/// A proxy of a recognizer of another engine of the same surface, so that others can require it to fail.
///
/// Both engines are given the same frames and times, the other one first, and `mirror()` is called after each. The
/// engine calls it, too: before it decides, and after each decision about another proxy. The proxy has the original's
/// touches, is recognized, changes and fails with it, and neither prevents others nor is prevented.
///
/// ```
///   nothing ──the other one has touches──► follows ──that cannot be recognized any more──► failed ──► nothing
///                                             │
///                                             └──that is recognized──► active ──that is over──► ended ──► nothing
/// ```
/// So an own recognizer waits until the other one has failed, and fails when that is recognized. Neither takes the
/// other back: those of other engines are strangers.
package final class RecognizerProxy: GestureRecognizer {
    private weak var original: GestureRecognizer?
    /// The attempt of the other one that it follows, or of which it has nothing, and how often that was recognized
    /// before.
    private var known: (attempt: Int, recognitions: Int)
    private var isFollowing = false
    /// Whether the other one waited for others to fail at the last look: it keeps touches that lift meanwhile.
    private var isWaiting = false
    /// Whether a finger that lands as the last one lifts is not of the other one's attempt, but perhaps of its next.
    private var isFull = false
    private static let cannotBeRecognized = Reason.because(
        "the recognizer that it stands for cannot be recognized any more")
    /// A deadline that never comes: without touches it keeps others waiting, as the other one does.
    private static let never = Timestamp(microseconds: .max)

    package init(for original: GestureRecognizer) {
        self.original = original
        known = (original.attempt.number, original.attempt.recognitions)
        // The original decides which finger starts a new attempt.
        var thresholds = original.thresholds
        thresholds.sequenceInterval = .infinity
        super.init(name: original.name, thresholds: thresholds)
        cancelsTouchesInView = false
        delaysTouchesEnded = false
    }

    package override var numberOfTouchesAccepted: ClosedRange<Int> { 1...Int.max }
    package override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
    package override func canBePrevented(by other: GestureRecognizer) -> Bool { false }
    /// Those of the other one, which may be done in an event that is to be looked at yet.
    override var keepsLiftedTouches: Bool { isFollowing && (deadline != nil || ownState == .failed) }
    override var hasAllFingers: Bool { isFull }
    /// The configured engine has decided before.
    override var isDecidedElsewhere: Bool { true }

    package override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) { mirror() }
    package override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) { mirror() }
    package override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) { mirror() }
    package override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) { mirror() }
    package override func deadlineReached(at time: Timestamp) { mirror() }
    package override func reset() {
        (isFollowing, isWaiting, isFull) = (false, false, false)
        if let original { known = (original.attempt.number, original.attempt.recognitions) }
    }

    package func mirror() {
        if engine == nil { return }
        switch ownState {
        case .possible: if isFollowing { continueAttempt() } else { start() }
        case .began, .changed:
            if let original, original.isRecognized, original.attempt.number == known.attempt {
                // Those that have lifted count until it is decided upon.
                if attempt.isActivated { follow(original) }
            } else {
                // A gesture that is cancelled in this event makes no other recognizer fail.
                end(as: attempt.isActivated && !hasOriginalEnded ? .cancelled : .ended)
            }
        case .failed:
            if let original, original.ownState == .failed, original.attempt.number == known.attempt {
                adopt(original)
            } else {
                finish()
                start()
            }
        case .ended, .cancelled: break
        }
    }

    /// Follows the other one, if it is at something: it has nothing but touches that landed just now.
    private func start() {
        guard let engine else { return }
        let earlier = known.recognitions
        reset()
        if let original, original.isRecognized || original.mayStillBeRecognized {
            follow(original)
            if original.isRecognized { recognize(.began) }
        } else if known.recognitions != earlier, trackedMask != 0 {
            // It was recognized with the finger that landed, and is done.
            recognize(.ended)
        } else if let original, original.ownState == .failed, original.trackedMask != 0 {
            isFollowing = true
            adopt(original)
            fail(because: Self.cannotBeRecognized)
        } else if !involved.isEmpty {
            (involved, trackedMask, deadline) = ([], 0, nil)
            engine.settling.mustCleanUp = true
        }
    }

    private func continueAttempt() {
        guard let engine, let original else { return fail(because: Self.cannotBeRecognized) }
        if original.attempt.recognitions != known.recognitions {
            guard original.isRecognized, original.attempt.number == known.attempt else { return end() }
            known.recognitions = original.attempt.recognitions
            // The other one keeps touches that lift while it waits, and drops them after its beginning is sent.
            let left = engine.endingTouches & original.lastIgnored
            let lifted =
                isWaiting ? involved.filter { $0.isOver && ($0.timestamp < engine.time || $0.mask & left == 0) } : []
            follow(original)
            involved = lifted.filter { touch in !involved.contains { $0 === touch } } + involved
            recognize(.began)
        } else if original.attempt.number == known.attempt, original.isUndecided {
            follow(original)
        } else if engine.settling.isBusy, isBesideRecognized(in: engine) {
            // A recognizer that requires both fails, and must not be released first.
            deadline = deadline ?? Self.never
        } else {
            fail(because: Self.cannotBeRecognized)
        }
    }

    /// Returns whether a recognizer requires this one and another one that is recognized in this event.
    private func isBesideRecognized(in engine: GestureEngine) -> Bool {
        engine.recognizers.contains { recognizer in
            guard let other = recognizer as? RecognizerProxy, let original = other.original else { return false }
            return original.attempt.recognitions != other.known.recognitions
                && engine.arbiter.participants.contains {
                    $0.attempt.isUndecided && $0.relations.requires(participant)
                        && $0.relations.requires(other.participant)
                        && ($0.sharesTouches(with: other.participant)
                            || $0.attempt.hold?.isPending(other.participant) ?? false)
                }
        }
    }

    private func follow(_ original: GestureRecognizer) {
        guard let engine else { return }
        isFollowing = true
        isWaiting = original.attempt.isHeld
        adopt(original)
        if !engine.settling.isBusy {
            let isHeld = original.attempt.isHeld && original.ownState.isFinal
            isFull = original.hasAllFingers || isHeld
        }
        if original.isRecognized || original.mayStillBeRecognized {
            deadline = original.engine?.nextDeadline ?? Self.never
        } else {
            // It stays undecided, and no recognizer waits for it.
            deadline = nil
            if trackedMask == 0 { engine.settleSoon() }
        }
    }

    /// Takes over the original's touches, including those that end in this event.
    ///
    /// One that has landed in this event it has been offered, unless that is decided upon only when this is over.
    private func adopt(_ original: GestureRecognizer) {
        guard let engine else { return }
        let going = trackedMask & engine.endingTouches & ~original.lastIgnored
        var left: UInt64 = 0
        if involved != original.involved {
            let others = involved.filter { touch in
                going & touch.mask != 0 && !original.involved.contains { $0 === touch }
            }
            let later =
                engine.settling.isBusy ? original.involved.filter { $0.phase == .began && !involved.contains($0) } : []
            for touch in later { left |= touch.mask }
            involved = others + original.involved.filter { left & $0.mask == 0 }
        }
        trackedMask = original.trackedMask & ~left | going
        if trackedMask == 0 { engine.settling.mustCleanUp = true }
    }

    /// Whether the gesture of the other one, which is over, has ended, and was not cancelled.
    private var hasOriginalEnded: Bool {
        guard let original else { return false }
        return original.attempt.number == known.attempt ? original.ownState == .ended : original.attempt.hasEnded
    }

    /// The other one was recognized, or its gesture is over: with the touches that it had.
    private func end(as final: State = .ended) {
        if let original, original.attempt.number != known.attempt {
            // Its current touches belong to its next attempt.
            let (next, ignored) = (original.trackedMask, original.lastIgnored)
            dropTouches { touch in
                touch.mask & ignored != 0 || touch.phase == .began && (isFull || touch.mask & next != 0)
            }
        }
        recognize(final)
    }

    private func recognize(_ next: State) {
        // Touches that are lost in this event would fail it; the other one may have been recognized before.
        dropTouches { $0.phase == .cancelled }
        // Also without touches it keeps others waiting until it is decided upon.
        deadline = deadline ?? Self.never
        state = next
    }

    private func dropTouches(where isDropped: (Touch) -> Bool) {
        for touch in involved where isDropped(touch) { trackedMask &= ~touch.mask }
        involved.removeAll(where: isDropped)
    }
}

extension GestureRecognizer {
    /// The places of the touches that it has ignored in the last event of its engine.
    fileprivate final var lastIgnored: UInt64 { engine.map { notes[$0.eventNumber].ignored } ?? 0 }
}
