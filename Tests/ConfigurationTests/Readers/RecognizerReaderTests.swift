// Tests of errors for invalid entries of `recognizers`.

import Testing

@testable import Configuration

@Suite struct RecognizerReaderTests {
    @Test(
        "A wrong entry is refused at its place",
        arguments: rows(
            #"""
            [tap] → 1:15 a recognizer must be a mapping such as { name: select, type: tap }, not `tap`
            [~] → 1:15 a recognizer must be a mapping such as { name: select, type: tap }, not nothing
            { name: a } → 1:14 `recognizers` must be a list, not a mapping
            [{ name: [a], type: { b: c } }] → 1:23 `name` must be a text, not a list of 1 | 1:34 `type` must be a …
            [{ name: ~, type: ~ }] → 1:23 `name` must be a text, not nothing | 1:32 `type` must be a text, not nothing
            [{ name: a, direction: 3, hystersis: 3, region: b }] → 1:15 a recognizer needs a `type` | 1:40 unknown \#
            key \#
            `hystersis` | 1:62 there is no region called `b`
            [{ name: a, type: pan, minimumNumberOfTouches: 3, maximumNumberOfTouches: 2 }] → 1:88 \#
            `maximumNumberOfTouches` must not be less than the minimum, 3
            [{ name: a, type: transform, minimumNumberOfTouches: 3, maximumNumberOfTouches: 2 }] → 1:94 `maximumNumber…
            [{ name: a, type: swipe, direction: [[left]] }] → 1:51 `direction` must be left, right, up, down, or a \#
            list of \#
            these, not a list within the list
            [{ name: a, type: tap, blocks: [[b]] }] → 1:46 `blocks` must be a name or a list of names, not a list …
            [{ name: "", type: tap }] → 1:23 a name has 1 to 64 letters, digits, `-`, `_` or `.`, unlike ``
            [{ name: a b, type: tap }] → 1:23 a name has 1 to 64 letters, digits, `-`, `_` or `.`, unlike `a b`
            [{ name: ä, type: tap }] → 1:23 a name has 1 to 64 letters, …
            [{ name: "a\0", type: tap }] → 1:23 a name has 1 to 64 letters, …
            [{ name: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, type: tap }] → 1:23 a name has …
            [{ name: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, type: tap }]
            [{ name: 7, type: tap }, { name: A-b_c.9, type: tap }, { name: true, type: tap }]
            [{ name: a, type: tap, ask: [begin] }] → 1:37 only recognizers that a client attaches have `ask`
            [{ name: a, type: tap, askTimeout: [begin] }] → 1:37 only recognizers that a client attaches have \#
            `askTimeout`
            [{ name: a, askTimeout: [begin] }] → 1:15 a recognizer needs a `type` | 1:26 only recognizers that a …
            """#))
    func wrong(row: Row) { row.expect(messages(of: "recognizers: " + row.text).joined(separator: " | ")) }

    @Test("What an entry or a type needs is said below the line")
    func needed() {
        #expect(
            diagnosis(of: "recognizers:\n- { enabled: true }\n- { name: b, type: stroke }\n")
                == """
                file:2:3: error: a recognizer needs a `name`
                    - { enabled: true }
                      ^
                file:2:3: error: a recognizer needs a `type`
                    - { enabled: true }
                      ^
                    allowed here: \(RecognizerType.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))
                file:3:3: error: a stroke needs `templates`
                    - { name: b, type: stroke }
                      ^
                    a list of strokes such as { name: down, points: [[0, 0], [0, 100]] }
                """)
        #expect(
            refusal(ofRecognizer: "type: screenEdgePan")
                == "a screenEdgePan needs `edges` (left, right, top, bottom, or a list of these)")
        #expect(
            refusal("recognizers:")
                == "`recognizers` must be a list, not nothing (write `[]` for none, or leave `recognizers` out for the "
                + "standard ones)")
        #expect(refusal("regions: { name: a }").hasSuffix("(begin each entry with `- `, also a single one)"))
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

    @Test("A name belongs to only one recognizer, but a surface may share it")
    func duplicates() {
        let yaml = "surfaces: [{ name: a }]\nrecognizers:\n- { name: a, type: tap }\n- { type: pan, name: a }\n"
        #expect(messages(of: yaml) == ["4:22 a recognizer called `a` is there already, in line 3, column 11"])
    }

    @Test(
        "A list has a maximum length",
        arguments: [
            ("recognizers", "type: tap", 256, "recognizers"),
            ("regions", "frame: { x: 0, y: 0, width: 1, height: 1 }", 256, "regions"),
            ("surfaces", "match: { serial: % }", 64, "surfaces"), ("access", "", 256, "entries of `access`"),
        ])
    func many(section: String, keys: String, maximum: Int, what: String) {
        let entries = (1...maximum + 1).map { number in
            section == "access"
                ? "- { user: a\(number), allow: touches }\n"
                : "- { name: a\(number), \(keys.replacing("%", with: "\"\(number)\"")) }\n"
        }
        #expect(messages(of: "\(section):\n" + entries.dropLast().joined()) == [])
        #expect(
            messages(of: "\(section):\n" + entries.joined()) == [
                "\(maximum + 2):3 there can be \(maximum) \(what) at most"
            ])
    }
}
