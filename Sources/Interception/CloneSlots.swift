// The slots of a clone: what it has been told, and the events that tell it more.

import Touch

/// The slots of a clone, as the events written so far have set them.
///
/// Every function appends to `output`, and nothing that the clone knows already, as the kernel would do.
struct CloneSlots {
    /// Whole frames once `closeFrame()` was called.
    var output: [OutputEvent] = []

    private let device: ClonedDevice
    /// The codes of contacts' axes that the device has, without the tracking id.
    let codes: [UInt16]
    /// The contact in each slot; -1 for none.
    private(set) var ids: [Int32]
    /// `valueCount` for each slot; the kernel's begin with 0.
    private var values: [Int32]
    /// The order in which contacts landed: a device of one finger has the first.
    private var order: [Int] = []
    private var slot = 0
    private var isTouched = false
    /// `ABS_X`, `ABS_Y` and `ABS_PRESSURE`.
    private var pointer: [Int32] = [0, 0, 0]

    static let firstCode = AbsoluteAxis.touchMajor
    static let valueCount = Int(AbsoluteAxis.lastOfContacts - firstCode) + 1
    private static let pointerCodes = [
        (AbsoluteAxis.x, AbsoluteAxis.positionX), (AbsoluteAxis.y, AbsoluteAxis.positionY),
        (AbsoluteAxis.singleTouchPressure, AbsoluteAxis.pressure),
    ]

    init(of device: ClonedDevice) {
        self.device = device
        codes = (Self.firstCode...AbsoluteAxis.lastOfContacts).filter {
            $0 != AbsoluteAxis.trackingID && device.axes[$0] != nil
        }
        ids = Array(repeating: -1, count: device.slotCount)
        values = Array(repeating: 0, count: device.slotCount * Self.valueCount)
        output.reserveCapacity(2 * ClonedDevice.maximumEvents)
        order.reserveCapacity(device.slotCount)
    }

    /// The place of a slot's value in a list of all.
    static func place(_ slot: Int, _ code: UInt16) -> Int { slot * valueCount + Int(code - firstCode) }

    var isEmpty: Bool { order.isEmpty }

    /// A contact lands, with these values of `codes`.
    mutating func land(_ slot: Int, id: Int32, value: (UInt16) -> Int32) {
        setID(slot, id)
        order.append(slot)
        for code in codes { set(slot, code, value(code)) }
    }

    mutating func set(_ slot: Int, _ code: UInt16, _ value: Int32) {
        guard values[Self.place(slot, code)] != value else { return }
        values[Self.place(slot, code)] = value
        select(slot)
        append(EventType.absolute, code, value)
    }

    mutating func end(_ slot: Int) {
        setID(slot, -1)
        order.removeAll { $0 == slot }
    }

    /// Cancels the contacts in these slots, as libinput and toolkits understand it: they become palms before they end.
    ///
    /// libinput does not show a finger that lands where it has seen a palm last: the slot is a finger's again at once.
    mutating func cancel(_ slots: UInt64) {
        guard slots != 0 else { return }
        closeFrame()
        for slot in ids.indices where slots & 1 << UInt64(slot) != 0 {
            set(slot, AbsoluteAxis.toolType, ToolType.palm)
        }
        closeFrame()
        for slot in ids.indices where slots & 1 << UInt64(slot) != 0 {
            end(slot)
            set(slot, AbsoluteAxis.toolType, ToolType.finger)
        }
        closeFrame()
    }

    private mutating func setID(_ slot: Int, _ id: Int32) {
        select(slot)
        append(EventType.absolute, AbsoluteAxis.trackingID, id)
        ids[slot] = id
    }

    private mutating func select(_ slot: Int) {
        guard self.slot != slot else { return }
        self.slot = slot
        append(EventType.absolute, AbsoluteAxis.slot, Int32(slot))
    }

    private mutating func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        output.append(OutputEvent(type, code, value))
    }

    /// Ends a frame that has anything in it, with what a device of one finger would say.
    mutating func closeFrame() {
        guard let last = output.last, !last.isReport else { return }
        if isTouched == order.isEmpty {
            isTouched.toggle()
            append(EventType.key, KeyCode.touch, isTouched ? 1 : 0)
        }
        if let first = order.first {
            for (index, (code, contactCode)) in Self.pointerCodes.enumerated() {
                guard let axis = device.axes[code] else { continue }
                let value = min(max(values[Self.place(first, contactCode)], axis.minimum), axis.maximum)
                guard pointer[index] != value else { continue }
                pointer[index] = value
                append(EventType.absolute, code, value)
            }
        }
        append(EventType.synchronization, SynchronizationCode.report, 0)
    }
}
