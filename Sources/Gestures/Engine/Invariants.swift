// Invariants of the engine between two events, for tests.

import Touch

extension GestureEngine {
    /// Returns the violated invariants as sentences; empty for a valid engine.
    ///
    /// Not to be called from within an event.
    package func verifyInvariants() -> [String] {
        // Asked millions of times, and almost always there is nothing to say: words are made when there is.
        var words: [String] = []
        if !settling.revoked.isEmpty { words.append("the end of what was taken back is left to be told") }
        for recognizer in recognizers {
            recognizer.findViolations { words.append("\(recognizer.name) (\(recognizer.state)): \($0)") }
        }
        for question in questions.open {
            findViolations(question) {
                words.append("the question of \(question.recognizer?.name ?? "none") \($0)")
            }
        }
        if questions.areOpen == questions.open.isEmpty { words.append("no one looks for answers") }
        if let streams, streams.withheldLifts > TouchTable.capacity {
            words.append("withholds \(streams.withheldLifts) lifts of a surface")
        }
        return words
    }

    private func findViolations(_ question: GestureQuestion, _ tell: (StaticString) -> Void) {
        guard let recognizer = question.recognizer else { return tell("is open, and nobody's") }
        if recognizer.engine !== self { tell("is another engine's") }
        if !recognizer.isEnabled { tell("is one of a disabled recognizer") }
        if question.deadline <= time, recognizer.answerTimeout > 0 { tell("is overdue") }
        guard let touch = question.touch else {
            if !recognizer.attempt.isHeld { tell("is about a beginning that waits for nothing") }
            return
        }
        let isInvolved = recognizer.involved.contains { $0 === touch }
        if question.isLate, isInvolved { tell("is about a touch that it has already") }
        let mayFail = question.joining == .laterAsExtra && !recognizer.isRecognized
        if question.isLate, touch.isOver, !mayFail { tell("is about a touch that will not join any more") }
        if !question.isLate, !isInvolved { tell("is about a touch that it does not have") }
        if !question.isLate, recognizer.isRecognized { tell("is about a touch with which it has begun") }
    }
}

extension GestureRecognizer {
    /// The serial numbers of the fingers as bits, those of 64 and more counted from 0 again.
    package final var touchBits: UInt64 {
        var bits: UInt64 = 0
        for index in involved.indices { bits |= 1 &<< UInt64(truncatingIfNeeded: involved[index].id & 63) }
        return bits
    }

    fileprivate final func findViolations(_ tell: (StaticString) -> Void) {
        func expect(_ isTrue: Bool, _ violation: StaticString) { if !isTrue { tell(violation) } }
        var (all, down, downMask) = (UInt64(0), 0, UInt64(0))
        var mayBeTwice = false
        for touch in involved {
            let mask = touch.mask
            if all & mask != 0 { mayBeTwice = true }
            all |= mask
            if !touch.isOver { (down, downMask) = (down + 1, downMask | mask) }
        }
        let isHeld = attempt.isHeld
        let isSeen = (deadline?.microseconds ?? .max) == .max || engine?.mayHaveDeadlines ?? false
        let isActive = ownState.isActive
        expect(engine != nil, "belongs to no engine")
        expect(attempt.unreported.isEmpty || isHeld, "something is left to be told")
        expect(isHeld == (attempt.hold != nil), "waits, and for nobody")
        expect(isHeld || (ownState != .ended && ownState != .cancelled), "was not reset")
        expect(attempt.hasBegun == (attempt.isActivated && isActive), "began and its end do not pair")
        expect(!isHeld || state == .possible, "waits, and others see it")
        expect(
            !isHeld || attempt.hold?.awaitsAnswer == engine?.questions.keepsWaiting(self), "waits for another answer")
        expect(!isHeld || !attempt.isDecidable, "waits for those that cannot be recognized any more")
        expect(ownState != .failed || trackedMask != 0, "failed, and waits for no finger")
        expect(ownState != .failed || deadline == nil, "failed, and waits for a deadline")
        expect(!isActive || isHeld || trackedMask != 0 || deadline != nil, "nothing can end it")
        expect(isEnabled || !isActive && deadline == nil, "is disabled and goes on")
        expect(downMask == trackedMask, "tracks other touches than are in it")
        expect(!mayBeTwice || Set(involved).count == involved.count, "has a touch twice")
        expect(keepsLiftedTouches || isHeld || down == involved.count, "holds a touch that is over")
        expect(
            down == involved.count || isHeld || deadline != nil || down != 0, "holds lifted touches for nothing")
        expect(isSeen, "waits for a deadline that nobody looks for")
        expect(attempt.contentions.isEmpty || isUndecided, "contends, and is decided")
        expect(
            attempt.contentions.isEmpty || engine?.arbiter.mayHaveContentions ?? false,
            "contends, and nobody looks when that is over"
        )
        expect(
            attempt.contentions.allSatisfy { $0.isAbout($0.gesture) && $0.gesture.attempt.isRecognized },
            "contends with what is over")
        expect(!attempt.isContended || attempt.isActivated && isActive, "can be taken back, and is over")
        expect(centroid.x.isFinite && centroid.y.isFinite, "is nowhere")
    }
}
