// A keyboard or pointer of uinput.

import CLinux
import Evdev
import Hands
import Linux
import Touch

/// A device that compositors take for a keyboard or a mouse; it is gone when this goes, and what it held is released.
final class VirtualDevice {
    private let uinput: UinputDevice

    /// Makes the device.
    ///
    /// - Throws: `SystemError` with the call that failed.
    init(_ device: HandsDevice) throws(SystemError) {
        uinput = try UinputDevice()
        let number = uinput.number
        func declare(_ type: UInt16, _ codes: [UInt16]) throws(SystemError) {
            for code in codes { try SystemError.check("UI_SET_*BIT", linux_hands_code(number, type, code)) }
        }
        switch device {
        case .keyboard: try declare(EventType.key, HandsDevice.keys)
        case .pointer:
            try declare(EventType.key, HandsDevice.buttons + [HandsDevice.control])
            try declare(EventType.relative, HandsDevice.wheels)
            for axis in [AbsoluteAxis.x, AbsoluteAxis.y] {
                var range = input_absinfo(
                    value: 0, minimum: 0, maximum: HandsDevice.farEdge, fuzz: 0, flat: 0, resolution: 0)
                try declare(EventType.absolute, [axis])
                try SystemError.check("UI_ABS_SETUP", linux_clone_axis(number, axis, &range))
            }
        }
        try SystemError.check(
            "UI_DEV_SETUP",
            linux_hands_create(number, device.name, DeviceNode.handsPhys, Self.product(of: device)))
    }

    /// Numbers by which compositors tell the two apart; the maker is 0, as of other virtual devices.
    private static func product(of device: HandsDevice) -> UInt16 { if case .keyboard = device { 1 } else { 2 } }

    /// Writes whole frames.
    ///
    /// - Returns: 0, or the `errno` of the write.
    func write(_ events: [OutputEvent]) -> Int32 { uinput.write(events) }
}
