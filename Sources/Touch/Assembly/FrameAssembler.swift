// Assembly of touches from a device's events: slots and tracking ids, one frame per SYN_REPORT.

/// Turns the events of one device into frames of touches on its surface.
///
/// ```
///   event ─► SlotSynthesis ─► slots ─┐
///                                    ▼ SYN_REPORT
///   TouchFrame ◄─ TouchTable ◄─ ContactDecisions, ContactJudge
/// ```
///
/// Events are applied in order and decided upon at SYN_REPORT only. A contact becomes a touch when it has a tracking
/// id and both coordinates, which are kept per slot for ever because the kernel leaves out values that did not
/// change. A tracking id that changes without a lift is a lift and a new contact. A touch has three ways out: it ends
/// when its lift was seen, and is cancelled when it was not, or when it turns out to be no finger. Nothing a device
/// sends traps; what it should not have sent is counted in `defects`.
public final class FrameAssembler {
    /// The touches that are down.
    public let table: TouchTable
    private let tallies = DeviceTallies()
    private let judge: ContactJudge
    private let decisions: ContactDecisions

    // The marked ones are changed for every event, on one queue: no run-time exclusivity check, as in `Touch`.

    @exclusivity(unchecked) private var synthesis: SlotSynthesis
    /// The counters of the synthesis at the last report.
    @exclusivity(unchecked) private var synthesized = (surplus: 0, placeless: 0, unseen: 0)
    @exclusivity(unchecked) private var slots: [ContactSlot]
    /// The slot that the next values are about; nil after the device named one that it does not have.
    private var current: Int? = 0
    /// Whether a contact came or went since the last frame; in most frames they only move.
    private var hasTurnover = false
    /// The time when the device completed a frame last; nil when it has not since its contacts were taken over.
    private var lastReport: Timestamp?
    /// Whether the next frame may repeat what is known: the kernel was asked in the midst of it.
    private var isRepeated = false
    /// Whether `BTN_TOUCH` went to 0 since the last frame.
    private var buttonWentUp = false
    /// Whether events were lost, and those up to the next report mean nothing.
    private var isLost = false
    /// Whether a key was repeated since the last frame.
    private var isKeyRepeat = false

    /// An assembler without contacts.
    public init(
        device: DeviceDescription, surface: Surface, serialNumbers: TouchSerialNumbers, rules: ContactRules = .init()
    ) {
        table = TouchTable(serialNumbers: serialNumbers)
        let contactProtocol = ContactProtocol(of: device) ?? .slots
        synthesis = SlotSynthesis(contactProtocol, device: device)
        slots = (0..<synthesis.slotCount).map { ContactSlot($0) }
        let scale = ContactScale(device: device, contactProtocol: contactProtocol, surface: surface)
        judge = ContactJudge(
            rules: rules, device: device, contactProtocol: contactProtocol, pointsPerMajor: scale.radius * 2)
        decisions = ContactDecisions(
            table: table, judge: judge, tallies: tallies, scale: scale, slotCount: synthesis.slotCount)
    }

    /// The device's defects so far.
    public var defects: Tally<DeviceDefect> { tallies.defects }

    /// The contacts filtered so far.
    public var unwanted: Tally<UnwantedTouch> { tallies.unwanted }

    /// Called with each defect, and whether it is the first of its kind.
    public var didCount: ((_ defect: DeviceDefect, _ isFirst: Bool) -> Void)? {
        get { tallies.didCount }
        set { tallies.didCount = newValue }
    }

    /// The number of slots that the device has, or is taken to have.
    public var slotCount: Int { slots.count }

    /// Returns what was made of the contact in a slot, as of the last frame.
    public func standing(ofSlot slot: Int) -> ContactStanding {
        guard slots.indices.contains(slot) else { return .leftOut }
        if let touch = slots[slot].touch { return .touch(touch) }
        return slots[slot].isDown && slots[slot].standing == .undecided ? .undecided : .leftOut
    }

    /// The slots, one bit each of the first 64, whose contacts are not where the device says:
    /// `ContactRules.outlierCount`.
    public var doubtedSlots: UInt64 { decisions.doubtedSlots }

    /// Whether no touch is down; contacts that are passed over do not count.
    public var isEmpty: Bool { table.all.isEmpty }

    /// Takes over what the slots hold when the device is opened.
    ///
    /// Contacts that are down already are passed over until they lift: where and when they began is not known.
    ///
    /// - Parameters:
    ///   - currentSlot: The slot that the device's next events are about.
    ///   - stateOfSlot: What the kernel has of each slot.
    public func adopt(currentSlot: Int, _ stateOfSlot: (Int) -> SlotState) {
        forgetFrame(currentSlot: currentSlot)
        lastReport = nil
        for index in slots.indices {
            // An earlier touch cannot continue; it is cancelled with the next frame.
            if let touch = slots[index].touch { table.cancel(touch, time: touch.timestamp) }
            slots[index] = ContactSlot(index, state: synthesis.adopt(stateOfSlot(index), inSlot: index, isStart: true))
            if slots[index].isDown { decisions.refuse(&slots[index], .unseenStart) }
        }
        decisions.pen = PenPresence()
    }

