// The values of a line of JSON in a table, which is what a decoder looks things up in.

/// The values of one line, in the order in which they are written; what is in a list or an object follows it.
///
/// ```
///   {"a":[1,2]}    0 object, next 5    1 text "a"    2 list, next 5    3 number 1    4 number 2
/// ```
/// It is made in one pass, and makes nothing of the values before they are asked for.
final class LineTable: Sendable {
    enum Kind: UInt8 {
        case null, yes, no, number, text, escapedText, list, object
    }

    struct Value {
        let kind: Kind
        /// Its first byte, for a text that behind the quotation mark.
        let start: Int32
        /// The byte behind it, for a text the closing quotation mark.
        fileprivate(set) var end: Int32
        /// The index of the value behind it and all that is in it.
        fileprivate(set) var next: Int32
    }

    let values: [Value]
    private let bytes: [UInt8]

    /// - Throws: `DecodingError` for what is not JSON.
    init(_ line: [UInt8]) throws {
        bytes = line
        let values = line.withUnsafeBufferPointer { bytes -> [Value]? in
            guard bytes.count < Int32.max else { return nil }
            var scan = LineScan(bytes)
            return scan.value(room: Self.mostNested) && scan.isAtEnd ? scan.values : nil
        }
        guard let values else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not JSON"))
        }
        self.values = values
    }

    /// An object with more members is refused: one is searched from its beginning for each name.
    fileprivate static let mostMembers = 4096
    /// More lists and objects in each other are refused.
    private static let mostNested = 64

    /// The index of a member's value, of several with this name the first; nil when the object has none.
    func find(_ name: String, in object: Int) -> Int? {
        var name = name
        return name.withUTF8 { name in
            var index = object + 1
            let end = Int(values[object].next)
            while index < end {
                if has(name, at: index) { return index + 1 }
                index = Int(values[index + 1].next)
            }
            return nil
        }
    }

    private func has(_ name: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        let value = values[index]
        if value.kind == .escapedText { return text(at: index)?.utf8.elementsEqual(name) ?? false }
        guard Int(value.end - value.start) == name.count else { return false }
        for offset in 0..<name.count where bytes[Int(value.start) + offset] != name[offset] { return false }
        return true
    }

    /// A text; nil when it is not UTF-8, or has half of a surrogate pair.
    func text(at index: Int) -> String? {
        let value = values[index]
        let slice = bytes[Int(value.start)..<Int(value.end)]
        if value.kind == .text { return String(validating: slice, as: UTF8.self) }
        var scanner = RequestScanner(bytes[(slice.startIndex - 1)...slice.endIndex])
        guard let text = try? scanner.string(limit: .max), !text.hasHalfCharacter else { return nil }
        return String(validating: text.bytes, as: UTF8.self)
    }

    /// A whole number, also one that is written with an exponent or with zeros behind the point; nil when it is none.
    func integer(at index: Int) -> Int64? {
        let value = values[index]
        var (result, isNegative) = (Int64(0), false)
        for position in Int(value.start)..<Int(value.end) {
            let byte = bytes[position]
            if byte == UInt8(ascii: "-"), position == value.start {
                isNegative = true
                continue
            }
            guard byte.isDigit else { return number(at: index).flatMap { Int64(exactly: $0) } }
            let (tens, isTooLarge) = result.multipliedReportingOverflow(by: 10)
            let digit = Int64(byte - UInt8(ascii: "0"))
            let (sum, isTooLargeNow) = tens.addingReportingOverflow(isNegative ? -digit : digit)
            if isTooLarge || isTooLargeNow { return nil }
            result = sum
        }
        return result
    }

    /// A number; nil when it is too large.
    func number(at index: Int) -> Double? {
        let value = values[index]
        var (digits, decimals, isNegative) = (UInt64(0), -1, false)
        for position in Int(value.start)..<Int(value.end) {
            let byte = bytes[position]
            if byte.isDigit, digits < Self.exact / 10 {
                digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
                if decimals >= 0 { decimals += 1 }
            } else if byte == UInt8(ascii: "."), decimals < 0 {
                decimals = 0
            } else if byte == UInt8(ascii: "-"), position == value.start {
                isNegative = true
            } else {
                return longNumber(value)
            }
        }
        guard decimals < Self.powers.count else { return longNumber(value) }
        // Both are exact, so their quotient is the nearest number.
        let magnitude = decimals > 0 ? Double(digits) / Self.powers[decimals] : Double(digits)
        return isNegative ? -magnitude : magnitude
    }

    private func longNumber(_ value: Value) -> Double? {
        let number = Double(String(decoding: bytes[Int(value.start)..<Int(value.end)], as: UTF8.self))
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Up to here a `Double` has every whole number.
    private static let exact: UInt64 = 1 << 53
    /// The powers of ten that a `Double` has.
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20,
        1e21, 1e22,
    ]

    /// The names and numbers that lead from the whole to a value.
    func path(to index: Int) -> [any CodingKey] {
        var (path, place) = ([any CodingKey](), 0)
        while place < index {
            var (child, number) = (place + 1, 0)
            let isObject = values[place].kind == .object
            // The one that it is, or that it is in.
            while Int(values[isObject ? child + 1 : child].next) <= index {
                child = Int(values[isObject ? child + 1 : child].next)
                number += 1
            }
            path.append(isObject ? LineKey(text(at: child) ?? "", nil) : LineKey("\(number)", number))
            if isObject { child += 1 }
            if child > index { break }
            place = child
        }
        return path
    }
}

