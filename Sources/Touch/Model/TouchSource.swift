// The protocol of event sources, which kernel devices and recordings adopt.

/// The next event of a source.
public enum SourceEvent: Hashable, Sendable {
    /// An event of the device.
    case input(InputEvent)
    /// Events were lost; `slotState(_:)` returns the state at this time.
    case resynchronized(Timestamp)
    /// No event at present: the queue is empty, or the recording's next event is not due.
    case nothing
    /// The device was removed, or the recording is over; no events will follow.
    case gone
}

/// A source of a device's events: `Evdev`'s kernel devices and `RecordingSource`.
public protocol TouchSource: AnyObject {
    /// The device's description.
    var device: DeviceDescription { get }

    /// The next event, without waiting.
    func next() -> SourceEvent

    /// Returns the device's present values of a slot, for the start and after events were lost.
    func slotState(_ slot: Int) -> SlotState

    /// Returns the present values of a contact's axis by slot, which a panel's clone follows; empty if they are
    /// unknown.
    func values(of code: UInt16) -> [Int32]

    /// The slot that the next events are about, for the start and after events were lost.
    var currentSlot: Int { get }
}

extension TouchSource {
    /// No values, as of a recording, which has no clone.
    public func values(of code: UInt16) -> [Int32] { [] }
}
