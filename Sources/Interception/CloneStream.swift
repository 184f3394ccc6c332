// A panel's contacts on their way to its clone: passed on, withheld, released, cancelled, dropped.

import Touch

/// What becomes of a contact.
enum ContactFate: Hashable, Sendable {
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
///   lands ──► passed ──────────────► lifts ──► lifted
///     │         ▲ │                    └── the lift is withheld ──► released: lifted
///     │         │ └── cancelled ──► dropped ◄────────┘
///     │         │ released: all that it did, in order
///     └──► withheld ──► dropped
/// ```
/// The clone has the panel's values of contacts that are passed on, frame by frame. A cancelled contact becomes
/// `MT_TOOL_PALM` before it ends, so that libinput and toolkits undo what it did. While the clone has a contact whose
/// lift is withheld, the next contact of that slot gets another slot. Once the buffers have grown, contacts that are
/// passed on cause no allocation.
struct CloneStream: Sendable {
    private struct Contact: Sendable {
        var number = 0
        var trackingID: Int32 = -1
        var fate = ContactFate.dropped
        /// Its slot on the clone, while that has it.
        var cloneSlot: Int?
        var isDown: Bool { trackingID >= 0 }
    }

    private let device: ClonedDevice
    /// The contacts of the panel's slots.
    private var contacts: [Contact]
    /// The values of the panel's slots, as `CloneSlots.place` orders them.
    private var values: [Int32]
    private var slot = 0
    /// The slots of the clone, with what to write to it: whole frames, unless the panel is within one.
    ///
    /// The caller empties their `output`.
    var clone: CloneSlots
    /// Contacts that have lifted, while the clone still has them; the oldest first.
    private var lifted: [Contact] = []
    private var withheld: [WithheldContact] = []
    private var history = WithheldHistory()
    /// The slots of the panel whose contacts are not where it says, one bit each: the clone has them where they were.
    var doubtedSlots: UInt64 = 0
    /// Slots whose contacts the clone has elsewhere than the panel.
    private var divergent: UInt64 = 0
    private var frame = 0
    private var lastNumber = 0

    /// A panel without contacts, and a clone without.
    init(to device: ClonedDevice) {
        self.device = device
        contacts = Array(repeating: Contact(), count: device.slotCount)
        values = Array(repeating: 0, count: device.slotCount * CloneSlots.valueCount)
        clone = CloneSlots(of: device)
    }

    /// Whether the panel has no contact.
    var isPanelEmpty: Bool { contacts.allSatisfy { !$0.isDown } }

    /// The number of the contact that is down in a slot of the panel; nil for none.
    ///
    /// Numbers are never used again.
    func contact(inSlot slot: Int) -> Int? {
        contacts.indices.contains(slot) && contacts[slot].isDown ? contacts[slot].number : nil
    }

    /// Whether a contact may still be released, cancelled or lifted: it is down, or the clone has it, or will have it.
    func tracks(_ number: Int) -> Bool {
        contacts.contains { $0.isDown && $0.number == number } || lifted.contains { $0.number == number }
            || withheld.contains { $0.number == number }
    }

    // MARK: - The panel's events

    /// Processes an event of the panel; `SYN_REPORT` ends the frame, and what the clone has of it follows in `output`.
    ///
    /// - Parameters:
    ///   - fate: Asked about each contact that lands, by its slot and number.
    ///   - withholdsLift: Asked about each contact that lifts and that the clone has.
    mutating func process(
        _ event: InputEvent, fate: (_ slot: Int, _ contact: Int) -> ContactFate,
        withholdsLift: (_ contact: Int) -> Bool
    ) {
        switch (event.type, event.code) {
        case (EventType.synchronization, SynchronizationCode.report):
            if divergent & ~doubtedSlots != 0 { catchUp() }
            clone.closeFrame()
            frame += 1
        case (EventType.absolute, AbsoluteAxis.slot):
            // The kernel's slot stays what it was when a panel names one that it does not have.
            if contacts.indices.contains(Int(event.value)) { slot = Int(event.value) }
        case (EventType.absolute, AbsoluteAxis.trackingID):
            if contacts[slot].isDown, contacts[slot].trackingID != event.value { lift(slot, withholdsLift) }
            guard event.value >= 0, !contacts[slot].isDown else { return }
            lastNumber += 1
            begin(Contact(number: lastNumber, trackingID: event.value, fate: fate(slot, lastNumber)))
        case (EventType.absolute, CloneSlots.firstCode...AbsoluteAxis.lastOfContacts):
            guard let axis = device.axes[event.code] else { return }
            change(event.code, min(max(event.value, axis.minimum), axis.maximum))
        default: return
        }
    }