/// A name or a number on the way to a value.
struct LineKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String, _ number: Int?) { (stringValue, intValue) = (name, number) }
    init?(stringValue: String) { self.init(stringValue, nil) }
    init?(intValue: Int) { self.init("\(intValue)", intValue) }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

/// The pass over a line; each part returns whether what it has stepped over is JSON.
private struct LineScan {
    private(set) var values: [LineTable.Value] = []
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        values.reserveCapacity(bytes.count / 8)
    }

    /// The byte here; 0, which is no JSON, at the end.
    private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

    var isAtEnd: Bool {
        mutating get {
            skipBlanks()
            return position == bytes.count
        }
    }

    private mutating func skipBlanks() {
        while byte == 0x20 || (0x09...0x0d).contains(byte) && byte != 0x0b && byte != 0x0c { position += 1 }
    }

    private mutating func skip(_ expected: UInt8) -> Bool {
        skipBlanks()
        guard byte == expected else { return false }
        position += 1
        return true
    }

    mutating func value(room: Int) -> Bool {
        skipBlanks()
        switch byte {
        case UInt8(ascii: "\""): return text()
        case UInt8(ascii: "{"): return room > 0 && group(.object, UInt8(ascii: "}"), room)
        case UInt8(ascii: "["): return room > 0 && group(.list, UInt8(ascii: "]"), room)
        case UInt8(ascii: "t"): return word("true", .yes)
        case UInt8(ascii: "f"): return word("false", .no)
        case UInt8(ascii: "n"): return word("null", .null)
        default: return number()
        }
    }

    private mutating func add(_ kind: LineTable.Kind, from start: Int) {
        values.append(
            LineTable.Value(kind: kind, start: Int32(start), end: Int32(position), next: Int32(values.count + 1)))
    }

    /// A list or an object: its values, in an object each behind its name.
    private mutating func group(_ kind: LineTable.Kind, _ closing: UInt8, _ room: Int) -> Bool {
        let (start, index) = (position, values.count)
        add(kind, from: start)
        position += 1
        if !skip(closing) {
            var members = 0
            repeat {
                if kind == .object {
                    members += 1
                    skipBlanks()
                    guard members <= LineTable.mostMembers, text(), skip(UInt8(ascii: ":")) else { return false }
                }
                guard value(room: room - 1) else { return false }
            } while skip(UInt8(ascii: ","))
            guard skip(closing) else { return false }
        }
        (values[index].end, values[index].next) = (Int32(position), Int32(values.count))
        return true
    }

    private mutating func text() -> Bool {
        guard byte == UInt8(ascii: "\"") else { return false }
        position += 1
        let start = position
        var kind = LineTable.Kind.text
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                add(kind, from: start)
                position += 1
                return kind == .text || isText(from: start - 1)
            case UInt8(ascii: "\\"):
                kind = .escapedText
                position += 2
            case 0..<0x20: return false
            default: position += 1
            }
        }
        return false
    }

    /// Whether the escapes of the text that ends here are JSON's.
    private func isText(from start: Int) -> Bool {
        var scanner = RequestScanner(Array(bytes[start..<position])[...])
        return (try? scanner.string(limit: 0)) != nil
    }

    private mutating func word(_ word: StaticString, _ kind: LineTable.Kind) -> Bool {
        let start = position
        for offset in 0..<word.utf8CodeUnitCount {
            guard byte == word.utf8Start[offset] else { return false }
            position += 1
        }
        add(kind, from: start)
        return true
    }

    private mutating func number() -> Bool {
        let start = position
        if byte == UInt8(ascii: "-") { position += 1 }
        if byte == UInt8(ascii: "0") { position += 1 } else if !digits() { return false }
        if byte == UInt8(ascii: ".") {
            position += 1
            guard digits() else { return false }
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            guard digits() else { return false }
        }
        add(.number, from: start)
        return true
    }

    private mutating func digits() -> Bool {
        let start = position
        while byte.isDigit { position += 1 }
        return position > start
    }
}
