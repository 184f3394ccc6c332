// The write position in a line's memory, and the conversion of numbers to digits.

/// A position in memory with room for everything that is written; the creator of the cursor guarantees the room.
struct LineCursor {
    private(set) var position: UnsafeMutablePointer<UInt8>

    init(at position: UnsafeMutablePointer<UInt8>) { self.position = position }

    /// The largest number of bytes of an integer, with its sign.
    static let integerSize = 21
    /// The largest number of bytes of a number with decimals.
    static let numberSize = integerSize + 7
    /// The largest number of bytes of `{"x":…,"y":…}`.
    static let pointSize = 2 * numberSize + 11

    /// The largest number of bytes of a JSON string: a control character becomes six.
    static func size(of text: String) -> Int { 6 * text.utf8.count + 2 }

    mutating func write(_ byte: UInt8) {
        position.pointee = byte
        position += 1
    }

    @inline(__always)
    mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        guard let start = text.baseAddress else { return }
        position.update(from: start, count: text.count)
        position += text.count
    }

    @inline(__always)
    mutating func write(_ literal: StaticString) {
        write(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Writes the name of a member after a comma, and the colon.
    @inline(__always)
    mutating func write(name: StaticString) {
        write(",\"")
        write(name)
        write("\":")
    }

    /// Writes a JSON string with its quotation marks.
    mutating func write(string: String) {
        var string = string
        write(UInt8(ascii: "\""))
        string.withUTF8 { text in
            for byte in text { write(escaped: byte) }
        }
        write(UInt8(ascii: "\""))
    }

    mutating func write(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): write("\\\"")
        case UInt8(ascii: "\\"): write("\\\\")
        case 0x0A: write("\\n")
        case 0x09: write("\\t")
        case 0x00..<0x20:
            write("\\u00")
            write(Self.hexadecimal(byte >> 4))
            write(Self.hexadecimal(byte & 15))
        default: write(byte)
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }

    mutating func write(integer: some FixedWidthInteger) {
        if integer < 0 { write(UInt8(ascii: "-")) }
        write(digitsOf: UInt64(integer.magnitude))
    }

    /// Writes a number with at least one decimal and at most those given; see ``Decimals/split(_:)``.
    @inline(__always)
    mutating func write(_ value: Double, _ decimals: Decimals) {
        let parts = decimals.split(value)
        if parts.isNegative { write(UInt8(ascii: "-")) }
        write(digitsOf: parts.integer)
        write(UInt8(ascii: "."))
        let fraction = UInt32(truncatingIfNeeded: parts.fraction)
        if decimals.count == 3 { write(thousandths: fraction) } else { write(millionths: fraction) }
    }

    /// Writes microseconds as seconds with all six decimals.
    @inline(__always)
    mutating func write(seconds microseconds: Int64) {
        if microseconds < 0 { write(UInt8(ascii: "-")) }
        let (seconds, fraction) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        write(digitsOf: seconds)
        write(UInt8(ascii: "."))
        write(sixDigitsOf: UInt32(truncatingIfNeeded: fraction))
    }

    @inline(__always)
    mutating func write(_ point: WirePoint) {
        write("{\"x\":")
        write(point.x, .length)
        write(",\"y\":")
        write(point.y, .length)
        write(UInt8(ascii: "}"))
    }

    /// Writes an integer; those below a million, as most are, without a loop.
    @inline(__always)
    mutating func write(digitsOf value: UInt64) {
        if value < 1000 { return write(shortDigitsOf: UInt32(truncatingIfNeeded: value)) }
        if value >= 1_000_000 { return write(allDigitsOf: value) }
        let (thousands, rest) = UInt32(truncatingIfNeeded: value).quotientAndRemainder(dividingBy: 1000)
        write(shortDigitsOf: thousands)
        write(threeDigitsOf: rest)
    }

    /// Writes a number below 1000.
    @inline(__always)
    private mutating func write(shortDigitsOf value: UInt32) {
        if value >= 100 {
            write(threeDigitsOf: value)
        } else if value >= 10 {
            write(twoDigitsOf: value)
        } else {
            write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value))
        }
    }

    private mutating func write(allDigitsOf value: UInt64) {
        var (length, limit) = (1, UInt64(10))
        // Twenty digits are enough for any.
        while length < 20, value >= limit { (length, limit) = (length + 1, limit &* 10) }
        var rest = value
        position += length
        var digit = position
        for _ in 0..<length {
            digit -= 1
            digit.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Writes all six digits of a number below a million.
    mutating func write(sixDigitsOf value: UInt32) {
        let (thousands, rest) = value.quotientAndRemainder(dividingBy: 1000)
        write(threeDigitsOf: thousands)
        write(threeDigitsOf: rest)
    }

    /// Writes six decimals without the zeros at their end, but for the first.
    private mutating func write(millionths value: UInt32) {
        let (thousandths, rest) = value.quotientAndRemainder(dividingBy: 1000)
        if rest == 0 { return write(thousandths: thousandths) }
        write(threeDigitsOf: thousandths)
        write(thousandths: rest)
    }

    /// Writes three decimals without the zeros at their end, but for the first.
    @inline(__always)
    private mutating func write(thousandths value: UInt32) {
        let (tenths, rest) = value.quotientAndRemainder(dividingBy: 100)
        write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: tenths))
        guard rest != 0 else { return }
        write(twoDigitsOf: rest)
        if rest.isMultiple(of: 10) { position -= 1 }
    }

    @inline(__always)
    private mutating func write(threeDigitsOf value: UInt32) {
        let (hundreds, rest) = value.quotientAndRemainder(dividingBy: 100)
        write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: hundreds))
        write(twoDigitsOf: rest)
    }

    @inline(__always)
    private mutating func write(twoDigitsOf value: UInt32) {
        let (tens, ones) = value.quotientAndRemainder(dividingBy: 10)
        write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: tens))
        write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: ones))
    }
}
