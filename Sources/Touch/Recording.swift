// What is in a recording? A device's description and its events, as evemu text holds them.

/// A recorded device and what it sent.
public struct Recording: Hashable, Sendable {
    /// The recorded device.
    public var device: DeviceDescription
    /// Its events, with the recording's own times.
    public var events: [InputEvent]

    /// Makes a recording from its parts.
    public init(device: DeviceDescription, events: [InputEvent]) {
        self.device = device
        self.events = events
    }
}

/// What is wrong with a recording, and where.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: Hashable, Sendable {
        /// The line does not begin with a known letter and a colon.
        case unknownLine
        /// A number is missing.
        case missingNumber
        /// A number cannot be read or is out of range.
        case badNumber
        /// There is no `N:` line: this is no evemu recording.
        case noDevice
    }
    /// The kind of fault.
    public let code: Code
    /// The line, counted from 1; 0 when the file as a whole is meant.
    public let line: Int

    /// The fault in a sentence.
    public var description: String {
        let place = line > 0 ? "line \(line): " : ""
        return switch code {
        case .unknownLine: place + "neither a comment nor one of N: I: P: B: A: E:"
        case .missingNumber: place + "a number is missing"
        case .badNumber: place + "a number cannot be read or is out of range"
        case .noDevice: place + "no N: line: this is not an evemu recording"
        }
    }
}
