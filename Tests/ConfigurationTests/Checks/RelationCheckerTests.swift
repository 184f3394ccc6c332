// Tests of refused relations between recognizers.

import Testing

@testable import Configuration

@Suite struct RelationCheckerTests {
    /// A file with these taps, separated by `; `, each the rest of a line after `name: `.
    private func file(_ recognizers: String) -> String {
        "recognizers:\n" + recognizers.split(separator: "; ").map { "- { type: tap, name: \($0) }\n" }.joined()
    }

    @Test("A relation is a name or a list of names, of earlier or later recognizers")
    func relations() throws {
        let yaml = file("a, requireToFail: [b, c]; b, blocks: c; c, simultaneousWith: [a, a, b]; d, blocks: []")
        #expect(
            try configuration(yaml).recognizers == [
                RecognizerRule(name: "a", type: .tap, requireToFail: ["b", "c"]),
                RecognizerRule(name: "b", type: .tap, blocks: ["c"]),
                RecognizerRule(name: "c", type: .tap, simultaneousWith: ["a", "b"]),
                RecognizerRule(name: "d", type: .tap),
            ])
    }

    @Test(
        "Invalid names and the recognizer itself are refused",
        arguments: ["requireToFail", "simultaneousWith", "blocks"],
        [
            ("~", 0, "`%` must be a name or a list of names, not nothing"),
            ("{ a: b }", 0, "`%` must be a name or a list of names, not a mapping"),
            ("[b, [b]]", 4, "`%` must be a name or a list of names, not a list within the list"),
            ("a", 0, "`a` cannot refer to itself here"), ("zom", 0, "there is no recognizer called `zom`"),
        ])
    func wrongNames(key: String, value: (text: String, column: Int, message: String)) {
        #expect(
            messages(of: file("a, \(key): \(value.text); b; zoom")) == [
                "2:\(27 + key.utf8.count + value.column) \(value.message.replacing("%", with: key))"
            ])
    }

    @Test(
        "A recognizer that does not exist is reported at its place, with the nearest name, or with all if they are few")
    func unknown() {
        #expect(
            diagnosis(of: "recognizers:\n- name: zoom-in\n  type: tap\n- name: a\n  type: tap\n  blocks: [zom-in]\n")
                == """
                file:6:12: error: there is no recognizer called `zom-in`
                      blocks: [zom-in]
                               ^
                    did you mean `zoom-in`?
                """)
        #expect(diagnosis(of: file("a, blocks: nobody; b")).hasSuffix("\n    allowed here: `a`, `b`"))
        let many = (0..<17).map { "recognizer\($0); " }.joined()
        #expect(diagnosis(of: file(many + "last, blocks: nobody")).hasSuffix("^"))
    }

    @Test(
        "References and cycles are reported at their places, each once",
        arguments: rows(
            """
            a, blocks: b; b, blocks: a → 3:33 `a` waits for `b`, which waits for `a`
            a, blocks: b; b, requireToFail: a
            a, requireToFail: b, blocks: b; b → 2:51 `b` waits for `a`, which waits for `b`
            a, requireToFail: c; b, blocks: c; c; b2, requireToFail: a, blocks: b → 5:52 `b` waits for `b2`, which \
            waits \
            for `a`, which waits for `c`, which waits for `b`
            a, requireToFail: b; b, requireToFail: c; c, requireToFail: [a, b, d]; d, requireToFail: e; e → 4:41 `c` \
            waits \
            for `a`, which waits for `b`, which waits for `c` | 4:44 `c` waits for `b`, which waits for `c`
            a, simultaneousWith: b; b, simultaneousWith: [a]
            a, region: [b] → 2:33 `region` must be a text, not a list of 1
            a, region: root
            """))
    func references(row: Row) { row.expect(messages(of: file(row.text)).joined(separator: " | ")) }

    @Test("References of a recognizer or region without a name, or with a wrong type, are checked")
    func nameless() {
        let yaml = """
            surfaces: [{ name: panel }]
            regions:
            - { parent: b, surface: c }
            recognizers:
            - { type: tap, region: d, requireToFail: e, blocks: a }
            - { type: tap, name: a, blocks: a }
            - { type: tip, name: f, blocks: panel }
            - { type: tap, name: g, blocks: f }
            """
        #expect(
            messages(of: yaml) == [
                "3:3 a region needs a `name`", "3:3 a region needs a `frame`", "3:13 there is no region called `b`",
                "3:25 there is no surface called `c`", "5:3 a recognizer needs a `name`",
                "5:24 there is no region called `d`", "5:42 there is no recognizer called `e`",
                "6:33 `a` cannot refer to itself here", "7:11 unknown type `tip`",
                "7:33 there is no recognizer called `panel`",
            ])
    }

    @Test("A very long cycle is printed without its middle")
    func longCircle() throws {
        let all = messages(
            of: file((0..<256).map { "r\($0), requireToFail: r\(($0 + 1) % 256)" }.joined(separator: "; ")))
        #expect(all.count == 1)
        let message = try #require(all.first)
        #expect(message.hasPrefix("257:43 `r255` waits for `r0`, which waits for `r1`, which waits for `r2`, which"))
        #expect(message.hasSuffix("`r15`, which waits for 239 others in turn, the last of which waits for `r255`"))
    }

    private let regions = """
        surfaces: [{ name: panel, match: { serial: A } }, { name: table }]
        regions:
        - { name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
        - { name: right, frame: { x: 50%, y: 0%, width: 50%, height: 100% } }
        - { name: inner, parent: left, frame: { x: 0, y: 0, width: 10, height: 10 } }
        - { name: one, surface: panel, frame: { x: 0, y: 0, width: 10, height: 10 } }
        - { name: other, surface: table, frame: { x: 0, y: 0, width: 10, height: 10 } }

        """

    @Test(
        "Recognizers of different branches or surfaces never share a touch, which is reported; those of one branch do",
        arguments: ["requireToFail", "simultaneousWith", "blocks"])
    func branches(key: String) {
        let oneBranch =
            "a, region: inner, \(key): [b, c, d]; b, region: left; c; d, region: inner; e, region: one, \(key): c"
        #expect(messages(of: regions + file(oneBranch)) == [])
        let recognizers = file(
            "a, region: inner, \(key): [b, f]; b, region: right; c, region: one, \(key): d; d, region: other; "
                + "e, region: left, \(key): c; f")
        let column = 42 + key.utf8.count
        #expect(
            messages(of: regions + recognizers) == [
                "9:\(column + 1) `a` and `b` never share a touch: their regions, `inner` and `right`, do not lie in each other",
                "11:\(column - 2) `c` and `d` never share a touch: their regions, `one` and `other`, are on different "
                    + "surfaces, `panel` and `table`",
                "13:\(column - 1) `e` and `c` never share a touch: their regions, `left` and `one`, do not lie in each other",
            ])
    }

    @Test("A region that does not exist is reported at its place, with the nearest")
    func unknownRegion() {
        #expect(
            diagnosis(of: regions + file("a, region: lefd, blocks: b; b, region: right")) == """
                file:9:33: error: there is no region called `lefd`
                    - { type: tap, name: a, region: lefd, blocks: b }
                                                    ^
                    did you mean `left`?
                """)
        #expect(diagnosis(of: file("a, region: here")).hasSuffix("\n    add it under `regions`"))
        #expect(diagnosis(of: file("a, region: roof")).hasSuffix("did you mean `root`?"))
    }

    @Test("A faulty region is not reported again by its references, nor a truncated list searched for names")
    func wrongRegion() {
        let yaml =
            "regions:\n- { name: left }\n- { name: right, parent: middle, frame: { x: 0, y: 0, width: 1, height: 1 } }\n"
        #expect(
            messages(of: yaml + file("a, region: left, blocks: b; b, region: right")) == [
                "2:3 a region needs a `frame`", "3:26 there is no region called `middle`",
            ])
        let many = (0..<257).map { "- { name: a\($0), type: tap, blocks: a256 }\n" }
        #expect(messages(of: "recognizers:\n" + many.joined()) == ["258:3 there can be 256 recognizers at most"])
    }
}
