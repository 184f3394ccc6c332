// The JSON parser for requests, with their limits.

/// Reads one line as JSON, in time that grows with its length only, whatever it holds.
///
/// A `String` is only made of what ``NameRule`` allows, and of the `id`, which is echoed and never compared. Whatever
/// breaks a rule is noted in ``refusal`` and read on as `null`, so that an `id` behind it is still known.
struct RequestParser {
    /// The first text, member's name or depth that breaks a rule.
    private(set) var refusal: RequestError?
    /// The first number that no `Double` can hold; it is read as infinite.
    private(set) var largeNumber: RequestError?
    /// Whether all strings are ASCII, so that a check for UTF-8 is unnecessary.
    var isASCII: Bool { scanner.isASCII }

    /// A valid request, as a hint for clients that sent something else.
    static let exampleHint = #"send {"jsonrpc":"2.0","id":1,"method":"subscribe"} and a line feed"#

    /// Params, their lists, and within each entry as much as an entry may hold.
    private static let deepest = valueNesting + 3

    private enum Step {
        case member([UInt8])
        case element(Int)
    }

    private var scanner: RequestScanner
    private var path: [Step] = []
    /// The largest possible number of values: in a list or an object each but the first follows a comma.
    private var values = 1

    init(_ line: ArraySlice<UInt8>) {
        scanner = RequestScanner(line)
    }

    /// Reads the whole line.
    ///
    /// - Throws: ``RequestError`` for what is not JSON or has more than ``requestValues`` values.
    mutating func parse() throws(RequestError) -> WireValue {
        do {
            let value = try value()
            if scanner.next() == nil { return value }
        } catch let error as RequestError {
            throw error
        } catch {}
        throw RequestError(code: .parseError, message: "not JSON", hint: Self.exampleHint)
    }

    // MARK: - Lists and objects

    private mutating func value() throws -> WireValue {
        switch scanner.next() {
        case UInt8(ascii: "{"): return try isTooDeep() ? skipped() : object()
        case UInt8(ascii: "["): return try isTooDeep() ? skipped() : list()
        case UInt8(ascii: "\""): return try text().map(WireValue.text) ?? .null
        case UInt8(ascii: "t"): return try keyword("true", .flag(true))
        case UInt8(ascii: "f"): return try keyword("false", .flag(false))
        case UInt8(ascii: "n"): return try keyword("null", .null)
        default: return try number()
        }
    }

    private mutating func keyword(_ word: StaticString, _ value: WireValue) throws -> WireValue {
        try scanner.skip(word: word)
        return value
    }

    private mutating func object() throws -> WireValue {
        var members: [(name: [UInt8], value: WireValue)] = []
        guard try open(UInt8(ascii: "{"), closing: UInt8(ascii: "}")) else { return .object([]) }
        repeat {
            let name = try memberName()
            guard scanner.skip(UInt8(ascii: ":")) else { throw RequestScanner.Failure() }
            path.append(.member(name ?? []))
            let value = try value()
            path.removeLast()
            if let name { members.append((name, value)) }
        } while try hasMore(before: UInt8(ascii: "}"))
        // The sort is stable: of several members with one name the first is the first still.
        members.sort { $0.name.lexicographicallyPrecedes($1.name) }
        var last: [UInt8]?
        return .object(
            members.compactMap { name, value in
                defer { last = name }
                return name == last ? nil : WireValue.Member(name: String(decoding: name, as: UTF8.self), value: value)
            })
    }

    private mutating func list() throws -> WireValue {
        var elements: [WireValue] = []
        guard try open(UInt8(ascii: "["), closing: UInt8(ascii: "]")) else { return .list(elements) }
        repeat {
            path.append(.element(elements.count))
            elements.append(try value())
            path.removeLast()
        } while try hasMore(before: UInt8(ascii: "]"))
        return .list(elements)
    }

    /// Steps over an opening; whether anything stands before the closing, which else is stepped over, too.
    private mutating func open(_ opening: UInt8, closing: UInt8) throws -> Bool {
        _ = scanner.skip(opening)
        try count()
        return !scanner.skip(closing)
    }

    /// Steps over the comma before what comes next, or over the closing.
    private mutating func hasMore(before closing: UInt8) throws -> Bool {
        if scanner.skip(closing) { return false }
        guard scanner.skip(UInt8(ascii: ",")) else { throw RequestScanner.Failure() }
        try count()
        return true
    }

