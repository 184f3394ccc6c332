// Encoding of JSON objects, member by member, for all messages but those of each frame.

/// A value that a member of an object can have.
package protocol WireMember {
    func append(to writer: inout LineWriter)
}

/// A value that is an object in JSON.
package protocol WireObject: WireMember {
    func appendMembers(to writer: inout LineWriter)
}

extension WireObject {
    package func append(to writer: inout LineWriter) {
        writer.append(json: "{")
        appendMembers(to: &writer)
        writer.append(json: "}")
    }

    /// Appends the properties by their names and in their order, with at most six decimals; those that are nil are left
    /// out.
    ///
    /// Looking at a type takes longer than naming its members: this is for reports.
    package func appendMembers(to writer: inout LineWriter) {
        for property in Mirror(reflecting: self).children {
            guard let name = property.label, let value = property.value as? any WireMember else {
                assert(Mirror(reflecting: property.value).displayStyle == .optional, "no member can be made of it")
                continue
            }
            writer.append(name: name)
            writer.append(value)
        }
    }
}

extension String: WireMember {
    package func append(to writer: inout LineWriter) { writer.append(string: self) }
}

extension Bool: WireMember {
    package func append(to writer: inout LineWriter) { writer.append(json: self ? "true" : "false") }
}

extension Double: WireMember {
    package func append(to writer: inout LineWriter) { writer.append(self, .ratio) }
}

extension FixedWidthInteger where Self: WireMember {
    package func append(to writer: inout LineWriter) { writer.append(integer: self) }
}

extension Int: WireMember {}
extension Int32: WireMember {}
extension UInt32: WireMember {}

extension Array: WireMember where Element: WireMember {
    package func append(to writer: inout LineWriter) { writer.append(list: self) { $1.append(to: &$0) } }
}

extension LineWriter {
    package mutating func append(_ value: some WireMember) { value.append(to: &self) }

    /// Appends the name of the next member, with a comma unless it is the first one of its object.
    package mutating func append(name: String) {
        if last != UInt8(ascii: "{") { append(json: ",") }
        append(string: name)
        append(json: ":")
    }

    /// Appends the name of the next member, which has no characters that JSON escapes.
    mutating func append(name: StaticString) {
        append(json: last == UInt8(ascii: "{") ? "\"" : ",\"")
        append(json: name)
        append(json: "\":")
    }

    /// Appends a member; none without a value.
    mutating func append(_ name: StaticString, _ value: (some WireMember)?) {
        guard let value else { return }
        append(name: name)
        value.append(to: &self)
    }

    /// Appends a member with a number; none without a value.
    mutating func append(_ name: StaticString, _ number: Double?, _ decimals: Decimals) {
        guard let number else { return }
        append(name: name)
        append(number, decimals)
    }
}
