// State of a device: its slots, axes and buttons, and the events that reproduce it.

/// The kernel's state of a device at one moment.
public struct DeviceState: Hashable, Sendable {
    /// The slot that the device's next events are about.
    public var currentSlot: Int
    /// The values of each slot, by axis: `ABS_MT_TRACKING_ID`, `ABS_MT_POSITION_X`, ….
    public var slots: [[UInt16: Int32]]
    /// The values of the axes that are not of slots.
    public var axes: [UInt16: Int32]
    /// The buttons that are down.
    public var buttons: Set<UInt16>

    /// A state; that of a device which has nothing when nothing is given.
    public init(
        currentSlot: Int = 0, slots: [[UInt16: Int32]] = [], axes: [UInt16: Int32] = [:], buttons: Set<UInt16> = []
    ) {
        self.currentSlot = currentSlot
        self.slots = slots
        self.axes = axes
        self.buttons = buttons
    }

    /// Whether something touches the device, or a button is held.
    public var isDown: Bool { !buttons.isEmpty || slots.indices.contains { trackingID(of: $0) >= 0 } }

    /// The contact in a slot; -1 when there is none.
    public func trackingID(of slot: Int) -> Int32 {
        max(-1, slots.indices.contains(slot) ? slots[slot][AbsoluteAxis.trackingID] ?? -1 : -1)
    }

    /// Returns one frame that brings a reader with the state `contacts` to this state.
    ///
    /// Positions are written for all slots, also for those without a contact: the kernel does not repeat them when the
    /// next contact lands where the last one left.
    ///
    /// - Parameters:
    ///   - isFirst: Whether the reader takes every other value for 0, which then needs no event.
    ///   - contacts: The contact that the reader believes to be in each slot.
    ///   - buttons: Those that the reader believes to be down.
    func events(
        at time: Timestamp, isFirst: Bool = false, knowing contacts: [Int32] = [], buttons known: Set<UInt16> = []
    ) -> [InputEvent] {
        var events: [InputEvent] = []
        func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
            events.append(InputEvent(time: time, type: type, code: code, value: value))
        }
        for (index, values) in slots.enumerated() {
            append(EventType.absolute, AbsoluteAxis.slot, Int32(index))
            let (truth, before) = (trackingID(of: index), contacts.indices.contains(index) ? contacts[index] : -1)
            if truth != before, before >= 0 { append(EventType.absolute, AbsoluteAxis.trackingID, -1) }
            if truth != before, truth >= 0 { append(EventType.absolute, AbsoluteAxis.trackingID, truth) }
            for (code, value) in values.sorted(by: { $0.key < $1.key }) where code != AbsoluteAxis.trackingID {
                guard value != 0 || !isFirst || [AbsoluteAxis.positionX, AbsoluteAxis.positionY].contains(code) else {
                    continue
                }
                append(EventType.absolute, code, value)
            }
        }
        if !slots.isEmpty { append(EventType.absolute, AbsoluteAxis.slot, Int32(clamping: currentSlot)) }
        for (code, value) in axes.sorted(by: { $0.key < $1.key }) { append(EventType.absolute, code, value) }
        for code in buttons.union(known).sorted() where buttons.contains(code) != known.contains(code) {
            append(EventType.key, code, buttons.contains(code) ? 1 : 0)
        }
        append(EventType.synchronization, SynchronizationCode.report, 0)
        return events
    }
}
