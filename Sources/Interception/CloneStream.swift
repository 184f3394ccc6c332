// A panel's contacts on their way to its clone: passed on, withheld, released, cancelled, dropped.

public import Touch

/// What becomes of a contact.
public enum ContactFate: Hashable, Sendable {
    /// The clone has it as the panel has it.
    case passed
    /// The clone does not have it yet.
    case withheld
    /// The clone never has it, or has seen it cancelled.
    case dropped
}

/// Turns a panel's events into those of its clone.
///
/// ```
///   lands ──► passed ────────────────────────► lifted
///     │         ▲  └── cancelled ──► dropped
///     │         │ released: all that it did, in order
///     └──► withheld ──► dropped
/// ```
/// Of contacts that are passed on, the clone has the panel's values, frame by frame. A cancelled one becomes
/// `MT_TOOL_PALM` before it ends, by which libinput and toolkits take back what it did. What the clone is to be told is
/// appended to `output`, which the caller empties. It allocates nothing once its buffers have grown.
public struct CloneStream: Sendable {
    private struct Contact: Sendable {
        var number = 0
        var trackingID: Int32 = -1
        var fate = ContactFate.dropped
        /// Whether it landed in the frame that is read.
        var isNew = false
        var isDown: Bool { trackingID >= 0 }
    }

    /// Events for the clone; whole frames, unless the panel is within one.
    public var output: [OutputEvent] = []

    private let device: ClonedDevice
    /// The panel's slots.
    private var contacts: [Contact]
    /// The values of the panel's slots, and of the clone's, `valueCount` for each; the kernel's begin with 0.
    private var values: [Int32]
    private var cloneValues: [Int32]
    private var cloneIDs: [Int32]
    /// The order in which the clone's contacts landed; the first is its pointer.
    private var cloneOrder: [Int] = []
    private var slot = 0
    private var cloneSlot = 0
    private var isTouched = false
    /// The clone's `ABS_X`, `ABS_Y` and `ABS_PRESSURE`.
    private var pointer: [Int32] = [0, 0, 0]
    private var withheld: [WithheldContact] = []
    private var history: WithheldHistory
    private var frame = 0
    private var lastNumber = 0

    private static let firstCode = AbsoluteAxis.touchMajor
    private static let valueCount = Int(AbsoluteAxis.lastOfContacts - firstCode) + 1
    private static let pointerCodes = [
        (AbsoluteAxis.x, AbsoluteAxis.positionX), (AbsoluteAxis.y, AbsoluteAxis.positionY),
        (AbsoluteAxis.singleTouchPressure, AbsoluteAxis.pressure),
    ]

    /// A panel without contacts, and a clone without.
    ///
    /// - Parameter room: The number of changes of withheld contacts that are kept.
    public init(to device: ClonedDevice, room: Int = 4096) {
        self.device = device
        contacts = Array(repeating: Contact(), count: device.slotCount)
        values = Array(repeating: 0, count: device.slotCount * Self.valueCount)
        cloneValues = values
        cloneIDs = Array(repeating: -1, count: device.slotCount)
        history = WithheldHistory(room: room)
        output.reserveCapacity(2 * FrameCheck.maximumEvents)
        cloneOrder.reserveCapacity(device.slotCount)
    }

    /// Whether the clone has no contact.
    public var isCloneEmpty: Bool { cloneOrder.isEmpty }

    /// The number of the contact that is down in a slot of the panel; nil for none.
    ///
    /// Numbers are never used again.
    public func contact(inSlot slot: Int) -> Int? {
        contacts.indices.contains(slot) && contacts[slot].isDown ? contacts[slot].number : nil
    }

    // MARK: - The panel's events

    /// Takes an event of the panel; `SYN_REPORT` ends the frame, and what the clone has of it follows in `output`.
    ///
    /// - Parameter fate: Asked about each contact that landed in the frame, by its slot, when the frame is complete.
    public mutating func take(_ event: InputEvent, fate: (_ slot: Int) -> ContactFate) {
        switch (event.type, event.code) {
        case (EventType.synchronization, SynchronizationCode.report): endFrame(fate)
        case (EventType.absolute, AbsoluteAxis.slot):
            // The kernel's slot stays what it was when a panel names one that it does not have.
            if contacts.indices.contains(Int(event.value)) { slot = Int(event.value) }
        case (EventType.absolute, AbsoluteAxis.trackingID): takeID(event.value, fate)
        case (EventType.absolute, Self.firstCode...AbsoluteAxis.lastOfContacts):
            guard let axis = device.axes[event.code] else { return }
            change(event.code, min(max(event.value, axis.minimum), axis.maximum))
        default: return
        }
    }

