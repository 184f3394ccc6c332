// Invariants of the engine between two events, for tests.

internal import Touch

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
        if let stream, stream.withheldLifts > TouchTable.capacity {
            words.append("withholds \(stream.withheldLifts) lifts of a surface")
        }
        return words
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
        let isSeen = (deadline?.microseconds ?? .max) == .max || engine?.deadlines.mayExist ?? false
        let isActive = currentState.isActive
        expect(engine != nil, "belongs to no engine")
        expect(attempt.unreported.isEmpty || isHeld, "something is left to be told")
        expect(isHeld == (attempt.hold != nil), "waits, and for nobody")
        expect(isHeld || (currentState != .ended && currentState != .cancelled), "was not reset")
        expect(attempt.hasBegun == (attempt.isActivated && isActive), "began and its end do not pair")
        expect(!isHeld || state == .possible, "waits, and others see it")
        expect(!isHeld || !attempt.isDecidable, "waits for those that cannot be recognized any more")
        expect(currentState != .failed || trackedMask != 0, "failed, and waits for no finger")
        expect(currentState != .failed || deadline == nil, "failed, and waits for a deadline")
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
            attempt.contentions.isEmpty || engine?.contentions.mayExist ?? false,
            "contends, and nobody looks when that is over"
        )
        expect(
            attempt.contentions.allSatisfy { $0.isAbout($0.gesture) && $0.gesture.isRecognized },
            "contends with what is over")
        expect(!attempt.isContended || attempt.isActivated && isActive, "can be taken back, and is over")
        expect(centroid.x.isFinite && centroid.y.isFinite, "is nowhere")
    }
}
