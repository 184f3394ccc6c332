// Contacts whose time limits pass while the device sends no events.

extension FrameAssembler {
    /// The time when `advance(to:deliver:)` is due if no event comes before; nil while nothing waits.
    public var nextDeadline: Timestamp? {
        guard judge.needsTime else { return lostFlick?.deadline }
        let own = slots.lazy.compactMap { self.judge.deadline(of: $0, lastReport: self.lastReport) }.min()
        return lostFlick.map { min($0.deadline, own ?? $0.deadline) } ?? own
    }

    /// Advances time for contacts that the device does not report.
    ///
    /// Each deadline that is due by then passes at its own time, and passes once.
    public func advance(to time: Timestamp, deliver: (TouchFrame) -> Void) {
        while let due = nextDeadline, due <= time {
            if let flick = lostFlick, flick.deadline <= due { endLostFlick(deliver: deliver) }
            self.time = max(self.time, due)
            for index in slots.indices {
                guard let deadline = judge.deadline(of: slots[index], lastReport: lastReport), deadline <= due else {
                    continue
                }
                expire(&slots[index])
            }
            self.deliver(to: deliver)
        }
    }

    /// Handles the deadline of a contact, whichever it is.
    private func expire(_ slot: inout ContactSlot) {
        if let touch = slot.touch, judge.isStuck(touch, at: time) {
            table.cancel(touch, time: time)
            slot.vacate()
            refuse(&slot, .stuck)
        } else if judge.isSilent(since: lastReport, at: time) {
            fallSilent(&slot)
        } else {
            slot.lastTime = time
            // An incomplete frame says nothing yet; its end decides.
            if !slot.isChanged { decide(&slot) }
        }
    }

    /// Lifts the contact of a device that was silent for too long.
    ///
    /// It may come back without a new tracking id, as the device never said that it went.
    private func fallSilent(_ slot: inout ContactSlot) {
        if let touch = slot.touch {
            if judge.rules.silence != nil {
                table.end(touch, time: time)
            } else {
                note(.fellSilent)
                table.cancel(touch, time: time)
            }
        } else {
            noteUndecided(slot)
        }
        slot.release()
    }
}
