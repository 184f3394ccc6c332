// How is evemu text read? `N:` name, `I:` ids, `P:` properties, `B:` event codes, `A:` axes, `E:` events.

extension Recording {
    /// Reads evemu text (the format of `evemu-record`, versions 1.0 to 1.3).
    ///
    /// Event types and codes are hexadecimal, values decimal whatever their leading zeros. Old files have five
    /// numbers in an `A:` line; the resolution is 0 then. Comments (`#`) stand on lines of their own or behind an
    /// event. Names keep their blanks; bytes that are no UTF-8 are replaced.
    ///
    /// - Throws: `RecordingError` with the first faulty line.
    public init(evemu text: some Sequence<UInt8>) throws(RecordingError) {
        var parser = EvemuParser()
        for line in Array(text).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            try parser.take(line)
        }
        self = try parser.finish()
    }
}

private struct EvemuParser {
    private var device = DeviceDescription(name: "")
    private var events: [InputEvent] = []
    private var lineNumber = 0
    private var hasName = false
    /// The number of the next property, and of the next code of each type: long masks go over several lines.
    private var nextProperty = 0
    private var nextCode: [UInt16: Int] = [:]

    mutating func take(_ whole: ArraySlice<UInt8>) throws(RecordingError) {
        lineNumber += 1
        let line = whole.last == UInt8(ascii: "\r") ? whole.dropLast() : whole
        guard let letter = line.first, letter != UInt8(ascii: "#") else { return }
        guard line.dropFirst().first == UInt8(ascii: ":") else {
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return }
            throw fault(.unknownLine)
        }
        let body = line.dropFirst(2)
        switch letter {
        case UInt8(ascii: "N"):
            device.name = String(decoding: body.first == UInt8(ascii: " ") ? body.dropFirst() : body, as: UTF8.self)
            hasName = true
        case UInt8(ascii: "I"): try takeIdentity(body)
        case UInt8(ascii: "P"): try takeProperties(body)
        case UInt8(ascii: "B"): try takeCodes(body)
        case UInt8(ascii: "A"): try takeAxis(body)
        case UInt8(ascii: "E"): try takeEvent(body)
        // LEDs and switches: states that say nothing about touch.
        case UInt8(ascii: "L"), UInt8(ascii: "S"): break
        default: throw fault(.unknownLine)
        }
    }

    func finish() throws(RecordingError) -> Recording {
        guard hasName else { throw RecordingError(code: .noDevice, line: 0) }
        return Recording(device: device, events: events)
    }

    private func fault(_ code: RecordingError.Code) -> RecordingError {
        RecordingError(code: code, line: lineNumber)
    }

    private mutating func takeIdentity(_ body: ArraySlice<UInt8>) throws(RecordingError) {
        var words = Words(body)
        device.bus = try number(&words, radix: 16)
        device.vendor = try number(&words, radix: 16)
        device.product = try number(&words, radix: 16)
        device.version = try number(&words, radix: 16)
    }

    private mutating func takeProperties(_ body: ArraySlice<UInt8>) throws(RecordingError) {
        var words = Words(body)
        while let word = words.next() {
            let bits: UInt8 = try number(word, radix: 16)
            for bit in 0..<8 where bits & (1 << bit) != 0 && nextProperty + bit <= Int(UInt16.max) {
                device.properties.insert(UInt16(nextProperty + bit))
            }
            nextProperty += 8
        }
    }

    private mutating func takeCodes(_ body: ArraySlice<UInt8>) throws(RecordingError) {
        var words = Words(body)
        let type: UInt16 = try number(&words, radix: 16)
        var code = nextCode[type, default: 0]
        while let word = words.next() {
            let bits: UInt8 = try number(word, radix: 16)
            // Type 0 lists the event types themselves, which the other lines repeat.
            for bit in 0..<8 where bits & (1 << bit) != 0 && type != 0 && code + bit <= Int(UInt16.max) {
                device.codes[type, default: []].insert(UInt16(code + bit))
            }
            code += 8
        }
        nextCode[type] = code
    }

    private mutating func takeAxis(_ body: ArraySlice<UInt8>) throws(RecordingError) {
        var words = Words(body)
        let code: UInt16 = try number(&words, radix: 16)
        var axis = Axis(minimum: try number(&words), maximum: try number(&words))
        axis.fuzz = try number(&words)
        axis.flat = try number(&words)
        if let word = words.next() { axis.resolution = try number(word, radix: 10) }
        device.axes[code] = axis
        device.codes[EventType.absolute, default: []].insert(code)
    }

    private mutating func takeEvent(_ body: ArraySlice<UInt8>) throws(RecordingError) {
        var words = Words(body)
        guard let stamp = words.next() else { throw fault(.missingNumber) }
        let parts = stamp.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 6 else { throw fault(.badNumber) }
        let seconds: UInt32 = try number(parts[0], radix: 10)
        let microseconds: UInt32 = try number(parts[1], radix: 10)
        events.append(
            InputEvent(
                time: Timestamp(microseconds: Int64(seconds) * 1_000_000 + Int64(microseconds)),
                type: try number(&words, radix: 16), code: try number(&words, radix: 16),
                value: try number(&words)))
    }

    private func number<Value: FixedWidthInteger>(_ words: inout Words, radix: Int = 10) throws(RecordingError) -> Value
    {
        guard let word = words.next() else { throw fault(.missingNumber) }
        return try number(word, radix: radix)
    }

    private func number<Value: FixedWidthInteger>(_ word: ArraySlice<UInt8>, radix: Int) throws(RecordingError) -> Value
    {
        guard let value = Value(Substring(decoding: word, as: UTF8.self), radix: radix) else { throw fault(.badNumber) }
        return value
    }
}

/// The blank-separated words of a line, up to a comment.
private struct Words: IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ line: ArraySlice<UInt8>) { rest = line }

    mutating func next() -> ArraySlice<UInt8>? {
        rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard let first = rest.first, first != UInt8(ascii: "#") else { return nil }
        let word = rest.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        rest = rest[word.endIndex...]
        return word
    }
}
