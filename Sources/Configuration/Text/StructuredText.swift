// JSON values as indented text, always the same for the same value.

import GestureWire

extension WireValue {
    /// The value as JSON with a line for each member; short lists and mappings stay on one line.
    var json: String {
        var text = ""
        append(to: &text, indent: "")
        return text + "\n"
    }

    private func append(to text: inout String, indent: String) {
        let inner = indent + "  "
        switch self {
        case .list(let values) where !isShort:
            text += "[\n"
            for (index, value) in values.enumerated() {
                text += inner
                value.append(to: &text, indent: inner)
                text += index == values.count - 1 ? "\n" : ",\n"
            }
            text += indent + "]"
        case .object(let members) where !isShort:
            text += "{\n"
            for (index, member) in members.enumerated() {
                text += "\(inner)\(Self.quoted(member.name)): "
                member.value.append(to: &text, indent: inner)
                text += index == members.count - 1 ? "\n" : ",\n"
            }
            text += indent + "}"
        default: text += line
        }
    }

    /// The value as JSON on one line.
    var line: String {
        switch self {
        case .null: "null"
        case .flag(let flag): String(flag)
        case .integer(let number): String(number)
        case .number(let number): "\(number)"
        case .text(let text): Self.quoted(text)
        case .list(let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
        case .object(let members) where members.isEmpty: "{}"
        case .object(let members):
            "{ " + members.map { "\(Self.quoted($0.name)): \($0.value.line)" }.joined(separator: ", ") + " }"
        }
    }

    private var isShort: Bool { line.utf8.count <= 100 }

    private static func quoted(_ text: String) -> String {
        var writer = LineWriter()
        writer.append(string: text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
