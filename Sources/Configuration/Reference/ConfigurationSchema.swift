// The JSON Schemas of the configuration and of drop-ins, for editors.

import GestureWire

extension Configuration {
    /// A JSON Schema (draft 2020-12) of the file: one that it refuses has problems, one that it lets through may still
    /// have those that no schema can know, such as names that nothing has.
    public static var schema: String { ConfigurationSchema(isDropIn: false).document.json }

    /// The same of a file in `gestured.yaml.d`, which changes and takes away what other files have: only an entry's
    /// name is needed, and every other key may have nothing.
    public static var dropInSchema: String { ConfigurationSchema(isDropIn: true).document.json }
}

struct ConfigurationSchema {
    /// Whether it is for a file that changes what others have.
    let isDropIn: Bool

    var document: WireValue {
        var document: [WireValue.Member] = [
            .init("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
            .init("title", .text(isDropIn ? "gestured.yaml.d" : "gestured.yaml")),
            .init("description", .text("Which gestures gestured recognizes, and on which touchscreens.")),
        ]
        if case .object(let members) = mapping(.file) {
            document += members.filter { $0.name != "type" }
            // A file may be empty.
            document.append(.init("type", .list([.text("object"), .text("null")])))
        }
        return .object(document + [.init("$defs", definitions)])
    }

    /// Returns the schema of a part: an object with its keys, and no others except removed ones.
    private func mapping(_ part: ConfigurationPart, inherited: [String] = []) -> WireValue {
        let keys = part.keys
        var members: [WireValue.Member] = [
            .init("type", .text("object")),
            .init(
                "properties",
                .object(
                    keys.map { .init($0.key, isRemovable($0) ? $0.removable : $0.described) }
                        + inherited.map { .init($0, .flag(true)) })),
        ]
        let required = keys.filter { isNeeded($0, in: part) }.map { WireValue.text($0.key) }
        if !required.isEmpty { members.append(.init("required", .list(required))) }
        members.append(.init("additionalProperties", others(in: part)))
        switch part {
        case .surface: members.append(.init("not", both(["rotation", "calibration"])))
        case .access: members.append(.init("oneOf", .list(["user", "group", "session"].map { Self.requiring([$0]) })))
        default: break
        }
        return .object(members)
    }

    private var definitions: WireValue {
        var definitions: [WireValue.Member] = []
        for part in ConfigurationPart.allCases {
            switch part {
            case .file: continue
            case .recognizer: definitions.append(.init(part.name, recognizer))
            case .type:
                let inherited = ConfigurationPart.recognizer.keys.map(\.key)
                definitions.append(.init(part.name, mapping(part, inherited: inherited)))
            default: definitions.append(.init(part.name, mapping(part)))
            }
        }
        return .object(definitions + values)
    }

    /// An entry has the keys of all types, and by its type its own.
    private var recognizer: WireValue {
        let part = ConfigurationPart.recognizer
        let types = RecognizerType.allCases.map(\.rawValue)
        let branches = types.map { type in
            WireValue.schema(
                (
                    "if",
                    .schema(
                        ("properties", .schema(("type", .schema(("const", .text(type)))))),
                        ("required", .list([.text("type")])))
                ),
                ("then", .definition(type)))
        }
        guard case .object(var members) = mapping(part) else { return .null }
        // The type, if present, decides which other keys are allowed.
        members.removeAll { $0.name == "additionalProperties" }
        if isDropIn {
            var keys: [String] = []
            for key in ([part] + RecognizerType.allCases.map(ConfigurationPart.type)).flatMap(\.keys)
            where !keys.contains(key.key) {
                keys.append(key.key)
            }
            members.append(.init("propertyNames", .one(of: keys)))
        }
        return .object(members + [.init("allOf", .list(branches))])
    }

    /// Schemas that several keys share.
    private var values: [WireValue.Member] {
        let name = WireValue.text(matching: "^[A-Za-z0-9._-]{1,64}$")
        let units = "(pt|px|mm|cm|in)?"
        func length(_ bound: String) -> WireValue {
            .any(of: [
                .schema(("type", .text("number")), (bound, .integer(0)), ("maximum", .integer(20000))),
                .schema(("type", .text("string")), ("pattern", .text(WireValue.percentage))),
                .schema(
                    ("type", .text("string")),
                    ("pattern", .text("^[ \\t]*\(WireValue.decimal)[ \\t]*\(units)[ \\t]*$"))),
            ])
        }
        return [
            .init("name", name),
            .init(
                "names",
                .any(of: [
                    .definition("name"), .schema(("type", .text("array")), ("items", .definition("name"))),
                ])),
            .init("glob", .text(matching: "^[^\\x00-\\x1f\\x7f]*$", upTo: 256)),
            .init(
                "account",
                .any(of: [
                    .integer(0...4_294_967_294), .type("boolean"),
                    .schema(
                        ("type", .text("string")), ("pattern", .text("^[^-:/\\x00-\\x1f\\x7f][^:/\\x00-\\x1f\\x7f]*$")),
                        ("maxLength", .integer(256))),
                ])),
            .init("position", length("minimum")),
            .init("extent", length("exclusiveMinimum")),
        ]
    }

    /// Whether a mapping without the key is refused: entries of a drop-in may only change others.
    private func isNeeded(_ key: ConfigurationKey, in part: ConfigurationPart) -> Bool {
        guard isDropIn else { return key.isRequired }
        switch part {
        case .access, .template: return key.isRequired
        case .surface, .region, .recognizer: return key.key == "name"
        default: return false
        }
    }

    /// Whether the key may have nothing.
    private func isRemovable(_ key: ConfigurationKey) -> Bool { isDropIn && key.key != "name" }

    /// Keys that are not the part's own: a drop-in removes those of a recognizer's previous type.
    private func others(in part: ConfigurationPart) -> WireValue {
        if case .type = part, isDropIn { .type("null") } else { .flag(false) }
    }

    /// A mapping that has all of these keys, and with something where they may have nothing.
    private func both(_ keys: [String]) -> WireValue {
        guard isDropIn else { return Self.requiring(keys) }
        let something = WireValue.schema(("not", .type("null")))
        return .schema(
            ("required", .list(keys.map(WireValue.text))),
            ("properties", .object(keys.map { .init($0, something) })))
    }

    private static func requiring(_ keys: [String]) -> WireValue {
        .schema(("required", .list(keys.map(WireValue.text))))
    }
}
