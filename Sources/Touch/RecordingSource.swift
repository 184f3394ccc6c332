// How does a recording become a device? Event by event, its times moved to where they are wanted.

/// Plays a recording as if it were a device.
///
/// `next()` gives every event whose time is not after `limit`, so that whoever knows a clock sets the pace and whoever
/// does not (`limit` at the end of time) gets it all at once.
///
/// A SYN_DROPPED is what it was to whoever read the device: what follows up to the next SYN_REPORT makes no sense, and
/// the frame after that, if it has the same time, says what was true then, as `EvemuRecorder` writes it.
public final class RecordingSource: TouchSource {
    /// The recorded device.
    public let device: DeviceDescription
    /// Events after this time are not due yet.
    public var limit = Timestamp(microseconds: .max)
    private let events: [InputEvent]
    private var position = 0
    private var offset: Int64 = 0
    /// Whether events were lost; only then is what the slots hold of interest all the time.
    private let hasLosses: Bool
    /// Whether the device lists contacts, of which only its button says whether there are any.
    private let listsContacts: Bool
    /// How many events `slots` has in it.
    private var noted = 0
    private var slots: [Int: SlotState] = [:]
    private var slot = 0

    /// The slot that the next events are about: at the beginning slot 0, where a device begins.
    public var currentSlot: Int {
        catchUp()
        return slot
    }

    /// Plays from the beginning, with the recording's own times.
    public init(_ recording: Recording) {
        device = recording.device
        events = recording.events
        let contactProtocol = ContactProtocol(of: recording.device)
        listsContacts = contactProtocol == .trackedContacts || contactProtocol == .anonymousContacts
        hasLosses = events.contains(where: \.isLoss)
    }

    /// Starts again from the first event, which then happens at `time`.
    public func restart(at time: Timestamp) {
        position = 0
        (noted, slots, slot) = (0, [:], 0)
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
        position += 1
        if hasLosses {
            guard !event.isLoss else {
                passLoss()
                return .resynchronized(time)
            }
            note(event)
        }
        event.time = time
        return .input(event)
    }

    /// What the recording has said by now.
    ///
    /// What it has not said of a slot is 0, as it is to whoever reads the device that `evemu-device` makes of it; of one
    /// that lists its contacts, slot 0 says whether there are any.
    public func slotState(_ slot: Int) -> SlotState {
        catchUp()
        return slots[slot] ?? .initial
    }

    /// Takes note of what was passed on without it.
    private func catchUp() {
        guard !hasLosses, device.slotCount > 0 || listsContacts else { return }
        while noted < position {
            note(events[noted])
            noted += 1
        }
    }

    /// Goes on to where the state after a loss is known.
    private func passLoss() {
        var time: Timestamp?
        while time == nil, position < events.count {
            if events[position].isReport { time = events[position].time }
            position += 1
        }
        while position < events.count, events[position].time == time, !events[position].isLoss {
            defer { position += 1 }
            if events[position].isReport { break }
            note(events[position])
        }
    }

    private func note(_ event: InputEvent) {
        guard !listsContacts else { return noteButton(event) }
        guard event.type == EventType.absolute else { return }
        guard event.code != AbsoluteAxis.slot else {
            slot = Int(event.value)
            return
        }
        // No more slots than any device has: what a file says must not fill the memory.
        guard (0..<DeviceVerdict.maximumSlots).contains(slot) else { return }
        switch event.code {
        case AbsoluteAxis.trackingID: slots[slot, default: .initial].trackingID = event.value
        case AbsoluteAxis.positionX: slots[slot, default: .initial].x = event.value
        case AbsoluteAxis.positionY: slots[slot, default: .initial].y = event.value
        case AbsoluteAxis.touchMajor: slots[slot, default: .initial].touchMajor = event.value
        case AbsoluteAxis.pressure: slots[slot, default: .initial].pressure = event.value
        case AbsoluteAxis.toolType: slots[slot, default: .initial].toolType = event.value
        case AbsoluteAxis.distance: slots[slot, default: .initial].distance = event.value
        default: break
        }
    }

    private func noteButton(_ event: InputEvent) {
        guard event.type == EventType.key, event.code == KeyCode.touch, event.value != 2 else { return }
        slots[0, default: .initial].trackingID = event.value == 0 ? -1 : 0
    }

    private func shifted(_ time: Timestamp) -> Timestamp {
        Timestamp(microseconds: time.microseconds &+ offset)
    }
}

extension InputEvent {
    fileprivate var isLoss: Bool {
        type == EventType.synchronization && code == SynchronizationCode.dropped
    }

    fileprivate var isReport: Bool {
        type == EventType.synchronization && code == SynchronizationCode.report
    }
}
