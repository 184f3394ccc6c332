// Delivery of new touches to the recognizers of their region and of the regions around it.

internal import Touch

/// Offers new touches to recognizers, and keeps the region and the tap count of each touch.
final class Delivery {
    /// The region of each touch, by the touch's place in its table.
    @exclusivity(unchecked) private var regions: [Region?] = Array(repeating: nil, count: TouchTable.capacity)
    @exclusivity(unchecked) private var taps: TapCounter

    init(thresholds: Thresholds) { taps = TapCounter(thresholds: thresholds) }

    func region(of touch: Touch) -> Region? { regions[touch.index] }

    func forget(_ ended: UInt64) {
        for index in 0..<TouchTable.capacity where ended & (1 &<< UInt64(index)) != 0 { regions[index] = nil }
    }

    /// Counts taps, once recognizers have seen their lifts.
    func countTaps(_ frame: TouchFrame, _ engine: GestureEngine) {
        if frame.endedMask == 0 || engine.leavesTapCount { return }
        for touch in frame.ended { taps.note(touch) }
    }

    /// Finds the region of a touch that began, and offers it to the recognizers there.
    func offer(_ touch: Touch, _ event: TouchEvent, _ engine: GestureEngine) {
        if !engine.leavesTapCount { taps.number(touch) }
        var next = engine.root.regionOfTouch(at: touch.location)
        regions[touch.index] = next
        while let region = next {
            for recognizer in region.gestureRecognizers where !recognizer.isIdle {
                offer(touch, to: recognizer, event, engine)
            }
            next = region.parent
        }
    }

    func offer(_ touch: Touch, to recognizer: GestureRecognizer, _ event: TouchEvent, _ engine: GestureEngine) {
        // A delegate that was asked about another recognizer may have removed this one.
        guard recognizer.engine === engine else { return }
        let number = engine.eventNumber
        // A touch is offered twice by `Interruptions`; one that was ignored or refused stays so.
        let notes = recognizer.notes
        if (notes.ignored(in: number) | notes.refused(in: number)) & touch.mask != 0 { return }
        guard recognizer.isEnabled else { return engine.report(recognizer, .refused(touch, .disabled)) }
        guard recognizer.wants(event, number: number) else { return engine.report(recognizer, .refused(touch, .event)) }
        if recognizer.answers({ !$0.gestureRecognizer(recognizer, shouldReceive: touch) }) {
            recognizer.notes.noteRefused(touch.mask, in: number)
            return engine.report(recognizer, .refused(touch, .touch))
        }
        // The delegate that answered may have removed or disabled it.
        guard recognizer.engine === engine, recognizer.isEnabled else { return }
        // A finger that lands between two taps may be of the row, or the first of another; see `Interruptions`.
        if recognizer.numberOfTouchesDown == 0, recognizer.isUnderWay {
            let isLifting = recognizer.trackedMask != 0 && recognizer.hasAllFingers && !recognizer.currentState.isFinal
            let isHeld = recognizer.attempt.isHeld && recognizer.currentState.isFinal
            engine.interruptions.add(recognizer, isWaiting: isHeld || isLifting)
            // All its fingers lift in this very event: that is decided upon first.
            if isLifting { return }
        }
        if recognizer.attempt.isHeld {
            // Of one that asks, the client decides whether there is a finger too many.
            let isFailed = !engine.asks(recognizer, .receive) && failsWithTooMany(recognizer, touch, engine)
            if !isFailed, recognizer.currentState.isFinal {
                return engine.report(recognizer, .refused(touch, .waiting))
            }
        }
        if !recognizer.isJoined(by: touch) {
            guard recognizer.currentState == .possible || recognizer.currentState == .failed else {
                return engine.report(recognizer, .refused(touch, .anotherSequence))
            }
            guard recognizer.numberOfTouchesDown > 0 else {
                // Touches that lift in this event are decided first.
                return engine.interruptions.add(recognizer, isWaiting: true)
            }
            engine.report(recognizer, .startedAnew(touch))
            recognizer.attempt.fail()
            recognizer.finish()
            // Recognizers that waited for its attempt are released.
            engine.settling.settleSoon(engine)
            // Its `reset()` may have done anything.
            guard recognizer.engine === engine, recognizer.isEnabled else { return }
        }
        // A delegate that was asked may have moved it to a region further out, where it is offered the touch again.
        guard recognizer.trackedMask & touch.mask == 0 else { return }
        if !recognizer.asks.isEmpty, engine.asks(recognizer, .receive), recognizer.currentState != .failed {
            // A finger too many would fail it, and a no could not undo that.
            let isExtra = recognizer.isUndecided && recognizer.hasAllowedFingers
            let joining: GestureQuestion.Joining =
                isExtra ? .laterAsExtra : recognizer.currentState == .possible ? .atOnce : .later
            if joining == .atOnce { join(touch, to: recognizer, engine) }
            return engine.questions.ask(recognizer, toReceive: touch, joining: joining, event, engine)
        }
        join(touch, to: recognizer, engine)
    }

    /// Fails a recognizer that waits to begin if a touch would be one finger too many.
    func failsWithTooMany(_ recognizer: GestureRecognizer, _ touch: Touch, _ engine: GestureEngine) -> Bool {
        guard recognizer.failsWithTooManyTouches, recognizer.hasTooMany(with: touch) else { return false }
        failWithTooMany(recognizer, engine)
        return true
    }

    /// Fails a recognizer that waits to begin, because of one finger more than it takes.
    func failWithTooMany(_ recognizer: GestureRecognizer, _ engine: GestureEngine) {
        let allowed = Double(recognizer.numberOfTouchesAccepted.upperBound)
        engine.resolution.fail(
            recognizer, .rule(.tooMuch("touched with", allowed + 1, allowed: allowed, .fingers)), engine)
    }

    private func join(_ touch: Touch, to recognizer: GestureRecognizer, _ engine: GestureEngine) {
        recognizer.join(touch)
        // A failed recognizer ignores it, but its sequence lasts until this finger has lifted, too.
        engine.report(recognizer, recognizer.currentState == .failed ? .refused(touch, .failed) : .received(touch))
    }
}

extension GestureRecognizer {
    /// Whether a touch that began makes one finger too many, beside those that are still down.
    fileprivate final func hasTooMany(with touch: Touch) -> Bool {
        hasAllowedFingers && isJoined(by: touch)
    }

    /// Whether it has as many fingers as it takes, and one more would be too many.
    fileprivate final var hasAllowedFingers: Bool {
        let down = numberOfTouchesDown
        return down > 0 && down >= numberOfTouchesAccepted.upperBound
    }

    /// Whether the delegate wants an event in which touches began; it is asked once.
    fileprivate final func wants(_ event: TouchEvent, number: Int) -> Bool {
        guard hasDelegate, let delegate else { return true }
        if let known = notes.isWanted(in: number) { return known }
        let isWanted = delegate.gestureRecognizer(self, shouldReceive: event)
        notes.noteAnswer(isWanted, in: number)
        return isWanted
    }
}
