// Parser for the YAML that `libinput record` writes.

/// Parses the YAML of `libinput record` line by line, and remembers only in which part of the document it is.
///
/// Numbers are decimal. Keys and scan codes are passed over (`RecordedCodes`), and so is what libinput itself made of
/// the events (`--with-libinput`), or whatever else a section holds that is not known here. A last line that ends in
/// the middle is left out: there the recording broke off.
///
///     devices:                      column 0
///     - node: /dev/input/event5     a device begins
///       evdev:                      column 2: a section
///         name: "…"                 column 4: what the device says of itself
///         codes:
///           3: [0, 1, 47]           column 6: type or axis and its numbers
///       udev:
///         properties:
///         - ID_INPUT=1              column 4: what udev says of it
///       events:
///       - evdev:                    column 2: a frame
///         - [  0, 14463, 3, 53, 9]  column 4: seconds, microseconds, type, code, value
struct LibinputParser: RecordingParser {
    private enum Part { case none, description, codes, axes, udev, events, frame }

    private var part = Part.none
    var devices: ReadDevices

    var mayBreakOff: Bool { devices.count > 0 }

    init(keeping: EventKeeping) { devices = ReadDevices(keeping: keeping) }

    /// Whether a line is one of those at the first column.
    static func begins(_ line: ArraySlice<UInt8>) -> Bool {
        ["version:", "ndevices:", "devices:", "- node:"].contains { key in
            line.starts(with: key.utf8) && line.dropFirst(key.utf8.count).first.map { $0 == UInt8(ascii: " ") } ?? true
        }
    }

    mutating func parse(_ line: ArraySlice<UInt8>) throws(RecordingError.Code) -> Bool {
        guard let last = line.lastIndex(where: { $0 != UInt8(ascii: " ") }) else { return true }
        let line = line[...last]
        let text = line.drop { $0 == UInt8(ascii: " ") }
        guard let first = text.first, first != UInt8(ascii: "#") else { return true }
        let column = line.count - text.count
        if column == 0 || column == 2 {
            try parseHeading(text, column: column)
            return true
        }
        switch part {
        case .none: break
        case .description, .codes, .axes: try parseDescription(text, column: column)
        case .udev: parseProperty(text, column: column)
        case .events, .frame: try parseEvent(text, column: column)
        }
        return true
    }

    private mutating func parseHeading(_ text: ArraySlice<UInt8>, column: Int) throws(RecordingError.Code) {
        let isItem = text.first == UInt8(ascii: "-")
        if column == 0 {
            part = .none
            if text.starts(with: "- node:".utf8) { devices.begin() }
        } else if isItem {
            // An item of `events:`; other sections have their lists at column 4.
            guard part == .events || part == .frame else { return }
            part = text.elementsEqual("- evdev:".utf8) ? .frame : .events
        } else if text.elementsEqual("evdev:".utf8), devices.count > 0 {
            part = .description
        } else if text.elementsEqual("udev:".utf8), devices.count > 0 {
            part = .udev
        } else if text.elementsEqual("events:".utf8), devices.count > 0 {
            part = .events
        } else {
            guard text.contains(UInt8(ascii: ":")) else { throw .unknownEntry }
            part = .none
        }
    }

    private mutating func parseDescription(_ text: ArraySlice<UInt8>, column: Int) throws(RecordingError.Code) {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { throw .unknownEntry }
        let (key, body) = (text[..<colon], text[(colon + 1)...])
        guard column == 4 else {
            if column == 6, part == .codes { return try parseCodes(key, body) }
            if column == 6, part == .axes { return try parseAxis(key, body) }
            return
        }
        part = .description
        // No key that is known is longer.
        switch String(decoding: key.prefix(16), as: UTF8.self) {
        case "name":
            // libinput does not escape quotation marks in names.
            guard let name = body.quoted else { throw .unknownEntry }
            devices.last.device.name = String(bounded: name)
        case "id":
            var numbers = try RecordingWords(list: body)
            try numbers.identify(&devices.last.device)
        case "codes": part = .codes
        case "absinfo": part = .axes
        case "properties":
            var numbers = try RecordingWords(list: body)
            while let property: UInt16 = try numbers.nextNumber() { devices.last.device.properties.insert(property) }
        default: break
        }
    }

    private mutating func parseCodes(_ key: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>) throws(RecordingError.Code) {
        guard let type = UInt16(digits: key) else { throw .badNumber }
        var numbers = try RecordingWords(list: body)
        while let code: UInt16 = try numbers.nextNumber() {
            // Type 0 is of every device and says nothing of it.
            devices.last.declare(type: type, code: code)
        }
    }

    private mutating func parseAxis(_ key: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>) throws(RecordingError.Code) {
        guard let code = UInt16(digits: key) else { throw .badNumber }
        var numbers = try RecordingWords(list: body)
        devices.last.declare(
            Axis(
                minimum: try numbers.number(), maximum: try numbers.number(), fuzz: try numbers.number(),
                flat: try numbers.number(), resolution: try numbers.number()), code: code)
    }

    private mutating func parseProperty(_ text: ArraySlice<UInt8>, column: Int) {
        guard column == 4, text.starts(with: "- ".utf8) else { return }
        // A machine without udev writes no properties, which says nothing of the device.
        devices.last.declare(udev: text.dropFirst(2))
    }

    private mutating func parseEvent(_ text: ArraySlice<UInt8>, column: Int) throws(RecordingError.Code) {
        guard column == 4 else { return }
        guard text.first == UInt8(ascii: "-") else {
            // Within a frame another key, as `libinput:`, whose list stands at the same column.
            part = .events
            return
        }
        guard part == .frame else { return }
        var numbers = try RecordingWords(list: text.dropFirst())
        let (seconds, microseconds): (UInt32, UInt32) = (try numbers.number(), try numbers.number())
        guard microseconds < 1_000_000 else { throw .badNumber }
        let event = InputEvent(
            time: Timestamp(microseconds: Int64(seconds) * 1_000_000 + Int64(microseconds)),
            type: try numbers.number(), code: try numbers.number(), value: try numbers.number())
        devices.last.append(event)
    }
}

extension RecordingWords {
    /// The numbers of `[1, 2, 3]`.
    fileprivate init(list text: ArraySlice<UInt8>) throws(RecordingError.Code) {
        let text = text.drop { $0 == UInt8(ascii: " ") }
        guard text.first == UInt8(ascii: "["), let end = text.firstIndex(of: UInt8(ascii: "]")) else {
            throw .unknownEntry
        }
        self.init(text[(text.startIndex + 1)..<end], separators: " ,")
    }
}
