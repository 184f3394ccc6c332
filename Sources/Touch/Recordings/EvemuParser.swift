// Parser for evemu text: `N:` name, `I:` ids, `P:` properties, `B:` event codes, `A:` axes, `E:` events.

extension Recording {
    /// Reads evemu text (the format of `evemu-record`, versions 1.0 to 1.3).
    ///
    /// Event types and codes are hexadecimal, values decimal whatever their leading zeros. Old files have five
    /// numbers in an `A:` line; the resolution is 0 then. Comments (`#`) stand on lines of their own or behind an
    /// event; one that begins with `#~ udev: ` holds a property of udev (`UdevProperties`), as `gesturectl record` writes
    /// it. Names keep their blanks; bytes that are no UTF-8 are replaced, and what is beyond 256 bytes is left out. Keys and
    /// scan codes are passed over (`RecordedCodes`), and so are lines of other kinds. A last line that ends in the middle is
    /// left out when events stand before it: there the recording broke off.
    ///
    /// - Throws: `RecordingError` with the first faulty line.
    public init(evemu text: some Sequence<UInt8>) throws(RecordingError) {
        var reader = RecordingReader(format: .evemu)
        try reader.take(Array(text)[...])
        self = try reader.finish().recording
    }
}

struct EvemuParser: RecordingParser {
    private var read: ReadDevice
    private var device: DeviceDescription {
        get { read.device }
        _modify { yield &read.device }
    }
    private var hasName = false
    /// Whether a property of udev says of which kind the device is.
    private var hasKind = false
    private static let udevMark = "#~ udev: "
    /// The number of the next property, and of the next code of each type: long masks go over several lines.
    private var nextProperty = 0
    private var nextCode: [UInt16: Int] = [:]

    var mayBreakOff: Bool { read.endTime != nil }

    init(keeping: EventKeeping) { read = ReadDevice(number: 0, keeping: keeping) }

    mutating func takeEvents() -> [InputEvent] { read.takeEvents() }

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
        switch letter {
        case UInt8(ascii: "N"):
            device.name = String(bounded: body.first == UInt8(ascii: " ") ? body.dropFirst() : body)
            hasName = true
        case UInt8(ascii: "I"): try parseIdentity(body)
        case UInt8(ascii: "P"): try parseProperties(body)
        case UInt8(ascii: "B"): try parseCodes(body)
        case UInt8(ascii: "A"): try parseAxis(body)
        case UInt8(ascii: "E"): try parseEvent(body)
        // LEDs and switches: states that say nothing about touch.
        default: break
        }
        return true
    }

    func finish() throws(RecordingError.Code) -> (devices: [ReadDevice], remarks: [String]) {
        var read = read
        let assumed = read.completeDescription()
        guard hasName || assumed != nil else { throw .noDevice }
        let hasKeyboardKeys = read.hasKeyboardKeys
        if !hasKind { read.udev?.classify(read.device, hasKeyboardKeys: hasKeyboardKeys) }
        read.completeUdev()
        return ([read], assumed.map { [$0] } ?? [])
    }

    private mutating func parseComment(_ line: ArraySlice<UInt8>) {
        guard line.starts(with: Self.udevMark.utf8) else { return }
        let property = line.dropFirst(Self.udevMark.utf8.count)
        if UdevProperties.setsKind(property) { hasKind = true }
        if read.udev == nil { read.udev = UdevProperties() }
        read.udev?.parse(property)
    }

    private mutating func parseIdentity(_ body: ArraySlice<UInt8>) throws(RecordingError.Code) {
        var words = RecordingWords(body)
        device.bus = try words.number(radix: 16)
        device.vendor = try words.number(radix: 16)
        device.product = try words.number(radix: 16)
        device.version = try words.number(radix: 16)
    }

    private mutating func parseProperties(_ body: ArraySlice<UInt8>) throws(RecordingError.Code) {
        var words = RecordingWords(body)
        while let bits: UInt8 = try words.nextNumber(radix: 16) {
            for bit in 0..<8 where bits & (1 << bit) != 0 && nextProperty + bit <= Int(UInt16.max) {
                device.properties.insert(UInt16(nextProperty + bit))
            }
            nextProperty += 8
        }
    }

    private mutating func parseCodes(_ body: ArraySlice<UInt8>) throws(RecordingError.Code) {
        var words = RecordingWords(body)
        let type: UInt16 = try words.number(radix: 16)
        var code = nextCode[type, default: 0]
        while let bits: UInt8 = try words.nextNumber(radix: 16) {
            // Type 0 lists the event types themselves, which the other lines repeat.
            for bit in 0..<8 where bits & (1 << bit) != 0 && code + bit <= Int(UInt16.max) {
                read.declare(type: type, code: UInt16(code + bit))
            }
            code += 8
        }
        nextCode[type] = code
    }

    private mutating func parseAxis(_ body: ArraySlice<UInt8>) throws(RecordingError.Code) {
        var words = RecordingWords(body)
        let code: UInt16 = try words.number(radix: 16)
        var axis = Axis(minimum: try words.number(), maximum: try words.number())
        axis.fuzz = try words.number()
        axis.flat = try words.number()
        axis.resolution = try words.nextNumber() ?? 0
        device.axes[code] = axis
        device.codes[EventType.absolute, default: []].insert(code)
    }

    private mutating func parseEvent(_ body: ArraySlice<UInt8>) throws(RecordingError.Code) {
        var words = RecordingWords(body)
        guard let stamp = words.next() else { throw .missingNumber }
        guard let time = Timestamp(digits: stamp) else { throw .badNumber }
        let event = InputEvent(
            time: time,
            type: try words.number(radix: 16), code: try words.number(radix: 16), value: try words.number())
        read.append(event)
    }
}
