// Audit of decisions: exclusion, failure requirements and release in time.

import Gestures
import Touch

extension Auditor {
    func record(_ decision: Decision) {
        let (recognizer, watch) = (decision.recognizer, run.watch(of: decision.recognizer))
        let kind = watch.plan.kind
        watch.verdicts += 1
        switch decision.verdict {
        case .received(let touch): receive(touch, watch, recognizer)
        case .refused(let touch, let refusal): refuse(touch, refusal, watch, recognizer)
        case .ignored(let touch):
            watch.tracked &= ~touch.bit
            watch.ignored |= touch.bit
            watch.ignoreEvent = event
            mayTie = true
        case .waits(let all):
            let others = all.filter { !($0 is RecognizerProxy) }
            run.coverage.note(kind, .held)
            checkWait(watch, recognizer, others)
            watch.isHeld = true
            watch.pending = others.map { run.watch(of: $0) }.map { ($0.index, $0.resets) }
            noteNewWait(watch)
        case .activated(let state):
            run.coverage.note(kind, state == .began || state == .changed ? .began : .recognized)
            if watch.isHeld { run.coverage.note(kind, .released) }
            noteRelease(watch, recognizer)
            checkActivation(watch, recognizer)
            watch.stage = .active
            watch.isHeld = false
            activations.append((watch, recognizer.touchBits))
            if recognizer.cancelsTouchesInView { claim(watch.tracked | recognizer.touchBits) }
        case .failed(let cause):
            if watch.isOpen { fault("failed after it began", "\(watch.index)") }
            if case .prevented(let other) = cause {
                run.coverage.note(kind, .prevented)
                passOnRevocations(of: watch, to: run.watch(of: other))
            }
            // It was revoked before it was published; otherwise this is its next attempt.
            if watch.stage == .active { activations.removeAll { $0.watch === watch } }
            watch.stage = .failed
            noteRelease(watch, recognizer)
            watch.isHeld = false
        case .cancelled(let cause):
            if case .revoked(let successor) = cause {
                noteRevocation(watch, by: run.watch(of: successor), at: decision.time)
            }
            if !watch.isOpen { fault("cancelled before it began", "\(watch.index)") }
            run.coverage.note(kind, .cancelled)
            watch.stage = .failed
        case .contends(let gesture): checkContention(recognizer, gesture, at: decision.time)
        case .attempted: watch.askedEvent = event
        case .asks(.receive(let touch)): watch.asked |= touch.bit
        case .awaitsAnswer:
            watch.isHeld = true
            noteNewWait(watch)
        case .asks(.begin), .answered, .unanswered: break
        case .startedAnew, .ended, .undecided: break
        }
    }

    private func noteRelease(_ watch: Watch, _ recognizer: GestureRecognizer) {
        guard watch.isHeld else { return }
        watch.releaseEvent = event
        watch.hadWaitedFor = watch.pending.map(\.index)
        mayTie = true
        watch.attemptTouches = recognizer.touchBits
    }

    // MARK: - Touches

    private func receive(_ touch: Touch, _ watch: Watch, _ recognizer: GestureRecognizer) {
        let bit = touch.bit
        if isLate(touch, watch) {
            watch.blocked &= ~bit
        } else {
            checkOffer(touch, watch)
        }
        noteRestart(watch, recognizer)
        if !recognizer.isEnabled { fault("given a touch while disabled", "\(watch.index)") }
        if watch.refused & bit != 0 { fault("given a refused touch", "\(watch.index), touch \(touch.id)") }
        if watch.refusedEvent == event { fault("given a touch of a refused event", "\(watch.index)") }
        if (watch.blocked | watch.ignored) & bit != 0 { fault("given a touch again", "\(watch.index)") }
        watch.tracked |= bit
        if watch.stage == .active, recognizer.cancelsTouchesInView { claim(bit) }
    }

