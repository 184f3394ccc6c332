// The slots of a device: values in, and in complete frames the touches that follow from them.

/// Keeps what a device has said of its slots, and has their contacts decided upon when a frame is complete.
///
/// Changes go to the table of touches; frames are made of them here.
final class ContactTracker {
    private let decisions: ContactDecisions
    private let table: TouchTable
    private let judge: ContactJudge
    private let tallies: DeviceTallies

    // Changed for every event, on one queue: no run-time exclusivity check, as in `Touch`.

    @exclusivity(unchecked) private var slots: [ContactSlot]
    /// The slot that the next values are about; nil after the device named one that it does not have.
    private var current: Int? = 0
    /// Whether a contact came or went since the last frame; in most frames they only move.
    private var hasTurnover = false
    /// The time when the device completed a frame last; nil when it has not since its contacts were taken over.
    private var lastReport: Timestamp?
    /// Whether the next frame may repeat what is known: the kernel was asked in the midst of it.
    private var isRepeated = false

    init(slotCount: Int, decisions: ContactDecisions) {
        slots = (0..<slotCount).map { ContactSlot($0) }
        self.decisions = decisions
        (table, judge, tallies) = (decisions.table, decisions.judge, decisions.tallies)
    }

    var slotCount: Int { slots.count }

    /// Returns the values of a slot, which has none where the device has no such slot.
    func state(ofSlot slot: Int) -> SlotState { slots.indices.contains(slot) ? slots[slot].state : SlotState() }

    func standing(ofSlot slot: Int) -> ContactStanding {
        guard slots.indices.contains(slot) else { return .leftOut }
        if let touch = slots[slot].touch { return .touch(touch) }
        return slots[slot].isDown && slots[slot].standing == .undecided ? .undecided : .leftOut
    }

    var doubtedSlots: UInt64 { decisions.doubtedSlots }

    // MARK: - Values of a slot

    func select(slot: Int) {
        current = slots.indices.contains(slot) ? slot : nil
        if current == nil { tallies.count(.slotOutOfRange) }
    }

    /// A value of the selected slot is another now.
    func update(_ code: UInt16, _ value: Int32) {
        guard let current else { return }
        if code == AbsoluteAxis.trackingID {
            setTrackingID(value, &slots[current])
        } else {
            slots[current].update(code, value)
        }
    }

    private func setTrackingID(_ id: Int32, _ slot: inout ContactSlot) {
        if id < 0, !slot.isDown, !isRepeated { tallies.count(.liftWithoutContact) }
        guard id != slot.state.trackingID else { return }
        hasTurnover = true
        if slot.isDown { leave(&slot, isReplaced: id >= 0) }
        slot.hasArrived = id >= 0
        slot.state.trackingID = id
        slot.isChanged = true
    }

    /// The contact in the slot is gone; what becomes of it is decided when the frame is complete.
    private func leave(_ slot: inout ContactSlot, isReplaced: Bool) {
        if isReplaced { tallies.count(.trackingIDReplaced) }
        if slot.hasArrived {
            // Several contacts that land and lift within a frame are not several fingers.
            if slot.passed != nil { tallies.count(.brief) }
            slot.passed = slot.state
            if decisions.location(of: slot) == nil { slot.passed?.x = nil }
        } else {
            slot.hasLifted = true
            slot.liftedToolType = slot.state.toolType
        }
        slot.isPlaced = false
    }

    // MARK: - Frames

    func beginFrame(at time: Timestamp) {
        if time < decisions.time { tallies.count(.timeWentBack) }
        decisions.advance(to: time)
        lastReport = decisions.time
    }

    /// Decides on everything that came since the last frame.
    ///
    /// - Parameter deliver: Gets frames of their own with touches that must be over before this frame's new contacts.
    func decide(deliver: (TouchFrame) -> Void) {
        if hasTurnover {
            if decisions.flicks.isHolding { leaveLostFlick(deliver: deliver) }
            if let limit = judge.rules.leftoverAfter { cancelLeftovers(of: limit, deliver: deliver) }
        }
        commit()
    }

    func completeFrame(deliver: (TouchFrame) -> Void) {
        isRepeated = false
        self.deliver(to: deliver)
    }

    private func deliver(to receive: (TouchFrame) -> Void) {
        // Its touch is the only one, and its lift must not be reported after a later time.
        if decisions.flicks.isHolding { return }
        table.deliver(at: decisions.time, to: receive)
        guard decisions.isBehind else { return }
        decisions.catchUp(&slots)
        table.deliver(at: decisions.time, to: receive)
    }

