// The JSON scanner for lines: blanks, strings, numbers and words, byte by byte.

/// Steps through the bytes of a line once; what it steps over is JSON, or it throws.
struct RequestScanner {
    /// A string of JSON without its quotation marks and escapes.
    struct Text {
        /// Its UTF-8, up to the limit.
        fileprivate(set) var bytes: [UInt8] = []
        /// Whether there is more than the limit.
        fileprivate(set) var isTooLong = false
        /// Whether all of it is printable ASCII.
        fileprivate(set) var isPrintable = true
        /// Whether half of a surrogate pair is in it.
        fileprivate(set) var hasHalfCharacter = false

        fileprivate mutating func append(_ byte: UInt8, limit: Int) {
            if !NameRule.isPrintable(byte) { isPrintable = false }
            if bytes.count < limit { bytes.append(byte) } else { isTooLong = true }
        }
    }

    /// A number as it is written.
    struct Number {
        let text: ArraySlice<UInt8>
        /// Whether it has neither a fraction nor an exponent.
        let isWhole: Bool
    }

    struct Failure: Error {}

    /// Whether no byte of the strings so far is beyond ASCII.
    private(set) var isASCII = true
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ line: ArraySlice<UInt8>) {
        bytes = line
        position = line.startIndex
    }

    /// Steps over blanks, and returns the byte after them without stepping over it; nil at the end.
    mutating func next() -> UInt8? {
        while position < bytes.endIndex {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): position += 1
            case let byte: return byte
            }
        }
        return nil
    }

    /// Steps over blanks and this byte, if it is the next.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        position += 1
        return true
    }

    mutating func skip(word: StaticString) throws(Failure) {
        let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[position...].starts(with: letters) else { throw Failure() }
        position += letters.count
    }

    // MARK: - Strings

    /// Reads a string, of which at most so many bytes are kept.
    mutating func string(limit: Int) throws(Failure) -> Text {
        guard skip(UInt8(ascii: "\"")) else { throw Failure() }
        var text = Text()
        while position < bytes.endIndex {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return text
            case UInt8(ascii: "\\"): try escape(into: &text, limit: limit)
            case 0..<0x20: throw Failure()
            default:
                if byte >= 0x80 { isASCII = false }
                text.append(byte, limit: limit)
            }
        }
        throw Failure()
    }

    private mutating func escape(into text: inout Text, limit: Int) throws(Failure) {
        guard position < bytes.endIndex else { throw Failure() }
        let letter = bytes[position]
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter, limit: limit)
        case UInt8(ascii: "b"): text.append(0x08, limit: limit)
        case UInt8(ascii: "f"): text.append(0x0C, limit: limit)
        case UInt8(ascii: "n"): text.append(0x0A, limit: limit)
        case UInt8(ascii: "r"): text.append(0x0D, limit: limit)
        case UInt8(ascii: "t"): text.append(0x09, limit: limit)
        case UInt8(ascii: "u"):
            guard let scalar = try scalar() else { return text.hasHalfCharacter = true }
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { text.append(byte, limit: limit) }
        default: throw Failure()
        }
    }

    /// The scalar after `\u`, of which a second escape may be a part; nil for half of a surrogate pair.
    private mutating func scalar() throws(Failure) -> Unicode.Scalar? {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), bytes[position...].starts(with: "\\u".utf8) else { return nil }
        let start = position
        position += 2
        let second = try hexadecimal()
        guard UTF16.isTrailSurrogate(second) else {
            position = start
            return nil
        }
        return Unicode.Scalar(0x1_0000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    }

    private mutating func hexadecimal() throws(Failure) -> UInt16 {
        guard bytes.endIndex - position >= 4 else { throw Failure() }
        var value: UInt16 = 0
        for _ in 0..<4 {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt16(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt16(byte - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt16(byte - UInt8(ascii: "A") + 10)
            default: throw Failure()
            }
        }
        return value
    }

    // MARK: - Numbers

    mutating func number() throws(Failure) -> Number {
        let start = position
        _ = step(over: UInt8(ascii: "-"))
        if !step(over: UInt8(ascii: "0")) { try digits() }
        var isWhole = true
        if step(over: UInt8(ascii: ".")) {
            isWhole = false
            try digits()
        }
        if step(over: UInt8(ascii: "e")) || step(over: UInt8(ascii: "E")) {
            isWhole = false
            _ = step(over: UInt8(ascii: "+")) || step(over: UInt8(ascii: "-"))
            try digits()
        }
        return Number(text: bytes[start..<position], isWhole: isWhole)
    }

    private mutating func step(over byte: UInt8) -> Bool {
        guard position < bytes.endIndex, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func digits() throws(Failure) {
        let start = position
        while position < bytes.endIndex, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
            position += 1
        }
        if position == start { throw Failure() }
    }
}

extension WireValue {
    /// Returns whether a text is a number as JSON has it.
    package static func isNumber(_ text: String) -> Bool {
        var scanner = RequestScanner(Array(text.utf8)[...])
        return (try? scanner.number())?.text.count == text.utf8.count
    }
}
