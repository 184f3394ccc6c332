// The error for a recording of a device that is not used.

/// A recording of a device that is not used.
public struct ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The recorded device's name.
    public let device: String
    /// Why it is not used.
    public let reason: String

    /// The device and the reason in a sentence.
    public var description: String { "\"\(device)\" is \(reason)" }
}
