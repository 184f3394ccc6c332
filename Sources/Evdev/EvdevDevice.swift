// What does a kernel device send? Opens a node, reads its events, and knows the truth after losses.

internal import CLibevdev
internal import Glibc
public import Touch

/// A kernel input device, read through libevdev.
///
/// Opened read-only, non-blocking and close-on-exec; its clock is the monotonic one before the first read. `next()`
/// reads until the kernel's queue is empty. When that queue overflowed (SYN_DROPPED), libevdev fetches the device's
/// state anew and `next()` says `resynchronized`; `slotState(_:)` then holds what is true.
public final class EvdevDevice: TouchSource {
    /// The node, as `/dev/input/event3`.
    public let path: String
    /// What the device says of itself.
    public let device: DeviceDescription
    /// Readable when events wait.
    public let descriptor: Int32
    // Both are read for every event, on one queue: no run-time exclusivity check, which took longer than the event.

    /// Why the device is gone, once `next()` has said so: an `errno`, usually ENODEV.
    @exclusivity(unchecked) public private(set) var lossReason: Int32 = 0
    @exclusivity(unchecked) private var isSynchronizing = false

    private let handle: OpaquePointer
    private var synchronizationTime = Timestamp.zero

    /// Opens a node.
    ///
    /// - Throws: `EvdevError` with the call that failed.
    public convenience init(path: String) throws(EvdevError) {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw EvdevError(code: .open, path: path, systemCall: "open", errno: errno)
        }
        try self.init(descriptor: descriptor, path: path)
    }

    /// Reads from a descriptor that is open already, and owns it from now on.
    ///
    /// - Throws: `EvdevError` with the call that failed; the descriptor is closed then.
    public init(descriptor: Int32, path: String) throws(EvdevError) {
        var handle: OpaquePointer?
        let probed = libevdev_new_from_fd(descriptor, &handle)
        guard probed == 0, let handle else {
            close(descriptor)
            throw EvdevError(code: .probe, path: path, systemCall: "libevdev_new_from_fd", errno: -probed)
        }
        // The clock first: changing it later would throw away what has been queued meanwhile.
        let clocked = libevdev_set_clock_id(handle, CLOCK_MONOTONIC)
        guard clocked == 0 else {
            libevdev_free(handle)
            close(descriptor)
            throw EvdevError(code: .clock, path: path, systemCall: "EVIOCSCLOCKID", errno: -clocked)
        }
        self.path = path
        self.descriptor = descriptor
        self.handle = handle
        device = DeviceDescription(probing: handle)
    }

    deinit {
        libevdev_free(handle)
        close(descriptor)
    }

    /// The next event that the kernel has; `gone` once the device is unplugged.
    public func next() -> SourceEvent {
        var event = input_event()
        while lossReason == 0 {
            let flag = isSynchronizing ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
            let status = libevdev_next_event(handle, flag.rawValue, &event)
            switch status {
            case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
                return .input(
                    InputEvent(time: Timestamp(event.time), type: event.type, code: event.code, value: event.value))
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
                // The first of these says that events were lost; the others are libevdev's account of the difference,
                // which we compare against what was delivered instead, as a whole.
                isSynchronizing = true
                synchronizationTime = max(synchronizationTime, Timestamp(event.time))
            case -EAGAIN where isSynchronizing:
                isSynchronizing = false
                return .resynchronized(synchronizationTime)
            case -EAGAIN:
                return .nothing
            case -EINTR:
                continue
            default:
                lossReason = -status
            }
        }
        return .gone
    }

    /// What the kernel knows of a slot, as libevdev last saw it.
    public func slotState(_ slot: Int) -> SlotState {
        guard (0..<device.slotCount).contains(slot) else { return SlotState() }
        func value(_ code: UInt16) -> Int32 { libevdev_get_slot_value(handle, UInt32(slot), UInt32(code)) }
        return SlotState(
            trackingID: value(AbsoluteAxis.trackingID), x: value(AbsoluteAxis.positionX),
            y: value(AbsoluteAxis.positionY), touchMajor: value(AbsoluteAxis.touchMajor),
            pressure: value(AbsoluteAxis.pressure))
    }

    /// The slot that the device's next events are about.
    public var currentSlot: Int { Int(libevdev_get_current_slot(handle)) }
}

extension Timestamp {
    fileprivate init(_ time: timeval) {
        self.init(microseconds: Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_usec))
    }
}