    /// Whether slots hold contacts that are not filtered, seen or not.
    var hasContacts: Bool { slots.contains { $0.standing != .refused && $0.arrival != nil } }

    /// Cancels every touch; contacts are passed over until they lift.
    ///
    /// - Parameter cause: What new contacts are counted as; nil to count none.
    func passOverAll(because cause: UnwantedTouch?) {
        decisions.flicks.end()
        for index in slots.indices {
            slots[index].isChanged = false
            (slots[index].hasLifted, slots[index].hasArrived, slots[index].passed) = (false, false, nil)
            if let touch = slots[index].touch { table.cancel(touch, time: decisions.time) }
            // Contacts that were refused before are counted already.
            let isKnown = slots[index].standing == .refused
            slots[index].vacate()
            guard slots[index].isDown else { continue }
            if let cause, !isKnown { decisions.refuse(&slots[index], cause) } else { slots[index].standing = .refused }
        }
    }

    /// Events were lost, and the device cannot be asked: contacts are passed over until they lift.
    func passOverLost() {
        tallies.count(.eventsLost)
        decisions.pen.lose(at: decisions.time)
        passOverAll(because: .unseenStart)
    }

    /// The same without a word of the device.
    func passOver(at time: Timestamp, deliver: (TouchFrame) -> Void) {
        decisions.advance(to: time)
        passOverAll(because: nil)
        table.deliver(at: decisions.time, to: deliver)
    }

    func cancelAll(at time: Timestamp, deliver: (TouchFrame) -> Void) {
        decisions.flicks.end()
        for touch in table.all { table.cancel(touch, time: time) }
        for index in slots.indices { slots[index] = ContactSlot(index) }
        decisions.pen = PenPresence()
        table.deliver(at: time, to: deliver)
    }

    /// Takes over what the slots hold when the device is opened; contacts are passed over until they lift.
    ///
    /// - Parameter truth: Returns what the kernel has of each slot.
    func adopt(currentSlot: Int, _ truth: (Int) -> SlotState) {
        select(slot: currentSlot)
        lastReport = nil
        decisions.flicks.end()
        for index in slots.indices {
            // An earlier touch cannot continue; it is cancelled with the next frame.
            if let touch = slots[index].touch { table.cancel(touch, time: touch.timestamp) }
            slots[index] = ContactSlot(index, state: truth(index))
            if slots[index].isDown { decisions.refuse(&slots[index], .unseenStart) }
        }
        decisions.pen = PenPresence()
    }

    /// Compares what was delivered with what is true now; see `FrameAssembler.resynchronize`.
    func resynchronize(
        at time: Timestamp, currentSlot: Int, _ truth: (Int) -> SlotState, letTimePass: () -> Void,
        deliver: (TouchFrame) -> Void
    ) {
        tallies.count(.eventsLost)
        decisions.flicks.end()
        select(slot: currentSlot)
        for index in slots.indices {
            let (truth, known) = (truth(index), slots[index])
            slots[index].state = truth
            slots[index].isChanged = true
            slots[index].hasLifted = false
            slots[index].hasArrived = false
            slots[index].passed = nil
            guard truth.trackingID != known.deliveredID else { continue }
            if let touch = known.touch { table.cancel(touch, time: decisions.time) }
            slots[index].vacate()
            // The kernel's own word is fresh.
            slots[index].isPlaced = true
        }
        // First what is over: newcomers have no part in it, and may begin something of their own.
        self.deliver(to: deliver)
        letTimePass()
        decisions.advance(to: time)
        lastReport = decisions.time
        decisions.pen.lose(at: decisions.time)
        commit()
        self.deliver(to: deliver)
        isRepeated = true
    }

    // MARK: - Pens

    /// The device's own pen came near or went; the next frame decides what that means for contacts.
    func setPen(_ tool: PenPresence.Tool, isNear: Bool, at time: Timestamp) {
        guard judge.rules.yieldsToPen else { return }
        decisions.pen.set(tool, isNear: isNear, at: time)
        // No event reports fingers that do not move while the pen approaches.
        if isNear { for index in slots.indices { slots[index].isChanged = true } }
    }

