// Splitting of a recording's line into words and numbers.

/// The words of a line, up to a comment.
struct RecordingWords: IteratorProtocol {
    private var rest: ArraySlice<UInt8>
    private let separators: StaticString

    /// - Parameter separators: What stands between words; ASCII.
    init(_ line: ArraySlice<UInt8>, separators: StaticString = " \t") {
        rest = line
        self.separators = separators
    }

    mutating func next() -> ArraySlice<UInt8>? {
        var start = rest.startIndex
        while start < rest.endIndex, isSeparator(rest[start]) { start += 1 }
        guard start < rest.endIndex, rest[start] != UInt8(ascii: "#") else {
            rest = []
            return nil
        }
        var end = start
        while end < rest.endIndex, !isSeparator(rest[end]) { end += 1 }
        defer { rest = rest[end...] }
        return rest[start..<end]
    }

    private func isSeparator(_ byte: UInt8) -> Bool {
        separators.withUTF8Buffer { $0.contains(byte) }
    }

    /// The next word as a number; nil at the end.
    mutating func nextNumber<Value: FixedWidthInteger>(radix: Value = 10) throws(RecordingError.Code) -> Value? {
        guard let word = next() else { return nil }
        guard let value = Value(digits: word, radix: radix) else { throw .badNumber }
        return value
    }

    /// The next word, which must be there, as a number.
    mutating func number<Value: FixedWidthInteger>(radix: Value = 10) throws(RecordingError.Code) -> Value {
        guard let value = try nextNumber(radix: radix) else { throw .missingNumber }
        return value
    }

    /// The next word, which must be there, as the time of an event.
    mutating func time() throws(RecordingError.Code) -> Timestamp {
        guard let word = next() else { throw .missingNumber }
        guard let time = Timestamp(digits: word) else { throw .badNumber }
        return time
    }

    /// The next words as the numbers of a device's bus, maker, product and version.
    mutating func identify(_ device: inout DeviceDescription, radix: UInt16 = 10) throws(RecordingError.Code) {
        for (_, path) in DeviceDescription.identity { device[keyPath: path] = try number(radix: radix) }
    }

    /// The next word as a text; empty at the end.
    mutating func word() -> String { next().map { String(word: $0) } ?? "" }
}

extension DeviceDescription {
    /// The numbers that name a device, by getevent's words for them.
    static let identity: KeyValuePairs<String, any WritableKeyPath<DeviceDescription, UInt16> & Sendable> = [
        "bus:": \.bus, "vendor": \.vendor, "product": \.product, "version": \.version,
    ]
}

extension Axis {
    /// Sets a number of the axis by evtest's or getevent's word for it; other words are ignored.
    mutating func set(_ name: String, _ number: Int32) {
        switch name.lowercased() {
        case "min": minimum = number
        case "max": maximum = number
        case "fuzz": fuzz = number
        case "flat": flat = number
        case "resolution": resolution = number
        default: break
        }
    }
}

extension FixedWidthInteger {
    /// A number from ASCII digits with or without a sign; nil when it is something else or does not fit.
    init?(digits: ArraySlice<UInt8>, radix: Self = 10) {
        // The standard library takes a plus sign, too, and a minus sign before an unsigned zero.
        guard let first = digits.first, first != UInt8(ascii: "+"), Self.isSigned || first != UInt8(ascii: "-") else {
            return nil
        }
        self.init(String(decoding: digits, as: UTF8.self), radix: Int(radix))
    }
}

extension Timestamp {
    /// A time of a recording: seconds, a separator, and six digits; nil when it is something else.
    init?(digits: ArraySlice<UInt8>, separator: UInt8 = UInt8(ascii: ".")) {
        guard let point = digits.firstIndex(of: separator), digits.endIndex - point == 7,
            let seconds = UInt32(digits: digits[..<point]), let microseconds = UInt32(digits: digits[(point + 1)...])
        else { return nil }
        self.init(microseconds: Int64(seconds) * 1_000_000 + Int64(microseconds))
    }
}
