// The protocol of event sources, which kernel devices and recordings adopt.

/// What a source has to say now.
public enum SourceEvent: Hashable, Sendable {
    /// An event of the device.
    case input(InputEvent)
    /// Events were lost; `slotState(_:)` tells what is true at this time.
    case resynchronized(Timestamp)
    /// Nothing more at present: the queue is empty, or the recording's next event is not due.
    case nothing
    /// The device is gone, or the recording is over; nothing will come any more.
    case gone
}

/// A device that tells what fingers do: `Evdev`'s kernel devices and `RecordingSource`.
public protocol TouchSource: AnyObject {
    /// What the device says of itself.
    var device: DeviceDescription { get }

    /// The next event, without waiting.
    func next() -> SourceEvent

    /// What the device knows of a slot now, for the start and after events were lost.
    func slotState(_ slot: Int) -> SlotState

    /// The slot that the next events are about, for the start and after events were lost.
    var currentSlot: Int { get }
}
