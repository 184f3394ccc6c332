// Decoding and encoding of any JSON value.

extension WireValue: Decodable {
    /// Reads a value of any kind.
    ///
    /// - Throws: `DecodingError` for more than ``valueNesting`` nested lists and objects, for a number that is
    ///   too large, and for half of a surrogate pair.
    public init(from decoder: any Decoder) throws {
        try self.init(from: decoder, room: valueNesting)
    }

    /// - Parameter room: How many more lists and objects may lie in each other.
    private init(from decoder: any Decoder, room: Int) throws {
        // The decoder does not say what it stands at, so it has to be asked. The answer `no` costs most, and more the
        // deeper it stands, so what may occur often at small cost is asked for first.
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            self = .null
        } else if let text = try? single.decode(String.self) {
            self = .text(text)
        } else if let flag = try? single.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? single.decode(Double.self) {
            // Up to 2^53 a double says exactly what was written.
            let whole = number.magnitude < 0x1p53 ? Int64(exactly: number) : try? single.decode(Int64.self)
            self = whole.map(WireValue.integer) ?? .number(number)
        } else if let members = try? decoder.container(keyedBy: MemberName.self) {
            try Self.checkDepth(room, decoder)
            // In the order of their names, so that the result and the first reported mistake are always the same.
            self = .object(
                try members.allKeys.map(\.stringValue).sorted().map { name in
                    let inside = try members.superDecoder(forKey: MemberName(name))
                    return Member(name: name, value: try WireValue(from: inside, room: room - 1))
                })
        } else {
            var elements = try decoder.unkeyedContainer()
            try Self.checkDepth(room, decoder)
            var list: [WireValue] = []
            while !elements.isAtEnd {
                list.append(try WireValue(from: elements.superDecoder(), room: room - 1))
            }
            self = .list(list)
        }
    }

    private static func checkDepth(_ room: Int, _ decoder: any Decoder) throws {
        guard room <= 0 else { return }
        let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "too deep")
        throw DecodingError.dataCorrupted(context)
    }
}

extension WireValue: WireMember {
    /// Appends the value; numbers with all their digits, so that they read back as the same.
    ///
    /// A number that JSON cannot express is null, so that the server refuses it with its place.
    package func append(to writer: inout LineWriter) {
        switch self {
        case .null: writer.append(json: "null")
        case .flag(let flag): writer.append(flag)
        case .integer(let whole): writer.append(integer: whole)
        case .number(let number): writer.append(unquoted: number.isFinite ? "\(number)" : "null")
        case .text(let text): writer.append(string: text)
        case .list(let list): writer.append(list)
        case .object(let members):
            writer.append(json: "{")
            for member in members {
                writer.append(name: member.name)
                writer.append(member.value)
            }
            writer.append(json: "}")
        }
    }
}
