// Recorder of a live device: its frames as evemu text, with its state at the start and after losses.

/// Makes evemu text of a live device's events.
///
///     init (head, state) ─► take(event)… ─► takeLoss(state) ─► take(event)… ─► finish
///                             whole frames are in `bytes`, the one under way is held back
///
/// Times are relative to the first event, or to the beginning when something touched the device already then.
public struct EvemuRecorder {
    private var writer = EvemuWriter()
    /// The time that the recording calls 0; nil before the first event.
    private var origin: Timestamp?
    private var frame: [InputEvent] = []
    /// The contacts as a reader of the text knows them.
    private var contacts: [Int32]
    private var buttons: Set<UInt16>
    private var slot: Int
    /// A frame that never ends is written in pieces of this many events.
    private static let longestFrame = 4096

    /// Begins a recording: the device's head, and its state as the first frame.
    ///
    /// The comments are lines for people. `time` is when the state was read, by the events' clock.
    public init(
        _ device: DeviceDescription, comments: [String], udev: UdevProperties? = nil, state: DeviceState,
        at time: Timestamp
    ) {
        writer.append(device, comments: comments, udev: udev)
        writer.append(comment: "Keys (KEY_...) and scan codes are left out.")
        contacts = state.slots.indices.map { state.trackingID(of: $0) }
        buttons = state.buttons
        slot = state.currentSlot
        guard !state.slots.isEmpty || !state.axes.isEmpty || state.isDown else { return }
        writer.append(comment: "The first frame is the state of the device at the start, not an event.")
        if state.isDown {
            writer.append(comment: "Something touched it already.")
            origin = time
        }
        for event in state.events(at: .zero, isFirst: true) { writer.append(event) }
    }

    /// Takes the next event of the device.
    public mutating func take(_ event: InputEvent) {
        var event = event
        let origin = origin ?? event.time
        self.origin = origin
        event.time = Timestamp(microseconds: event.time.microseconds &- origin.microseconds)
        frame.append(event)
        trackState(event)
        if event.isReport || frame.count >= Self.longestFrame { flush() }
    }

    /// Takes the state of the device after the kernel dropped events (SYN_DROPPED).
    ///
    /// - Parameters:
    ///   - state: Which contacts and buttons are down now.
    ///   - count: How many events that came after the loss were read and make no sense without what was lost.
    ///   - time: When the state was read, by the events' clock.
    public mutating func takeLoss(state: DeviceState, discarding count: Int, at time: Timestamp) {
        frame.removeAll(keepingCapacity: true)
        let origin = origin ?? time
        self.origin = origin
        let time = Timestamp(microseconds: max(0, time.microseconds &- origin.microseconds))
        writer.append(
            comment: "The kernel dropped events (SYN_DROPPED), and \(count) that followed are left out with them. "
                + "The next frame but one is the device's state after that.")
        for code in [SynchronizationCode.dropped, SynchronizationCode.report] {
            writer.append(InputEvent(time: time, type: EventType.synchronization, code: code, value: 0))
        }
        for event in state.events(at: time, knowing: contacts, buttons: buttons) { writer.append(event) }
        contacts = state.slots.indices.map { state.trackingID(of: $0) }
        buttons = state.buttons
        slot = state.currentSlot
    }

    /// Takes what gestured said, by the events' clock; what was before the first event is left out.
    public mutating func take(_ note: RecordingNote) {
        guard let origin, note.time >= origin else { return }
        let time = Timestamp(microseconds: note.time.microseconds &- origin.microseconds)
        writer.append(RecordingNote(time: time, text: note.text))
    }

    /// Ends the recording with a line that gives the reason; the incomplete frame is dropped.
    public mutating func finish(because reason: String) {
        frame.removeAll()
        writer.append(comment: reason)
    }

    /// The text since this was last asked: whole lines, whole frames.
    public mutating func takeBytes() -> [UInt8] {
        defer { writer.bytes.removeAll(keepingCapacity: true) }
        return writer.bytes
    }

    private mutating func flush() {
        for event in frame { writer.append(event) }
        frame.removeAll(keepingCapacity: true)
    }

    private mutating func trackState(_ event: InputEvent) {
        switch (event.type, event.code) {
        case (EventType.absolute, AbsoluteAxis.slot): slot = Int(event.value)
        case (EventType.absolute, AbsoluteAxis.trackingID) where contacts.indices.contains(slot):
            contacts[slot] = event.value
        case (EventType.key, _):
            if event.value == 0 { buttons.remove(event.code) } else { buttons.insert(event.code) }
        default: break
        }
    }
}
