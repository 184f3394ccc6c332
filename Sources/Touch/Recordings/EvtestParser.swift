// Parser for the text of evtest, of any version, and of python-evdev's tool of that name.

/// Parses the description that evtest prints first, and its events.
///
///     Input device ID: bus 0x18 vendor 0x0 product 0x0 version 0x0      a device begins
///     Input device name: "Panel"
///       Event type 3 (EV_ABS)
///         Event code 53 (ABS_MT_POSITION_X)
///           Max     4095
///     Properties:
///       Property type 1 (INPUT_PROP_DIRECT)
///     Event: time 16.690766, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 113
///     Event: time 16.690766, -------------- SYN_REPORT ------------
struct EvtestParser: RecordingParser {
    var devices: ReadDevices
    private var type: UInt16?
    /// The axis that the next values are of.
    private var axis: UInt16?
    /// What else evtest prints in its first lines.
    private static let headings = [
        "Input driver", "Supported events:", "Properties:", "Testing ...", "Key repeat", "Repeat type", "Repeat code",
        "State ",
    ]

    init(keeping: EventKeeping) { devices = ReadDevices(keeping: keeping) }

    static func begins(_ line: ArraySlice<UInt8>) -> Bool {
        var words = RecordingWords(line, separators: " \t,")
        switch (words.word(), words.word(), words.word()) {
        case ("Input", "driver", "version"), ("Input", "device", "ID:"), ("Input", "device", "name:"): return true
        case ("Event:", "time", let time), ("time", let time, _): return Timestamp(digits: Array(time.utf8)[...]) != nil
        default: return false
        }
    }

    mutating func parse(_ line: ArraySlice<UInt8>) throws(RecordingError.Code) -> Bool {
        var words = RecordingWords(line, separators: " \t,")
        switch words.word() {
        case "Event:":
            guard words.word() == "time" else { return false }
            try parseEvent(&words)
        case "time":
            guard Self.begins(line) else { return false }
            try parseEvent(&words)
        case "Event": return try parseCode(&words)
        case "Property":
            guard words.word() == "type" else { return false }
            devices.last.device.properties.insert(try words.number())
        case "Input":
            guard words.word() == "device" else { return Self.isHeading(line) }
            return try parseIdentity(words.word(), &words, line)
        case let name where ["Value", "Min", "Max", "Fuzz", "Flat", "Resolution"].contains(name):
            // Key repeat has values, too.
            guard let axis else { return devices.count > 0 }
            devices.last.device.axes[axis]?.set(name, try words.number())
        default:
            axis = nil
            return Self.isHeading(line)
        }
        return true
    }

    private static func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
        headings.contains { line.starts(with: $0.utf8) }
    }

    private mutating func parseIdentity(
        _ key: String, _ words: inout RecordingWords, _ line: ArraySlice<UInt8>
    ) throws(RecordingError.Code) -> Bool {
        switch key {
        case "ID:":
            devices.begin()
            (type, axis) = (nil, nil)
            for (_, path) in DeviceDescription.identity {
                guard words.next() != nil, let text = words.next() else { throw .missingNumber }
                guard let number = UInt16(digits: text.dropFirst(2), radix: 16) else { throw .badNumber }
                devices.last.device[keyPath: path] = number
            }
        case "name:":
            if devices.count == 0 { devices.begin() }
            guard let name = line.quoted else { throw .unknownEntry }
            devices.last.device.name = String(bounded: name)
        default: return false
        }
        return true
    }

    private mutating func parseCode(_ words: inout RecordingWords) throws(RecordingError.Code) -> Bool {
        axis = nil
        switch words.word() {
        case "type": type = try words.number()
        case "code":
            guard let type else { return false }
            let code: UInt16 = try words.number()
            devices.last.declare(type: type, code: code)
            guard type == EventType.absolute else { break }
            axis = code
            devices.last.device.axes[code] = Axis(minimum: 0, maximum: 0)
        default: return false
        }
        return true
    }

    private mutating func parseEvent(_ words: inout RecordingWords) throws(RecordingError.Code) {
        if devices.count == 0 { devices.begin() }
        let time = try words.time()
        var (type, code, value): (UInt16, UInt16, Int32) = (EventType.synchronization, 0, 0)
        let first = words.word()
        if first == "type" {
            type = try words.number()
            try words.skip(to: "code")
            code = try words.number()
            // Scan codes have other digits; nothing of them is read.
            guard RecordedCodes.contains(type: type, code: code) else { return }
            try words.skip(to: "value")
            value = try words.number()
        } else if first.isEmpty {
            throw .missingNumber
        } else {
            let name = words.word()
            // Old versions call it "Report Sync".
            guard let known = name == "Report" ? SynchronizationCode.report : EventNames.codes[name] else { return }
            code = known
        }
        devices.last.append(InputEvent(time: time, type: type, code: code, value: value))
    }
}

extension RecordingWords {
    /// Skips words up to one, which must be there.
    fileprivate mutating func skip(to wanted: String) throws(RecordingError.Code) {
        while let word = next() { if word.elementsEqual(wanted.utf8) { return } }
        throw .missingNumber
    }
}

extension ArraySlice<UInt8> {
    /// The text between the first quotation mark and the last, of a name in which marks are not escaped; nil without.
    var quoted: ArraySlice<UInt8>? {
        let mark = UInt8(ascii: "\"")
        guard let first = firstIndex(of: mark), let last = lastIndex(of: mark), first < last else { return nil }
        return self[(first + 1)..<last]
    }
}
