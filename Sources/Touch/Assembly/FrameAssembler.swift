// Assembly of touches from a device's events: slots and tracking ids, one frame per SYN_REPORT.

/// Turns the events of one device into frames of touches on its surface.
///
/// ```
///   event ─► ButtonLifts, or without slots SlotSynthesis ─► ContactTracker ─┐
///                                                                           ▼ SYN_REPORT
///                      TouchFrame ◄─ TouchTable ◄─ ContactDecisions, ContactJudge
/// ```
///
/// Events are applied in order and decided upon at SYN_REPORT only. A contact becomes a touch when it has a tracking
/// id and both coordinates, which are kept per slot for ever because the kernel leaves out values that did not
/// change. A tracking id that changes without a lift is a lift and a new contact. A touch has three ways out: it ends
/// when its lift was seen, and is cancelled when it was not, or when it turns out to be no finger. Nothing a device sends
/// traps; what it should not have sent is counted in `defects`.
public final class FrameAssembler {
    /// The touches that are down.
    public let table: TouchTable
    private let tallies = DeviceTallies()
    private let contacts: ContactTracker
    /// Nil for a device with slots.
    @exclusivity(unchecked) private var synthesis: SlotSynthesis?
    /// Nil for a device without slots, and as soon as the driver has sent a lift.
    @exclusivity(unchecked) private var buttonLifts: ButtonLifts?
    /// Whether both are nil, which costs more to ask of themselves, for every event.
    private var isPlain = false

    /// The counters of the synthesis at the last report.
    @exclusivity(unchecked) private var synthesized = (surplus: 0, placeless: 0, unseen: 0)

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
        let hasSlots = contactProtocol == .slots
        synthesis = hasSlots ? nil : SlotSynthesis(contactProtocol, device: device)
        let slotCount = min(max(synthesis?.slotCount ?? device.slotCount, 1), DeviceVerdict.maximumSlots)
        buttonLifts = hasSlots && device.hasKey(KeyCode.touch) ? ButtonLifts(slotCount: slotCount) : nil
        let scale = ContactScale(device: device, contactProtocol: contactProtocol, surface: surface)
        let judge = ContactJudge(
            rules: rules, device: device, contactProtocol: contactProtocol, pointsPerMajor: scale.radius * 2)
        contacts = ContactTracker(
            slotCount: slotCount,
            decisions: ContactDecisions(
                table: table, judge: judge, tallies: tallies, scale: scale, slotCount: slotCount))
        isPlain = synthesis == nil && buttonLifts == nil
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
    public var slotCount: Int { contacts.slotCount }

    /// Returns the device's values of a slot as of its last event, for what passes touches on; see `Touch.slot`.
    ///
    /// After a lift they are those of the contact that has lifted, or of the next one in the same frame. Devices without
    /// slots are given some.
    public func state(ofSlot slot: Int) -> SlotState { contacts.state(ofSlot: slot) }

    /// Returns what was made of the contact in a slot, as of the last frame.
    public func standing(ofSlot slot: Int) -> ContactStanding { contacts.standing(ofSlot: slot) }

