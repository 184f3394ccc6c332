// Opening of a device node, and the checks that every reader makes first.

import CLibevdev
import Glibc
import Linux
import Touch

/// A device node that is open: read-only, non-blocking, close-on-exec, with the monotonic clock, until this goes.
final class OpenNode {
    /// The node, as `/dev/input/event3`.
    let path: String
    private let owned: Descriptor
    let device: DeviceDescription
    /// Readable when events wait.
    var descriptor: Int32 { owned.number }

    /// Opens a node.
    ///
    /// - Throws: `EvdevError` with the call that failed.
    convenience init(path: String) throws(EvdevError) {
        let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC
        guard let descriptor = Descriptor(SystemCall.uninterrupted { open(path, flags) }) else {
            throw EvdevError(code: .open, path: path, systemCall: "open", errno: errno)
        }
        try self.init(path: path, adopting: descriptor)
    }

    /// Takes over a node that is open already, read-only and non-blocking.
    ///
    /// - Throws: `EvdevError` with the call that failed.
    init(path: String, adopting descriptor: consuming Descriptor) throws(EvdevError) {
        let number = descriptor.number
        owned = descriptor
        self.path = path
        device = try Self.probe(number, path) { handle throws(EvdevError) in
            // The clock first: changing it later would discard the events that are queued by then.
            let clocked = libevdev_set_clock_id(handle, CLOCK_MONOTONIC)
            guard clocked == 0 else {
                throw EvdevError(code: .clock, path: path, systemCall: "EVIOCSCLOCKID", errno: -clocked)
            }
            return DeviceDescription(probing: handle)
        }
    }

    /// Has libevdev ask the kernel for everything once more; nil when the device is gone.
    func probe<Answer>(_ use: (OpaquePointer) -> Answer) -> Answer? {
        do throws(EvdevError) {
            return try Self.probe(descriptor, path) { handle throws(EvdevError) in use(handle) }
        } catch {
            return nil
        }
    }

    private static func probe<Answer>(
        _ descriptor: Int32, _ path: String, _ use: (OpaquePointer) throws(EvdevError) -> Answer
    ) throws(EvdevError) -> Answer {
        _ = LibevdevLog.isInstalled
        var handle: OpaquePointer?
        let status = libevdev_new_from_fd(descriptor, &handle)
        guard status == 0, let handle else {
            throw EvdevError(
                code: .probe, path: path, systemCall: "libevdev_new_from_fd", errno: status == 0 ? EIO : -status)
        }
        defer { libevdev_free(handle) }
        return try use(handle)
    }
}
