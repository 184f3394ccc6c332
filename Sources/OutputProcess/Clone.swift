// A panel's clone: a device of uinput.

import CLinux
import Evdev
import Glibc
import Interception
import Linux
import Touch

/// A device that applications take for a panel; it is gone when this goes.
final class Clone {
    private let uinput: Descriptor
    private var check: FrameCheck
    private var records: [input_event] = []
    /// The kernel's name, as `input17`.
    let name: String

    private static let uinput = "/dev/uinput"

    /// Makes the device.
    ///
    /// - Parameter node: The panel's node, which makes the clone's physical path, such as `gestured/dev/input/event5`:
    ///   by it udev's rules give the clone what the panel has.
    /// - Throws: `SystemError` with the call that failed.
    init(of device: ClonedDevice, node: String) throws(SystemError) {
        uinput = try Descriptor("open \(Self.uinput)", open(Self.uinput, O_WRONLY | O_NONBLOCK | O_CLOEXEC))
        check = FrameCheck(of: device)
        var id = input_id(
            bustype: device.bus, vendor: device.vendor, product: device.product, version: device.version)
        try SystemError.check(
            "UI_DEV_SETUP", linux_clone_begin(uinput.number, device.name, DeviceNode.clonePrefix + node, &id))
        for (code, axis) in device.axes.sorted(by: { $0.key < $1.key }) {
            var range = input_absinfo(
                value: 0, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
                resolution: axis.resolution)
            try SystemError.check("UI_ABS_SETUP", linux_clone_axis(uinput.number, code, &range))
        }
        var name = [CChar](repeating: 0, count: 64)
        try SystemError.check("UI_DEV_CREATE", linux_clone_create(uinput.number, &name, name.count))
        self.name = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether it has no contact.
    var isEmpty: Bool { check.isEmpty }

    /// Writes whole frames.
    ///
    /// - Throws: `FrameFault` when they are no contacts; then nothing is written.
    /// - Returns: 0, or the `errno` of the write.
    func write(_ events: [OutputEvent]) throws(FrameFault) -> Int32 {
        try check.take(events)
        records.removeAll(keepingCapacity: true)
        for event in events {
            // The kernel stamps it.
            var record = input_event()
            (record.type, record.code, record.value) = (event.type, event.code, event.value)
            records.append(record)
        }
        let size = records.count * MemoryLayout<input_event>.stride
        let written = SystemCall.uninterrupted { Glibc.write(uinput.number, records, size) }
        return written == size ? 0 : written < 0 ? errno : EIO
    }

    /// Cancels its contacts, as libinput and toolkits understand it.
    ///
    /// - Returns: Whether there were any.
    func cancelContacts() -> Bool {
        let slots = check.trackingIDs.indices.filter { check.trackingIDs[$0] >= 0 }
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
        _ = try? write(events)
        return true
    }
}
