// The kernel's values of a device's slots.

import CLinux
import Touch

/// The contacts of a device as the kernel has them, whoever reads its events.
struct Slots {
    let descriptor: Int32
    let count: Int

    /// The value of each slot; nil when the device is gone.
    func values(of code: UInt16) -> [Int32]? {
        var values = [Int32](repeating: 0, count: count)
        return linux_slot_values(descriptor, code, &values, Int32(count)) == 0 ? values : nil
    }

    /// The slots that have a contact.
    var touched: [Int] {
        guard let ids = values(of: AbsoluteAxis.trackingID) else { return [] }
        return ids.indices.filter { ids[$0] >= 0 }
    }
}
