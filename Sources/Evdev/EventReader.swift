// Reading of events from a descriptor, and resynchronization after the kernel has dropped some.

import CLibevdev
import Linux
import Touch

/// Reads the kernel's events from a descriptor.
///
/// Events are passed on without corrections, which are the receiver's task. Only codes that the device has not declared
/// are dropped. After SYN_DROPPED all queued events are invalid:
///
///     reading ──SYN_DROPPED──► skipping ──SYN_REPORT──► draining ──empty──► verifying ──empty, nothing new──► reading
///                                 ▲────────────────an event┴────────────────────┘
///
/// The state is asked for when the queue is empty, and again until two answers are the same with nothing queued between
/// them: then no event is behind the state, and none is in it twice.
final class EventReader {
    let descriptor: Int32
    // The marked ones are changed for every event, on one queue: no run-time exclusivity check, which took longer than
    // the event.

    /// Why reading failed, once `next()` has said `gone`; 0 at the end of the file.
    private(set) var lossReason: Int32 = 0
    private var isGone = false
    @exclusivity(unchecked) private var phase: Phase
    @exclusivity(unchecked) private var records: EventRecords
    private var hasAxis = false
    @exclusivity(unchecked) private(set) var rate = FrameRate()
    @exclusivity(unchecked) private(set) var lateness = Lateness()

    private let declared: DeclaredCodes
    private let refresh: () -> Bool
    private var dropTime = Timestamp.zero
    /// The number of further reads that may be discarded before the known state is used: a device that sends endlessly
    /// must not prevent reading.
    private var patience = 0
    /// Called from time to time with the microseconds by which events are late.
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
    ///   - startsAnew: Whether what is queued is thrown away in favour of the state, as for a device that was opened.
    ///   - refresh: Asks for the state, at the start and whenever events were lost; returns whether it has changed.
    init(descriptor: Int32, device: DeviceDescription, startsAnew: Bool = true, refresh: @escaping () -> Bool) {
        self.descriptor = descriptor
        self.refresh = refresh
        declared = DeclaredCodes(device)
        records = EventRecords(descriptor: descriptor)
        phase = startsAnew ? .draining : .reading
        patience = Self.maximumPatience
    }

    /// Throws away what is queued and asks for the state; `next()` then says `resynchronized`, at this time or later.
    func startAnew(at time: Timestamp) {
        guard phase == .reading, !isGone else { return }
        beginToSkip(.draining, at: time)
        // The records read so far may end within a frame, which then continues in the queue.
        if records.isWithinFrame { phase = .skipping }
    }

    /// Reads up to the state that is waited for since the start or since `startAnew(at:)`.
    ///
    /// Within an incomplete frame the state is read all the same, so that a caller does not use an older one; `next()`
    /// returns `resynchronized` at the end of the frame.
    func takeState() {
        if next() == .nothing { _ = refresh() }
    }

    func next() -> SourceEvent {
        while true {
            while let event = records.next() {
                guard phase == .reading else {
                    throwAway(event.pointee)
                    guard patience <= 0, phase == .draining else { continue }
                    // Out of patience: what is left in the queue is behind the state then.
                    _ = refresh()
                    return settle()
                }
                let (type, code) = (event.pointee.type, event.pointee.code)
                guard declared.contains(type, code) else {
                    if event.pointee.isDrop { beginToSkip(.skipping, at: Timestamp(event.pointee.time)) }
                    continue
                }
                let time = Timestamp(event.pointee.time)
                if type == EventType.absolute {
                    hasAxis = true
                } else if hasAxis, event.pointee.completesFrame {
                    hasAxis = false
                    rate.add(time)
                }
                return .input(InputEvent(time: time, type: type, code: code, value: event.pointee.value))
            }
            guard !isGone else { return .gone }
            // Only the query of the state needs to know that the queue is empty, which would cost another read for each
            // frame.
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

    /// Reads the available events; returns nil when there are some, or when the read must be repeated.
    private func fill() -> SourceEvent? {
        switch records.fill() {
        case .filled:
            if phase == .reading { checkAge() } else { patience -= 1 }
            return nil
        case .empty: return fellSilent()
        case .gone(let reason):
            (isGone, lossReason) = (true, reason)
            return .gone
        }
    }

    /// Handles an empty queue; returns nil when it must be read again.
    private func fellSilent() -> SourceEvent? {
        switch phase {
        case .reading, .skipping: return .nothing
        case .draining:
            _ = refresh()
            phase = .verifying
            return nil
        case .verifying:
            patience -= 1
            return refresh() && patience > 0 ? nil : settle()
        }
    }

    /// Accepts the current state.
    private func settle() -> SourceEvent {
        phase = .reading
        return .resynchronized(dropTime)
    }

    private func checkAge() {
        guard let time = records.firstTime else { return }
        let now = Timestamp(microseconds: KernelClock.monotonic.microseconds)
        if let age = lateness.record(time, readAt: now) { isLate?(age) }
    }
}
