// Which events does a descriptor give, and what when the kernel has dropped some? As they come, with one read for many.

internal import CLibevdev
internal import Glibc
internal import Touch

/// Reads the kernel's event records from a descriptor, up to 64 at once, into memory that is there from the start.
///
/// Nothing is made better on the way: whoever gets the events knows best what is wrong with them. Only codes that the
/// device never declared are left out. After SYN_DROPPED nothing that is queued is true any more:
///
///     reading ──SYN_DROPPED──► skipping ──SYN_REPORT──► draining ──empty──► verifying ──empty, nothing new──► reading
///                                 ▲────────────────an event┴────────────────────┘
///
/// The state is asked for when the queue is empty, and again until two answers are the same with nothing queued between
/// them: then no event is behind the state, and none is in it twice.
final class EventReader {
    let descriptor: Int32
    // All are used for every event, on one queue: no run-time exclusivity check, which took longer than the event.

    /// Why reading failed, once `next()` has said `gone`; 0 at the end of the file.
    @exclusivity(unchecked) private(set) var lossReason: Int32 = 0
    @exclusivity(unchecked) private var isGone = false
    @exclusivity(unchecked) private var phase: Phase
    @exclusivity(unchecked) private var position = 0
    @exclusivity(unchecked) private var count = 0
    @exclusivity(unchecked) private var hasAxis = false
    @exclusivity(unchecked) private(set) var rate = FrameRate()
    @exclusivity(unchecked) private(set) var lateness = Lateness()
    /// How often the kernel has dropped events.
    private(set) var lossCount = 0

    private let events: UnsafeMutablePointer<input_event>
    private let declared: DeclaredCodes
    private let state: any StateReading
    /// Bytes of a record that is not there as a whole yet, behind the last of `count`.
    private var rest = 0
    private var dropTime = Timestamp.zero
    /// How many more readings may be thrown away before what is known is taken for the state: a device that sends
    /// without end must not keep us from reading it.
    private var patience = 0
    /// Hears by how many microseconds events are late, from time to time.
    var isLate: ((Int64) -> Void)?

    private enum Phase {
        case reading
        /// Throwing away the frame that the drop has damaged.
        case skipping
        /// Throwing away what is queued.
        case draining
        /// The queue was empty and the state was asked for.
        case verifying
    }

    private static let capacity = 64
    private static let recordSize = MemoryLayout<input_event>.stride
    private static let maximumPatience = 64

    /// Reads from a descriptor that does not block.
    ///
    /// - Parameters:
    ///   - device: What the descriptor's device declares.
    ///   - state: Asked at the start, and whenever events were lost.
    ///   - startsAnew: Whether what is queued is thrown away in favour of the state, as for a device that was opened.
    init(descriptor: Int32, device: DeviceDescription, state: any StateReading, startsAnew: Bool = true) {
        self.descriptor = descriptor
        self.state = state
        declared = DeclaredCodes(device)
        events = .allocate(capacity: Self.capacity)
        events.initialize(repeating: input_event(), count: Self.capacity)
        phase = startsAnew ? .draining : .reading
        patience = Self.maximumPatience
    }

    deinit { events.deallocate() }

    /// Throws away what is queued and asks for the state; `next()` then says `resynchronized`, at this time or later.
    func startAnew(at time: Timestamp) {
        guard phase == .reading, !isGone else { return }
        beginToSkip(.draining, at: time)
        // What was read already may end within a frame, and the queue then goes on with it.
        if position > 0, position <= count, !events[position - 1].completesFrame { phase = .skipping }
    }

    func next() -> SourceEvent {
        while true {
            while position < count {
                let event = events + position
                position += 1
                guard phase == .reading else {
                    throwAway(event.pointee)
                    if patience <= 0, phase == .draining { return settle() }
                    continue
                }
                let (type, code) = (event.pointee.type, event.pointee.code)
                guard declared.contains(type, code) else {
                    if event.pointee.isDrop {
                        lossCount += 1
                        beginToSkip(.skipping, at: Timestamp(event.pointee.time))
                    }
                    continue
                }
                let time = Timestamp(event.pointee.time)
                if type == EventType.absolute {
                    hasAxis = true
                } else if hasAxis, event.pointee.completesFrame {
                    hasAxis = false
                    rate.note(time)
                }
                return .input(InputEvent(time: time, type: type, code: code, value: event.pointee.value))
            }
            guard !isGone else { return .gone }
            if let answer = fill() { return answer }
        }
    }

    private func beginToSkip(_ phase: Phase, at time: Timestamp) {
        self.phase = phase
        patience = Self.maximumPatience
        dropTime = max(dropTime, time)
        hasAxis = false
    }

    private func throwAway(_ event: input_event) {
        dropTime = max(dropTime, Timestamp(event.time))
        // A frame that has begun is skipped as a whole; its end may not be there yet.
        phase = event.completesFrame ? .draining : .skipping
    }

    /// Reads what there is; nil when that are events, or when reading is to be tried again.
    private func fill() -> SourceEvent? {
        let start = UnsafeMutableRawPointer(events)
        if rest > 0 { memmove(start, start + count * Self.recordSize, rest) }
        (position, count) = (0, 0)
        let length = read(descriptor, start + rest, Self.capacity * Self.recordSize - rest)
        guard length > 0 else { return length == 0 ? end(0) : failure(errno) }
        let size = rest + length
        (count, rest) = (size / Self.recordSize, size % Self.recordSize)
        if phase == .reading {
            noteAge()
        } else {
            patience -= 1
        }
        return nil
    }

    private func failure(_ reason: Int32) -> SourceEvent? {
        switch reason {
        case EINTR: return nil
        case EAGAIN:
            switch phase {
            case .reading, .skipping: return .nothing
            case .draining:
                _ = state.refresh()
                phase = .verifying
                return nil
            case .verifying:
                patience -= 1
                return state.refresh() && patience > 0 ? nil : settle()
            }
        default: return end(reason)
        }
    }

    private func end(_ reason: Int32) -> SourceEvent {
        (isGone, lossReason) = (true, reason)
        return .gone
    }

    /// Takes the state for true from here on.
    private func settle() -> SourceEvent {
        // Out of patience: then what is left in the queue is behind the state.
        if count > 0 { _ = state.refresh() }
        phase = .reading
        return .resynchronized(dropTime)
    }

    /// How old the oldest is of what was just read.
    private func noteAge() {
        guard count > 0 else { return }
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = Int64(now.tv_sec) &* 1_000_000 &+ Int64(now.tv_nsec) / 1000
        let time = Timestamp(events[0].time)
        if let age = lateness.note(time, readAt: Timestamp(microseconds: microseconds)) { isLate?(age) }
    }
}

extension input_event {
    fileprivate var completesFrame: Bool {
        type == EventType.synchronization && code == SynchronizationCode.report
    }

    fileprivate var isDrop: Bool { type == EventType.synchronization && code == SynchronizationCode.dropped }
}

extension Timestamp {
    fileprivate init(_ time: timeval) {
        self.init(microseconds: Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_usec))
    }
}
