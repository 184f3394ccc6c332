// A coding key for any member of an object, and the names among their values.

struct MemberName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }

    init(stringLiteral name: String) { self.init(name) }

    init?(stringValue: String) { self.init(stringValue) }

    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<MemberName> {
    /// A name, of at most ``nameBytes`` bytes.
    ///
    /// Each frame of touches and each line about it has its surface's name again, so a long one would multiply.
    func decodeName(forKey name: MemberName) throws -> String {
        let text = try decode(String.self, forKey: name)
        guard text.utf8.count <= nameBytes else {
            throw DecodingError.dataCorruptedError(
                forKey: name, in: self, debugDescription: "a name has more than \(nameBytes) bytes")
        }
        return text
    }
}
