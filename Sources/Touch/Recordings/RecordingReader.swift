// Reader of recordings in any format, line by line, without the whole text in memory.

/// Reads a recording whose bytes come in pieces: the text of evemu-record, libinput record, evtest or getevent.
///
///     take ─► UTF-8 ─► lines ─► (the first that begins a recording names the format) ─► parser
///
/// What people paste around a recording is passed over with a remark: lines before its first one, and lines of other
/// kinds in it. So is what stands before each of its lines: blanks, and the marks of quoted mails.
///
/// It keeps only the present line, which has a limit, and the events that the caller wants: sixteen bytes for each,
/// until they are taken.
public struct RecordingReader {
    /// A recording, and remarks for the user.
    public struct Outcome: Hashable, Sendable {
        /// The devices, and a summary of their events, kept or not: touchscreens, then pens; at least one.
        package let devices: [ReadDevice]
        /// What was ignored or assumed: lines that are not the recording's, other devices, a truncated last line.
        public let remarks: [String]
        /// The recording.
        public var recording: Recording {
            let others = devices.dropFirst().map { Recording(device: $0.device, events: $0.events, udev: $0.udev) }
            let first = devices[0]
            return Recording(
                device: first.device, events: first.events, udev: first.udev, notes: first.notes, beside: others)
        }
    }

    /// The parser; before the format is known, that of comments, which may be of evemu text.
    private var parser: any RecordingParser
    private var isFormatKnown = false
    private let keeping: EventKeeping
    /// A recording is of the first format of which one of its lines can be the first.
    private static var parsers: [any RecordingParser.Type] {
        [EvemuParser.self, LibinputParser.self, EvtestParser.self, GeteventParser.self]
    }
    private var encoding = TextEncoding()
    private var lineNumber = 0
    /// The beginning of a line whose end has not come.
    private var pending: [UInt8] = []
    /// How much stands before each line.
    private var margin = 0
    private var strangeLines = StrangeLines()
    private static let maximumLineLength = 1 << 20

    /// Creates a reader; the text decides which format it is.
    public init() { self.init(keeping: .all) }

    /// The same, which keeps other events than all.
    package init(keeping: EventKeeping) {
        self.keeping = keeping
        parser = EvemuParser(keeping: keeping)
    }

    /// Removes and returns the events kept since the last call, to free their memory.
    package mutating func takeEvents() -> [InputEvent] { parser.devices.takeEvents() }