    private mutating func change(_ code: UInt16, _ value: Int32) {
        values[CloneSlots.place(slot, code)] = value
        guard contacts[slot].isDown else { return }
        if code == AbsoluteAxis.positionX || code == AbsoluteAxis.positionY, doubtedSlots & 1 << UInt64(slot) != 0 {
            divergent |= 1 << UInt64(slot)
        } else {
            change(slot, code, value)
        }
    }

    /// Contacts that are believed again are where the panel says, also along an axis that it does not repeat.
    private mutating func catchUp() {
        for slot in contacts.indices where divergent & ~doubtedSlots & 1 << UInt64(slot) != 0 {
            divergent &= ~(1 << UInt64(slot))
            for code in [AbsoluteAxis.positionX, AbsoluteAxis.positionY] {
                change(slot, code, values[CloneSlots.place(slot, code)])
            }
        }
    }

    private mutating func change(_ slot: Int, _ code: UInt16, _ value: Int32) {
        let contact = contacts[slot]
        switch contact.fate {
        case .passed: if let cloneSlot = contact.cloneSlot { clone.set(cloneSlot, code, value) }
        case .withheld: history.append(WithheldChange(contact: contact.number, frame: frame, code: code, value: value))
        case .dropped: return
        }
    }

    /// Begins a contact in the present slot; its values follow in the frame.
    private mutating func begin(_ contact: Contact) {
        let slot = slot
        contacts[slot] = contact
        switch contact.fate {
        case .dropped: return
        case .passed:
            contacts[slot].cloneSlot = land(contact.trackingID, from: slot, { _ in true }) { [values] code in
                values[CloneSlots.place(slot, code)]
            }
        case .withheld: withhold(slot)
        }
    }

    private mutating func withhold(_ slot: Int) {
        let contact = contacts[slot]
        withheld.append(WithheldContact(number: contact.number, slot: slot, trackingID: contact.trackingID))
        for code in clone.codes {
            let value = values[CloneSlots.place(slot, code)]
            history.append(WithheldChange(contact: contact.number, frame: frame, code: code, value: value))
        }
    }

    private mutating func lift(_ slot: Int, _ withholdsLift: (Int) -> Bool) {
        let contact = contacts[slot]
        contacts[slot] = Contact()
        divergent &= ~(1 << UInt64(slot))
        switch contact.fate {
        case .passed:
            guard let cloneSlot = contact.cloneSlot else { return }
            if withholdsLift(contact.number) { lifted.append(contact) } else { clone.end(cloneSlot) }
        case .withheld:
            guard let index = withheld.firstIndex(where: { $0.number == contact.number }) else { return }
            withheld[index].isLifted = true
            history.append(
                WithheldChange(contact: contact.number, frame: frame, code: AbsoluteAxis.trackingID, value: -1))
        case .dropped: return
        }
    }

    /// A contact lands on the clone: in its own slot, unless that is taken or reserved.
    ///
    /// A panel that has no free slot needs that of a contact which has lifted: that ends now.
    ///
    /// - Parameter isFree: Whether a slot may be used that has no contact, besides its own.
    /// - Returns: The slot; nil when there is none, or a contact with the same tracking id is there.
    private mutating func land(
        _ id: Int32, from slot: Int, _ isFree: (Int) -> Bool, value: (UInt16) -> Int32
    ) -> Int? {
        if let same = lifted.first(where: { $0.trackingID == id }) { end(same) }
        guard !clone.ids.contains(id) else { return nil }
        func free() -> Int? {
            clone.ids[slot] < 0 ? slot : clone.ids.indices.first { clone.ids[$0] < 0 && isFree($0) }
        }
        if free() == nil, let oldest = lifted.first { end(oldest) }
        guard let free = free() else { return nil }
        clone.land(free, id: id, value: value)
        return free
    }

    // MARK: - What becomes of contacts

    /// Releases withheld contacts: the clone receives their changes in order, each frame as a frame of its own.
    ///
    /// - Parameter withholdsLift: Asked about each of them that has lifted.
    mutating func release(
        _ isReleased: (_ contact: Int) -> Bool, withholdsLift: (_ contact: Int) -> Bool = { _ in false }
    ) {
        guard withheld.contains(where: { isReleased($0.number) }) else { return }
        let released = withheld.filter { isReleased($0.number) }
        withheld.removeAll { isReleased($0.number) }
        let changes = history.removeAll { number in released.contains { $0.number == number } }
        var slots: [Int: Int] = [:]
        var first = 0
        while first < changes.count {
            let next = changes[first...].firstIndex { $0.frame != changes[first].frame } ?? changes.count
            for contact in released {
                let own = changes[first..<next].filter { $0.contact == contact.number }
                replay(contact, own, &slots, among: released, withholdsLift)
            }
            clone.closeFrame()
            first = next
        }
        for contact in released where !contact.isLifted {
            contacts[contact.slot].fate = .passed
            contacts[contact.slot].cloneSlot = slots[contact.number].flatMap { $0 < 0 ? nil : $0 }
        }
    }