    /// What came since the last report means nothing: the kernel was asked for its state.
    private func forgetFrame(currentSlot: Int) {
        synthesis.resume(inSlot: currentSlot)
        (isLost, buttonWentUp, isKeyRepeat) = (false, false, false)
        select(slot: currentSlot)
        decisions.endFlick()
    }

    // MARK: - Events

    /// Takes one event; a SYN_REPORT that completes a change delivers it (a few frames at most, see
    /// `TouchTable.deliver`).
    public func process(_ event: InputEvent, deliver: (TouchFrame) -> Void) {
        if synthesis.passes(event) {
            processSlots(event, deliver: deliver)
        } else {
            processContacts(event, deliver: deliver)
        }
    }

    /// The same where events are changed before; apart, as it needs much of the stack, and others need no part of it.
    @inline(never)
    private func processContacts(_ event: InputEvent, deliver: (TouchFrame) -> Void) {
        synthesis.process(event) { processSlots($0, deliver: deliver) }
        guard event.type == EventType.synchronization else { return }
        if synthesis.surplusContacts != synthesized.surplus { tallies.count(.tooManyContacts) }
        if synthesis.contactsWithoutPosition != synthesized.placeless { tallies.count(.contactWithoutPosition) }
        for _ in synthesized.unseen..<max(synthesis.unseenStarts, synthesized.unseen) {
            tallies.count(.unseenStart)
        }
        synthesized = (synthesis.surplusContacts, synthesis.contactsWithoutPosition, synthesis.unseenStarts)
    }

    private func processSlots(_ event: InputEvent, deliver: (TouchFrame) -> Void) {
        switch (event.type, event.code) {
        case (EventType.synchronization, SynchronizationCode.report):
            report(event, deliver: deliver)
        case (EventType.synchronization, SynchronizationCode.dropped):
            isLost = true
        case _ where isLost:
            break
        case (EventType.absolute, AbsoluteAxis.slot):
            select(slot: Int(event.value))
        case (EventType.absolute, AbsoluteAxis.trackingID):
            if let current { setTrackingID(event.value, &slots[current]) }
        case (EventType.absolute, let code):
            if let current { slots[current].update(code, event.value) }
        case (EventType.key, _) where event.value == 2:
            isKeyRepeat = true
        case (EventType.key, KeyCode.touch):
            buttonWentUp = event.value == 0
        case (EventType.key, KeyCode.toolPen), (EventType.key, KeyCode.toolRubber):
            setPen(event.code, isNear: event.value != 0, at: event.time)
        default:
            break
        }
    }

