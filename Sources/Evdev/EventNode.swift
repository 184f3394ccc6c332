// A device node read event by event, without interpretation, for recordings.

import CLibevdev
import Glibc
public import Touch

/// A device node that is read as it is.
///
/// `EvdevDevice` drops events that touches do not need. A recording must contain all events of the device; here
/// libevdev only provides the device's description and state.
public final class EventNode {
    /// The node, as `/dev/input/event3`.
    public var path: String { node.path }
    /// The device's description.
    public var device: DeviceDescription { node.device }
    /// Readable when events wait.
    public var descriptor: Int32 { node.descriptor }
    private let node: OpenNode
    private var records: EventRecords

    /// The outcome of reading.
    public enum Outcome: Hashable, Sendable {
        /// The queue is empty.
        case nothing
        /// The kernel dropped events; what is left in the queue makes no sense, see `settle()`.
        case dropped
        /// The device cannot be read any more, for the reason of this `errno`.
        case gone(errno: Int32)
    }

    /// Opens a node and sets its clock to the monotonic one.
    ///
    /// - Throws: `EvdevError` with the call that failed.
    public init(path: String) throws(EvdevError) {
        node = try OpenNode(path: path)
        records = EventRecords(descriptor: node.descriptor)
    }

    /// Passes on every queued event, as the kernel has it.
    ///
    /// It stops at a SYN_DROPPED, and after some thousands of events of a device that never pauses: the rest waits for
    /// the next call.
    public func read(_ receive: (InputEvent) -> Void) -> Outcome {
        for _ in 0..<64 {
            while let record = records.next() {
                guard !record.pointee.isDrop else { return .dropped }
                receive(InputEvent(record.pointee))
            }
            switch records.fill() {
            case .filled: break
            case .empty: return .nothing
            case .gone(let number): return .gone(errno: number == 0 ? ENODEV : number)
            }
        }
        return .nothing
    }

    /// Empties the queue and gives the state that the device is in then.
    ///
    /// Events that arrive while the state is read are in both, so the state is read again until none arrived. For a
    /// device that never pauses the last state is used: an event that is read twice only affects a position for an
    /// instant.
    ///
    /// - Returns: The state, and how many events were thrown away. The state is nil when the device is gone.
    public func settle() -> (state: DeviceState?, discarded: Int) {
        var (state, discarded) = (DeviceState(), 0)
        for _ in 0..<8 {
            guard let count = discard() else { return (nil, discarded) }
            discarded += count
            guard let now = node.probe({ DeviceState(probing: $0, device: device) }) else { return (nil, discarded) }
            state = now
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&waiting, 1, 0) == 0 { break }
        }
        return (state, discarded)
    }

    /// Throws away what waits; nil when the device is gone.
    private func discard() -> Int? {
        var count = 0
        // A device that sends faster than this reads has to be left at some point.
        for _ in 0..<64 {
            switch read({ _ in count += 1 }) {
            case .nothing: return count
            case .dropped: continue
            case .gone: return nil
            }
        }
        return count
    }
}

extension DeviceState {
    /// Reads what libevdev has just learnt from the kernel.
    fileprivate init(probing handle: OpaquePointer, device: DeviceDescription) {
        self.init(currentSlot: Int(max(0, libevdev_get_current_slot(handle))))
        let codes = device.codes[EventType.absolute] ?? []
        let ofSlots = codes.filter { $0 > AbsoluteAxis.slot && $0 < 0x40 }
        let slotCount = libevdev_get_num_slots(handle)
        if slotCount > 0 {
            slots = (0..<min(Int(slotCount), DeviceVerdict.maximumSlots)).map { slot in
                [UInt16: Int32](
                    uniqueKeysWithValues: ofSlots.map {
                        ($0, libevdev_get_slot_value(handle, UInt32(slot), UInt32($0)))
                    })
            }
        }
        for code in codes where code < AbsoluteAxis.slot {
            axes[code] = libevdev_get_event_value(handle, UInt32(EventType.absolute), UInt32(code))
        }
        for code in device.codes[EventType.key] ?? []
        where RecordedCodes.contains(type: EventType.key, code: code)
            && libevdev_get_event_value(handle, UInt32(EventType.key), UInt32(code)) != 0
        {
            buttons.insert(code)
        }
    }
}