    /// Tells the clone what a released contact did in one frame.
    private mutating func replay(
        _ contact: WithheldContact, _ changes: [WithheldChange], _ slots: inout [Int: Int],
        among released: [WithheldContact], _ withholdsLift: (Int) -> Bool
    ) {
        guard !changes.isEmpty else { return }
        let isLanding = slots[contact.number] == nil
        if isLanding {
            // Those that are down need their own slots.
            let reserved =
                released.filter { !$0.isLifted }.map(\.slot) + contacts.indices.filter { contacts[$0].isDown }
            slots[contact.number] =
                land(contact.trackingID, from: contact.slot, { !reserved.contains($0) }) { code in
                    changes.last { $0.code == code }?.value ?? 0
                } ?? -1
        }
        guard let slot = slots[contact.number], slot >= 0 else { return }
        for change in changes {
            guard change.code == AbsoluteAxis.trackingID else {
                if !isLanding { clone.set(slot, change.code, change.value) }
                continue
            }
            guard withholdsLift(contact.number) else { return clone.end(slot) }
            lifted.append(
                Contact(number: contact.number, trackingID: contact.trackingID, fate: .passed, cloneSlot: slot))
        }
    }

    /// The contact in a slot of the panel is another finger now: if it was dropped, it lands again, and is withheld.
    ///
    /// - Returns: Its number; nil when nothing is down there.
    mutating func restart(inSlot slot: Int) -> Int? {
        guard contact(inSlot: slot) != nil else { return nil }
        if contacts[slot].fate == .dropped {
            lastNumber += 1
            (contacts[slot].number, contacts[slot].fate) = (lastNumber, .withheld)
            withhold(slot)
        }
        return contacts[slot].number
    }

    /// Nobody withholds the lifts of these contacts any more.
    mutating func endLifts(_ isOver: (_ contact: Int) -> Bool) {
        guard !lifted.isEmpty else { return }
        for contact in lifted where isOver(contact.number) { end(contact) }
        clone.closeFrame()
    }

    /// A contact that has lifted ends on the clone.
    private mutating func end(_ contact: Contact) {
        if let slot = contact.cloneSlot { clone.end(slot) }
        lifted.removeAll { $0.number == contact.number }
    }

    /// A gesture takes these contacts: the clone sees those that it has cancelled, and nothing of the others.
    mutating func drop(_ isDropped: (_ contact: Int) -> Bool) {
        for contact in withheld where isDropped(contact.number) { history.forget(contact.number) }
        withheld.removeAll { isDropped($0.number) }
        var cancelled: UInt64 = 0
        for slot in contacts.indices where contacts[slot].isDown && isDropped(contacts[slot].number) {
            if let cloneSlot = contacts[slot].cloneSlot { cancelled |= 1 << UInt64(cloneSlot) }
            (contacts[slot].fate, contacts[slot].cloneSlot) = (.dropped, nil)
        }
        for contact in lifted where isDropped(contact.number) {
            if let slot = contact.cloneSlot { cancelled |= 1 << UInt64(slot) }
        }
        lifted.removeAll { isDropped($0.number) }
        clone.cancel(cancelled)
    }

    /// Nothing reaches the clone any more of what is down: what it has is cancelled.
    mutating func dropAll() { drop { _ in true } }

    /// Events were lost: cancels the contacts that are gone, and returns the events that lead to what is true.
    ///
    /// - Parameter state: The panel's value of a slot and code.
    mutating func events(to state: (_ slot: Int, _ code: UInt16) -> Int32, at time: Timestamp) -> [InputEvent] {
        let ids = contacts.indices.map { state($0, AbsoluteAxis.trackingID) }
        let gone = contacts.indices.filter { contacts[$0].isDown && contacts[$0].trackingID != ids[$0] }
        let numbers = gone.map { contacts[$0].number }
        drop { numbers.contains($0) }
        for slot in gone { contacts[slot] = Contact() }
        func event(_ code: UInt16, _ value: Int32) -> InputEvent {
            InputEvent(time: time, type: EventType.absolute, code: code, value: value)
        }
        var events: [InputEvent] = []
        for slot in contacts.indices {
            events.append(event(AbsoluteAxis.slot, Int32(slot)))
            if ids[slot] >= 0 { events.append(event(AbsoluteAxis.trackingID, ids[slot])) }
            for code in clone.codes { events.append(event(code, state(slot, code))) }
        }
        return events
    }
}
