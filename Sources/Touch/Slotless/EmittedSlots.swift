// The events of synthesized slots, made from what changed since the last report.

/// A device's values for one contact, by the codes of their axes; nil for missing values.
struct ContactReading {
    private var values = SIMD16<Int32>()
    /// The known ones, one bit each.
    private var known: UInt16 = 0
    private static let first = AbsoluteAxis.touchMajor
    /// The codes of values beside the tracking id and the place.
    static let details = [
        AbsoluteAxis.touchMajor, AbsoluteAxis.pressure, AbsoluteAxis.toolType, AbsoluteAxis.distance,
    ]

    subscript(code: UInt16) -> Int32? {
        get { known & 1 << (code - Self.first) == 0 ? nil : values[Int(code - Self.first)] }
        set {
            let bit: UInt16 = 1 << (code - Self.first)
            known = newValue == nil ? known & ~bit : known | bit
            values[Int(code - Self.first)] = newValue ?? 0
        }
    }

    /// The device's own number for the contact.
    var trackingID: Int32? { self[AbsoluteAxis.trackingID] }
    var x: Int32? { self[AbsoluteAxis.positionX] }
    var y: Int32? { self[AbsoluteAxis.positionY] }
}

/// The slots synthesized for a device, as reported so far.
struct EmittedSlots {
    struct Slot {
        /// The device's own number for the contact in it, if it has one.
        var number: Int32?
        var x: Int32 = 0
        var y: Int32 = 0
        /// The details as reported; a slot keeps them from one contact to the next, as the kernel's slots do.
        fileprivate var told = ContactReading()
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
        for code in ContactReading.details where whole[code] == nil && slots[index].told[code] != nil {
            whole[code] = 0
        }
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
        for code in ContactReading.details {
            guard let value = reading[code], value != slots[index].told[code] else { continue }
            slots[index].told[code] = value
            Self.emit(code, value, time, emit)
        }
    }

    private static func emit(_ code: UInt16, _ value: Int32, _ time: Timestamp, _ emit: (InputEvent) -> Void) {
        emit(InputEvent(time: time, type: EventType.absolute, code: code, value: value))
    }
}
