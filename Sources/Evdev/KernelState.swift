// The kernel's current state of a device's slots, axes and touch button.

internal import CLinux
internal import Touch

/// A device's state, as it can be asked for.
protocol StateReading: AnyObject {
    /// Queries the kernel again.
    ///
    /// - Returns: Whether the answer differs from the one before.
    func refresh() -> Bool
}

/// The kernel's state of a device's contacts, read by ioctl(2).
///
/// A device without slots has one contact or none, as its button says; of one that speaks protocol A the kernel knows
/// no more than the button.
final class KernelState: StateReading {
    private struct Values: Equatable {
        var currentSlot: Int32 = 0
        /// By slot.
        var trackingIDs: [Int32] = []
        var xs: [Int32] = []
        var ys: [Int32] = []
        var majors: [Int32] = []
        var pressures: [Int32] = []
        var toolTypes: [Int32] = []
        var distances: [Int32] = []
    }

    private let descriptor: Int32
    private let device: DeviceDescription
    private let contactProtocol: ContactProtocol?
    private let slotCount: Int
    private var values = Values()

    init(descriptor: Int32, device: DeviceDescription) {
        self.descriptor = descriptor
        self.device = device
        contactProtocol = ContactProtocol(of: device)
        switch contactProtocol {
        case .slots: slotCount = min(device.slotCount, DeviceVerdict.maximumSlots)
        case .singleTouch: slotCount = 1
        default: slotCount = 0
        }
    }

    func refresh() -> Bool {
        var new = Values()
        switch contactProtocol {
        case .slots:
            // The slot first: what the device sends meanwhile about that slot is then in the values already.
            _ = linux_axis_value(descriptor, AbsoluteAxis.slot, &new.currentSlot)
            new.trackingIDs = slotValues(AbsoluteAxis.trackingID, otherwise: -1)
            new.xs = slotValues(AbsoluteAxis.positionX)
            new.ys = slotValues(AbsoluteAxis.positionY)
            new.majors = slotValues(AbsoluteAxis.touchMajor)
            new.pressures = slotValues(AbsoluteAxis.pressure)
            new.toolTypes = slotValues(AbsoluteAxis.toolType)
            new.distances = slotValues(AbsoluteAxis.distance)
        case .singleTouch:
            // The kernel takes the button's events out of the queue, so this must be the first question.
            new.trackingIDs = [isTouched ? 0 : -1]
            new.xs = [axisValue(AbsoluteAxis.x)]
            new.ys = [axisValue(AbsoluteAxis.y)]
        case .trackedContacts, .anonymousContacts:
            let isTouched = device.hasKey(KeyCode.touch) && linux_is_key_down(descriptor, KeyCode.touch) == 1
            (new.trackingIDs, new.xs, new.ys) = ([isTouched ? 0 : -1], [0], [0])
        case nil: return false
        }
        guard new != values else { return false }
        values = new
        return true
    }

    /// Whether a device without slots is touched: by its button, or where it has none by its pressure.
    private var isTouched: Bool {
        if let button = [KeyCode.touch, KeyCode.left].first(where: device.hasKey) {
            return linux_is_key_down(descriptor, button) == 1
        }
        guard let pressure = device.axes[AbsoluteAxis.singleTouchPressure] else { return false }
        return axisValue(AbsoluteAxis.singleTouchPressure) > max(pressure.minimum, 0)
    }

    private func slotValues(_ code: UInt16, otherwise value: Int32 = 0) -> [Int32] {
        var values = [Int32](repeating: value, count: slotCount)
        guard device.hasAxis(code) else { return values }
        _ = linux_slot_values(descriptor, code, &values, Int32(slotCount))
        return values
    }

    private func axisValue(_ code: UInt16) -> Int32 {
        var value: Int32 = 0
        _ = linux_axis_value(descriptor, code, &value)
        return value
    }

    /// Returns a slot's values at the last query.
    func slotState(_ slot: Int) -> SlotState {
        guard values.trackingIDs.indices.contains(slot) else { return SlotState() }
        let (id, x, y) = (values.trackingIDs[slot], values.xs[slot], values.ys[slot])
        guard contactProtocol == .slots else { return SlotState(trackingID: id, x: x, y: y) }
        // Slots begin with zeros, and what equals the value before is not sent: they are true.
        return SlotState(
            trackingID: id, x: x, y: y, touchMajor: values.majors[slot],
            pressure: values.pressures[slot], toolType: values.toolTypes[slot], distance: values.distances[slot])
    }

    /// The slot that the device's next events are about.
    var currentSlot: Int { contactProtocol == .slots ? Int(values.currentSlot) : 0 }
}
