// Opening of a device node, and the checks that every reader makes first.

internal import CLibevdev
internal import Glibc
internal import Touch

/// A device node that is open: read-only, non-blocking, close-on-exec, with the monotonic clock, until this goes.
final class OpenNode {
    /// The node, as `/dev/input/event3`.
    let path: String
    /// Readable when events wait.
    let descriptor: Int32
    /// The device's description.
    let device: DeviceDescription

    /// Opens a node.
    ///
    /// - Throws: `EvdevError` with the call that failed.
    convenience init(path: String) throws(EvdevError) {
        var descriptor: Int32
        repeat { descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else {
            throw EvdevError(code: .open, path: path, systemCall: "open", errno: errno)
        }
        try self.init(descriptor: descriptor, path: path)
    }

    /// Takes a descriptor that is open already, and owns it from now on.
    ///
    /// - Throws: `EvdevError` with the call that failed; the descriptor is closed then.
    init(descriptor: Int32, path: String) throws(EvdevError) {
        (self.descriptor, self.path) = (descriptor, path)
        do throws(EvdevError) {
            device = try Self.probe(descriptor, path) { handle throws(EvdevError) in
                // The clock first: changing it later would throw away what has been queued meanwhile.
                let clocked = libevdev_set_clock_id(handle, CLOCK_MONOTONIC)
                guard clocked == 0 else {
                    throw EvdevError(code: .clock, path: path, systemCall: "EVIOCSCLOCKID", errno: -clocked)
                }
                return DeviceDescription(probing: handle)
            }
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

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
