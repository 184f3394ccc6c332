// Assembly of touches from a device's events: slots and tracking ids, one frame per SYN_REPORT.

/// Turns the events of one device into frames of touches on its surface.
///
///     event ─► slot state ─(SYN_REPORT)─► contact rules ─► touch table ─► TouchFrame
///
/// Events are applied in order and decided upon at SYN_REPORT only. A contact becomes a touch when it has a tracking
/// id and both coordinates, which are kept per slot for ever because the kernel leaves out values that did not
/// change. A tracking id that changes without a lift is a lift and a new contact. A touch has three ways out: it ends
/// when its lift was seen, and is cancelled when it was not, or when it turns out to be no finger. Nothing a device sends
/// traps; what it should not have sent is counted in `defects`.
public final class FrameAssembler {
    /// The touches that are down.
    public let table: TouchTable
    /// The device's defects so far.
    @exclusivity(unchecked) public private(set) var defects = Tally<DeviceDefect>()
    /// The contacts filtered so far.
    @exclusivity(unchecked) public internal(set) var unwanted = Tally<UnwantedTouch>()
    /// Called with each defect, and whether it is the first of its kind.
    public var didNote: ((_ defect: DeviceDefect, _ isFirst: Bool) -> Void)?

    let surface: Surface
    let judge: ContactJudge
    let radiusScale: Double
    let pressureAxis: Axis?
    /// Nil for a device with slots.
    @exclusivity(unchecked) private var synthesis: SlotSynthesis?
    /// Nil where private touches are seen.
    private let privateContacts: PrivateContacts?
    /// Whether both are nil, which costs more to ask of themselves, for every event.
    private let isPlain: Bool

    /// The counters of the synthesis at the last report.
    @exclusivity(unchecked) private var synthesized = (surplus: 0, placeless: 0, unseen: 0)

    // Used for every event, on one queue: no run-time exclusivity check, as in `Touch`.

    @exclusivity(unchecked) var slots: [ContactSlot]
    /// Whether a contact came or went since the last frame; in most frames they only move.
    @exclusivity(unchecked) var hasTurnover = false
    /// The slot that the next events are about; nil after the device named one that it does not have.
    @exclusivity(unchecked) var current: Int? = 0
    /// The time of the last frame.
    @exclusivity(unchecked) var time = Timestamp(microseconds: .min)
    /// The time when the device completed a frame last; nil when it has not since its contacts were taken over.
    @exclusivity(unchecked) private(set) var lastReport: Timestamp?
    /// Whether `BTN_TOUCH` went to 0 since the last frame.
    @exclusivity(unchecked) private var buttonWentUp = false
    /// Whether events were lost, and those up to the next report mean nothing.
    @exclusivity(unchecked) private var isLost = false
    @exclusivity(unchecked) private var pen = PenPresence()
    /// Whether a touch was reported where it landed, and has moved since.
    @exclusivity(unchecked) var isBehind = false
    /// The touch whose lift is held back, as the rest of its flick may follow.
    @exclusivity(unchecked) var lostFlick: LostFlick?
    /// Nil when the rules do not ask for it.
    @exclusivity(unchecked) var spots: NoisySpots?
    /// Whether a key was repeated since the last frame.
    @exclusivity(unchecked) private var isKeyRepeat = false
    /// Whether the next frame may repeat what is known: the kernel was asked in the midst of it.
    @exclusivity(unchecked) private(set) var isRepeated = false

