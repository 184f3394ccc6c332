// How are the members of a request read so that every mistake is told with its path and a hint?

import FoundationEssentials

/// Any member name of an object.
struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) {
        stringValue = name
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        nil
    }
}

/// The members of one object of a request.
struct MemberReader {
    private let members: KeyedDecodingContainer<MemberName>?
    private let prefix: String
    private let code: RequestError.Code

    /// The members of the object that the decoder stands at.
    ///
    /// - Parameter prefix: The path of the object, with a dot at the end unless it is empty.
    init(_ decoder: any Decoder, prefix: String = "", code: RequestError.Code) throws(RequestError) {
        self.prefix = prefix
        self.code = code
        do {
            members = try decoder.container(keyedBy: MemberName.self)
        } catch {
            throw RequestError(
                code: code, message: "not an object", path: String(prefix.dropLast()), hint: "write {…} here")
        }
    }

    private init(absentAt prefix: String, code: RequestError.Code) {
        members = nil
        self.prefix = prefix
        self.code = code
    }

    /// The members of the object inside this one; none if it is absent or null.
    func object(_ name: String, code: RequestError.Code) throws(RequestError) -> MemberReader {
        let path = prefix + name + "."
        guard let members, members.contains(MemberName(name)),
            (try? members.decodeNil(forKey: MemberName(name))) != true
        else { return MemberReader(absentAt: path, code: code) }
        do {
            return try MemberReader(members.superDecoder(forKey: MemberName(name)), prefix: path, code: code)
        } catch let error as RequestError {
            throw error
        } catch {
            throw failure("unreadable", at: name, hint: "write {…} here")
        }
    }

    /// Whether the member is there, be it null.
    func contains(_ name: String) -> Bool {
        members?.contains(MemberName(name)) ?? false
    }

    /// The value of a member; nil if it is absent or null.
    ///
    /// - Parameter expected: What should stand there, for the hint: `a list of globs`.
    func value<Value: Decodable>(
        _ name: String, as type: Value.Type = Value.self, expected: String
    ) throws(RequestError) -> Value? {
        do {
            return try members?.decodeIfPresent(type, forKey: MemberName(name))
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            throw failure("wrong type", inside: name, context, hint: "expected \(expected)")
        } catch DecodingError.dataCorrupted(let context) {
            let reason = context.underlyingError as? UnreadableValue
            throw failure(
                reason?.message ?? "unreadable", inside: name, context, hint: reason?.hint ?? "expected \(expected)")
        } catch {
            throw failure("unreadable", at: name, hint: "expected \(expected)")
        }
    }

    /// A member that has to be there; null is as good as absent.
    func required<Value: Decodable>(
        _ name: String, as type: Value.Type = Value.self, expected: String
    ) throws(RequestError) -> Value {
        guard let value = try value(name, as: type, expected: expected) else {
            throw failure("missing", at: name, hint: "expected \(expected)")
        }
        return value
    }

    /// A name that has to be there, of whatever.
    func name(_ name: String, expected: String) throws(RequestError) -> String {
        let text = try required(name, as: String.self, expected: expected)
        guard text.utf8.count <= nameBytes else {
            throw failure("too long", at: name, hint: "at most \(nameBytes) bytes")
        }
        return text
    }

    /// Refuses members that are not known, with the nearest known one as the hint.
    func refuseUnknown(known: [String]) throws(RequestError) {
        // The order of a dictionary differs from run to run, the answer does not.
        let names = (members?.allKeys ?? []).map(\.stringValue)
        guard let name = names.filter({ !known.contains($0) }).min() else { return }
        let hint =
            nearestName(to: name, among: known).map { "did you mean `\($0)`?" }
            ?? (known.isEmpty ? "there are no members here" : "known here: " + known.joined(separator: ", "))
        throw failure("unknown member", at: name, hint: hint)
    }

    /// An error at a member of this object.
    func failure(_ message: String, at name: String, hint: String) -> RequestError {
        RequestError(code: code, message: message, path: prefix + Self.beginning(of: name), hint: hint)
    }

    /// An error inside a member of this object, as deep as the decoder came: `states[0]`, `regions[3].frame.x`.
    private func failure(
        _ message: String, inside name: String, _ context: DecodingError.Context, hint: String
    ) -> RequestError {
        let below = context.codingPath.dropFirst((members?.codingPath.count ?? 0) + 1)
        let places = below.map { key in key.intValue.map { "[\($0)]" } ?? ".\(Self.beginning(of: key.stringValue))" }
        return RequestError(code: code, message: message, path: prefix + name + places.joined(), hint: hint)
    }

    /// A name that a client made up is repeated, but not at any length; a single character may have any number of accents.
    private static func beginning(of name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.prefix(64)))
    }
}