    /// The slots, one bit each of the first 64, whose contacts are not where the device says: `ContactRules.outlierCount`.
    public var doubtedSlots: UInt64 { contacts.doubtedSlots }

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
        contacts.adopt(currentSlot: currentSlot) { truth(of: $0, isStart: true, stateOfSlot) }
    }

    // MARK: - Events

    /// Takes one event; a SYN_REPORT that completes a change delivers it (a few frames at most, see
    /// `TouchTable.deliver`).
    public func process(_ event: InputEvent, deliver: (TouchFrame) -> Void) {
        if isPlain { processSlots(event, deliver: deliver) } else { processContacts(event, deliver: deliver) }
    }

    /// The same where events are changed before; apart, as it needs much of the stack, and others need no part of it.
    @inline(never)
    private func processContacts(_ event: InputEvent, deliver: (TouchFrame) -> Void) {
        if buttonLifts != nil { return processUntilLift(event, deliver: deliver) }
        synthesis?.process(event) { processSlots($0, deliver: deliver) }
        guard event.type == EventType.synchronization, let synthesis else { return }
        if synthesis.surplusContacts != synthesized.surplus { tallies.count(.tooManyContacts) }
        if synthesis.contactsWithoutPosition != synthesized.placeless { tallies.count(.contactWithoutPosition) }
        for _ in synthesized.unseen..<max(synthesis.unseenStarts, synthesized.unseen) {
            tallies.count(.unseenStart)
        }
        synthesized = (synthesis.surplusContacts, synthesis.contactsWithoutPosition, synthesis.unseenStarts)
    }

    private func processUntilLift(_ event: InputEvent, deliver: (TouchFrame) -> Void) {
        buttonLifts?.process(event) { processSlots($0, deliver: deliver) }
        guard let lifts = buttonLifts, !lifts.isNeeded, event.isReport else { return }
        buttonLifts = nil
        isPlain = true
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
            contacts.select(slot: Int(event.value))
        case (EventType.absolute, let code):
            contacts.update(code, event.value)
        case (EventType.key, _) where event.value == 2:
            isKeyRepeat = true
        case (EventType.key, KeyCode.touch):
            buttonWentUp = event.value == 0
        case (EventType.key, KeyCode.toolPen):
            contacts.setPen(.tip, isNear: event.value != 0, at: event.time)
        case (EventType.key, KeyCode.toolRubber):
            contacts.setPen(.rubber, isNear: event.value != 0, at: event.time)
        default:
            break
        }
    }

    private func report(_ event: InputEvent, deliver: (TouchFrame) -> Void) {
        contacts.beginFrame(at: event.time)
        if isLost {
            // A reader of a kernel device asks it for its state; a recording cannot be asked.
            contacts.passOverLost()
        } else {
            contacts.decide(deliver: deliver)
            // Nothing touches, says the kernel, though slots hold contacts: keys are released on the way to sleep, slots
            // are not; so do drivers that lose lifts.
            if buttonWentUp, contacts.hasContacts {
                if event.value == 0 { tallies.count(.buttonWithoutLift) }
                contacts.passOverAll(because: nil)
            }
            // The kernel's own report when the machine goes to sleep; also that of a key that it repeats.
            if event.value == 1, !isKeyRepeat { contacts.passOverAll(because: nil) }
        }
        (isLost, buttonWentUp, isKeyRepeat) = (false, false, false)
        contacts.completeFrame(deliver: deliver)
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
        contacts.resynchronize(
            at: time, currentSlot: currentSlot, { truth(of: $0, isStart: false, stateOfSlot) },
            letTimePass: letTimePass, deliver: deliver)
    }

    /// What came since the last report means nothing: the kernel was asked for its state.
    private func forgetFrame(currentSlot: Int) {
        buttonLifts?.resume(inSlot: currentSlot)
        (isLost, buttonWentUp, isKeyRepeat) = (false, false, false)
    }

    /// Returns the present values of a slot; for a device without slots, with the tracking id that is used from now on.
    private func truth(of slot: Int, isStart: Bool, _ stateOfSlot: (Int) -> SlotState) -> SlotState {
        var state = stateOfSlot(slot)
        if let id = buttonLifts?.adopt(state.trackingID, ofSlot: slot, isStart: isStart) { state.trackingID = id }
        if slot == 0, let id = synthesis?.reset(to: state, isStart: isStart) { state.trackingID = id }
        return state
    }

    // MARK: - What the device does not report

    /// Cancels every touch; its contact is passed over until it lifts.
    ///
    /// For whatever breaks the stream without a word of the device, as when the machine goes to sleep.
    public func passOver(at time: Timestamp, deliver: (TouchFrame) -> Void) {
        contacts.passOver(at: time, deliver: deliver)
    }

    /// Cancels every touch that is down, because the device went.
    public func cancelAll(at time: Timestamp, deliver: (TouchFrame) -> Void) {
        synthesis?.reset()
        if buttonLifts != nil { buttonLifts = ButtonLifts(slotCount: slotCount) }
        contacts.cancelAll(at: time, deliver: deliver)
    }

    /// A pen came near or went, on another device that lies on the same glass.
    public func setPen(isNear: Bool, at time: Timestamp, deliver: (TouchFrame) -> Void) {
        contacts.setPen(isNear: isNear, at: time, deliver: deliver)
    }

    /// The time when `advance(to:deliver:)` is due if no event comes before; nil while nothing waits.
    public var nextDeadline: Timestamp? { contacts.nextDeadline }

    /// The time of the lift that is held back, as the rest of its flick may follow; nil when none is.
    ///
    /// The next frame may have this time, so recognizers must not be advanced beyond it.
    public var heldBackSince: Timestamp? { contacts.heldBackSince }

    /// Advances time for contacts that the device does not report.
    ///
    /// Each deadline that is due by then passes at its own time, and passes once.
    public func advance(to time: Timestamp, deliver: (TouchFrame) -> Void) {
        contacts.advance(to: time, deliver: deliver)
    }
}