    /// A pen came near or went, on another device that lies on the same glass.
    func setPen(isNear: Bool, at time: Timestamp, deliver: (TouchFrame) -> Void) {
        guard judge.rules.yieldsToPen else { return }
        decisions.pen.set(.sibling, isNear: isNear, at: time)
        guard isNear else { return }
        decisions.flicks.end()
        decisions.advance(to: time)
        for index in slots.indices where slots[index].arrival != nil && slots[index].standing != .refused {
            if let touch = slots[index].touch { table.cancel(touch, time: decisions.time) }
            slots[index].vacate()
            decisions.refuse(&slots[index], .pen)
        }
        table.deliver(at: decisions.time, to: deliver)
    }

    // MARK: - Contacts

    private func commit() {
        if hasTurnover {
            hasTurnover = false
            for index in slots.indices where slots[index].isChanged { decisions.settle(&slots[index]) }
            if judge.rules.ignoresRows { refuseRow() }
        }
        for index in slots.indices where slots[index].isChanged {
            slots[index].isChanged = false
            slots[index].hasArrived = false
            slots[index].lastTime = decisions.time
            decisions.decide(&slots[index])
        }
    }

    private func refuseRow() {
        var newcomers: [Int] = []
        for index in slots.indices where slots[index].hasArrived && slots[index].isChanged && slots[index].isDown {
            newcomers.append(index)
        }
        guard newcomers.count >= ContactJudge.leastOfRow,
            ContactJudge.isRow(newcomers.compactMap { decisions.location(of: slots[$0]) }, of: newcomers.count)
        else { return }
        tallies.count(.rowOfContacts)
        for index in newcomers { slots[index].standing = .refused }
    }

    // MARK: - Split flicks

    /// The time of the lift that is held back; nil when none is.
    var heldBackSince: Timestamp? { decisions.flicks.heldBackSince }

    /// Reports the lift, with its own time, if no contact of this frame continues the touch.
    private func leaveLostFlick(deliver: (TouchFrame) -> Void) {
        var count = 0
        var isContinued = false
        for slot in slots where slot.hasArrived && slot.isDown || slot.passed != nil {
            count += 1
            // Without a place nothing is known yet.
            guard slot.passed == nil, let place = decisions.location(of: slot) else {
                isContinued = slot.passed == nil
                continue
            }
            isContinued = decisions.flicks.isContinued(at: place, time: decisions.time)
        }
        if count > 1 || count == 1 && !isContinued { endLostFlick(deliver: deliver) }
    }

    /// Reports the lift, with its own time.
    private func endLostFlick(deliver: (TouchFrame) -> Void) {
        guard let time = decisions.flicks.heldBackSince else { return }
        decisions.flicks.end()
        table.deliver(at: time, to: deliver)
    }

    // MARK: - Leftovers

    /// Cancels touches of which nothing came for so many seconds, if another contact came in this frame: the panel
    /// forgot to lift them.
    ///
    /// In a frame of its own, or one finger that lands would be the second of two.
    private func cancelLeftovers(of seconds: Double, deliver: (TouchFrame) -> Void) {
        guard slots.contains(where: { $0.hasArrived && $0.isDown }) else { return }
        let time = decisions.time
        for index in slots.indices where !slots[index].isChanged {
            guard let touch = slots[index].touch, slots[index].lastTime.adding(seconds: seconds) <= time else {
                continue
            }
            tallies.count(.contactLeftOver)
            table.cancel(touch, time: time)
            slots[index].vacate()
            slots[index].standing = .leftover
            slots[index].arrival = (time, slots[index].state.x ?? 0, slots[index].state.y ?? 0)
        }
        table.deliver(at: time, to: deliver)
    }

    // MARK: - Deadlines

    /// The time when `advance(to:deliver:)` is due if no event comes before; nil while nothing waits.
    var nextDeadline: Timestamp? {
        guard judge.needsTime else { return decisions.flicks.deadline }
        let own = slots.lazy.compactMap { self.judge.deadline(of: $0, lastReport: self.lastReport) }.min()
        return decisions.flicks.deadline.map { min($0, own ?? $0) } ?? own
    }

    func advance(to time: Timestamp, deliver: (TouchFrame) -> Void) {
        while let due = nextDeadline, due <= time {
            if let end = decisions.flicks.deadline, end <= due { endLostFlick(deliver: deliver) }
            decisions.advance(to: due)
            for index in slots.indices {
                guard let deadline = judge.deadline(of: slots[index], lastReport: lastReport), deadline <= due else {
                    continue
                }
                decisions.expire(&slots[index], lastReport: lastReport)
            }
            self.deliver(to: deliver)
        }
    }
}
