// A panel's clone: a device of uinput, to which gestured writes.

import CLinux
import Evdev
import Glibc
import Interception
import Linux
import Touch

/// A device that applications take for a panel; it is gone when this goes, whoever else has its file open.
///
/// gestured has the open file, too, and writes to it. What contacts the clone has is asked of the kernel by the clone's
/// own node, which udev allows this process to read a moment after the device was made.
final class Clone {
    private let device: UinputDevice
    private let slotCount: Int
    /// The kernel's name, as `input17`.
    let name: String
    /// Its node, as `/dev/input/event9`.
    let path: String
    private var node: Descriptor?
    /// Why the node could not be opened the last time: an `errno`.
    private(set) var failure: Int32 = 0

    /// Makes the device.
    ///
    /// - Parameter node: The panel's node, which makes the clone's physical path, such as `gestured/dev/input/event5`:
    ///   by it udev's rules give the clone what the panel has.
    /// - Throws: `SystemError` with the call that failed.
    init(of description: ClonedDevice, node: String) throws(SystemError) {
        (device, slotCount) = (try UinputDevice(), description.slotCount)
        var id = input_id(
            bustype: description.bus, vendor: description.vendor, product: description.product,
            version: description.version)
        try SystemError.check(
            "UI_DEV_SETUP", linux_clone_begin(device.number, description.name, DeviceNode.clonePrefix + node, &id))
        for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
            var range = input_absinfo(
                value: 0, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
                resolution: axis.resolution)
            try SystemError.check("UI_ABS_SETUP", linux_clone_axis(device.number, code, &range))
        }
        var name = [CChar](repeating: 0, count: 64)
        let number = try SystemError.check("UI_DEV_CREATE", linux_clone_create(device.number, &name, name.count))
        self.name = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = "/dev/input/event\(number)"
    }

    deinit { _ = linux_clone_destroy(device.number) }

    /// The open file to pass on.
    var descriptor: Int32 { device.number }

    /// Whether it has contacts; nil as long as its node cannot be read.
    var isTouched: Bool? { slots.map { !$0.touched.isEmpty } }

    private var slots: Slots? {
        if node == nil {
            node = Descriptor(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
            if let number = node.number { _ = linux_listen_to_nothing(number) } else { failure = errno }
        }
        return node.number.map { Slots(descriptor: $0, count: slotCount) }
    }

    /// Cancels its contacts, as libinput and toolkits understand it.
    ///
    /// - Returns: Whether there were any, as far as that is known.
    func cancelContacts() -> Bool {
        // The kernel leaves out what a slot without a contact is told.
        let slots = slots?.touched ?? Array(0..<slotCount)
        guard !slots.isEmpty else { return false }
        func each(_ code: UInt16, _ value: Int32) -> [OutputEvent] {
            slots.flatMap {
                [
                    OutputEvent(EventType.absolute, AbsoluteAxis.slot, Int32($0)),
                    OutputEvent(EventType.absolute, code, value),
                ]
            }
        }
        let events =
            each(AbsoluteAxis.toolType, ToolType.palm) + [.report] + each(AbsoluteAxis.trackingID, -1)
            + [OutputEvent(EventType.key, KeyCode.touch, 0), .report]
        _ = device.write(events)
        return true
    }
}
