// JSON value that is filled while it is encoded, and its text.

/// A JSON value.
final class JSONNode {
    enum Content {
        case literal(String)
        case text(String)
        case list([JSONNode])
        case object([String: JSONNode])
    }

    var content = Content.literal("null")

    /// Adds an element to a list.
    func appendElement() -> JSONNode {
        let node = JSONNode()
        if case .list(let nodes) = content { content = .list(nodes + [node]) } else { content = .list([node]) }
        return node
    }

    /// Adds a member to an object.
    func addMember(_ name: String) -> JSONNode {
        let node = JSONNode()
        if case .object(var members) = content {
            members[name] = node
            content = .object(members)
        } else {
            content = .object([name: node])
        }
        return node
    }

    /// The value with a line for each element and member, as Foundation writes it.
    func text(indent: String = "") -> String {
        let inner = indent + "  "
        switch content {
        case .literal(let text): return text
        case .text(let text): return Self.quoted(text)
        case .list(let nodes):
            return "[\n" + nodes.map { inner + $0.text(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members):
            let lines = members.sorted { $0.key < $1.key }.map { name, node in
                "\(inner)\(Self.quoted(name)) : \(node.text(indent: inner))"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
