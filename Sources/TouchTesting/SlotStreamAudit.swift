// Check that a stream of events is what a correct protocol B driver sends.

public import Touch

/// Checks events of slots against the kernel's contract, and keeps the state that they describe.
///
/// A slot exists and is selected before it changes. A tracking id arrives only in an empty slot and was not used
/// before; -1 arrives only in a slot with a contact. Every contact has both coordinates in its first frame. An empty
/// slot does not change. Between `SYN_DROPPED` and the next report nothing arrives. Times are irrelevant.
public struct SlotStreamAudit {
    private struct Contact {
        let id: Int32
        var x: Int32?
        var y: Int32?
    }

    private let slotCount: Int
    private var current: Int32?
    private var contacts: [Int32: Contact] = [:]
    private var usedIDs: Set<Int32> = []
    private var isDropped = false
    /// Violations, each with the number of its frame; the first hundred.
    public private(set) var faults: [String] = []
    /// The number of reports.
    public private(set) var frames = 0
    /// The number of contacts that arrived.
    public private(set) var begun = 0
    /// The most contacts after a frame.
    public private(set) var mostDown = 0
    /// Whether anything arrived since the last report.
    public private(set) var isMidFrame = false

    /// An audit for a device with this many slots.
    public init(slotCount: Int) {
        self.slotCount = slotCount
    }

    /// The number of contacts that are down.
    public var down: Int { contacts.count }

    /// The places of the contacts that are down, by slot.
    public var places: [Int: Point] {
        var places: [Int: Point] = [:]
        for (slot, contact) in contacts {
            if let x = contact.x, let y = contact.y { places[Int(slot)] = Point(x: Double(x), y: Double(y)) }
        }
        return places
    }

    /// Forgets all contacts, as the sender and the reader of the events do.
    public mutating func reset() {
        contacts = [:]
        current = nil
        (isMidFrame, isDropped) = (false, false)
    }

    /// Takes the next event.
    public mutating func take(_ event: InputEvent) {
        switch (event.type, event.code) {
        case (EventType.synchronization, SynchronizationCode.report):
            frames += 1
            for (slot, contact) in contacts { checkPlace(contact, slot) }
            mostDown = max(mostDown, contacts.count)
            (isMidFrame, isDropped) = (false, false)
            return
        case (EventType.synchronization, SynchronizationCode.dropped):
            isDropped = true
        case (EventType.absolute, let code):
            require(!isDropped, "axis \(code) after events were lost")
            takeAxis(code, event.value)
        case (EventType.key, _):
            require(!isDropped, "key \(event.code) after events were lost")
        default:
            require(false, "type \(event.type) code \(event.code)")
        }
        isMidFrame = true
    }

    private mutating func takeAxis(_ code: UInt16, _ value: Int32) {
        if code == AbsoluteAxis.slot {
            require(value >= 0 && value < slotCount, "slot \(value) of \(slotCount)")
            current = value
            return
        }
        guard let current else { return require(false, "axis \(code) before any slot") }
        switch code {
        case AbsoluteAxis.trackingID where value < 0:
            require(value == -1, "id \(value)")
            if let contact = contacts.removeValue(forKey: current) {
                checkPlace(contact, current)
            } else {
                require(false, "a lift in empty slot \(current)")
            }
        case AbsoluteAxis.trackingID:
            require(contacts[current] == nil, "id \(value) in slot \(current), which has a contact")
            require(usedIDs.insert(value).inserted, "id \(value) again")
            begun += 1
            contacts[current] = Contact(id: value)
        case AbsoluteAxis.positionX, AbsoluteAxis.positionY, AbsoluteAxis.touchMajor, AbsoluteAxis.pressure,
            AbsoluteAxis.toolType, AbsoluteAxis.distance:
            require(contacts[current] != nil, "axis \(code) in empty slot \(current)")
            if code == AbsoluteAxis.positionX { contacts[current]?.x = value }
            if code == AbsoluteAxis.positionY { contacts[current]?.y = value }
        default:
            require(false, "axis \(code)")
        }
    }

    private mutating func checkPlace(_ contact: Contact, _ slot: Int32) {
        require(contact.x != nil && contact.y != nil, "id \(contact.id) in slot \(slot) without a place")
    }

    private mutating func require(_ holds: Bool, _ fault: String) {
        if !holds, faults.count < 100 { faults.append("frame \(frames): \(fault)") }
    }
}
