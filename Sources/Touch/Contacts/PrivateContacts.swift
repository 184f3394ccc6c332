// Filter that removes contacts that begin in private areas from a device's events.

/// Removes contacts that begin in private areas, as if nothing had touched the glass there.
///
/// Contact rules compare contacts with each other, and measure time from the device's last event. So clients that must
/// not know of private touches are served from the events that the device would have sent without them: nothing derived
/// from those can reveal private touches. The events of a frame are passed on at its SYN_REPORT, as the position of a
/// contact follows its tracking id; a frame with private contacts only is not passed on.
final class PrivateContacts {
    /// The areas in which new contacts are private; contacts that are down stay private or public.
    var areas: [PrivateArea] = []

    private let surface: Surface
    private let judge: ContactJudge
    private var slots: [Slot]
    /// The slot that the next events are about; nil after the device named one that it does not have.
    private var current: Int? = 0
    /// Whether events were lost, and those up to the next report mean nothing.
    private var isLost = false
    /// Whether the device has said anything of contacts since the last report.
    private var isAboutContacts = false
    /// Whether the frame contains events of contacts that are not private.
    private var isAboutOthers = false
    private var buttonWentUp = false
    /// Whether a key was repeated since then that is not passed on.
    private var isRepeat = false

    private struct Slot {
        enum Standing {
            /// None is there, or its place is not known yet.
            case undecided
            case told
            case hidden
        }

        var state: SlotState
        /// The values passed on; without a contact unless it is passed on.
        var told: SlotState
        var standing = Standing.undecided
        /// Whether anything of this slot came since the last report.
        var isChanged = false
        /// The values received since then: a bit for each of `Self.codes`.
        var came: UInt8 = 0
        /// Whether the contact in the slot came since then.
        var hasArrived = false
        /// Whether a coordinate came since the contact before this one lifted.
        var isPlaced = false
        /// Whether it was on the glass at the last report.
        var wasOnGlass = false
        /// The contact that was passed on and has lifted since the last report.
        var left: SlotState?
        /// The last one that has come and gone since.
        var passed: SlotState?

        init(_ state: SlotState) { (self.state, told) = (state, state.without) }

        var isDown: Bool { state.trackingID >= 0 }

        /// The values of a contact besides its tracking id.
        static let codes = Array(SlotState.codes.dropFirst())
    }

    init(surface: Surface, judge: ContactJudge, slotCount: Int) {
        self.surface = surface
        self.judge = judge
        slots = Array(repeating: Slot(SlotState()), count: slotCount)
    }

    func reset() {
        for index in slots.indices { slots[index] = Slot(SlotState()) }
        forgetFrame()
    }

    func select(slot: Int) { current = slots.indices.contains(slot) ? slot : nil }

    /// Returns the values to pass on for a slot whose state was read from the kernel.
    func told(_ truth: SlotState, ofSlot index: Int) -> SlotState {
        let known = slots[index]
        var slot = Slot(truth)
        slot.told = known.told.without
        slot.isPlaced = true
        slot.wasOnGlass = judge.isOnGlass(truth)
        // The same contact stays what it is.
        slot.standing = truth.trackingID == known.state.trackingID ? known.standing : .undecided
        if slot.isDown, slot.standing == .undecided { slot.standing = standing(of: slot) }
        if slot.standing == .told { slot.told = truth }
        slots[index] = slot
        isLost = false
        forgetFrame()
        return slot.told
    }

    // MARK: - Events

    func process(_ event: InputEvent, tell: (InputEvent) -> Void) {
        switch (event.type, event.code) {
        case (EventType.synchronization, SynchronizationCode.report): report(event, tell)
        case (EventType.synchronization, SynchronizationCode.dropped):
            // The events before it are valid.
            tellContacts(at: event.time, tell)
            isLost = true
            tell(event)
        case _ where isLost: break
        case (EventType.absolute, AbsoluteAxis.slot): select(slot: Int(event.value))
        case (EventType.absolute, let code):
            isAboutContacts = true
            guard let current, code > AbsoluteAxis.slot else { return }
            apply(code, event.value, to: &slots[current])
        case (EventType.key, KeyCode.touch): (buttonWentUp, isRepeat) = (event.value == 0, event.value == 2)
        // Keys for the number of fingers.
        case (EventType.key, KeyCode.toolFinger...KeyCode.toolQuadrupleTap): isAboutContacts = true
        case (EventType.key, _):
            isAboutOthers = true
            tell(event)
        default: tell(event)
        }
    }

