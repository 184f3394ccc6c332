// A test grab, which shows whether another process has grabbed a device.

import CLinux
import Glibc
import Touch

/// The outcome of trying to grab a device (EVIOCGRAB) and letting go of it at once.
///
/// The kernel does not report whether a device is grabbed, so only a test grab shows it. Between the two calls, some
/// microseconds apart, no other process receives the device's events: so a touched device is not tested.
public enum GrabTrial: Hashable, Sendable {
    /// No process has grabbed it.
    case free
    /// Another process has grabbed it, and alone receives what it sends.
    case grabbed
    /// Something touches it, so that it was not tried.
    case touched
    /// It could not be tried.
    case failed(EvdevError)

    /// Opens a device node, tries, and closes it.
    public init(path: String) {
        do throws(EvdevError) {
            let device = try EvdevDevice(path: path)
            guard !device.isTouched else {
                self = .touched
                return
            }
            if linux_grab(device.descriptor, true) == 0 {
                _ = linux_grab(device.descriptor, false)
                self = .free
            } else {
                let number = errno
                self =
                    number == EBUSY
                    ? .grabbed : .failed(EvdevError(code: .probe, path: path, systemCall: "EVIOCGRAB", errno: number))
            }
        } catch {
            self = .failed(error)
        }
    }
}

extension EvdevDevice {
    /// Whether the kernel knew of a finger or of a button when the device was opened.
    fileprivate var isTouched: Bool {
        let slots = 0..<min(device.slotCount, DeviceVerdict.maximumSlots)
        return slots.contains { slotState($0).trackingID >= 0 } || isDown(KeyCode.touch)
    }
}
