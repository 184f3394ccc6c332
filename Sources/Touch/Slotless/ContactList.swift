// Collection of the contacts that a protocol A device lists in one frame.

/// Reads one frame of protocol A.
///
/// `SYN_MT_REPORT` ends a contact, `SYN_REPORT` the list. Some drivers never send `SYN_MT_REPORT`: what is open at the
/// end of the frame is a contact as well, and so is what is open when a value comes a second time. Of contacts with
/// the same number the last counts, and the number -1 is no contact.
struct ContactList {
    /// The number of contacts of a frame that are used: as many as the largest panels have slots.
    static let capacity = 60

    /// The codes of contacts' values.
    private static let codes = SlotState.codes
    private let readsTrackingIDs: Bool
    /// The contact that is being listed.
    private var open = ContactReading()
    private var isOpen = false
    /// Whether the device ends contacts with SYN_MT_REPORT.
    private var separates = false

    /// The contacts of this frame: those without a number have both coordinates.
    private(set) var contacts: [ContactReading] = []
    /// Whether the frame lists contacts, be it none.
    private(set) var isList = false
    /// The last value of `BTN_TOUCH` in this frame, whether the first was 0, and whether one was 1.
    private(set) var button: Bool?
    private(set) var beginsWithLift = false
    private(set) var hasPressed = false

    /// Whether the device reports sizes: only then a size of 0 means something.
    private(set) var reportsSizes = false
    private(set) var surplus = 0
    /// Contacts without number and position so far.
    private(set) var withoutPosition = 0

    init(readsTrackingIDs: Bool) {
        self.readsTrackingIDs = readsTrackingIDs
        contacts.reserveCapacity(Self.capacity)
    }

    /// Processes an event that is no SYN_REPORT; false when it does not concern contacts.
    mutating func process(_ event: InputEvent) -> Bool {
        switch (event.type, event.code) {
        case (EventType.synchronization, SynchronizationCode.multitouchReport):
            (isList, separates) = (true, true)
            close()
        case (EventType.key, KeyCode.touch) where event.value != 2:
            if button == nil, event.value == 0 { beginsWithLift = true }
            if event.value != 0 { hasPressed = true }
            button = event.value != 0
        case (EventType.absolute, let code):
            guard Self.codes.contains(code), code != AbsoluteAxis.trackingID || readsTrackingIDs else { return false }
            // A value comes for the open contact, or for the next if the open one has it and nothing else parts them.
            if open[code] != nil, !separates { close() }
            open[code] = event.value
            (isOpen, isList) = (true, true)
        default: return false
        }
        return true
    }

    mutating func clear() {
        open = ContactReading()
        (isOpen, isList) = (false, false)
        (button, beginsWithLift, hasPressed) = (nil, false, false)
        contacts.removeAll(keepingCapacity: true)
    }

    /// The contact that is open, if any, is complete.
    mutating func close() {
        guard isOpen else { return }
        let contact = open
        open = ContactReading()
        isOpen = false
        if let size = contact[AbsoluteAxis.touchMajor], size > 0 { reportsSizes = true }
        if let number = contact.trackingID {
            if number == -1 { return }
            if let same = contacts.firstIndex(where: { $0.trackingID == number }) {
                contacts[same] = contact
                return
            }
        } else if contact.x == nil || contact.y == nil {
            withoutPosition &+= 1
            return
        }
        if contacts.count < Self.capacity { contacts.append(contact) } else { surplus &+= 1 }
    }
}
