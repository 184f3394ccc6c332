// Encoding of JSON objects, member by member, for all messages but those of each frame.

/// A value that is an object in JSON.
package protocol WireObject {
    /// Appends its members.
    func appendMembers(to writer: inout LineWriter)
}

extension LineWriter {
    /// Appends an object.
    package mutating func append(_ object: some WireObject) {
        append(json: "{")
        object.appendMembers(to: &self)
        append(json: "}")
    }

    /// Appends a list of objects.
    package mutating func append(list: [some WireObject]) { append(list: list) { $0.append($1) } }

    /// Appends a list of texts.
    mutating func append(list: [String]) { append(list: list) { $0.append(string: $1) } }

    /// Appends the name of the next member, with a comma unless it is the first one of its object.
    package mutating func append(name: String) {
        if last != UInt8(ascii: "{") { append(json: ",") }
        append(string: name)
        append(json: ":")
    }

    /// Appends the name of the next member likewise; it has no characters that JSON escapes.
    mutating func append(name: StaticString) {
        append(json: last == UInt8(ascii: "{") ? "\"" : ",\"")
        append(json: name)
        append(json: "\":")
    }

    /// Appends a member with a text; none without one.
    mutating func append(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        append(name: name)
        append(string: text)
    }

    /// Appends a member with an integer; none without one.
    mutating func append(_ name: StaticString, _ integer: (some FixedWidthInteger)?) {
        guard let integer else { return }
        append(name: name)
        append(integer: integer)
    }

    /// Appends a member with a number; none without one.
    mutating func append(_ name: StaticString, _ number: Double?, _ decimals: Decimals) {
        guard let number else { return }
        append(name: name)
        append(number, decimals)
    }

    /// Appends a member with a flag; none without one.
    mutating func append(_ name: StaticString, _ flag: Bool?) {
        guard let flag else { return }
        append(name: name)
        append(flag)
    }

    /// Appends a member with an object; none without one.
    mutating func append(_ name: StaticString, _ object: (some WireObject)?) {
        guard let object else { return }
        append(name: name)
        append(object)
    }

    /// Appends a member with a list of objects; none without one.
    mutating func append(_ name: StaticString, list: [some WireObject]?) {
        guard let list else { return }
        append(name: name)
        append(list: list)
    }

    /// Appends a member with a list of texts; none without one.
    mutating func append(_ name: StaticString, list: [String]?) {
        guard let list else { return }
        append(name: name)
        append(list: list)
    }
}