    /// Takes the next piece of the text.
    ///
    /// - Throws: `RecordingError` with the first faulty line.
    public mutating func take(_ piece: ArraySlice<UInt8>) throws(RecordingError) {
        var rest = encoding.decode(piece)
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if pending.isEmpty {
                try parse(line: rest[..<end])
            } else {
                pending += rest[..<end]
                let line = pending[...]
                pending = []
                try parse(line: line)
            }
            rest = rest[(end + 1)...]
        }
        pending += rest
        guard pending.count <= Self.maximumLineLength else { throw longLine(pending[...], number: lineNumber + 1) }
    }

    /// Ends the text and gives what it was.
    ///
    /// - Throws: `RecordingError` when it describes no device, or ends in the middle of the description.
    public mutating func finish() throws(RecordingError) -> Outcome {
        var remarks: [String] = []
        pending += encoding.finish()
        if !pending.isEmpty {
            let (line, strange) = (pending[...], strangeLines)
            pending = []
            var isBroken = false
            do throws(RecordingError) {
                try parse(line: line)
                isBroken = strangeLines.count > strange.count && parser.mayBreakOff
            } catch {
                guard parser.mayBreakOff else { throw error }
                isBroken = true
            }
            if isBroken {
                strangeLines = strange
                remarks.append("the recording ends in the middle of line \(lineNumber), which is ignored")
            }
        }
        guard isFormatKnown else { throw RecordingError(code: .unknownFormat, line: strangeLines.first) }
        do throws(RecordingError.Code) {
            let (devices, others) = try parser.finish()
            return Outcome(devices: devices, remarks: strangeLines.remarks + others + remarks)
        } catch {
            throw RecordingError(code: error, line: 0)
        }
    }

    private mutating func parse(line whole: ArraySlice<UInt8>) throws(RecordingError) {
        lineNumber += 1
        guard whole.count <= Self.maximumLineLength else { throw longLine(whole, number: lineNumber) }
        var line = whole.last == UInt8(ascii: "\r") ? whole.dropLast() : whole
        let bare = line.drop(while: Self.isMargin)
        guard !bare.isEmpty else { return }
        if parser is LibinputParser {
            // Its columns have a meaning.
            line = line.dropFirst(min(margin, line.count - bare.count))
        } else {
            line = bare
        }
        do throws(RecordingError.Code) {
            if !isFormatKnown, let format = Self.parsers.first(where: { $0.begins(line) }) {
                isFormatKnown = true
                if strangeLines.beginning == 0 { strangeLines.beginning = lineNumber }
                margin = whole.count - whole.drop(while: Self.isMargin).count
                // Comments before the first line may be of evemu text.
                if format != EvemuParser.self { parser = format.init(keeping: keeping) }
            }
            if !isFormatKnown, line.first != UInt8(ascii: "#"), !line.elementsEqual("---".utf8) {
                strangeLines.append(line, number: lineNumber)
                strangeLines.beginning = 0
            } else if try !parser.parse(line) {
                // A document of YAML may say that it begins.
                if isFormatKnown { strangeLines.append(line, number: lineNumber) }
            } else if strangeLines.beginning == 0 {
                strangeLines.beginning = lineNumber
            }
        } catch {
            throw RecordingError(code: error, line: lineNumber)
        }
    }

    /// Before the recording only a comment may be one of its lines.
    private func longLine(_ line: ArraySlice<UInt8>, number: Int) -> RecordingError {
        guard !isFormatKnown, line.first != UInt8(ascii: "#") else {
            return RecordingError(code: .longLine, line: number)
        }
        return RecordingError(code: .unknownFormat, line: strangeLines.first > 0 ? strangeLines.first : number)
    }

    private static func isMargin(_ byte: UInt8) -> Bool { " \t>|".utf8.contains(byte) }
}

/// A parser of one format.
protocol RecordingParser {
    init(keeping: EventKeeping)

    var devices: ReadDevices { get set }

    /// Whether a recording of the format may begin with this line, which is no comment.
    static func begins(_ line: ArraySlice<UInt8>) -> Bool

    /// Parses a line without its end; returns false when it is of another kind.
    mutating func parse(_ line: ArraySlice<UInt8>) throws(RecordingError.Code) -> Bool

    /// Whether the recording is of use when it ends in the middle of the next line.
    var mayBreakOff: Bool { get }

    /// Returns the devices that can be played, one at least, and remarks.
    func finish() throws(RecordingError.Code) -> (devices: [ReadDevice], remarks: [String])
}

extension RecordingParser {
    var mayBreakOff: Bool { devices.hasEvents }

    func finish() throws(RecordingError.Code) -> (devices: [ReadDevice], remarks: [String]) {
        guard devices.count > 0 else { throw .noDevice }
        return devices.finish()
    }
}

/// The lines of a text that are not the recording's.
private struct StrangeLines {
    private(set) var count = 0
    /// The number of the first one; 0 without any.
    private(set) var first = 0
    private var text = ""
    /// The line with which the recording begins, comments included; 0 before it.
    var beginning = 0

    mutating func append(_ line: ArraySlice<UInt8>, number: Int) {
        count += 1
        guard count == 1 else { return }
        (first, text) = (number, String(decoding: line.prefix(60), as: UTF8.self).printable)
    }

    var remarks: [String] {
        guard count > 0 else { return [] }
        let start = first < beginning ? "; the recording begins in line \(beginning)" : ""
        return [
            count == 1
                ? "line \(first) is not part of the recording and was ignored: \"\(text)\"\(start)"
                : "\(count) lines are not part of the recording and were ignored, line \(first) first: \"\(text)\"\(start)"
        ]
    }
}
