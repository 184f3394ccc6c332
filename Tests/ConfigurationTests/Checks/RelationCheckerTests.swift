// Tests of refused relations between recognizers.

import Configuration
import Testing

@Suite struct RelationCheckerTests {
    /// A file with these recognizers, all taps; each string is the rest of a line after `name: `.
    private func file(_ recognizers: String...) -> String {
        "recognizers:\n" + recognizers.map { "- { type: tap, name: \($0) }\n" }.joined()
    }

    @Test("A relation is a name or a list of names, of earlier or later recognizers")
    func relations() throws {
        let yaml = file("a, requireToFail: [b, c]", "b, blocks: c", "c, simultaneousWith: [a, a, b]", "d, blocks: []")
        let rules = try Configuration(yaml: yaml, file: "file").recognizers
        #expect(
            rules == [
                RecognizerRule(name: "a", type: .tap, requireToFail: ["b", "c"]),
                RecognizerRule(name: "b", type: .tap, blocks: ["c"]),
                RecognizerRule(name: "c", type: .tap, simultaneousWith: ["a", "b"]),
                RecognizerRule(name: "d", type: .tap),
            ])
    }

    @Test(
        "Invalid names are refused", arguments: ["requireToFail", "simultaneousWith", "blocks"],
        [("~", "nothing"), ("{ a: b }", "a mapping"), ("[b, [b]]", "a list within the list")])
    func noNames(key: String, value: (String, String)) {
        let place = 27 + key.utf8.count + (value.0.hasPrefix("[") ? 4 : 0)
        #expect(
            messages(of: file("a, \(key): \(value.0)", "b")) == [
                "2:\(place) `\(key)` must be a name or a list of names, not \(value.1)"
            ])
    }

    @Test(
        "A recognizer that does not exist is reported at its place, with the nearest name",
        arguments: ["requireToFail", "simultaneousWith", "blocks"])
    func unknown(key: String) {
        #expect(
            diagnosis(
                of: "recognizers:\n- name: zoom-in\n  type: tap\n- name: select\n  type: tap\n  \(key): [zom-in]\n")
                    == """
                    file:6:\(6 + key.utf8.count): error: there is no recognizer called `zom-in`
                          \(key): [zom-in]
                          \(String(repeating: " ", count: key.utf8.count + 3))^
                        did you mean `zoom-in`?
                    """)
    }

    @Test("Without a near name, all names are listed, unless there are very many")
    func unknownAndFar() {
        #expect(
            diagnosis(of: file("a, blocks: nobody", "b")).hasSuffix("\n    allowed here: `a`, `b`"))
        let many = (0..<17).map { "- { name: recognizer\($0), type: tap }\n" }.joined()
        let yaml = "recognizers:\n" + many + "- { name: last, type: tap, blocks: nobody }\n"
        #expect(diagnosis(of: yaml).hasSuffix("^"))
    }

    @Test("A recognizer with a wrong type exists, and its own references are checked")
    func wrongType() {
        #expect(
            messages(of: "recognizers: [{ name: a, type: tip, blocks: c }, { name: b, type: tap, blocks: a }]") == [
                "1:32 unknown type `tip`", "1:45 there is no recognizer called `c`",
            ])
    }

    @Test("References of a recognizer or region without a name are checked")
    func nameless() {
        let yaml = """
            regions:
            - { parent: b, surface: c }
            recognizers:
            - { type: tap, region: d, requireToFail: e, blocks: a }
            - { type: tap, name: a, blocks: a }
            """
        #expect(
            messages(of: yaml) == [
                "2:3 a region needs a `name`", "2:3 a region needs a `frame`", "2:13 there is no region called `b`",
                "2:25 there is no surface called `c`", "4:3 a recognizer needs a `name`",
                "4:24 there is no region called `d`", "4:42 there is no recognizer called `e`",
                "5:33 `a` cannot refer to itself here",
            ])
    }

    @Test("A name from another section is not a recognizer")
    func otherSection() {
        #expect(
            messages(of: "surfaces: [{ name: panel }]\n" + file("a, blocks: panel")) == [
                "3:33 there is no recognizer called `panel`"
            ])
    }

    @Test(
        "A recognizer cannot refer to itself", arguments: ["requireToFail", "simultaneousWith", "blocks"])
    func oneself(key: String) {
        #expect(messages(of: file("a, \(key): a")) == ["2:\(27 + key.utf8.count) `a` cannot refer to itself here"])
    }

    @Test("Two recognizers that wait for each other are reported where the cycle is closed")
    func pair() {
        let yaml = """
            recognizers:
              - { name: select, type: tap, requireToFail: [zoom-in] }
              - { name: zoom-in, type: tap, numberOfTapsRequired: 2, requireToFail: [select] }
            """
        #expect(
            diagnosis(of: yaml) == """
                file:3:74: error: `zoom-in` waits for `select`, which waits for `zoom-in`
                      - { name: zoom-in, type: tap, numberOfTapsRequired: 2, requireToFail: [select] }
                                                                                             ^
                """)
    }

    @Test("`blocks` is the reverse of `requireToFail`, so it closes cycles, too")
    func blocking() {
        #expect(
            messages(of: file("a, blocks: b", "b, blocks: a")) == ["3:33 `a` waits for `b`, which waits for `a`"])
        #expect(messages(of: file("a, blocks: b", "b, requireToFail: a")) == [])
        #expect(
            messages(of: file("a, blocks: b, requireToFail: b")) == ["2:33 there is no recognizer called `b`"]
                + ["2:51 there is no recognizer called `b`"])
        #expect(
            messages(of: file("a, requireToFail: b, blocks: b", "b")) == ["2:51 `b` waits for `a`, which waits for `b`"]
        )
        #expect(
            messages(of: file("a, requireToFail: c", "b, blocks: c", "c", "b2, requireToFail: a, blocks: b")) == [
                "5:52 `b` waits for `b2`, which waits for `a`, which waits for `c`, which waits for `b`"
            ])
    }

    @Test("Every edge that closes a cycle is reported, and nothing else")
    func several() {
        let yaml = file(
            "a, requireToFail: b", "b, requireToFail: c", "c, requireToFail: [a, b, d]", "d, requireToFail: e", "e")
        #expect(
            messages(of: yaml) == [
                "4:41 `c` waits for `a`, which waits for `b`, which waits for `c`",
                "4:44 `c` waits for `b`, which waits for `c`",
            ])
    }

    @Test("A very long cycle is printed without its middle")
    func longCircle() throws {
        let many = (0..<256).map { "r\($0), requireToFail: r\(($0 + 1) % 256)" }
        let yaml = "recognizers:\n" + many.map { "- { type: tap, name: \($0) }\n" }.joined()
        let all = messages(of: yaml)
        #expect(all.count == 1)
        let message = try #require(all.first)
        #expect(message.hasPrefix("257:43 `r255` waits for `r0`, which waits for `r1`, which waits for `r2`, which"))
        #expect(message.hasSuffix("`r15`, which waits for 239 others in turn, the last of which waits for `r255`"))
    }

    @Test("Permissions to be recognized together may form a cycle")
    func permissions() {
        #expect(messages(of: file("a, simultaneousWith: b", "b, simultaneousWith: [a]")) == [])
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

    @Test("Recognizers of one branch may refer to each other")
    func oneBranch() {
        let recognizers = file(
            "a, region: inner, requireToFail: [b, c, d]", "b, region: left, blocks: c", "c", "d, region: inner",
            "e, region: one, simultaneousWith: c")
        #expect(messages(of: regions + recognizers) == [])
    }

    @Test(
        "Recognizers of different branches or surfaces never share a touch, which is reported",
        arguments: ["requireToFail", "simultaneousWith", "blocks"])
    func branches(key: String) {
        let recognizers = file(
            "a, region: inner, \(key): [b, f]", "b, region: right", "c, region: one, \(key): d", "d, region: other",
            "e, region: left, \(key): c", "f")
        let column = 42 + key.utf8.count
        #expect(
            messages(of: regions + recognizers) == [
                "9:\(column + 1) `a` and `b` never share a touch: their regions, `inner` and `right`, do not lie in each other",
                "11:\(column - 2) `c` and `d` never share a touch: their regions, `one` and `other`, are on different "
                    + "surfaces, `panel` and `table`",
                "13:\(column - 1) `e` and `c` never share a touch: their regions, `left` and `one`, do not lie in each other",
            ])
    }

    @Test("A region that does not exist is reported at its place")
    func unknownRegion() {
        #expect(
            diagnosis(of: regions + file("a, region: lefd, blocks: b", "b, region: right")) == """
                file:9:33: error: there is no region called `lefd`
                    - { type: tap, name: a, region: lefd, blocks: b }
                                                    ^
                    did you mean `left`?
                """)
        #expect(
            diagnosis(of: file("a, region: here")) == """
                file:2:33: error: there is no region called `here`
                    - { type: tap, name: a, region: here }
                                                    ^
                    add it under `regions`
                """)
        #expect(diagnosis(of: file("a, region: roof")).hasSuffix("did you mean `root`?"))
        #expect(messages(of: file("a, region: [b]")) == ["2:33 `region` must be a text, not a list of 1"])
        #expect(messages(of: file("a, region: root")) == [])
    }

    @Test("A faulty region is not reported again by its references")
    func wrongRegion() {
        let yaml =
            "regions:\n- { name: left }\n- { name: right, parent: middle, frame: { x: 0, y: 0, width: 1, height: 1 } }\n"
        #expect(
            messages(of: yaml + file("a, region: left, blocks: b", "b, region: right")) == [
                "2:3 a region needs a `frame`", "3:26 there is no region called `middle`",
            ])
    }

    @Test("A list truncated for its length is not searched for names")
    func cutOff() {
        let many = (0..<257).map { "- { name: a\($0), type: tap, blocks: a256 }\n" }
        #expect(messages(of: "recognizers:\n" + many.joined()) == ["258:3 there can be 256 recognizers at most"])
    }
}
