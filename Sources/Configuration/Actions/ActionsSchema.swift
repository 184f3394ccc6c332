// JSON Schema of the actions file, for editors.

import GestureWire

extension ActionsFile {
    /// A JSON Schema (draft 2020-12) of the file: one that it refuses has problems, one that it lets through may still
    /// have those that no schema can know, such as recognizers and programs that are missing.
    package static var schema: String { ActionsSchema.document.json }
}

enum ActionsSchema {
    static let document = WireValue.object([
        .init("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
        .init("title", .text("actions.yaml")),
        .init("description", .text("Which keys and commands gestures stand for, as gesturectl run reads it.")),
        .init("type", .text("object")),
        .init(
            "properties",
            .schema(
                ("actions", .list(of: .definition("action"), 0...ActionsFile.maximumCount)),
                ("output", .oneOrMore(.definition("output"))))),
        .init("required", .list([.text("actions")])),
        .init("additionalProperties", .flag(false)),
        .init(
            "$defs",
            .schema(
                ("action", action), ("on", on), ("trigger", trigger), ("where", conditions), ("step", step),
                ("output", output), ("command", command), ("keys", .oneOrMore(.text(matching: nil, upTo: 64))),
                ("direction", direction), ("glob", .text(matching: "^[^\\x00-\\x1f\\x7f]*$", upTo: 256)),
                ("names", .text(matching: "^[ -~]*$", upTo: 256)))),
    ])

    private static let action = mapping(
        [
            ("on", "The gestures.", .any(of: [.definition("on"), .definition("trigger")])),
            ("key", "Keys such as alt+Left, pressed one after the other.", .definition("keys")),
            ("command", "A program with its arguments, or a text for sh(1).", .definition("command")),
            ("step", "Steps of a value.", .definition("step")),
            ("up", "Is run for each step up, to the right, clockwise, or apart.", .definition("direction")),
            ("down", "Is run for each step the other way.", .definition("direction")),
            ("click", "Clicks at the gesture's place.", .one(of: ["left", "right", "middle", "double"])),
            ("drag", "Holds a button, and follows the gesture.", .one(of: ["left", "right", "middle"])),
            ("scroll", "Turns the wheels by the gesture's way, and glides.", scroll),
            ("zoom", "Turns the wheel while Ctrl is held, by the gesture's scale.", .one(of: ["ctrl"])),
            ("app", "Applications of which one must be in front.", .oneOrMore(.definition("glob"))),
            ("jobs", "The largest number of its commands at a time.", .integer(1...64)),
            ("timeout", "The time after which a command is ended.", .quantity(0.1...600, units: ["s", "ms"])),
        ], required: ["on"],
        .init(
            "oneOf",
            .list(
                commands
                    + pointer.map { key in
                        let others = ["key", "command", "step", "up", "down", "jobs", "timeout"]
                        return has([key], not: others + pointer.filter { $0 != key })
                    })))

    private static let commands = [
        has(["key"], not: ["command", "step", "up", "down"] + pointer),
        has(["command"], not: ["key", "step", "up", "down"] + pointer),
        .schema(
            ("allOf", .list([has(["step"], not: ["key", "command", "jobs"] + pointer)])),
            ("anyOf", .list([has(["up"]), has(["down"])]))),
    ]

    private static let output: WireValue = {
        let part = WireValue.text(matching: "^[0-9.]+%$", upTo: 32)
        return mapping(
            [
                ("surface", "The name of a surface, or a pattern.", .definition("names")),
                ("x", "The left edge of its part of the desktop.", part),
                ("y", "The upper edge.", part), ("width", "The width.", part), ("height", "The height.", part),
            ], required: [])
    }()

    private static let pointer = PointerEffectReader.keys
    private static let axes = WireValue.one(of: ["vertical", "horizontal", "both"])

    private static let scroll = WireValue.any(of: [
        .one(of: ["vertical", "horizontal", "both", "stop"]),
        mapping(
            [
                ("axis", "The directions.", axes),
                ("natural", "Whether what is scrolled follows the fingers.", .schema(("type", .text("boolean")))),
                ("speed", "A factor of the way.", .number(0.05...20)),
            ], required: []),
    ])

    /// A name or a pattern, with a state behind a colon.
    private static let on: WireValue = {
        let states = GestureState.allCases.map(\.rawValue).joined(separator: "|")
        return .text(matching: "^([ -~]+:(\(states))|[ -9;-~]*)$", upTo: 256)
    }()

    /// A mapping that has some keys and lacks others.
    private static func has(_ keys: [String], not others: [String] = []) -> WireValue {
        .schema(
            ("required", .list(keys.map(WireValue.text))),
            ("properties", .object(others.map { .init($0, .flag(false)) })))
    }

    private static let trigger = mapping(
        [
            ("recognizer", "The name of a recognizer, or a pattern.", .definition("names")),
            (
                "state", "The states that count.",
                .oneOrMore(.one(of: GestureState.allCases.map(\.rawValue)))
            ),
            ("surface", "The name of a surface, or a pattern.", .definition("names")),
            ("region", "The name of a region, or a pattern.", .definition("names")),
            ("where", "Conditions, all of which must hold.", .definition("where")),
        ], required: ["recognizer"])

    private static let conditions = mapping(
        ActionMember.all.map { member in
            let words = member.kind.expectation
            return (member.name, "\(words.prefix(1).uppercased())\(words.dropFirst()).", value(of: member.kind))
        }, required: [])

    private static func value(of kind: ActionMember.Kind) -> WireValue {
        switch kind {
        case .word(let words): .oneOrMore(.text(matching: "^ *(!?= *)?(\(words.joined(separator: "|")))$"))
        case .text: .oneOrMore(.text())
        // A number alone is no angle.
        case .angle: .oneOrMore(.schema(("type", .text("string")), ("pattern", .text(pattern(of: kind)))))
        default: .oneOrMore(.text(matching: pattern(of: kind)))
        }
    }

    /// A comparison with a number of a kind.
    private static func pattern(of kind: ActionMember.Kind) -> String {
        "^\(blank)([<>!]?=|[<>])?\(blank)-?\(WireValue.decimal)\(blank)\(unit(of: kind))\(blank)$"
    }

    private static let blank = "[ \\t]*"

    private static func unit(of kind: ActionMember.Kind) -> String {
        switch kind {
        case .length: "(mm|cm|in|pt|px)?"
        case .speed: "((mm|cm|in|pt|px)/s)?"
        case .angle: "(deg|rad)"
        case .time: "(s|ms)?"
        case .rate: "((deg|rad)/s)?"
        case .number, .word, .text: ""
        }
    }

    private static let step = mapping(
        [
            ("member", "The value.", .one(of: ActionMember.all.filter(\.hasSteps).map(\.name))),
            (
                "every", "The size of a step; of a scale a factor.",
                .schema(
                    ("type", .list([.text("number"), .text("string")])), ("exclusiveMinimum", .integer(0)),
                    ("pattern", .text("^\(blank)\(WireValue.decimal)\(blank)(mm|cm|in|pt|px|deg|rad)?\(blank)$")))
            ),
        ], required: ["member", "every"])

    private static let command = WireValue.any(of: [
        .text(upTo: 4096),
        .schema(
            ("type", .text("array")), ("items", .text()), ("minItems", .integer(1)), ("maxItems", .integer(256))),
    ])

    private static let direction = WireValue.any(of: [
        .definition("command"),
        mapping(
            [
                ("key", "Keys, pressed one after the other.", .definition("keys")),
                ("command", "A program with its arguments, or a text for sh(1).", .definition("command")),
            ], required: [], .init("oneOf", .list([has(["key"]), has(["command"])]))),
    ])

    private static func mapping(
        _ keys: [(String, String, WireValue)], required: [String], _ more: WireValue.Member...
    ) -> WireValue {
        var properties: [WireValue.Member] = []
        for (key, words, schema) in keys {
            var members = [WireValue.Member("description", .text(words))]
            if case .object(let others) = schema { members += others }
            properties.append(.init(key, .object(members)))
        }
        return .object(
            [
                .init("type", .text("object")), .init("properties", .object(properties)),
                .init("required", .list(required.map(WireValue.text))), .init("additionalProperties", .flag(false)),
            ] + more)
    }
}