    private mutating func takeID(_ id: Int32, _ fate: (Int) -> ContactFate) {
        if contacts[slot].isDown, contacts[slot].trackingID != id {
            // One that landed and lifted within the frame, too, has a fate.
            if contacts[slot].isNew { begin(slot, fate(slot)) }
            lift(slot)
        }
        guard id >= 0, !contacts[slot].isDown else { return }
        lastNumber += 1
        contacts[slot] = Contact(number: lastNumber, trackingID: id, fate: .withheld, isNew: true)
    }

    private mutating func change(_ code: UInt16, _ value: Int32) {
        values[place(slot, code)] = value
        let contact = contacts[slot]
        guard contact.isDown, !contact.isNew else { return }
        switch contact.fate {
        case .passed: tell(slot, code, value)
        case .withheld: history.append(WithheldChange(contact: contact.number, frame: frame, code: code, value: value))
        case .dropped: return
        }
    }

    private mutating func endFrame(_ fate: (Int) -> ContactFate) {
        for slot in contacts.indices where contacts[slot].isNew { begin(slot, fate(slot)) }
        closeFrame()
        frame += 1
    }

    // MARK: - Fates

    /// A contact that landed has a fate.
    private mutating func begin(_ slot: Int, _ fate: ContactFate) {
        contacts[slot].isNew = false
        contacts[slot].fate = fate
        let contact = contacts[slot]
        switch fate {
        case .dropped: return
        case .passed: land(slot, id: contact.trackingID) { _ in nil }
        case .withheld:
            withheld.append(WithheldContact(number: contact.number, slot: slot, trackingID: contact.trackingID))
            for code in Self.firstCode...AbsoluteAxis.lastOfContacts where code != AbsoluteAxis.trackingID {
                guard device.axes[code] != nil else { continue }
                history.append(
                    WithheldChange(
                        contact: contact.number, frame: frame, code: code, value: values[place(slot, code)]))
            }
        }
    }

    private mutating func lift(_ slot: Int) {
        let contact = contacts[slot]
        contacts[slot] = Contact()
        switch contact.fate {
        case .passed: end(slot)
        case .withheld:
            guard let index = withheld.firstIndex(where: { $0.number == contact.number }) else { return }
            withheld[index].isLifted = true
            history.append(
                WithheldChange(contact: contact.number, frame: frame, code: AbsoluteAxis.trackingID, value: -1))
        case .dropped: return
        }
    }

    /// Nobody withholds these contacts any more: the clone is told what they have done, in order, each frame of its own.
    public mutating func release(_ isReleased: (_ contact: Int) -> Bool) {
        let released = withheld.filter { isReleased($0.number) }
        guard !released.isEmpty else { return }
        withheld.removeAll { isReleased($0.number) }
        var slots: [Int: Int] = [:]
        var first = 0
        let changes = history.changes.filter { change in released.contains { $0.number == change.contact } }
        while first < changes.count {
            let frame = changes[first].frame
            var next = first
            while next < changes.count, changes[next].frame == frame { next += 1 }
            for contact in released {
                replay(
                    contact, changes[first..<next].lazy.filter { $0.contact == contact.number }, &slots, among: released
                )
            }
            closeFrame()
            first = next
        }
        for contact in released {
            history.forget(contact.number)
            if !contact.isLifted { contacts[contact.slot].fate = .passed }
        }
    }

