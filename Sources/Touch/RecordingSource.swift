// How does a recording become a device? Event by event, its times moved to where they are wanted.

/// Plays a recording as if it were a device.
///
/// `next()` gives every event whose time is not after `limit`, so that whoever knows a clock sets the pace and whoever
/// does not (`limit` at the end of time) gets it all at once.
public final class RecordingSource: TouchSource {
    /// The recorded device.
    public let device: DeviceDescription
    /// Events after this time are not due yet.
    public var limit = Timestamp(microseconds: .max)
    private let events: [InputEvent]
    private var position = 0
    private var offset: Int64 = 0

    /// Plays from the beginning, with the recording's own times.
    public init(_ recording: Recording) {
        device = recording.device
        events = recording.events
    }

    /// Starts again from the first event, which then happens at `time`.
    public func restart(at time: Timestamp) {
        position = 0
        offset = events.first.map { time.microseconds &- $0.time.microseconds } ?? 0
    }

    /// When the next event happens; nil at the end.
    public var nextTime: Timestamp? {
        position < events.count ? shifted(events[position].time) : nil
    }

    /// The next event that is due; `nothing` when the next is not due yet, `gone` at the end.
    public func next() -> SourceEvent {
        guard let time = nextTime else { return .gone }
        guard time <= limit else { return .nothing }
        var event = events[position]
        event.time = time
        position += 1
        return .input(event)
    }

    /// An empty slot without position: a recording does not say what was before its first event.
    public func slotState(_ slot: Int) -> SlotState { SlotState() }

    /// Slot 0: where a device begins.
    public var currentSlot: Int { 0 }

    private func shifted(_ time: Timestamp) -> Timestamp {
        Timestamp(microseconds: time.microseconds &+ offset)
    }
}
