// How is JSON written without an allocation per line?

/// A reused buffer of bytes and the means to append JSON to it.
///
/// Nothing is allocated once the buffer has grown to the longest line. Strings are escaped, so that a line never
/// contains a raw LF; numbers are written with fixed decimals, never in exponential form.
public struct LineWriter: Sendable {
    /// What has been written since the last ``removeAll()``.
    public private(set) var bytes: [UInt8] = []

    /// How touches and gestures are numbered for who reads the line; nil as the daemon numbers them.
    package var disguise: NumberDisguise?

    /// An empty writer with room for a line of usual length.
    public init() {
        bytes.reserveCapacity(1024)
    }

    /// Forgets what was written and keeps the room.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Appends what another writer holds, byte by byte as it is.
    public mutating func append(_ other: LineWriter) {
        bytes.append(contentsOf: other.bytes)
    }

    /// Appends the number of a touch.
    mutating func append(touch: Int) { append(integer: disguise?(touch, of: .touch) ?? touch) }

    /// Appends the number of a gesture.
    mutating func append(gesture: Int) { append(integer: disguise?(gesture, of: .gesture) ?? gesture) }

    /// Appends text that is JSON already.
    package mutating func append(json literal: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Appends text that is JSON already, and was not known before.
    package mutating func append(unquoted text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends a JSON string with its quotation marks.
    package mutating func append(string: String) {
        bytes.append(UInt8(ascii: "\""))
        // Names hardly ever need escaping; then they are copied as a whole.
        let isCopied = string.utf8.withContiguousStorageIfAvailable { text in
            if text.contains(where: Self.needsEscape) { return false }
            bytes.append(contentsOf: text)
            return true
        }
        if isCopied != true { string.utf8.forEach { append(escaped: $0) } }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(json: "\\\"")
        case UInt8(ascii: "\\"): append(json: "\\\\")
        case 0x0A: append(json: "\\n")
        case 0x09: append(json: "\\t")
        case 0x00..<0x20:
            append(json: "\\u00")
            bytes.append(Self.hexadecimal(byte >> 4))
            bytes.append(Self.hexadecimal(byte & 15))
        default: bytes.append(byte)
        }
    }

    /// Appends an integer.
    mutating func append(integer: some FixedWidthInteger) {
        if integer < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digitsOf: UInt64(integer.magnitude), atLeast: 1)
    }

    /// Appends a number with at least one decimal and at most those given; see ``Decimals/split(_:)``.
    mutating func append(_ value: Double, _ decimals: Decimals) {
        let parts = decimals.split(value)
        if parts.isNegative { bytes.append(UInt8(ascii: "-")) }
        append(digitsOf: parts.integer, atLeast: 1)
        bytes.append(UInt8(ascii: "."))
        var fraction = parts.fraction
        var width = decimals.count
        while width > 1, fraction.isMultiple(of: 10) {
            fraction /= 10
            width -= 1
        }
        append(digitsOf: fraction, atLeast: width)
    }

    /// Appends a number with all its digits, so that it reads back as the same; zero for what no JSON can express.
    mutating func append(exactly value: Double) {
        append(unquoted: value.isFinite ? "\(value)" : "0.0")
    }

    /// Appends microseconds as seconds with all six decimals.
    mutating func append(seconds microseconds: Int64) {
        if microseconds < 0 { bytes.append(UInt8(ascii: "-")) }
        let (seconds, fraction) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        append(digitsOf: seconds, atLeast: 1)
        bytes.append(UInt8(ascii: "."))
        append(digitsOf: fraction, atLeast: 6)
    }

    /// Appends `{"x":…,"y":…}` of lengths.
    mutating func append(_ point: WirePoint) {
        append(json: "{\"x\":")
        append(point.x, .length)
        append(json: ",\"y\":")
        append(point.y, .length)
        append(json: "}")
    }

    /// Appends `true` or `false`.
    mutating func append(_ flag: Bool) {
        append(json: flag ? "true" : "false")
    }

    /// Appends `[…]` with the elements as the closure writes them, separated by commas.
    mutating func append<Elements: Collection>(
        list: Elements, _ write: (inout LineWriter, Elements.Element) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        var isFirst = true
        for element in list {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            write(&self, element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func append(digitsOf value: UInt64, atLeast width: Int) {
        // Twenty digits are enough for any UInt64, and on the stack they cost nothing.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = value
            var first = digits.count
            repeat {
                first -= 1
                digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest != 0 || digits.count - first < width
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}
