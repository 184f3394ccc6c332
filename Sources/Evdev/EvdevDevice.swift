// Kernel devices as touch sources: opening, reading, and recovery after dropped events.

import CLibevdev
import CLinux
package import Linux
public import Touch

/// A kernel input device.
///
/// Its clock is the monotonic one before the first read. libevdev says what the device is; events are read by
/// `EventReader`, because libevdev makes up for defects in ways of its own: it takes a slot that does not exist for the
/// last one, and drops a tracking id that follows another. When the kernel's queue overflowed (SYN_DROPPED), the
/// device's state is asked for and `next()` says `resynchronized`; `slotState(_:)` then holds what is true.
public final class EvdevDevice: TouchSource {
    /// The node, as `/dev/input/event3`.
    public var path: String { node.path }
    /// The device's description.
    public let device: DeviceDescription
    /// Readable when events wait.
    public var descriptor: Int32 { node.descriptor }
    private let node: OpenNode
    private let reader: EventReader
    private let state: KernelState

    /// Opens a node.
    ///
    /// - Throws: `EvdevError` with the call that failed.
    public convenience init(path: String) throws(EvdevError) { try self.init(OpenNode(path: path)) }

    /// Takes over a descriptor of the node, which another process has opened, read-only and non-blocking.
    ///
    /// - Throws: `EvdevError` with the call that failed.
    package convenience init(path: String, adopting descriptor: consuming Descriptor) throws(EvdevError) {
        try self.init(OpenNode(path: path, adopting: descriptor))
    }

    private init(_ node: OpenNode) {
        self.node = node
        device = node.device
        state = KernelState(descriptor: node.descriptor, device: device)
        reader = EventReader(descriptor: node.descriptor, device: device, refresh: state.refresh)
        // Events queued until now are contained in the state; if the device is removed now, the next read reports
        // it.
        reader.takeState()
    }

    /// The next event that the kernel has; `gone` once the device is unplugged.
    public func next() -> SourceEvent { reader.next() }

    /// Throws away what is queued and asks the device for its state, as at opening.
    public func startAnew() {
        reader.startAnew(at: .zero)
        reader.takeState()
    }

    /// The physical path, empty if it has none; nil when the device is gone.
    package var phys: String? { node.probe { libevdev_get_phys($0).map { String(cString: $0) } ?? "" } }

    /// Whether a key or button is down now; events of keys that have not been read are gone then.
    public func isDown(_ key: UInt16) -> Bool { device.hasKey(key) && linux_is_key_down(descriptor, key) == 1 }

    /// Makes the kernel send events of these keys and buttons only, without wake-ups for others.
    public func listen(onlyTo keys: [UInt16]) { _ = linux_listen_to_keys(descriptor, keys, Int32(keys.count)) }

    /// Why the device is gone, once `next()` has said so: an `errno`, usually ENODEV; 0 when it hung up.
    public var lossReason: Int32 { reader.lossReason }

    /// The number of frames per second while it is touched; 0 while that is unknown.
    public var frameRate: Double { reader.rate.hertz }

    /// The number of times that events were read more than 20 ms after their timestamps.
    public var lateCount: Int { reader.lateness.count }

    /// Called, at most once a minute, with the microseconds by which events are late.
    public var isLate: ((Int64) -> Void)? {
        get { reader.isLate }
        set { reader.isLate = newValue }
    }

    /// Returns the kernel's values of a slot at the last query: at opening, and when `next()` returned
    /// `resynchronized`.
    public func slotState(_ slot: Int) -> SlotState { state.slotState(slot) }

    /// Returns the kernel's present values of a contact's axis, by slot; events that change them may still be unread.
    public func values(of code: UInt16) -> [Int32] {
        var values = [Int32](repeating: 0, count: device.slotCount)
        return linux_slot_values(descriptor, code, &values, Int32(values.count)) == 0 ? values : []
    }

    /// The slot that the device's next events are about, at the same time.
    public var currentSlot: Int { state.currentSlot }
}
