// The kernel's current state of a device's slots, axes and touch button.

import CLinux
import Touch

/// The kernel's state of a device's contacts, read by ioctl(2).
///
/// A device without slots has one contact or none, as its button says; of one that speaks protocol A the kernel knows
/// no more than the button.
final class KernelState {
    private struct Values: Equatable {
        var currentSlot: Int32 = 0
        var slots: [SlotState] = []
    }

    private let descriptor: Int32
    private let device: DeviceDescription
    private let contactProtocol: ContactProtocol?
    private var values = Values()

    init(descriptor: Int32, device: DeviceDescription) {
        self.descriptor = descriptor
        self.device = device
        contactProtocol = ContactProtocol(of: device)
    }

    /// Queries the kernel again.
    ///
    /// - Returns: Whether the answer differs from the one before.
    func refresh() -> Bool {
        var new = Values()
        switch contactProtocol {
        case .slots:
            // The slot first: what the device sends about that slot during the reading is then in the values already.
            _ = linux_axis_value(descriptor, AbsoluteAxis.slot, &new.currentSlot)
            // Slots begin with zeros, and what equals the value before is not sent: they are true.
            new.slots = Array(repeating: .initial, count: min(device.slotCount, DeviceVerdict.maximumSlots))
            for code in SlotState.codes where device.hasAxis(code) { readSlots(code, into: &new.slots) }
        case .singleTouch:
            // The kernel takes the button's events out of the queue, so this must be the first question.
            let id: Int32 = isTouched ? 0 : -1
            new.slots = [SlotState(trackingID: id, x: axisValue(AbsoluteAxis.x), y: axisValue(AbsoluteAxis.y))]
        case .trackedContacts, .anonymousContacts:
            let isTouched = device.hasKey(KeyCode.touch) && linux_is_key_down(descriptor, KeyCode.touch) == 1
            new.slots = [SlotState(trackingID: isTouched ? 0 : -1, x: 0, y: 0)]
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

    private func readSlots(_ code: UInt16, into slots: inout [SlotState]) {
        var values = [Int32](repeating: 0, count: slots.count)
        guard linux_slot_values(descriptor, code, &values, Int32(slots.count)) == 0 else { return }
        for (slot, value) in zip(slots.indices, values) { slots[slot].set(code, value) }
    }

    private func axisValue(_ code: UInt16) -> Int32 {
        var value: Int32 = 0
        _ = linux_axis_value(descriptor, code, &value)
        return value
    }

    func slotState(_ slot: Int) -> SlotState {
        values.slots.indices.contains(slot) ? values.slots[slot] : SlotState()
    }

    var currentSlot: Int { contactProtocol == .slots ? Int(values.currentSlot) : 0 }
}
