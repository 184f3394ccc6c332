// Reader of an object's members, which reports each mistake with its path and a hint.

/// A value that a member of a request can have.
protocol MemberValue {
    /// The value; nil if there is something of another kind.
    init?(_ value: WireValue)
}

extension String: MemberValue {
    init?(_ value: WireValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Bool: MemberValue {
    init?(_ value: WireValue) {
        guard case .flag(let flag) = value else { return nil }
        self = flag
    }
}

extension Int: MemberValue {
    init?(_ value: WireValue) {
        guard case .integer(let number) = value else { return nil }
        self.init(exactly: number)
    }
}

extension Double: MemberValue {
    init?(_ value: WireValue) {
        switch value {
        case .integer(let number): self.init(number)
        case .number(let number): self = number
        default: return nil
        }
    }
}

struct MemberReader {
    private let members: [WireValue.Member]
    private let prefix: String
    private let code: RequestError.Code

    /// - Parameter prefix: The path of the object, with a dot at the end unless it is empty.
    init(_ members: [WireValue.Member], prefix: String = "", code: RequestError.Code) {
        self.members = members
        self.prefix = prefix
        self.code = code
    }

    /// Returns the value of a member, also null; nil if it is absent.
    subscript(name: String) -> WireValue? {
        members.first { $0.name == name }?.value
    }

    /// The members of the object inside this one; none if it is absent or null.
    func object(_ name: String, code: RequestError.Code) throws(RequestError) -> MemberReader {
        let path = prefix + name
        switch self[name] {
        case nil, .null: return MemberReader([], prefix: path + ".", code: code)
        case .object(let members): return MemberReader(members, prefix: path + ".", code: code)
        default: throw RequestError(code: code, message: "not an object", path: path, hint: "write {…} here")
        }
    }

    /// The value of a member; nil if it is absent or null.
    ///
    /// - Parameter expected: What should stand there, for the hint: `true or false`.
    func value<Value: MemberValue>(
        _ name: String, as type: Value.Type = Value.self, expected: String
    ) throws(RequestError) -> Value? {
        guard let present = present(name) else { return nil }
        guard let value = Value(present) else { throw failure("wrong type", at: name, hint: "expected \(expected)") }
        return value
    }

    /// The texts of a list; nil if it is absent or null.
    func texts(_ name: String, expected: String) throws(RequestError) -> [String]? {
        guard let values = try list(name, expected: expected) else { return nil }
        var texts: [String] = []
        texts.reserveCapacity(values.count)
        for value in values {
            guard let text = String(value) else {
                throw failure("wrong type", at: "\(name)[\(texts.count)]", hint: "expected \(expected)")
            }
            texts.append(text)
        }
        return texts
    }

    /// The values of a list; nil if it is absent or null.
    func list(_ name: String, expected: String) throws(RequestError) -> [WireValue]? {
        switch present(name) {
        case nil: return nil
        case .list(let values): return values
        default: throw failure("wrong type", at: name, hint: "expected \(expected)")
        }
    }

    private func present(_ name: String) -> WireValue? {
        if case .null? = self[name] { nil } else { self[name] }
    }

    /// A member that has to be there; null is as good as absent.
    func required<Value: MemberValue>(
        _ name: String, as type: Value.Type = Value.self, expected: String
    ) throws(RequestError) -> Value {
        guard let value = try value(name, as: type, expected: expected) else {
            throw failure("missing", at: name, hint: "expected \(expected)")
        }
        return value
    }

    /// Refuses members that are not known, with the nearest known one as the hint.
    func refuseUnknown(known: [String]) throws(RequestError) {
        guard let name = members.first(where: { !known.contains($0.name) })?.name else { return }
        throw failure(
            "unknown member", at: name,
            hint: known.isEmpty
                ? "there are no members here" : hint(forUnknown: name, among: known, all: "known here:"))
    }

    func failure(_ message: String, at name: String, hint: String) -> RequestError {
        RequestError(code: code, message: message, path: prefix + name, hint: hint)
    }
}