    private func refuse(
        _ touch: Touch, _ refusal: Decision.Refusal, _ watch: Watch, _ recognizer: GestureRecognizer
    ) {
        if case .answer = refusal {
            watch.tracked &= ~touch.bit
            watch.refused |= touch.bit
            watch.restart = (event, watch.resets)
            return
        }
        if case .anotherSequence = refusal, isLate(touch, watch) { return }
        checkOffer(touch, watch)
        let isTrue =
            switch refusal {
            case .event: watch.refusedEvent == event
            case .touch: watch.refused & touch.bit != 0
            case .disabled: !recognizer.isEnabled
            case .failed: recognizer.state == .failed
            case .waiting: watch.isHeld
            case .answer: watch.asked & touch.bit != 0
            case .anotherSequence: watch.stage != .failed
            // No region of a list is exclusive.
            case .exclusive, .occupied: false
            }
        if !isTrue, !isMeddled { fault("refused for no reason", "\(watch.index): \(refusal)") }
    }

    /// Whether a touch was asked about when it landed, and is decided upon later.
    private func isLate(_ touch: Touch, _ watch: Watch) -> Bool {
        watch.asked & touch.bit != 0 && landing & touch.bit == 0
    }

    /// A recognizer that starts again without a refused touch is still waited for.
    private func noteRestart(_ watch: Watch, _ recognizer: GestureRecognizer) {
        guard watch.restart == (event, watch.resets - 1) else { return }
        for (other, rival) in run.watched where rival.touchBits & recognizer.touchBits != 0 {
            for index in other.pending.indices where other.pending[index] == (watch.index, watch.resets - 1) {
                other.pending[index].resets = watch.resets
            }
        }
    }

    private func checkOffer(_ touch: Touch, _ watch: Watch) {
        if landing & touch.bit == 0 { fault("offered an old touch", "\(watch.index), touch \(touch.id)") }
        guard !isMeddled, let region = touches[touch.id & 63].region else { return }
        guard let home = run.recognizers[watch.index]?.region, run.regions[region].isWithin(home) else {
            return fault("offered a touch of another region", "\(watch.index), touch \(touch.id)")
        }
    }

    // MARK: - Recognition

    private func checkActivation(_ watch: Watch, _ recognizer: GestureRecognizer) {
        let isReleased = watch.isHeld
        if watch.stage == .active { fault("activated while active", "\(watch.index)") }
        if watch.stage == .failed { fault("activated after it had failed", "\(watch.index)") }
        checkOthersOfEvent(watch, recognizer)
        if watch.isRefusedBegin { fault("activated though refused", "\(watch.index)") }
        if !recognizer.isEnabled { fault("activated while disabled", "\(watch.index)") }
        if !isReleased, run.list.isPunctual, !watch.plan.kind.isRandom, watch.tracked & losing != 0 {
            fault("a lost touch began a gesture", "\(watch.index)")
        }
        for (other, rival) in run.watched where other !== watch {
            guard recognizer.touchBits & rival.touchBits != 0 else { continue }
            if other.stage == .active {
                if prevents(rival, recognizer) { fault("both recognized", "\(watch.index) beside \(other.index)") }
                let isLate = isReleased && lateRequirements.contains(watch.index, other.index)
                if requirements.contains(watch.index, other.index), !isLate {
                    fault("recognized with one that it requires", "\(watch.index) beside \(other.index)")
                }
            } else if isLive(other, rival), !isReleased, !watch.isMeddled,
                requires(watch, recognizer, other, rival), !watch.waitingForIt.contains(other.index)
            {
                fault("did not wait", "\(watch.index) for \(other.index)")
            }
        }
        for (index, resets) in watch.pending where isReleased {
            guard let other = run.watches[index], let rival = run.recognizers[index] else { continue }
            guard other.resets == resets else { continue }
            // It has started again with other fingers, and left some of them to others at once; another answer may have
            // been awaited since.
            if other.restart.resets == resets - 1, recognizer.touchBits & rival.touchBits == 0 { continue }
            if other.stage == .active || isLive(other, rival) {
                fault("released too early", "\(watch.index) for \(index)")
            }
        }
    }

