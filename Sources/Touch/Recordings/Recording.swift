// Recordings: a device's description and its events, alone or with other devices that were recorded at the same time.

/// What another program said while a device was recorded: a line of text.
public struct RecordingNote: Hashable, Sendable {
    /// When, on the recording's clock.
    public var time: Timestamp
    /// What it said, without a line's end.
    public var text: String

    /// A note from its parts.
    public init(time: Timestamp, text: String) {
        (self.time, self.text) = (time, text)
    }
}

/// A recorded device and what it sent.
public struct Recording: Hashable, Sendable {
    /// The recorded device.
    public var device: DeviceDescription
    /// Its events, with the recording's own times.
    public var events: [InputEvent]
    /// The device's udev properties; nil when the recording has none, as evemu text of other programs.
    ///
    /// For a device with a keyboard's keys, which are omitted, they are then those that udev gives such a device.
    public var udev: UdevProperties?
    /// What gestured said meanwhile, in order.
    public var notes: [RecordingNote]
    private let companions: [Recording]

    /// Makes a recording from its parts.
    ///
    /// - Parameters:
    ///   - device: The device that was recorded.
    ///   - events: Its events, in order.
    ///   - udev: What udev said of it, where the recording has that.
    ///   - notes: What gestured said meanwhile.
    ///   - companions: Other touchscreens, and pens, which were recorded at the same time.
    public init(
        device: DeviceDescription, events: [InputEvent], udev: UdevProperties? = nil, notes: [RecordingNote] = [],
        beside companions: [Recording] = []
    ) {
        self.device = device
        self.events = events
        self.udev = udev
        self.notes = notes
        self.companions = companions
    }

    /// Reads a text of any format that `RecordingReader` knows.
    ///
    /// - Throws: `RecordingError` with the first faulty line.
    public init(text: some Sequence<UInt8>) throws(RecordingError) {
        var reader = RecordingReader()
        try reader.take(Array(text)[...])
        self = try reader.finish().recording
    }
}

/// A recording that can be played, whether its events are in memory or in a file.
public protocol PlayableRecording: Sendable {
    /// The recorded device.
    var device: DeviceDescription { get }
    /// The device's udev properties; nil when the recording has none.
    var udev: UdevProperties? { get }
    /// What gestured said meanwhile, in order.
    var notes: [RecordingNote] { get }
    /// The time of the last event, on the recording's clock; nil without events.
    var endTime: Timestamp? { get }
    /// Other touchscreens, and pens, which were recorded at the same time.
    var others: [any PlayableRecording] { get }

    /// The events, from the first.
    func makeEvents() -> AnyIterator<InputEvent>
}

extension Recording: PlayableRecording {
    /// The time of the last event.
    public var endTime: Timestamp? { events.last?.time }
    /// Other touchscreens, and pens, which were recorded at the same time.
    public var others: [any PlayableRecording] { companions }

    /// The events, from the first.
    public func makeEvents() -> AnyIterator<InputEvent> { AnyIterator(events.makeIterator()) }
}

/// An error in a recording, with its place.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault; `reason` describes each.
    public enum Code: Error, Hashable, Sendable {
        case missingNumber
        case badNumber
        case noDevice
        case unknownEntry
        case noTimes
        case unknownFormat
        case longLine
    }
    /// The kind of fault.
    public let code: Code
    /// The line, counted from 1; 0 when the file as a whole is meant.
    public let line: Int

    /// The fault in a sentence, with its line.
    public var description: String { line > 0 ? "line \(line): \(reason)" : reason }

    /// The fault without its line.
    public var reason: String {
        switch code {
        case .missingNumber: "a number is missing"
        case .badNumber: "a number cannot be read or is out of range"
        case .noDevice:
            "no description of a touchscreen: evemu text has a line `N:` with its name, evtest prints it at its start, "
                + "`getevent -lp` prints it, and libinput record writes at least one device"
        case .unknownEntry: "not a line as libinput record writes it"
        case .noTimes: "getevent prints no times here; record with `getevent -lt`"
        case .unknownFormat:
            "not a recording: no line is of evemu-record, libinput record, evtest or getevent; `gesturectl record` makes "
                + "a recording"
        case .longLine: "too long for a recording's line"
        }
    }
}
