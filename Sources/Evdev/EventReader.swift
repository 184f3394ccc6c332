// Reading of events from a descriptor, and resynchronization after the kernel has dropped some.

internal import CLibevdev
internal import Glibc
internal import Touch

/// Reads the kernel's events from a descriptor.
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
    @exclusivity(unchecked) private var records: EventRecords
    @exclusivity(unchecked) private var hasAxis = false
    @exclusivity(unchecked) private(set) var rate = FrameRate()
    @exclusivity(unchecked) private(set) var lateness = Lateness()
    /// How often the kernel has dropped events.
    private(set) var lossCount = 0

    private let declared: DeclaredCodes
    private let state: any StateReading
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
        records = EventRecords(descriptor: descriptor)
        phase = startsAnew ? .draining : .reading
        patience = Self.maximumPatience
    }

    /// Throws away what is queued and asks for the state; `next()` then says `resynchronized`, at this time or later.
    func startAnew(at time: Timestamp) {
        guard phase == .reading, !isGone else { return }
        beginToSkip(.draining, at: time)
        // What was read already may end within a frame, and the queue then goes on with it.
        if records.isWithinFrame { phase = .skipping }
    }

    /// Reads up to the state that is waited for since the start or since `startAnew(at:)`.
    ///
    /// Within a frame whose end is not there yet, the state is asked for all the same, so that whoever takes it now takes
    /// no older one; `next()` says `resynchronized` when the end has come.
    func takeState() {
        if next() == .nothing { _ = state.refresh() }
    }

    func next() -> SourceEvent {
        while true {
            while let event = records.next() {
                guard phase == .reading else {
                    throwAway(event.pointee)
                    if patience <= 0, phase == .draining { return settleWithin() }
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
            // Only who asks for the state must know that the queue is empty; another read would say so for each frame.
            if phase == .reading || phase == .skipping, records.tookAll() { return .nothing }
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
        switch records.fill() {
        case .filled:
            if phase == .reading { noteAge() } else { patience -= 1 }
            return nil
        case .empty: return fellSilent()
        case .gone(let reason):
            (isGone, lossReason) = (true, reason)
            return .gone
        }
    }

    /// The queue is empty; nil when it is to be read again.
    private func fellSilent() -> SourceEvent? {
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
    }

    /// Takes the state for true from here on, out of patience: what is left in the queue is behind it then.
    private func settleWithin() -> SourceEvent {
        _ = state.refresh()
        return settle()
    }

    /// Takes the state for true from here on.
    private func settle() -> SourceEvent {
        phase = .reading
        return .resynchronized(dropTime)
    }

    /// How old the oldest is of what was just read.
    private func noteAge() {
        guard let time = records.firstTime else { return }
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = Int64(now.tv_sec) &* 1_000_000 &+ Int64(now.tv_nsec) / 1000
        if let age = lateness.note(time, readAt: Timestamp(microseconds: microseconds)) { isLate?(age) }
    }
}