    /// Checks that one event and one touch make one gesture, or several that are allowed together, each of another
    /// recognizer.
    private func checkOthersOfEvent(_ watch: Watch, _ recognizer: GestureRecognizer) {
        guard run.list.isPunctual, !isMeddled else { return }
        for (other, bits) in activations where bits & recognizer.touchBits != 0 {
            guard other !== watch else {
                fault("activated twice in an event", "\(watch.index)")
                continue
            }
            guard let rival = run.recognizers[other.index], prevents(rival, recognizer) else { continue }
            fault("both recognized in an event", "\(watch.index) after \(other.index)")
        }
    }

    /// Checks that only a gesture whose fingers may still be landing is revoked, and only by a recognizer that needs
    /// more fingers.
    private func checkContention(
        _ recognizer: GestureRecognizer, _ gesture: GestureRecognizer, at time: Timestamp
    ) {
        let words = "\(run.watch(of: recognizer).index) with \(run.watch(of: gesture).index)"
        if run.watch(of: gesture).stage != .active { fault("contends with a gesture that is not recognized", words) }
        if gesture.thresholds.landingInterval == 0 { fault("contends without a landing interval", words) }
        let (needed, had) = (recognizer.numberOfTouchesAccepted, gesture.numberOfTouchesAccepted)
        if needed.lowerBound <= had.lowerBound { fault("contends with a gesture of as many fingers", words) }
        let watch = run.watch(of: gesture)
        // A hostile recognizer may be left in `possible` without touches, and continue with others.
        if !watch.plan.kind.isRandom, time >= landingEnd(watch, gesture) {
            fault("contends after all fingers have landed", words)
        }
        run.watch(of: recognizer).contended.append((watch.index, watch.resets))
    }

    /// The time at which all fingers of a gesture have landed.
    private func landingEnd(_ watch: Watch, _ gesture: GestureRecognizer) -> Timestamp {
        // Without lifted ones: the taps before a long press are not fingers of it.
        let first = landings(watch.tracked).min() ?? Timestamp(microseconds: .max)
        return first.adding(seconds: gesture.thresholds.landingInterval)
    }

    private func landings(_ bits: UInt64) -> [Timestamp] { BitPlaces(bits).map { touches[$0].landing } }

    /// Checks that all fingers of a successor landed in time, and that it is not a gesture of resting fingers.
    ///
    /// Hostile recognizers begin with any number of fingers.
    private func checkInTime(_ gesture: Watch, _ successor: Watch, at time: Timestamp) {
        guard !gesture.plan.kind.isRandom, !successor.plan.kind.isRandom else { return }
        guard let taken = run.recognizers[gesture.index], let next = run.recognizers[successor.index] else { return }
        let (end, landings, words) = (
            landingEnd(gesture, taken), landings(successor.tracked | successor.lifted),
            "\(gesture.index) by \(successor.index)"
        )
        if landings.count(where: { $0 < end }) < next.numberOfTouchesAccepted.lowerBound {
            fault("revoked by fingers that landed late", words)
        }
        let hasWaited = successor.isHeld || successor.releaseEvent == event
        guard successor.plan.kind.leavesLiftedTouches, !hasWaited, let last = landings.max() else { return }
        let rest = max(end, last.adding(seconds: next.thresholds.longPressMinimumDuration))
        if time >= rest { fault("revoked by resting fingers", words) }
    }

    /// Records a revoked gesture, whose end must be published before its successor begins, in the same event.
    private func noteRevocation(_ watch: Watch, by successor: Watch, at time: Timestamp) {
        run.coverage.note(watch.plan.kind, .revoked)
        if !successor.contended.contains(where: { $0 == (watch.index, watch.resets) }) {
            fault("revoked without contention", "\(watch.index) by \(successor.index)")
        }
        checkInTime(watch, successor, at: time)
        activations.removeAll { $0.watch === watch }
        revocations.append((watch, successor))
    }

    /// Replaces a successor that is itself revoked before it is published by the recognizer that revoked it.
    private func passOnRevocations(of successor: Watch, to next: Watch) {
        for index in revocations.indices where revocations[index].successor === successor {
            revocations[index].successor = next
        }
    }