    /// An assembler without contacts.
    ///
    /// - Parameters:
    ///   - device: What the device says of itself.
    ///   - surface: Where its contacts are touches.
    ///   - serialNumbers: Where the touches' ids come from.
    ///   - rules: Which contacts are no touches.
    ///   - seesPrivateTouches: False for one that is as if nothing had touched the glass in `privateAreas`.
    public init(
        device: DeviceDescription, surface: Surface, serialNumbers: TouchSerialNumbers, rules: ContactRules = .init(),
        seesPrivateTouches: Bool = true
    ) {
        self.surface = surface
        table = TouchTable(serialNumbers: serialNumbers)
        let contactProtocol = ContactProtocol(of: device) ?? .slots
        let hasSlots = contactProtocol == .slots
        synthesis = hasSlots ? nil : SlotSynthesis(contactProtocol, device: device)
        isPlain = hasSlots && seesPrivateTouches
        let count = synthesis?.slotCount ?? device.slotCount
        slots = Array(repeating: ContactSlot(), count: min(max(count, 1), DeviceVerdict.maximumSlots))
        // The size axis has the unit of X; half of the long axis is the radius.
        radiusScale =
            device.hasAxis(AbsoluteAxis.touchMajor)
            ? Vector(x: surface.deviceToSurface.a, y: surface.deviceToSurface.d).length / 2 : 0
        pressureAxis = contactProtocol.pressureAxis(of: device)
        judge = ContactJudge(
            rules: rules, device: device, contactProtocol: contactProtocol, pointsPerMajor: radiusScale * 2)
        privateContacts =
            seesPrivateTouches ? nil : PrivateContacts(surface: surface, judge: judge, slotCount: slots.count)
        spots = rules.ignoresSamePlace ? NoisySpots() : nil
    }

    /// The number of slots that the device has, or is taken to have.
    public var slotCount: Int { slots.count }

    /// Whether no touch is down; contacts that are passed over do not count.
    public var isEmpty: Bool { table.all.isEmpty }

    /// Rectangles of the surface: a contact that begins in one of them is private for its whole life, wherever it goes.
    ///
    /// Nothing where private touches are seen.
    public var privateAreas: [PrivateArea] {
        get { privateContacts?.areas ?? [] }
        set { privateContacts?.areas = newValue }
    }

    /// Takes over what the slots hold when the device is opened.
    ///
    /// Contacts that are down already are passed over until they lift: where and when they began is not known.
    ///
    /// - Parameters:
    ///   - currentSlot: The slot that the device's next events are about.
    ///   - stateOfSlot: What the kernel has of each slot.
    public func adopt(currentSlot: Int, _ stateOfSlot: (Int) -> SlotState) {
        privateContacts?.select(slot: currentSlot)
        select(slot: currentSlot)
        lastReport = nil
        endLostFlick()
        for index in slots.indices {
            // An earlier touch cannot continue; it is cancelled with the next frame.
            if let touch = slots[index].touch { table.cancel(touch, time: touch.timestamp) }
            slots[index] = ContactSlot(state: truth(of: index, isStart: true, stateOfSlot))
            if slots[index].isDown { refuse(&slots[index], .unseenStart) }
        }
        (isLost, buttonWentUp, isKeyRepeat) = (false, false, false)
        pen = PenPresence()
    }

    /// Takes one event; a SYN_REPORT that completes a change delivers it (a few frames at most, see
    /// `TouchTable.deliver`).
    public func process(_ event: InputEvent, deliver: (TouchFrame) -> Void) {
        if isPlain { processSlots(event, deliver: deliver) } else { processContacts(event, deliver: deliver) }
    }

    /// The same where events are changed before; apart, as it needs much of the stack, and others need no part of it.
    @inline(never)
    private func processContacts(_ event: InputEvent, deliver: (TouchFrame) -> Void) {
        if synthesis == nil { return processOthers(event, deliver: deliver) }
        synthesis?.process(event) { processOthers($0, deliver: deliver) }
        guard event.type == EventType.synchronization, let synthesis else { return }
        if synthesis.surplusContacts != synthesized.surplus { note(.tooManyContacts) }
        if synthesis.contactsWithoutPosition != synthesized.placeless { note(.contactWithoutPosition) }
        for _ in synthesized.unseen..<max(synthesis.unseenStarts, synthesized.unseen) {
            _ = unwanted.note(.unseenStart)
        }
        synthesized = (synthesis.surplusContacts, synthesis.contactsWithoutPosition, synthesis.unseenStarts)
    }