    /// Tells the clone what a released contact did in one frame.
    private mutating func replay(
        _ contact: WithheldContact, _ changes: some Sequence<WithheldChange>, _ slots: inout [Int: Int],
        among released: [WithheldContact]
    ) {
        for change in changes {
            if change.code == AbsoluteAxis.trackingID {
                if let slot = slots[contact.number] { end(slot) }
                return
            }
            if let slot = slots[contact.number] {
                if cloneValues[place(slot, change.code)] != change.value { tell(slot, change.code, change.value) }
                continue
            }
            // In its own slot, unless that has another contact by now; without a free one, it is lost.
            let free =
                cloneIDs[contact.slot] < 0
                ? contact.slot : cloneIDs.indices.first { cloneIDs[$0] < 0 && !isReserved($0, released) }
            guard let free, !cloneIDs.contains(contact.trackingID) else { return }
            slots[contact.number] = free
            land(free, id: contact.trackingID) { [history] code in
                history.changes.first { $0.contact == contact.number && $0.code == code }?.value
            }
        }
    }

    /// Whether one of these contacts, which is down, needs this slot.
    private func isReserved(_ slot: Int, _ released: [WithheldContact]) -> Bool {
        released.contains { !$0.isLifted && $0.slot == slot }
    }

    /// A gesture takes these contacts: the clone sees those that it has cancelled, and nothing of the others.
    public mutating func drop(_ isDropped: (_ contact: Int) -> Bool) {
        for contact in withheld where isDropped(contact.number) { history.forget(contact.number) }
        withheld.removeAll { isDropped($0.number) }
        var ends: UInt64 = 0
        for slot in contacts.indices where contacts[slot].isDown && isDropped(contacts[slot].number) {
            if contacts[slot].fate == .passed, cloneIDs[slot] >= 0 {
                tell(slot, AbsoluteAxis.toolType, ToolType.palm)
                ends |= 1 << UInt64(slot)
            }
            contacts[slot].fate = .dropped
        }
        guard ends != 0 else { return }
        closeFrame()
        for slot in contacts.indices where ends & 1 << UInt64(slot) != 0 { end(slot) }
        closeFrame()
    }

    /// Nothing reaches the clone any more of what is down: what it has is cancelled.
    public mutating func dropAll() { drop { _ in true } }

    // MARK: - The clone

    private func place(_ slot: Int, _ code: UInt16) -> Int { slot * Self.valueCount + Int(code - Self.firstCode) }

    /// A contact lands on the clone, with all values in which its slot differs from the panel's.
    private mutating func land(_ slot: Int, id: Int32, _ recorded: (UInt16) -> Int32?) {
        select(slot)
        append(EventType.absolute, AbsoluteAxis.trackingID, id)
        cloneIDs[slot] = id
        cloneOrder.append(slot)
        for code in Self.firstCode...AbsoluteAxis.lastOfContacts where code != AbsoluteAxis.trackingID {
            guard device.axes[code] != nil else { continue }
            let value = recorded(code) ?? values[place(slot, code)]
            if cloneValues[place(slot, code)] != value { tell(slot, code, value) }
        }
    }

    private mutating func end(_ slot: Int) {
        guard cloneIDs[slot] >= 0 else { return }
        select(slot)
        append(EventType.absolute, AbsoluteAxis.trackingID, -1)
        cloneIDs[slot] = -1
        cloneOrder.removeAll { $0 == slot }
    }

    private mutating func tell(_ slot: Int, _ code: UInt16, _ value: Int32) {
        select(slot)
        append(EventType.absolute, code, value)
        cloneValues[place(slot, code)] = value
    }

    private mutating func select(_ slot: Int) {
        guard cloneSlot != slot else { return }
        cloneSlot = slot
        append(EventType.absolute, AbsoluteAxis.slot, Int32(slot))
    }

    private mutating func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        output.append(OutputEvent(type, code, value))
    }

    /// Ends a frame that has anything in it, with what a device of one finger would say.
    private mutating func closeFrame() {
        guard let last = output.last, !last.isReport else { return }
        if isTouched == cloneOrder.isEmpty {
            isTouched.toggle()
            append(EventType.key, KeyCode.touch, isTouched ? 1 : 0)
        }
        if let first = cloneOrder.first {
            for (index, (code, contactCode)) in Self.pointerCodes.enumerated() {
                guard let axis = device.axes[code] else { continue }
                let present = cloneValues[place(first, contactCode)]
                let value = min(max(present, axis.minimum), axis.maximum)
                guard pointer[index] != value else { continue }
                pointer[index] = value
                append(EventType.absolute, code, value)
            }
        }
        append(EventType.synchronization, SynchronizationCode.report, 0)
    }
}
