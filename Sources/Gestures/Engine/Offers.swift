// New touches are offered to the recognizers of their region and of the regions around it.

import Touch

/// The regions of the touches that are down, and the taps before them.
struct Offers {
    /// The region of each touch that one has received, by the touch's place in its table.
    private var regions: [Region?] = Array(repeating: nil, count: TouchTable.capacity)
    private var taps: TapCounter

    init(thresholds: Thresholds) { taps = TapCounter(thresholds: thresholds) }

    func region(of touch: Touch) -> Region? { regions[touch.index] }

    mutating func note(_ region: Region?, of touch: Touch) { regions[touch.index] = region }

    /// Returns why a touch that begins in a region is not received: because it or one that has a touch is exclusive.
    ///
    /// - Parameter ending: The touches that lift in this event.
    func refusal(of region: Region, ending: UInt64) -> Decision.Refusal? {
        for index in regions.indices where ending & (1 &<< UInt64(index)) == 0 {
            guard let other = regions[index], other !== region else { continue }
            if other.isExclusiveTouch { return .exclusive(other.name) }
            if region.isExclusiveTouch { return .occupied(other.name) }
        }
        return nil
    }

    mutating func forget(_ ended: UInt64) {
        for index in 0..<TouchTable.capacity where ended & (1 &<< UInt64(index)) != 0 { regions[index] = nil }
    }

    mutating func number(_ touch: Touch) { taps.number(touch) }

    /// Counts taps, once recognizers have seen their lifts.
    mutating func countTaps(_ frame: TouchFrame) {
        for touch in frame.ended { taps.remember(touch) }
    }
}

extension GestureEngine {
    /// Finds the region of a touch that began, and offers it to the recognizers there.
    func offer(_ touch: Touch, _ event: TouchEvent) {
        if !leavesTapCount { offers.number(touch) }
        var next = root.regionOfTouch(at: touch.location)
        let refusal = next.flatMap { offers.refusal(of: $0, ending: endingTouches) }
        offers.note(refusal == nil ? next : nil, of: touch)
        while let region = next {
            for recognizer in region.gestureRecognizers where !recognizer.isIdle {
                if let refusal {
                    report(recognizer, .refused(touch, refusal))
                } else {
                    offer(touch, to: recognizer, event)
                }
            }
            next = region.parent
        }
    }

    func offer(_ touch: Touch, to recognizer: GestureRecognizer, _ event: TouchEvent) {
        // A delegate that was asked about another recognizer may have removed this one.
        guard recognizer.engine === self else { return }
        let number = eventNumber
        // A touch is offered twice by `InterruptedTapRows`; one that was ignored or refused stays so.
        let notes = recognizer.notes[number]
        if (notes.ignored | notes.refused) & touch.mask != 0 { return }
        guard recognizer.isEnabled else { return report(recognizer, .refused(touch, .disabled)) }
        guard recognizer.wants(event, number: number) else { return report(recognizer, .refused(touch, .event)) }
        if recognizer.answers({ !$0.gestureRecognizer(recognizer, shouldReceive: touch) }) {
            recognizer.notes[number].refused |= touch.mask
            return report(recognizer, .refused(touch, .touch))
        }
        // The delegate that answered may have removed or disabled it.
        guard recognizer.engine === self, recognizer.isEnabled else { return }
        // A finger that lands between two taps may be of the row, or the first of another; see `InterruptedTapRows`.
        if recognizer.numberOfTouchesDown == 0, recognizer.isUnderWay {
            let isLifting = recognizer.trackedMask != 0 && recognizer.hasAllFingers && !recognizer.ownState.isFinal
            let isHeld = recognizer.attempt.isHeld && recognizer.ownState.isFinal
            interruptions.add(recognizer, isWaiting: isHeld || isLifting)
            // All its fingers lift in this very event: that is decided upon first.
            if isLifting { return }
        }
        if recognizer.attempt.isHeld {
            // Of one that asks, the client decides whether there is a finger too many.
            let isFailed = !asks(recognizer, .receive) && failsWithTooMany(recognizer, touch)
            if !isFailed, recognizer.ownState.isFinal {
                return report(recognizer, .refused(touch, .waiting))
            }
        }
        if !recognizer.isJoined(by: touch) {
            guard recognizer.ownState == .possible || recognizer.ownState == .failed else {
                return report(recognizer, .refused(touch, .anotherSequence))
            }
            guard recognizer.numberOfTouchesDown > 0 else {
                // Touches that lift in this event are decided first.
                return interruptions.add(recognizer, isWaiting: true)
            }
            report(recognizer, .startedAnew(touch))
            recognizer.attempt.fail()
            recognizer.finish()
            // Recognizers that waited for its attempt are released.
            settleSoon()
            // Its `reset()` may have done anything.
            guard recognizer.engine === self, recognizer.isEnabled else { return }
        }
        // A delegate that was asked may have moved it to a region further out, where it is offered the touch again.
        guard recognizer.trackedMask & touch.mask == 0 else { return }
        if !recognizer.asks.isEmpty, asks(recognizer, .receive), recognizer.ownState != .failed {
            // A finger too many would fail it, and a no could not undo that.
            let isExtra = recognizer.isUndecided && recognizer.hasAllowedFingers
            let joining: GestureQuestion.Joining =
                isExtra ? .laterAsExtra : recognizer.ownState == .possible ? .atOnce : .later
            if joining == .atOnce { join(touch, to: recognizer) }
            return ask(recognizer, toReceive: touch, joining: joining, event)
        }
        join(touch, to: recognizer)
    }

    /// Fails a recognizer that waits to begin if a touch would be one finger too many.
    func failsWithTooMany(_ recognizer: GestureRecognizer, _ touch: Touch) -> Bool {
        guard recognizer.failsWithTooManyTouches, recognizer.hasTooMany(with: touch) else { return false }
        failWithTooMany(recognizer)
        return true
    }

    /// Fails a recognizer that waits to begin, because of one finger more than it takes.
    func failWithTooMany(_ recognizer: GestureRecognizer) {
        let allowed = Double(recognizer.numberOfTouchesAccepted.upperBound)
        fail(recognizer, .rule(.tooMuch("touched with", allowed + 1, allowed: allowed, .fingers)))
    }

    private func join(_ touch: Touch, to recognizer: GestureRecognizer) {
        recognizer.join(touch)
        // A failed recognizer ignores it, but its sequence lasts until this finger has lifted, too.
        report(recognizer, recognizer.ownState == .failed ? .refused(touch, .failed) : .received(touch))
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
        if let known = notes[number].isWanted { return known }
        let isWanted = delegate.gestureRecognizer(self, shouldReceive: event)
        notes[number].isWanted = isWanted
        return isWanted
    }
}