    /// Takes what is not private.
    private func processOthers(_ event: InputEvent, deliver: (TouchFrame) -> Void) {
        guard let privateContacts else { return processSlots(event, deliver: deliver) }
        privateContacts.process(event) { processSlots($0, deliver: deliver) }
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
        case (EventType.absolute, let code):
            guard let current else { return }
            apply(code, event.value, to: &slots[current])
        case (EventType.key, _) where event.value == 2:
            isKeyRepeat = true
        case (EventType.key, KeyCode.touch):
            buttonWentUp = event.value == 0
        case (EventType.key, KeyCode.toolPen): setPen(.tip, isNear: event.value != 0, at: event.time)
        case (EventType.key, KeyCode.toolRubber): setPen(.rubber, isNear: event.value != 0, at: event.time)
        default:
            break
        }
    }

    /// The frame is complete.
    private func report(_ event: InputEvent, deliver: (TouchFrame) -> Void) {
        if event.time < time { note(.timeWentBack) }
        time = max(time, event.time)
        lastReport = time
        if isLost {
            // A reader of a kernel device asks it for its state; a recording cannot be asked.
            isLost = false
            note(.eventsLost)
            pen.lose(at: time)
            passOverAll(because: .unseenStart)
        } else {
            if hasTurnover { makeWay(deliver: deliver) }
            commit()
            // Nothing touches, says the kernel, though slots hold contacts: keys are released on the way to sleep, slots
            // are not; so do drivers that lose lifts.
            if buttonWentUp, slots.contains(where: { $0.standing != .refused && $0.arrival != nil }) {
                if event.value == 0 { note(.buttonWithoutLift) }
                passOverAll(because: nil)
            }
            // The kernel's own report when the machine goes to sleep; also that of a key that it repeats.
            if event.value == 1, !isKeyRepeat { passOverAll(because: nil) }
        }
        (buttonWentUp, isKeyRepeat, isRepeated) = (false, false, false)
        self.deliver(to: deliver)
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
        note(.eventsLost)
        endLostFlick()
        privateContacts?.select(slot: currentSlot)
        select(slot: currentSlot)
        (isLost, buttonWentUp, isKeyRepeat) = (false, false, false)
        for index in slots.indices {
            let (truth, known) = (truth(of: index, isStart: false, stateOfSlot), slots[index])
            slots[index].state = truth
            slots[index].isChanged = true
            slots[index].hasLifted = false
            slots[index].hasArrived = false
            slots[index].passed = nil
            guard truth.trackingID != known.deliveredID else { continue }
            if let touch = known.touch { table.cancel(touch, time: self.time) }
            slots[index].vacate()
            // The kernel's own word is fresh.
            slots[index].isPlaced = true
        }
        // First what is over: newcomers have no part in it, and may begin something of their own.
        self.deliver(to: deliver)
        letTimePass()
        self.time = max(self.time, time)
        lastReport = self.time
        pen.lose(at: self.time)
        commit()
        self.deliver(to: deliver)
        isRepeated = true
    }

    /// Returns the present values of a slot; for a device without slots, with the tracking id that is used from now on.
    private func truth(of slot: Int, isStart: Bool, _ stateOfSlot: (Int) -> SlotState) -> SlotState {
        var state = stateOfSlot(slot)
        if slot == 0, let id = synthesis?.reset(to: state, isStart: isStart) { state.trackingID = id }
        return privateContacts?.told(state, ofSlot: slot) ?? state
    }

    /// Cancels every touch; its contact is passed over until it lifts.
    ///
    /// For whatever breaks the stream without a word of the device, as when the machine goes to sleep.
    public func passOver(at time: Timestamp, deliver: (TouchFrame) -> Void) {
        self.time = max(self.time, time)
        passOverAll(because: nil)
        table.deliver(at: self.time, to: deliver)
    }

    /// Cancels every touch that is down, because the device went.
    public func cancelAll(at time: Timestamp, deliver: (TouchFrame) -> Void) {
        endLostFlick()
        for touch in table.all { table.cancel(touch, time: time) }
        for index in slots.indices { slots[index] = ContactSlot() }
        synthesis?.reset()
        privateContacts?.reset()
        pen = PenPresence()
        table.deliver(at: time, to: deliver)
    }

    /// A pen came near or went, on another device that lies on the same glass.
    public func setPen(isNear: Bool, at time: Timestamp, deliver: (TouchFrame) -> Void) {
        guard judge.rules.yieldsToPen else { return }
        pen.set(.sibling, isNear: isNear, at: time)
        guard isNear else { return }
        endLostFlick()
        self.time = max(self.time, time)
        for index in slots.indices where slots[index].arrival != nil && slots[index].standing != .refused {
            if let touch = slots[index].touch { table.cancel(touch, time: self.time) }
            slots[index].vacate()
            refuse(&slots[index], .pen)
        }
        table.deliver(at: self.time, to: deliver)
    }

    /// The device's own pen came near or went; what that means for its contacts is decided at SYN_REPORT.
    private func setPen(_ tool: PenPresence.Tool, isNear: Bool, at time: Timestamp) {
        guard judge.rules.yieldsToPen else { return }
        pen.set(tool, isNear: isNear, at: time)
        // No event reports fingers that do not move while the pen approaches.
        if isNear { for index in slots.indices { slots[index].isChanged = true } }
    }

    // MARK: - Frames

    private func passOverAll(because cause: UnwantedTouch?) {
        endLostFlick()
        for index in slots.indices {
            slots[index].isChanged = false
            (slots[index].hasLifted, slots[index].hasArrived, slots[index].passed) = (false, false, nil)
            if let touch = slots[index].touch { table.cancel(touch, time: time) }
            // Contacts that were refused before are counted already.
            let isKnown = slots[index].standing == .refused
            slots[index].vacate()
            guard slots[index].isDown else { continue }
            if let cause, !isKnown { refuse(&slots[index], cause) } else { slots[index].standing = .refused }
        }
    }

    /// Ends, in a frame of its own, the touches that must be over before this frame's new contacts.
    private func makeWay(deliver: (TouchFrame) -> Void) {
        if lostFlick != nil { leaveLostFlick(deliver: deliver) }
        if let limit = judge.rules.leftoverAfter { cancelLeftovers(of: limit, deliver: deliver) }
    }

    /// Delivers the decided frame.
    func deliver(to receive: (TouchFrame) -> Void) {
        // Its touch is the only one, and its lift must not be reported after a later time.
        if lostFlick != nil { return }
        table.deliver(at: time, to: receive)
        guard isBehind else { return }
        isBehind = false
        for index in slots.indices where slots[index].isBehind {
            slots[index].isBehind = false
            guard let touch = slots[index].touch, let place = location(of: slots[index].state) else { continue }
            table.move(touch, to: place, time: time)
        }
        table.deliver(at: time, to: receive)
    }

    func note(_ defect: DeviceDefect) {
        let isFirst = defects.note(defect)
        didNote?(defect, isFirst)
    }

    // MARK: - What the rules ask

    /// Whether a pen is near, or was a moment ago.
    var isPenNear: Bool { pen.isNear(at: time) }

    /// Returns the location of coordinates on the surface.
    func location(x: Int32, y: Int32) -> Point {
        surface.deviceToSurface.apply(Point(x: Double(x), y: Double(y)))
    }

    /// Returns the location of a contact; nil while a coordinate is unknown.
    func location(of state: SlotState) -> Point? {
        guard let x = state.x, let y = state.y else { return nil }
        return location(x: x, y: y)
    }

    /// The same; nil also while only the place of the contact before it is known, if that is not enough or there was none.
    ///
    /// Inlined, as it would get a copy of the whole slot.
    @inline(__always)
    func location(of slot: ContactSlot) -> Point? {
        if !slot.isPlaced, slot.standing == .undecided, judge.rules.ignoresUnplaced || slot.state.isAtOrigin {
            return nil
        }
        return location(of: slot.state)
    }
}

extension ContactSlot {
    /// The tracking id that the delivered touch stands for; nil when that contact is gone, in a frame that was not
    /// completed.
    fileprivate var deliveredID: Int32? { hasLifted ? nil : state.trackingID }
}
