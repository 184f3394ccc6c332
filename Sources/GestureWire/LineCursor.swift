// The place in a line's memory that is written next, and how numbers become digits there.

/// A place in memory that has room for what is written next, as whoever makes the cursor has seen to.
struct LineCursor {
    private(set) var position: UnsafeMutablePointer<UInt8>

    init(at position: UnsafeMutablePointer<UInt8>) { self.position = position }

    /// How many bytes an integer takes at most, with its sign.
    static let integerSize = 21
    /// How many bytes a number with decimals takes at most.
    static let numberSize = integerSize + 7
    /// How many bytes `{"x":…,"y":…}` takes at most.
    static let pointSize = 2 * numberSize + 11

    mutating func write(_ byte: UInt8) {
        position.pointee = byte
        position += 1
    }

    mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        guard let start = text.baseAddress else { return }
        position.update(from: start, count: text.count)
        position += text.count
    }

    mutating func write(_ literal: StaticString) {
        write(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Writes a byte of a JSON string.
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
        write(digitsOf: UInt64(integer.magnitude), atLeast: 1)
    }

    /// Writes a number with at least one decimal and at most those given; see ``Decimals/split(_:)``.
    mutating func write(_ value: Double, _ decimals: Decimals) {
        let parts = decimals.split(value)
        if parts.isNegative { write(UInt8(ascii: "-")) }
        write(digitsOf: parts.integer, atLeast: 1)
        write(UInt8(ascii: "."))
        var (fraction, width) = (parts.fraction, decimals.count)
        while width > 1, fraction.isMultiple(of: 10) {
            fraction /= 10
            width -= 1
        }
        write(digitsOf: fraction, atLeast: width)
    }

    mutating func write(_ point: WirePoint) {
        write("{\"x\":")
        write(point.x, .length)
        write(",\"y\":")
        write(point.y, .length)
        write(UInt8(ascii: "}"))
    }

    mutating func write(digitsOf value: UInt64, atLeast width: Int) {
        if value < 1000, width <= 3 { return writeShort(UInt32(truncatingIfNeeded: value), atLeast: width) }
        var (length, limit) = (1, UInt64(10))
        // Twenty digits are enough for any.
        while length < 20, value >= limit { (length, limit) = (length + 1, limit &* 10) }
        length = max(length, width)
        var rest = value
        position += length
        var digit = position
        for _ in 0..<length {
            digit -= 1
            digit.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Writes a number below 1000, as most are, without a loop.
    private mutating func writeShort(_ value: UInt32, atLeast width: Int) {
        let (hundreds, rest) = value.quotientAndRemainder(dividingBy: 100)
        let (tens, ones) = rest.quotientAndRemainder(dividingBy: 10)
        if width >= 3 || value >= 100 { write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: hundreds)) }
        if width >= 2 || value >= 10 { write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: tens)) }
        write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: ones))
    }
}
