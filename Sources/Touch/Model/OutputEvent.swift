// One event on its way to a device that a program has made.

/// An event without a time: the kernel stamps it when it is written.
///
/// Its eight bytes in memory are those of messages to gestured-hands.
public struct OutputEvent: Hashable, Sendable, BitwiseCopyable {
    /// The type: `EV_ABS`, `EV_KEY` or `EV_SYN`.
    public var type: UInt16
    /// The code within the type.
    public var code: UInt16
    /// The value.
    public var value: Int32

    /// Makes an event from its parts.
    public init(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        (self.type, self.code, self.value) = (type, code, value)
    }

    /// The end of a frame.
    public static let report = OutputEvent(EventType.synchronization, SynchronizationCode.report, 0)

    /// Whether it ends a frame.
    public var isReport: Bool { self == .report }
}
