// A recording as a touch source: its events one by one, with shifted times.

/// Plays a recording as if it were a device.
///
/// `next()` gives every event whose time is not after `limit`, so that a caller with a clock sets the pace, and one
/// without (`limit` at the end of time) gets all events at once.
///
/// A SYN_DROPPED means the same as for the reader of the device: events up to the next SYN_REPORT are invalid, and the
/// frame after that, if it has the same time, contains the state at that time, as `EvemuRecorder` writes it.
public final class RecordingSource: TouchSource {
    /// The recorded device.
    public let device: DeviceDescription
    /// Events after this time are not due yet.
    public var limit = Timestamp(microseconds: .max)
    private let recording: any PlayableRecording
    private var events: AnyIterator<InputEvent>
    /// The next event, with the recording's own time.
    private var upcoming: InputEvent?
    private var offset: Int64 = 0
    /// Whether the device lists contacts, of which only its button says whether there are any.
    private let listsContacts: Bool
    /// Those of which something was said; as many as any device has at most.
    private var slots: [SlotState] = []

    /// The slot that the next events are about: at the beginning slot 0, where a device begins.
    public private(set) var currentSlot = 0

    /// Plays from the beginning, with the recording's own times.
    public init(_ recording: some PlayableRecording) {
        self.recording = recording
        device = recording.device
        events = recording.makeEvents()
        upcoming = events.next()
        let contactProtocol = ContactProtocol(of: recording.device)
        listsContacts = contactProtocol == .trackedContacts || contactProtocol == .anonymousContacts
    }

    /// Starts again from the first event.
    ///
    /// - Parameters:
    ///   - time: When what was recorded at the origin happens then.
    ///   - origin: A time of the recording; nil for that of the first event.
    public func restart(at time: Timestamp, from origin: Timestamp? = nil) {
        events = recording.makeEvents()
        upcoming = events.next()
        (slots, currentSlot) = ([], 0)
        offset = (origin ?? upcoming?.time).map { time.microseconds &- $0.microseconds } ?? 0
    }

    /// How much later than in the recording everything happens, in microseconds.
    package var delay: Int64 { offset }

    /// The time of the next event; nil at the end.
    public var nextTime: Timestamp? {
        upcoming.map { shifted($0.time) }
    }

    /// The time of the last event; nil without events.
    public var endTime: Timestamp? { recording.endTime.map { shifted($0) } }

    /// The next event that is due; `nothing` when the next is not due yet, `gone` at the end.
    public func next() -> SourceEvent {
        guard var event = upcoming else { return .gone }
        let time = shifted(event.time)
        guard time <= limit else { return .nothing }
        upcoming = events.next()
        if event.isLoss {
            passLoss()
            return .resynchronized(time)
        }
        trackState(event)
        event.time = time
        return .input(event)
    }

    /// Returns the state of a slot from the recording's events so far.
    ///
    /// Missing values are 0, as for a reader of the device that `evemu-device` makes from the recording; for a device
    /// that lists its contacts, slot 0 says whether there are any.
    public func slotState(_ slot: Int) -> SlotState {
        slots.indices.contains(slot) ? slots[slot] : .initial
    }

    /// Goes on to where the state after a loss is known.
    private func passLoss() {
        var time: Timestamp?
        while time == nil, let event = upcoming {
            if event.isReport { time = event.time }
            upcoming = events.next()
        }
        while let event = upcoming, event.time == time, !event.isLoss {
            upcoming = events.next()
            if event.isReport { break }
            trackState(event)
        }
    }

    private func trackState(_ event: InputEvent) {
        guard !listsContacts else { return trackButton(event) }
        guard event.type == EventType.absolute else { return }
        guard event.code != AbsoluteAxis.slot else {
            currentSlot = Int(event.value)
            return
        }
        // No more slots than any device has: what a file says must not fill the memory.
        guard (0..<DeviceVerdict.maximumSlots).contains(currentSlot) else { return }
        makeRoom(for: currentSlot)
        slots[currentSlot].set(event.code, event.value)
    }

    private func trackButton(_ event: InputEvent) {
        guard event.type == EventType.key, event.code == KeyCode.touch, event.value != 2 else { return }
        makeRoom(for: 0)
        slots[0].trackingID = event.value == 0 ? -1 : 0
    }

    private func makeRoom(for slot: Int) {
        while slots.count <= slot { slots.append(.initial) }
    }

    private func shifted(_ time: Timestamp) -> Timestamp {
        Timestamp(microseconds: time.microseconds &+ offset)
    }
}
