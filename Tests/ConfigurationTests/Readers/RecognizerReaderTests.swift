// Tests of errors for invalid entries of `recognizers`.

import Testing

@testable import Configuration

@Suite struct RecognizerReaderTests {
    @Test("A recognizer needs a name and a type")
    func needed() {
        #expect(
            diagnosis(of: "recognizers:\n  - { enabled: true }\n") == """
                file:2:5: error: a recognizer needs a `name`
                      - { enabled: true }
                        ^
                file:2:5: error: a recognizer needs a `type`
                      - { enabled: true }
                        ^
                    allowed here: \(RecognizerType.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))
                """)
    }

    @Test(
        "A recognizer is a mapping", arguments: [("tap", "`tap`"), ("[tap]", "a list of 1"), ("~", "nothing")])
    func mapping(entry: String, shown: String) {
        #expect(
            messages(of: "recognizers: [\(entry)]") == [
                "1:15 a recognizer must be a mapping such as { name: select, type: tap }, not \(shown)"
            ])
    }

    @Test("Recognizers are a list")
    func list() {
        #expect(messages(of: "recognizers: { name: a }") == ["1:14 `recognizers` must be a list, not a mapping"])
        let hint = #expect(throws: ConfigurationError.self) { try configuration("regions: { name: a }") }
        #expect(hint?.problems.first?.hint == "begin each entry with `- `, also a single one")
        let rectangle = refusal(aboutSurface: "contacts: { deadZones: { x: 0, y: 0, width: 9, height: 9 } }")
        #expect(rectangle.hasSuffix("not a mapping (put it into brackets, as a list of one)"))
        #expect(
            diagnosis(of: "recognizers:\n") == """
                file:1:13: error: `recognizers` must be a list, not nothing
                    recognizers:
                                ^
                    write `[]` for none, or leave `recognizers` out for the standard ones
                """)
    }

    @Test(
        "A list within a list of names is called that",
        arguments: [
            ("type: swipe\n  direction: [[left]]", "`direction` must be left, right, up, down, or a list of these"),
            ("type: tap\n  blocks: [[b]]", "`blocks` must be a name or a list of names"),
        ])
    func nestedLists(lines: String, message: String) {
        let problems = diagnosis(of: "recognizers:\n- name: a\n  \(lines)\n")
        #expect(problems.contains("\(message), not a list within the list"), "\(problems)")
    }

    @Test(
        "A file that replaces the standard recognizers, and refers to one of them, is told of drop-ins",
        arguments: ["{ name: menu, type: tap, blocks: pan }", "{ name: rotation, enabled: false }"])
    func dropInAsMainFile(entry: String) throws {
        let text = SourceText("recognizers: [\(entry)]")
        let error = #expect(throws: ConfigurationError.self) {
            try LayeredText([.init(name: "file", text: text, kind: .main)])
        }
        let hint = try #require(error?.problems.first?.hint)
        #expect(hint.contains("a drop-in is merged with them: give it with --drop-in, or put it into /etc/"))
        if entry.contains("blocks") {
            _ = try LayeredText([.init(name: "file", text: text, kind: .dropIn)])
        }
    }

    @Test(
        "A name has 1 to 64 letters, digits, hyphens, underscores and dots",
        arguments: ["\"\"", "a b", "a*", "ä", "a/b", "\"a\\0\"", String(repeating: "a", count: 65)])
    func badNames(name: String) {
        let all = messages(of: "recognizers: [{ name: \(name), type: tap }]")
        #expect(all.count == 1)
        #expect(all.first?.hasPrefix("1:23 a name has 1 to 64 letters, digits, `-`, `_` or `.`, unlike `") == true)
    }

    @Test("A name may look like a number", arguments: ["7", "a", "A-b_c.9", "true", String(repeating: "a", count: 64)])
    func goodNames(name: String) {
        #expect(messages(of: "recognizers: [{ name: \(name), type: tap }]") == [])
    }

    @Test("A name and a type are texts")
    func texts() {
        #expect(
            messages(of: "recognizers: [{ name: [a], type: { b: c } }, { name: ~, type: ~ }]") == [
                "1:23 `name` must be a text, not a list of 1", "1:34 `type` must be a text, not a mapping",
                "1:54 `name` must be a text, not nothing", "1:63 `type` must be a text, not nothing",
            ])
    }

    @Test("A name belongs to only one recognizer, but a surface may share it")
    func duplicates() {
        let yaml = "surfaces: [{ name: a }]\nrecognizers:\n- { name: a, type: tap }\n- { type: pan, name: a }\n"
        #expect(
            diagnosis(of: yaml) == """
                file:4:22: error: a recognizer called `a` is there already, in line 3, column 11
                    - { type: pan, name: a }
                                         ^
                """)
    }

    @Test("A missing required key of a type is reported")
    func required() {
        #expect(
            diagnosis(of: "recognizers:\n- { name: a, type: screenEdgePan }\n- { name: b, type: stroke }\n") == """
                file:2:3: error: a screenEdgePan needs `edges`
                    - { name: a, type: screenEdgePan }
                      ^
                    left, right, top, bottom, or a list of these
                file:3:3: error: a stroke needs `templates`
                    - { name: b, type: stroke }
                      ^
                    a list of strokes such as { name: down, points: [[0, 0], [0, 100]] }
                """)
    }

    @Test("Without a type, a key that no type has is unknown")
    func keysWithoutType() {
        #expect(
            messages(of: "recognizers: [{ name: a, direction: 3, hystersis: 3, region: b }]") == [
                "1:15 a recognizer needs a `type`", "1:40 unknown key `hystersis`",
                "1:62 there is no region called `b`",
            ])
    }

    @Test("No recognizer can require more fingers than it allows", arguments: ["pan", "transform"])
    func touches(type: String) {
        let rest = "minimumNumberOfTouches: 3, maximumNumberOfTouches: 2}]"
        let column = 84 + type.utf8.count
        #expect(
            messages(of: "recognizers: [{name: a, type: \(type), \(rest)") == [
                "1:\(column) `maximumNumberOfTouches` must not be less than the minimum, 3"
            ])
    }

    @Test("There are at most 256 recognizers")
    func many() {
        let entries = (1...257).map { "- { name: a\($0), type: tap }\n" }
        #expect(messages(of: "recognizers:\n" + entries.dropLast().joined()) == [])
        #expect(messages(of: "recognizers:\n" + entries.joined()) == ["258:3 there can be 256 recognizers at most"])
    }
}
