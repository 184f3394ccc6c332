// Errors of devices, with advice for the user.

import Glibc

/// A system call on an input device failed.
public struct EvdevError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The attempted operation.
    public enum Code: Hashable, Sendable {
        /// The node could not be opened.
        case open
        /// libevdev could not read what the device is.
        case probe
        /// The device's clock could not be set to the monotonic one.
        case clock
        /// libudev could not be started.
        case monitor
    }
    /// The attempted operation.
    public let code: Code
    /// The device node, or a name in its place.
    public let path: String
    /// The call that failed.
    public let systemCall: String
    /// Its `errno`.
    public let errno: Int32

    /// A failure of a call on a device.
    public init(code: Code, path: String, systemCall: String, errno: Int32) {
        self.code = code
        self.path = path
        self.systemCall = systemCall
        self.errno = errno
    }

    /// Whether the reason is a missing right, which may be granted later.
    public var isPermission: Bool { errno == EACCES || errno == EPERM }

    /// Whether the device was removed before it could be opened, which is not an error.
    public var isGone: Bool { code == .open && errno == ENOENT }

    /// Whether the device's controller does not answer its bus, as one may that has not woken yet.
    ///
    /// It is also true for a device that has just been removed, which udev reports a moment later.
    public var isUnresponsive: Bool { [EIO, ENODEV, ENXIO, EREMOTEIO, ETIMEDOUT].contains(errno) }

    /// Whether what was opened answers no question that input devices answer: another file, or another kind of device.
    public var isNoInputDevice: Bool { code == .probe && (errno == ENOTTY || errno == EINVAL) }

    /// Whether a retry may succeed: after rights are granted, a grab is released, descriptors or memory are free again,
    /// or a controller wakes up.
    public var isTemporary: Bool {
        guard code == .open || code == .probe else { return false }
        return isPermission || isUnresponsive || [EBUSY, EAGAIN, EINTR, EMFILE, ENFILE, ENOMEM].contains(errno)
    }

    /// The call that failed, and why, without what to do about it.
    public var failure: String { "\(path): \(systemCall): \(String(cString: strerror(errno)))" }

    /// The failure in a sentence, with what to do next where something can be done.
    public var description: String {
        if isNoInputDevice { return "\(path): not an input device such as /dev/input/event5" }
        switch (code, isPermission) {
        case (.open, true):
            return failure
                + "; let the service's user read it: install 70-gestured.rules and setfacl, then run `udevadm trigger`"
        case (.open, false), (.probe, _): return failure
        case (.clock, _): return failure + "; gestured needs kernel timestamps of the monotonic clock"
        case (.monitor, _): return failure + "; is udev running?"
        }
    }
}
