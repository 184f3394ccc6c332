// The decoder of the server's lines, for every `Decodable`.
//
// Foundation's takes three times as long, for which every action would wait.

/// A value of a line, as a decoder.
package struct LineDecoder: Decoder, SingleValueDecodingContainer {
    fileprivate let table: LineTable
    fileprivate let index: Int

    /// Decodes a line.
    ///
    /// - Throws: `DecodingError` for what is not JSON, or not of this type.
    package static func decode<Value: Decodable>(_ type: Value.Type, from line: [UInt8]) throws -> Value {
        try LineDecoder(table: try LineTable(line), index: 0).decode(type)
    }

    package var codingPath: [any CodingKey] { table.path(to: index) }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard kind == .object else { throw mismatch(String.self, "no object") }
        return KeyedDecodingContainer(LineMembers(value: self))
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard kind == .list else { throw mismatch([Never].self, "no list") }
        return LineElements(list: self)
    }

    package func singleValueContainer() -> any SingleValueDecodingContainer { self }

    package func decodeNil() -> Bool { kind == .null }

    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value: Any? =
            switch type {
            case is String.Type: try text()
            case is Double.Type: try number()
            case is Int.Type: try integer(Int.self)
            case is Bool.Type: try flag()
            case is WireValue.Type: try wireValue(room: valueNesting)
            case is Float.Type: Float(try number())
            case let whole as any FixedWidthInteger.Type: try integer(whole)
            default: nil
            }
        if let value, let typed = value as? Value { return typed }
        return try Value(from: self)
    }

    // MARK: - Values

    fileprivate var kind: LineTable.Kind { table.values[index].kind }
    fileprivate var next: Int { Int(table.values[index].next) }

    fileprivate func at(_ index: Int) -> LineDecoder { LineDecoder(table: table, index: index) }

    fileprivate func text() throws -> String {
        guard kind == .text || kind == .escapedText else { throw mismatch(String.self, "no text") }
        guard let text = table.text(at: index) else { throw corrupted("no characters") }
        return text
    }

    private func flag() throws -> Bool {
        switch kind {
        case .yes: true
        case .no: false
        default: throw mismatch(Bool.self, "neither true nor false")
        }
    }

    fileprivate func number() throws -> Double {
        guard kind == .number else { throw mismatch(Double.self, "no number") }
        guard let number = table.number(at: index) else { throw corrupted("too large a number") }
        return number
    }

    fileprivate func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        guard kind == .number else { throw mismatch(type, "no number") }
        guard let whole = table.integer(at: index), let value = Value(exactly: whole) else {
            throw corrupted("no whole number that fits into \(type)")
        }
        return value
    }

    /// Any value, with at most so many lists and objects in each other.
    fileprivate func wireValue(room: Int) throws -> WireValue {
        switch kind {
        case .null: return .null
        case .yes: return .flag(true)
        case .no: return .flag(false)
        case .text, .escapedText: return .text(try text())
        case .number: return try table.integer(at: index).map(WireValue.integer) ?? .number(number())
        case .list:
            var elements = LineElements(list: self)
            guard room > 0 else { throw corrupted("too deep") }
            var list: [WireValue] = []
            while let element = elements.take() { list.append(try element.wireValue(room: room - 1)) }
            return .list(list)
        case .object:
            guard room > 0 else { throw corrupted("too deep") }
            let members = LineMembers<MemberName>(value: self)
            var list: [WireValue.Member] = []
            // The sort is stable: of several with one name the first is the first still.
            for (name, value) in try members.all().sorted(by: { $0.name < $1.name }) where list.last?.name != name {
                list.append(WireValue.Member(name: name, value: try value.wireValue(room: room - 1)))
            }
            return .object(list)
        }
    }

    // MARK: - Errors

    fileprivate func context(_ words: String) -> DecodingError.Context {
        DecodingError.Context(codingPath: codingPath, debugDescription: words)
    }

    private func corrupted(_ words: String) -> DecodingError { .dataCorrupted(context(words)) }

    private func mismatch(_ type: any Any.Type, _ words: String) -> DecodingError {
        kind == .null ? .valueNotFound(type, context("null")) : .typeMismatch(type, context(words))
    }
}

/// The members of an object.
private struct LineMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let value: LineDecoder

    var codingPath: [any CodingKey] { value.codingPath }

    /// All names, with their values.
    func all() throws -> [(name: String, value: LineDecoder)] {
        var (found, index) = ([(name: String, value: LineDecoder)](), value.index + 1)
        while index < value.next {
            found.append((try value.at(index).decode(String.self), value.at(index + 1)))
            index = value.at(index + 1).next
        }
        return found
    }

    var allKeys: [Key] { ((try? all()) ?? []).compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { find(key) != nil }

    private func find(_ key: Key) -> LineDecoder? {
        value.table.find(key.stringValue, in: value.index).map(value.at)
    }

    private func required(_ key: Key) throws -> LineDecoder {
        if let member = find(key) { return member }
        throw DecodingError.keyNotFound(key, value.context("`\(key.stringValue)` is missing"))
    }

    func decodeNil(forKey key: Key) throws -> Bool { try required(key).decodeNil() }

    // What most members are, without a look at the type.
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try required(key).text() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try required(key).number() }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try required(key).integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try required(key).decode(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let member = find(key), !member.decodeNil() else { return nil }
        return try member.decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try required(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try required(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { value }
    func superDecoder(forKey key: Key) throws -> any Decoder { try required(key) }
}

/// The elements of a list, one after the other.
private struct LineElements: UnkeyedDecodingContainer {
    private let list: LineDecoder
    private var place: Int
    private(set) var currentIndex = 0

    init(list: LineDecoder) { (self.list, place) = (list, list.index + 1) }

    var codingPath: [any CodingKey] { list.codingPath }
    var count: Int? { nil }
    var isAtEnd: Bool { place == list.next }

    mutating func take() -> LineDecoder? {
        if isAtEnd { return nil }
        let element = list.at(place)
        (place, currentIndex) = (element.next, currentIndex + 1)
        return element
    }

    private mutating func required() throws -> LineDecoder {
        if let element = take() { return element }
        throw DecodingError.valueNotFound(Never.self, list.context("there are \(currentIndex) elements only"))
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, list.at(place).decodeNil() else { return false }
        _ = take()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try required().decode(type) }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try required().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try required().unkeyedContainer() }

    mutating func superDecoder() throws -> any Decoder { try required() }
}
