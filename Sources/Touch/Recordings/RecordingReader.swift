// Reader of recordings in either format, line by line, without the whole text in memory.

/// Reads a recording whose bytes come in pieces: evemu text, or what `libinput record` writes.
///
///     take ─► lines ─► (the first that is no comment names the format) ─► EvemuParser or LibinputParser
///
/// It keeps only the present line, which has a limit, and the events that the caller wants: sixteen bytes for each,
/// until they are taken.
public struct RecordingReader {
    /// In what form a recording is written.
    public enum Format: Hashable, Sendable {
        /// Lines with a letter and a colon, as `evemu-record` and `gesturectl record` write them.
        case evemu
        /// The YAML of `libinput record`.
        case libinput
    }

    /// A recording, and remarks for the user.
    public struct Outcome: Hashable, Sendable {
        /// The device and a summary of its events, kept or not.
        package let device: ReadDevice
        /// The parts that were ignored, such as other devices or a truncated last line.
        public let remarks: [String]
        /// The recording.
        public var recording: Recording {
            Recording(device: device.device, events: device.events, udev: device.udev)
        }
    }

    /// The format, once it is known.
    public private(set) var format: Format?
    private var evemu: EvemuParser
    private var libinput: LibinputParser
    private var lineNumber = 0
    /// The beginning of a line whose end has not come.
    private var pending: [UInt8] = []
    private static let maximumLineLength = 1 << 20

    /// Creates a reader; without a format the content decides which one it is.
    public init(format: Format? = nil) { self.init(format: format, keeping: .all) }

    /// The same, which keeps other events than all.
    package init(format: Format? = nil, keeping: EventKeeping) {
        self.format = format
        (evemu, libinput) = (EvemuParser(keeping: keeping), LibinputParser(keeping: keeping))
    }

    /// Removes and returns the events kept since the last call, to free their memory.
    package mutating func takeEvents() -> [InputEvent] {
        format == .libinput ? libinput.takeEvents() : evemu.takeEvents()
    }

    /// Takes the next piece of the text.
    ///
    /// - Throws: `RecordingError` with the first faulty line.
    public mutating func take(_ piece: ArraySlice<UInt8>) throws(RecordingError) {
        var rest = piece
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if pending.isEmpty {
                try take(line: rest[..<end])
            } else {
                pending += rest[..<end]
                try take(line: pending[...])
                pending.removeAll(keepingCapacity: true)
            }
            rest = rest[(end + 1)...]
        }
        guard pending.count + rest.count <= Self.maximumLineLength else {
            throw RecordingError(code: .longLine, line: lineNumber + 1)
        }
        pending += rest
    }

    /// Ends the text and gives what it was.
    ///
    /// - Throws: `RecordingError` when it describes no device, or ends in the middle of the description.
    public mutating func finish() throws(RecordingError) -> Outcome {
        var remarks: [String] = []
        if !pending.isEmpty {
            let line = pending[...]
            pending = []
            do throws(RecordingError) {
                try take(line: line)
            } catch {
                guard mayBreakOff else { throw error }
                remarks.append("the recording ends in the middle of line \(lineNumber), which is ignored")
            }
        }
        do throws(RecordingError.Code) {
            switch format {
            case .evemu: return Outcome(device: try evemu.finish(), remarks: remarks)
            case .libinput:
                let (device, passedOver) = try libinput.finish()
                return Outcome(device: device, remarks: passedOver + remarks)
            case nil: throw .unknownFormat
            }
        } catch {
            throw RecordingError(code: error, line: 0)
        }
    }

    private var mayBreakOff: Bool {
        switch format {
        case .evemu: evemu.mayBreakOff
        case .libinput: libinput.mayBreakOff
        case nil: false
        }
    }

    private mutating func take(line whole: ArraySlice<UInt8>) throws(RecordingError) {
        lineNumber += 1
        guard whole.count <= Self.maximumLineLength else { throw RecordingError(code: .longLine, line: lineNumber) }
        let line = whole.last == UInt8(ascii: "\r") ? whole.dropLast() : whole
        do throws(RecordingError.Code) {
            switch format {
            case .evemu: try evemu.take(line)
            case .libinput: try libinput.take(line)
            case nil:
                guard let first = try Self.format(of: line) else {
                    // It may hold what evemu text has in comments.
                    if line.first == UInt8(ascii: "#") { try evemu.take(line) }
                    return
                }
                format = first
                if first == .evemu { try evemu.take(line) } else { try libinput.take(line) }
            }
        } catch {
            throw RecordingError(code: error, line: lineNumber)
        }
    }

    /// The format of a text with this line; nil when it may be either's comment.
    private static func format(of line: ArraySlice<UInt8>) throws(RecordingError.Code) -> Format? {
        guard let first = line.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }),
            first != UInt8(ascii: "#")
        else { return nil }
        if line.dropFirst().first == UInt8(ascii: ":"), UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first { return .evemu }
        let key = line.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
        if key.count > 1, line.dropFirst(key.count).first == UInt8(ascii: ":") { return .libinput }
        // A document of YAML may say that it begins.
        if line.elementsEqual("---".utf8) { return nil }
        throw .unknownFormat
    }
}