    private mutating func count() throws(RequestError) {
        values += 1
        guard values <= requestValues else {
            throw RequestError(
                code: .invalidRequest, message: "too many values", hint: "at most \(requestValues) in one request")
        }
    }

    /// Whether a list or an object that opens here lies too deep, which is then noted.
    private mutating func isTooDeep() -> Bool {
        guard path.count >= Self.deepest else { return false }
        refuse("too deep", "at most \(valueNesting) nested lists and objects")
        return true
    }

    /// Passes over a list or an object without looking into it.
    private mutating func skipped() throws -> WireValue {
        var depth = 0
        repeat {
            guard let byte = scanner.next() else { throw RequestScanner.Failure() }
            if byte == UInt8(ascii: "\"") {
                _ = try scanner.string(limit: 0)
            } else {
                _ = scanner.skip(byte)
                if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
                if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
            }
        } while depth > 0
        return .null
    }

    // MARK: - Texts and numbers

    /// The name of a member; nil when it breaks the rule, which is then noted.
    private mutating func memberName() throws -> [UInt8]? {
        let text = try scanner.string(limit: memberNameBytes)
        if text.hasHalfCharacter {
            refuse("half a character", Self.pairsHint)
        } else if !text.isPrintable {
            refuse("invalid name of a member", "names of members are printable ASCII")
        } else if text.isTooLong {
            refuse("a member's name is too long", "at most \(memberNameBytes) bytes")
        } else {
            return text.bytes
        }
        return nil
    }

    /// A text; nil when it breaks the rule, which is then noted.
    private mutating func text() throws -> String? {
        let text = try scanner.string(limit: nameBytes)
        if text.hasHalfCharacter {
            refuse("half a character", Self.pairsHint)
        } else if !text.isPrintable, !isIdentifier {
            refuse("not a name", "names are printable ASCII; only the `id` may hold anything else")
        } else if text.isTooLong {
            refuse("too long", "at most \(nameBytes) bytes")
        } else {
            return String(decoding: text.bytes, as: UTF8.self)
        }
        return nil
    }

    private var isIdentifier: Bool {
        if path.count == 1, case .member(let name) = path[0] { name.elementsEqual("id".utf8) } else { false }
    }

    /// A number: an integer whenever it is whole and fits; not a number if it is an `id` that a `Double` would change.
    private mutating func number() throws -> WireValue {
        let number = try scanner.number()
        let text = String(decoding: number.text, as: UTF8.self)
        // Nineteen digits and a sign are the longest that fit.
        if number.isWhole, number.text.count <= 20, let whole = Int64(text) { return .integer(whole) }
        let value = Double(text) ?? .infinity
        if isIdentifier, !Self.significantDigits(text).elementsEqual(Self.significantDigits("\(value)")) {
            return .number(.nan)
        }
        if value.isInfinite, largeNumber == nil { largeNumber = error("too large a number", "write a smaller number") }
        return Int64(exactly: value).map(WireValue.integer) ?? .number(value)
    }

    /// The digits of a number without its sign, exponent, and zeros at both ends.
    private static func significantDigits(_ number: String) -> [UInt8] {
        let digits = number.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter { $0 > UInt8(ascii: "/") }
        let whole = digits.drop { $0 == UInt8(ascii: "0") }
        return whole.reversed().drop { $0 == UInt8(ascii: "0") }.reversed()
    }

    // MARK: - Refusals

    private static let pairsHint = "\\ud800 to \\udfff stand in pairs only"

    private mutating func refuse(_ message: String, _ hint: String) {
        if refusal == nil { refusal = error(message, hint) }
    }

    private func error(_ message: String, _ hint: String) -> RequestError {
        var (place, code) = ("", RequestError.Code.invalidRequest)
        for step in path {
            switch step {
            case .member(let name): place += (place.isEmpty ? "" : ".") + String(decoding: name, as: UTF8.self)
            case .element(let index): place += "[\(index)]"
            }
        }
        if case .member(let name)? = path.first, name.elementsEqual("params".utf8) { code = .invalidParameters }
        return RequestError(code: code, message: message, path: place, hint: hint)
    }
}
