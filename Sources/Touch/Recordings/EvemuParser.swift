// Parser for evemu text: `N:` name, `I:` ids, `P:` properties, `B:` event codes, `A:` axes, `E:` events.

/// Parses evemu text (the format of `evemu-record`, versions 1.0 to 1.3).
///
/// Event types and codes are hexadecimal, values decimal whatever their leading zeros. Old files have five numbers in
/// an `A:` line; the resolution is 0 then. Comments (`#`) stand on lines of their own or behind an event; one that
/// begins with `#~ udev: ` holds a property of udev (`UdevProperties`), and one with `#~ gestured SECONDS: ` what
/// gestured said at that time (`RecordingNote`), as `gesturectl record` writes them. Names keep their blanks; bytes that are no UTF-8 are replaced, and what is beyond 256 bytes is left out. Keys and scan codes
/// are passed over (`RecordedCodes`), and so are lines of other kinds. A last line that ends in the middle is left out
/// when events stand before it: there the recording broke off.
struct EvemuParser: RecordingParser {
    var devices: ReadDevices
    private var hasName = false
    /// Whether a property of udev says of which kind the device is.
    private var hasKind = false
    private static let udevMark = "#~ udev: "
    static let noteMark = "#~ gestured "
    /// The number of the next property, and of the next code of each type: long masks go over several lines.
    private var nextProperty = 0
    private var nextCode: [UInt16: Int] = [:]

    init(keeping: EventKeeping) {
        devices = ReadDevices(keeping: keeping)
        devices.begin()
    }

    /// Whether a line is one of evemu text, and no comment.
    static func begins(_ line: ArraySlice<UInt8>) -> Bool {
        guard let letter = line.first, line.dropFirst().first == UInt8(ascii: ":") else { return false }
        return "NIPBAELS".utf8.contains(letter) && line.dropFirst(2).first.map { $0 == 32 || $0 == 9 } ?? true
    }

    mutating func parse(_ line: ArraySlice<UInt8>) throws(RecordingError.Code) -> Bool {
        guard let letter = line.first else { return true }
        if letter == UInt8(ascii: "#") {
            parseComment(line)
            return true
        }
        guard Self.begins(line) else { return false }
        let body = line.dropFirst(2)
        var words = RecordingWords(body)
        switch letter {
        case UInt8(ascii: "N"):
            devices.last.device.name = String(bounded: body.first == UInt8(ascii: " ") ? body.dropFirst() : body)
            hasName = true
        case UInt8(ascii: "I"): try words.identify(&devices.last.device, radix: 16)
        case UInt8(ascii: "P"): devices.last.device.properties.formUnion(try words.bits(from: &nextProperty))
        case UInt8(ascii: "B"):
            let type: UInt16 = try words.number(radix: 16)
            // Type 0 lists the event types themselves, which the other lines repeat.
            for code in try words.bits(from: &nextCode[type, default: 0]) {
                devices.last.declare(type: type, code: code)
            }
        case UInt8(ascii: "A"):
            let code: UInt16 = try words.number(radix: 16)
            devices.last.declare(
                Axis(
                    minimum: try words.number(), maximum: try words.number(), fuzz: try words.number(),
                    flat: try words.number(), resolution: try words.nextNumber() ?? 0), code: code)
        case UInt8(ascii: "E"):
            devices.last.append(
                InputEvent(
                    time: try words.time(), type: try words.number(radix: 16), code: try words.number(radix: 16),
                    value: try words.number()))
        // LEDs and switches: states that say nothing about touch.
        default: break
        }
        return true
    }

    func finish() throws(RecordingError.Code) -> (devices: [ReadDevice], remarks: [String]) {
        var read = devices.last
        let assumed = read.completeDescription()
        guard hasName || assumed != nil else { throw .noDevice }
        let hasKeyboardKeys = read.hasKeyboardKeys
        if !hasKind { read.udev?.classify(read.device, hasKeyboardKeys: hasKeyboardKeys) }
        read.completeUdev()
        return ([read], assumed.map { [$0] } ?? [])
    }

    private mutating func parseComment(_ line: ArraySlice<UInt8>) {
        if line.starts(with: Self.noteMark.utf8) { return parseNote(line.dropFirst(Self.noteMark.utf8.count)) }
        guard line.starts(with: Self.udevMark.utf8) else { return }
        let property = line.dropFirst(Self.udevMark.utf8.count)
        if UdevProperties.setsKind(property) { hasKind = true }
        devices.last.declare(udev: property)
    }

    /// A note that cannot be read is a comment like others.
    private mutating func parseNote(_ note: ArraySlice<UInt8>) {
        guard let colon = note.firstIndex(of: UInt8(ascii: ":")), let time = Timestamp(digits: note[..<colon]) else {
            return
        }
        let text = note[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
        devices.last.append(RecordingNote(time: time, text: String(decoding: text, as: UTF8.self)))
    }
}

extension RecordingWords {
    /// The bits that are set in the bytes that follow, counted from a number, which becomes that of the byte after
    /// them.
    fileprivate mutating func bits(from next: inout Int) throws(RecordingError.Code) -> [UInt16] {
        var bits: [UInt16] = []
        while let byte: UInt8 = try nextNumber(radix: 16) {
            bits += (0..<8).filter { byte & (1 << $0) != 0 }.compactMap { UInt16(exactly: next + $0) }
            next += 8
        }
        return bits
    }
}