    private func select(slot: Int) {
        current = slots.indices.contains(slot) ? slot : nil
        if current == nil { tallies.count(.slotOutOfRange) }
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

    /// The device's own pen came near or went; the next frame decides what that means for contacts.
    private func setPen(_ tool: UInt16, isNear: Bool, at time: Timestamp) {
        guard judge.rules.yieldsToPen else { return }
        decisions.pen.set(tool, isNear: isNear, at: time)
        // No event reports fingers that do not move while the pen approaches.
        if isNear { for index in slots.indices { slots[index].isChanged = true } }
    }

    // MARK: - Frames

    private func report(_ event: InputEvent, deliver: (TouchFrame) -> Void) {
        if event.time < decisions.time { tallies.count(.timeWentBack) }
        decisions.advance(to: event.time)
        lastReport = decisions.time
        if isLost {
            // A reader of a kernel device asks it for its state; a recording cannot be asked.
            tallies.count(.eventsLost)
            decisions.pen.lose(at: decisions.time)
            passOverAll(because: .unseenStart)
        } else {
            if hasTurnover {
                if decisions.flick != nil { leaveLostFlick(deliver: deliver) }
                if let limit = judge.rules.leftoverAfter { cancelLeftovers(of: limit, deliver: deliver) }
            }
            commit()
            // Nothing touches, says the kernel, though slots hold contacts: keys are released on the way to sleep,
            // slots are not; so do drivers that lose lifts. Contacts that are filtered do not count.
            if buttonWentUp, slots.contains(where: { $0.standing != .refused && $0.arrival != nil }) {
                if event.value == 0 { tallies.count(.buttonWithoutLift) }
                passOverAll(because: nil)
            }
            // The kernel's own report when the machine goes to sleep; also that of a key that it repeats.
            if event.value == 1, !isKeyRepeat { passOverAll(because: nil) }
        }
        (isLost, buttonWentUp, isKeyRepeat, isRepeated) = (false, false, false, false)
        self.deliver(to: deliver)
    }

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

    private func deliver(to receive: (TouchFrame) -> Void) {
        // Its touch is the only one, and its lift must not be reported after a later time.
        if decisions.flick != nil { return }
        table.deliver(at: decisions.time, to: receive)
        guard decisions.isBehind else { return }
        decisions.catchUp(&slots)
        table.deliver(at: decisions.time, to: receive)
    }

    /// Compares what was delivered with what is true now, after events were lost, and delivers the difference.
    ///
    /// A touch whose contact is gone or replaced is cancelled: only a lift that was seen may complete a gesture. That
    /// frame has the time of the last known state, so that the finger does not seem to have been held until now; new
    /// and moved contacts make another frame, with the present time.
    ///
    /// - Parameters:
    ///   - time: When the truth was read.
    ///   - currentSlot: The slot that the device's next events are about: it may have changed among those that were
    ///     lost, and the kernel does not repeat it.
    ///   - stateOfSlot: What the kernel has of each slot.
    ///   - letTimePass: Called between the two frames: what is due by `time` finds the fingers that stayed.
    ///   - deliver: Gets each frame.
    public func resynchronize(
        at time: Timestamp, currentSlot: Int, _ stateOfSlot: (Int) -> SlotState, letTimePass: () -> Void = {},
        deliver: (TouchFrame) -> Void
    ) {
        forgetFrame(currentSlot: currentSlot)
        tallies.count(.eventsLost)
        for index in slots.indices {
            let truth = synthesis.adopt(stateOfSlot(index), inSlot: index, isStart: false)
            let known = slots[index]
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

    // MARK: - What the device does not report

    /// Cancels every touch; its contact is passed over until it lifts.
    ///
    /// For whatever breaks the stream without a word of the device, as when the machine goes to sleep.
    public func passOver(at time: Timestamp, deliver: (TouchFrame) -> Void) {
        decisions.advance(to: time)
        passOverAll(because: nil)
        table.deliver(at: decisions.time, to: deliver)
    }

    /// Cancels every touch; contacts are passed over until they lift.
    ///
    /// - Parameter cause: What new contacts are counted as; nil to count none.
    private func passOverAll(because cause: UnwantedTouch?) {
        decisions.endFlick()
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

    /// Cancels every touch that is down, because the device went.
    public func cancelAll(at time: Timestamp, deliver: (TouchFrame) -> Void) {
        synthesis.reset()
        decisions.endFlick()
        for touch in table.all { table.cancel(touch, time: time) }
        for index in slots.indices { slots[index] = ContactSlot(index) }
        decisions.pen = PenPresence()
        table.deliver(at: time, to: deliver)
    }

    /// A pen came near or went, on another device that lies on the same glass.
    public func setPen(isNear: Bool, at time: Timestamp, deliver: (TouchFrame) -> Void) {
        guard judge.rules.yieldsToPen else { return }
        decisions.pen.set(PenPresence.sibling, isNear: isNear, at: time)
        guard isNear else { return }
        decisions.endFlick()
        decisions.advance(to: time)
        for index in slots.indices where slots[index].arrival != nil && slots[index].standing != .refused {
            if let touch = slots[index].touch { table.cancel(touch, time: decisions.time) }
            slots[index].vacate()
            decisions.refuse(&slots[index], .pen)
        }
        table.deliver(at: decisions.time, to: deliver)
    }

    /// The time of the lift that is held back, as the rest of its flick may follow; nil when none is.
    ///
    /// The next frame may have this time, so recognizers must not be advanced beyond it.
    public var heldBackSince: Timestamp? { decisions.flick?.time }

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
            isContinued = decisions.flick?.isContinued(at: place, time: decisions.time) ?? false
        }
        if count > 1 || count == 1 && !isContinued { endLostFlick(deliver: deliver) }
    }

    /// Reports the lift, with its own time.
    private func endLostFlick(deliver: (TouchFrame) -> Void) {
        guard let time = decisions.flick?.time else { return }
        decisions.endFlick()
        table.deliver(at: time, to: deliver)
    }

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
    public var nextDeadline: Timestamp? {
        let flick = decisions.flick?.deadline
        guard judge.needsTime else { return flick }
        let own = slots.lazy.compactMap { self.judge.deadline(of: $0, lastReport: self.lastReport) }.min()
        return flick.map { min($0, own ?? $0) } ?? own
    }

    /// Advances time for contacts that the device does not report.
    ///
    /// Each deadline that is due by then passes at its own time, and passes once.
    public func advance(to time: Timestamp, deliver: (TouchFrame) -> Void) {
        while let due = nextDeadline, due <= time {
            if let end = decisions.flick?.deadline, end <= due { endLostFlick(deliver: deliver) }
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
