// Enumeration of input devices, and a monitor for added and removed ones, with libudev.

import CLibudev
import Glibc

/// A change of a device node.
public enum DeviceChange: Hashable, Sendable {
    /// It came, or its properties or permissions changed.
    case present(DeviceNode)
    /// The node of this path went, which was the device at this place in `/sys`.
    case removed(path: String, system: String)
    /// A display may have come or gone.
    case displays
    /// Changes were lost, because too many came at once: enumerate again.
    case lost
}

/// Watches the kernel's input devices, and events of graphics drivers, through udev.
public final class DeviceMonitor {
    /// Readable when changes wait.
    public let descriptor: Int32
    private static let graphics = "drm"
    private let context: OpaquePointer
    private let monitor: OpaquePointer

    /// Starts listening; from now on no change is missed.
    ///
    /// - Throws: `EvdevError` when udev cannot be reached.
    public init() throws(EvdevError) {
        func failure(_ call: String) -> EvdevError {
            EvdevError(code: .monitor, path: "udev", systemCall: call, errno: errno)
        }
        guard let context = udev_new() else { throw failure("udev_new") }
        guard let monitor = udev_monitor_new_from_netlink(context, "udev") else {
            udev_unref(context)
            throw failure("udev_monitor_new_from_netlink")
        }
        guard udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil) >= 0,
            udev_monitor_filter_add_match_subsystem_devtype(monitor, Self.graphics, nil) >= 0,
            udev_monitor_enable_receiving(monitor) >= 0
        else {
            udev_monitor_unref(monitor)
            udev_unref(context)
            throw failure("udev_monitor_enable_receiving")
        }
        // Room for many devices plugged in at once; without the right to a buffer of this size, losses are detected and
        // corrected.
        _ = udev_monitor_set_receive_buffer_size(monitor, 1 << 20)
        self.context = context
        self.monitor = monitor
        descriptor = udev_monitor_get_fd(monitor)
    }

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(context)
    }

    /// The event nodes that are there now and that udev has set up, ordered by their number.
    public static func scan() -> [DeviceNode] {
        guard let context = udev_new() else { return [] }
        defer { udev_unref(context) }
        guard let enumeration = udev_enumerate_new(context) else { return [] }
        defer { udev_enumerate_unref(enumeration) }
        udev_enumerate_add_match_subsystem(enumeration, "input")
        udev_enumerate_scan_devices(enumeration)
        var nodes: [DeviceNode] = []
        var entry = udev_enumerate_get_list_entry(enumeration)
        while let current = entry {
            entry = udev_list_entry_get_next(current)
            guard let device = udev_device_new_from_syspath(context, udev_list_entry_get_name(current)) else {
                continue
            }
            defer { udev_device_unref(device) }
            // A node that udev has not finished comes as a change of its own.
            guard udev_device_get_is_initialized(device) == 1, let node = DeviceNode(device) else { continue }
            nodes.append(node)
        }
        func number(_ path: String) -> Int { Int(path.drop { !$0.isNumber }) ?? 0 }
        return nodes.sorted { number($0.path) < number($1.path) }
    }

    /// The event node at a path, which may be a symbolic link; nil when udev does not know it.
    public static func node(at path: String) -> DeviceNode? {
        var information = stat()
        guard stat(path, &information) == 0, let context = udev_new() else { return nil }
        defer { udev_unref(context) }
        guard let device = udev_device_new_from_devnum(context, CChar(UInt8(ascii: "c")), information.st_rdev)
        else { return nil }
        defer { udev_device_unref(device) }
        return udev_device_get_is_initialized(device) == 1 ? DeviceNode(device) : nil
    }

    /// The next change; nil when none waits.
    public func nextChange() -> DeviceChange? {
        errno = 0
        while let device = udev_monitor_receive_device(monitor) {
            defer { udev_device_unref(device) }
            if udev_device_get_subsystem(device).map({ String(cString: $0) }) == Self.graphics { return .displays }
            guard let path = udev_device_get_devnode(device).map({ String(cString: $0) }) else { continue }
            if udev_device_get_action(device).map({ String(cString: $0) }) == "remove" {
                let system = udev_device_get_syspath(device).map { String(cString: $0) } ?? ""
                return .removed(path: path, system: system)
            }
            if let node = DeviceNode(device) { return .present(node) }
            errno = 0
        }
        return errno == ENOBUFS ? .lost : nil
    }
}
