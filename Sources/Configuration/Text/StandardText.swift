// The built-in recognizers and access rules as text, so that messages can show places in it.

internal import GestureWire

/// The text of what is built in.
enum StandardText {
    /// Its name in messages.
    static let name = "built in"

    /// The text as a file.
    static let file = SourceFile(name: name, text: SourceText(string, file: Place.builtIn))

    /// Its sections.
    static let sections: [Element.Entry] = {
        let root = ElementReader.read(file.text, Diagnostics(files: []))
        guard case .mapping(let entries)? = root?.content else { return [] }
        return entries
    }()

    private static var string: String {
        "recognizers:\n" + Configuration.standard.recognizers.map { "  - { \(text(of: $0)) }\n" }.joined()
            + "access:\n" + AccessRule.standard.map { "  - { \(text(of: $0)) }\n" }.joined()
    }

    private static func text(of rule: AccessRule) -> String {
        let subject =
            switch rule.subject {
            case .user(let name): "user: \(name)"
            case .group(let name): "group: \(name)"
            case .activeSession: "session: active"
            }
        let allowed = Capability.allCases.filter(rule.allow.contains).map(\.rawValue)
        return "\(subject), allow: " + (allowed.count == 1 ? allowed[0] : "[\(allowed.joined(separator: ", "))]")
    }

    private static func text(of rule: RecognizerRule) -> String {
        var parts = ["name: \(rule.name)", "type: \(rule.type.rawValue)"]
        for property in rule.type.properties {
            if let value = rule.properties[property.key] { parts.append("\(property.key): \(value)") }
        }
        if !rule.simultaneousWith.isEmpty {
            parts.append("simultaneousWith: [\(rule.simultaneousWith.joined(separator: ", "))]")
        }
        return parts.joined(separator: ", ")
    }
}
