// The buffer of `input_event` records that one read(2) fills.

import CLibevdev
import Glibc
import Linux
import Touch

/// The kernel's records of events as they are read from a descriptor, up to 64 at once, into memory that is there from
/// the start.
struct EventRecords: ~Copyable {
    enum Filling {
        /// Records, or a part of one.
        case filled
        /// Nothing waits.
        case empty
        /// Nothing will come any more: the `errno`, or 0 at the end of the file.
        case gone(errno: Int32)
    }

    private let descriptor: Int32
    private let records: UnsafeMutablePointer<input_event>
    private var position = 0
    private var count = 0
    /// Bytes of a record that is not there as a whole yet, behind the last of `count`.
    private var rest = 0
    /// Whether the last reading left room: nothing waited behind what it brought.
    private var hasRoom = false

    private static let capacity = 64
    private static let size = MemoryLayout<input_event>.stride

    /// Reads from a descriptor that does not block.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        records = .allocate(capacity: Self.capacity)
        records.initialize(repeating: input_event(), count: Self.capacity)
    }

    deinit { records.deallocate() }

    /// The next of those that were read, which holds until they are filled again; nil when all were taken.
    mutating func next() -> UnsafeMutablePointer<input_event>? {
        guard position < count else { return nil }
        defer { position += 1 }
        return records + position
    }

    /// Whether those taken so far end within a frame.
    var isWithinFrame: Bool { position > 0 && position <= count && !records[position - 1].completesFrame }

    /// The timestamp of the first event of the last read; nil when there was none.
    var firstTime: Timestamp? { count > 0 ? Timestamp(records[0].time) : nil }

    /// Returns whether the last read emptied the queue, once per read: epoll reports later events.
    mutating func tookAll() -> Bool {
        defer { hasRoom = false }
        return hasRoom
    }

    /// Reads what there is, in the place of those that were taken.
    mutating func fill() -> Filling {
        let start = UnsafeMutableRawPointer(records)
        if rest > 0 { memmove(start, start + count * Self.size, rest) }
        (position, count, hasRoom) = (0, 0, false)
        let length = SystemCall.uninterrupted { read(descriptor, start + rest, Self.capacity * Self.size - rest) }
        guard length > 0 else { return length < 0 && errno == EAGAIN ? .empty : .gone(errno: length < 0 ? errno : 0) }
        let size = rest + length
        hasRoom = size < Self.capacity * Self.size
        (count, rest) = (size / Self.size, size % Self.size)
        return .filled
    }
}

extension input_event {
    /// Whether it is a SYN_REPORT.
    var completesFrame: Bool { type == EventType.synchronization && code == SynchronizationCode.report }

    /// Whether it says that the kernel has dropped events.
    var isDrop: Bool { type == EventType.synchronization && code == SynchronizationCode.dropped }
}

extension InputEvent {
    init(_ record: input_event) {
        self.init(time: Timestamp(record.time), type: record.type, code: record.code, value: record.value)
    }
}

extension Timestamp {
    init(_ time: timeval) {
        self.init(microseconds: Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_usec))
    }
}