    private func apply(_ code: UInt16, _ value: Int32, to slot: inout Slot) {
        // A sign of life, whatever it is.
        if slot.standing == .told { isAboutOthers = true }
        slot.isChanged = true
        if let bit = Slot.codes.firstIndex(of: code) {
            slot.came |= 1 << UInt8(bit)
            slot.state[code] = value
            if bit < 2 { slot.isPlaced = true }
        } else if code == AbsoluteAxis.trackingID, value != slot.state.trackingID {
            if slot.isDown { leave(&slot) }
            (slot.hasArrived, slot.standing, slot.came) = (value >= 0, .undecided, 0)
            slot.state.trackingID = value
        }
    }

    private func leave(_ slot: inout Slot) {
        if slot.hasArrived {
            if standing(of: slot) == .told { slot.passed = slot.state }
        } else if slot.standing == .told {
            slot.left = slot.state
        }
        (slot.isPlaced, slot.wasOnGlass) = (false, false)
    }

    /// Whether a contact that is seen for the first time, or lands, is private; undecided while its place is not known.
    private func standing(of slot: Slot) -> Slot.Standing {
        guard let x = slot.state.x, let y = slot.state.y,
            slot.isPlaced || !slot.state.isAtOrigin && !judge.rules.ignoresUnplaced
        else { return .undecided }
        let place = surface.deviceToSurface.apply(Point(x: Double(x), y: Double(y)))
        return areas.contains { $0.contains(place) } ? .hidden : .told
    }

    // MARK: - Frames

    private func report(_ event: InputEvent, _ tell: (InputEvent) -> Void) {
        tellContacts(at: event.time, tell)
        let isTold = isAboutOthers || isLost || !isRepeat && (event.value == 1 || !isAboutContacts)
        let isRepeated = isRepeat
        isLost = false
        forgetFrame()
        guard isTold else { return }
        // Without it, the kernel's report would be that of a machine that goes to sleep.
        if isRepeated {
            tell(InputEvent(time: event.time, type: EventType.key, code: KeyCode.touch, value: 2))
        }
        tell(event)
    }

    private func forgetFrame() {
        (isAboutContacts, isAboutOthers, buttonWentUp, isRepeat) = (false, false, false, false)
    }

    private func tellContacts(at time: Timestamp, _ tell: (InputEvent) -> Void) {
        if isAboutContacts {
            for index in slots.indices where slots[index].isChanged { tellSlot(index, at: time, tell) }
        }
        // Only a driver that loses lifts says so while a contact is in a slot.
        if buttonWentUp, slots.contains(where: { $0.told.trackingID >= 0 }) {
            isAboutOthers = true
            tell(InputEvent(time: time, type: EventType.key, code: KeyCode.touch, value: 0))
        }
        buttonWentUp = false
    }

    private func tellSlot(_ index: Int, at time: Timestamp, _ tell: (InputEvent) -> Void) {
        var slot = slots[index]
        var isSelected = false
        func say(_ code: UInt16, _ value: Int32) {
            if !isSelected {
                isSelected = true
                tell(InputEvent(time: time, type: EventType.absolute, code: AbsoluteAxis.slot, value: Int32(index)))
            }
            isAboutOthers = true
            tell(InputEvent(time: time, type: EventType.absolute, code: code, value: value))
        }
        func sayValues(of state: SlotState, came: UInt8) {
            for (bit, code) in Slot.codes.enumerated() {
                guard let value = state[code], value != slot.told[code] || came & 1 << UInt8(bit) != 0 else {
                    continue
                }
                say(code, value)
                slot.told[code] = value
            }
        }
        func sayTrackingID(_ id: Int32) {
            say(AbsoluteAxis.trackingID, id)
            slot.told.trackingID = id
        }
        if let left = slot.left {
            // It may lift as a palm.
            if left.toolType != slot.told.toolType { say(AbsoluteAxis.toolType, left.toolType) }
            slot.told.toolType = left.toolType
            sayTrackingID(-1)
        }
        if let passed = slot.passed {
            sayTrackingID(passed.trackingID)
            sayValues(of: passed, came: 1)
            sayTrackingID(-1)
        }
        let isOnGlass = judge.isOnGlass(slot.state)
        if slot.isDown, slot.standing == .undecided || isOnGlass && !slot.wasOnGlass {
            slot.standing = standing(of: slot)
        }
        slot.wasOnGlass = isOnGlass
        if slot.isDown, slot.standing == .told {
            if slot.told.trackingID < 0 { sayTrackingID(slot.state.trackingID) }
            sayValues(of: slot.state, came: slot.came)
        } else if slot.told.trackingID >= 0 {
            // It landed in a private area, after it had hovered elsewhere.
            sayTrackingID(-1)
        }
        (slot.isChanged, slot.hasArrived, slot.left, slot.passed, slot.came) = (false, false, nil, nil, 0)
        slots[index] = slot
    }
}

extension SlotState {
    fileprivate var without: SlotState {
        var state = self
        state.trackingID = -1
        return state
    }
}