    private func checkWait(_ watch: Watch, _ recognizer: GestureRecognizer, _ others: [GestureRecognizer]) {
        for (other, rival) in run.watched where other !== watch {
            let isShared = recognizer.touchBits & rival.touchBits != 0
            let isNamed = others.contains { $0 === rival }
            let isNeeded = isShared && requires(watch, recognizer, other, rival)
            if isNamed, !isNeeded || other.stage != .undecided { fault("waits for nothing", "\(watch.index)") }
            if isNeeded, !isNamed, isLive(other, rival), !waits(other, for: watch) {
                fault("does not wait", "\(watch.index) for \(other.index)")
            }
        }
    }

    /// Whether it is certain that it can still be recognized.
    func isLive(_ watch: Watch, _ recognizer: GestureRecognizer) -> Bool {
        watch.stage == .undecided && recognizer.isEnabled && !watch.isMeddled && !watch.isResetting
            && recognizer.region?.isWithin(run.engine.root) == true && recognizer.state == .possible
            && (watch.tracked & ~going & ~over != 0 || recognizer.deadline != nil || watch.isHeld)
    }

    /// Records which recognizers wait for which as an event begins: this applies until the whole event is decided.
    func noteWaiting() {
        let held = run.watched.map(\.watch).filter(\.isHeld)
        for (watch, _) in run.watched { watch.waitingForIt = held.filter { waits($0, for: watch) }.map(\.index) }
    }

    /// Records a wait that begins during the event.
    ///
    /// The order applies even if recognizers in between fail before those ahead are asked.
    private func noteNewWait(_ watch: Watch) {
        let behind = run.watched.map(\.watch).filter { $0 === watch || waits($0, for: watch) }.map(\.index)
        for (other, _) in run.watched where other.askedEvent != event && waits(watch, for: other) {
            other.waitingForIt += behind
        }
    }

    private func waits(_ watch: Watch, for other: Watch) -> Bool {
        guard watch.isHeld else { return false }
        return watch.pending.contains { pending in
            // A recognizer that has started over is no longer waited for.
            guard let next = run.watches[pending.index], next.resets == pending.resets else { return false }
            return next === other || waits(next, for: other)
        }
    }

    // MARK: - Relations

    func prevents(_ first: GestureRecognizer, _ second: GestureRecognizer) -> Bool {
        first.canPrevent(second) && second.canBePrevented(by: first) && !areFriends(first, second)
    }

    func areFriends(_ first: GestureRecognizer, _ second: GestureRecognizer) -> Bool {
        let (one, two) = (run.watch(of: first).index, run.watch(of: second).index)
        return permissions.contains(one, two) || permissions.contains(two, one)
            || first.delegate?.gestureRecognizer(first, shouldRecognizeSimultaneouslyWith: second) == true
            || second.delegate?.gestureRecognizer(second, shouldRecognizeSimultaneouslyWith: first) == true
    }

    func requires(
        _ watch: Watch, _ recognizer: GestureRecognizer, _ other: Watch, _ rival: GestureRecognizer
    ) -> Bool {
        requirements.contains(watch.index, other.index) || watch.requires(rival)
            || other.isRequired(by: recognizer)
            || recognizer.delegate?.gestureRecognizer(recognizer, shouldRequireFailureOf: rival) == true
            || rival.delegate?.gestureRecognizer(rival, shouldBeRequiredToFailBy: recognizer) == true
    }

    /// Checks the answer to a declared requirement: it is refused if, and only if, it closes a cycle.
    func noteRequirement(_ first: Int, _ second: Int, isAccepted: Bool) {
        var (seen, open) = (Set<Int>(), [second])
        while let next = open.popLast() {
            if seen.insert(next).inserted { open += BitPlaces(requirements[next]) }
        }
        if seen.contains(first) == isAccepted { fault("cycle", "\(first) requires \(second): \(isAccepted)") }
        guard isAccepted else { return }
        if requirements.contains(first, second) { return }
        requirements.insert(first, second)
        if event > 0 { lateRequirements.insert(first, second) }
    }
}
