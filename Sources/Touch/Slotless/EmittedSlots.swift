// The events of synthesized slots, made from what changed since the last report.

/// A device's values for one contact in one frame; nil for missing values.
struct ContactReading {
    /// The device's own number for the contact.
    var trackingID: Int32?
    var x: Int32?
    var y: Int32?
    var touchMajor: Int32?
    var pressure: Int32?
    var toolType: Int32?
    var distance: Int32?
}

/// The slots synthesized for a device, as reported so far.
struct EmittedSlots {
    struct Slot {
        /// The device's own number for the contact in it, if it has one.
        var number: Int32?
        var x: Int32 = 0
        var y: Int32 = 0
        // Nil until reported; a slot keeps them from one contact to the next, as the kernel's slots do.
        fileprivate var touchMajor: Int32?
        fileprivate var pressure: Int32?
        fileprivate var toolType: Int32?
        fileprivate var distance: Int32?
    }

    private(set) var slots: [Slot]
    /// The slots with a contact, one bit each.
    private(set) var occupied: UInt64 = 0
    private var nextID: Int32 = 0

    /// Creates a number of slots, at most 64.
    init(count: Int) {
        slots = Array(repeating: Slot(), count: min(count, UInt64.bitWidth))
    }

    /// Forgets the reported values; tracking ids continue.
    mutating func reset() {
        occupied = 0
        for index in slots.indices { slots[index] = Slot() }
    }

    /// Takes over a contact in an empty slot that was not reported, and returns its tracking id.
    mutating func adopt(x: Int32, y: Int32, in index: Int) -> Int32 {
        occupied |= 1 &<< UInt64(index)
        (slots[index].x, slots[index].y) = (x, y)
        defer { nextID = (nextID &+ 1) & .max }
        return nextID
    }

    mutating func begin(
        _ reading: ContactReading, x: Int32, y: Int32, in index: Int, at time: Timestamp, _ emit: (InputEvent) -> Void
    ) {
        occupied |= 1 &<< UInt64(index)
        slots[index].number = reading.trackingID
        Self.emit(AbsoluteAxis.slot, Int32(index), time, emit)
        Self.emit(AbsoluteAxis.trackingID, nextID, time, emit)
        nextID = (nextID &+ 1) & .max
        place(index, x, y, time, emit)
        // Values that the device omits for a new contact are not those of the previous contact.
        var whole = reading
        if whole.touchMajor == nil, slots[index].touchMajor != nil { whole.touchMajor = 0 }
        if whole.pressure == nil, slots[index].pressure != nil { whole.pressure = 0 }
        if whole.toolType == nil, slots[index].toolType != nil { whole.toolType = 0 }
        if whole.distance == nil, slots[index].distance != nil { whole.distance = 0 }
        describe(whole, index, time, emit)
    }

    /// Updates a present contact; coordinates that the device omits have not changed.
    mutating func update(with reading: ContactReading, in index: Int, at time: Timestamp, _ emit: (InputEvent) -> Void)
    {
        Self.emit(AbsoluteAxis.slot, Int32(index), time, emit)
        place(index, reading.x ?? slots[index].x, reading.y ?? slots[index].y, time, emit)
        describe(reading, index, time, emit)
    }

    mutating func lift(_ index: Int, at time: Timestamp, _ emit: (InputEvent) -> Void) {
        occupied &= ~(1 &<< UInt64(index))
        Self.emit(AbsoluteAxis.slot, Int32(index), time, emit)
        Self.emit(AbsoluteAxis.trackingID, -1, time, emit)
    }

    mutating func lift(all mask: UInt64, at time: Timestamp, _ emit: (InputEvent) -> Void) {
        var rest = mask & occupied
        while rest != 0 {
            lift(rest.trailingZeroBitCount, at: time, emit)
            rest &= rest &- 1
        }
    }

    private mutating func place(_ index: Int, _ x: Int32, _ y: Int32, _ time: Timestamp, _ emit: (InputEvent) -> Void) {
        (slots[index].x, slots[index].y) = (x, y)
        Self.emit(AbsoluteAxis.positionX, x, time, emit)
        Self.emit(AbsoluteAxis.positionY, y, time, emit)
    }

    private mutating func describe(
        _ reading: ContactReading, _ index: Int, _ time: Timestamp, _ emit: (InputEvent) -> Void
    ) {
        Self.emitIfChanged(reading.touchMajor, AbsoluteAxis.touchMajor, &slots[index].touchMajor, time, emit)
        Self.emitIfChanged(reading.pressure, AbsoluteAxis.pressure, &slots[index].pressure, time, emit)
        Self.emitIfChanged(reading.toolType, AbsoluteAxis.toolType, &slots[index].toolType, time, emit)
        Self.emitIfChanged(reading.distance, AbsoluteAxis.distance, &slots[index].distance, time, emit)
    }

    private static func emitIfChanged(
        _ value: Int32?, _ code: UInt16, _ told: inout Int32?, _ time: Timestamp, _ emit: (InputEvent) -> Void
    ) {
        guard let value, value != told else { return }
        told = value
        self.emit(code, value, time, emit)
    }

    private static func emit(_ code: UInt16, _ value: Int32, _ time: Timestamp, _ emit: (InputEvent) -> Void) {
        emit(InputEvent(time: time, type: EventType.absolute, code: code, value: value))
    }
}
