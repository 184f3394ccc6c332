// Tests of hostile configuration files, which must be refused quickly.

import Gestures
import Testing
import Touch

@testable import Configuration

@Suite(.timeLimit(.minutes(60))) struct HostileTextTests {
    /// Nine lists of nine aliases of the list before: a hundred million elements in 400 bytes.
    private static let laughs: String = {
        var text = "a: &a [x,x,x,x,x,x,x,x,x]\n"
        for (before, name) in zip("abcdefgh", "bcdefghi") {
            text += "\(name): &\(name) [" + Array(repeating: "*\(before)", count: 9).joined(separator: ",") + "]\n"
        }
        return text
    }()

    private func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    @Test("A nesting too deep for any use is refused", arguments: [17, 999, 1001, 100_000, 500_000])
    func nesting(depth: Int) {
        for (open, close) in [("[", "]"), ("{ a: ", " }"), ("- ", "")] {
            guard depth * open.utf8.count < 1 << 20 else { continue }
            let yaml = times(depth, open) + (depth < 1000 ? "x" + times(depth, close) : "")
            #expect(diagnosis(of: yaml).contains("nested too deeply here"), "\(depth) × \(open)")
        }
    }

    @Test("A billion laughs are refused")
    func billionLaughs() {
        let expected = "1:4 anchors (`&`) and aliases (`*`) are not supported"
        #expect(messages(of: Self.laughs).contains(expected))
        #expect(messages(of: "a: &a 1\nb:\n" + times(200_000, "- *a\n")).contains(expected))
    }

    @Test("An alias within its own anchor is refused")
    func recursion() {
        #expect(messages(of: "surfaces: &a [*a]") == ["1:15 this is not YAML: found undefined alias"])
    }

    @Test("A hundred thousand duplicates get an answer")
    func duplicates() {
        #expect(messages(of: times(200_000, "a: 1\n")) == ["1:1 duplicate key `a`, given again later"])
    }

    @Test("A scalar as large as the file gets an answer")
    func hugeScalars() {
        let huge = times(1_000_000, "x")
        let shown = times(40, "x") + "…"
        #expect(messages(of: huge).first?.hasSuffix("not `\(shown)`") == true)
        #expect(messages(of: "recognizers:\n- type: \(huge)\n  name: a").first == "2:9 unknown type `\(shown)`")
        #expect(diagnosis(of: "\(huge): 1").utf8.count < 1000)
        #expect(messages(of: "surfaces:\n- { name: a, match: { name: \(huge) } }").count == 1)
    }

    @Test("A million elements are counted but not read")
    func hugeLists() {
        let all = messages(of: "recognizers: [" + times(500_000, "1,") + "]")
        #expect(all.count == 201)
    }

    @Test("A template with as many points as fit into the file, or a million, gets an answer")
    func hugeTemplates() {
        let start = "recognizers: [{ name: a, type: stroke, templates: [{ name: b, points: ["
        #expect(
            messages(of: start + times(170_000, "[0,1],") + "]}]}]") == [
                "1:\(start.utf8.count + 1024 * 6 + 1) a template can have 1024 points at most, not 170000"
            ])
        #expect(messages(of: start + times(170_000, "[a,1],") + "]}]}]").count == 201)
        #expect(messages(of: start + times(1_000_000, "[0,1],") + "]}]}]") == ["0:0 the file is larger than 1 MiB"])
        let deep = messages(of: start + times(400_000, "["))
        #expect(deep.count == 1 && deep[0].hasSuffix("nested too deeply here"))
    }

    @Test("As many templates as fit into the file get an answer")
    func manyTemplates() {
        let template = "{ name: a, points: [[0, 0], [1, 1]] },"
        #expect(
            messages(of: "recognizers: [{ name: a, type: stroke, templates: [" + times(25_000, template) + "]}]") == [
                "1:\(52 + 256 * template.utf8.count) there can be 256 templates at most"
            ])
        let list = "templates: [" + times(100, template) + "]"
        let recognizers = (0..<256).map { "- { name: a\($0), type: stroke, \(list) }\n" }
        #expect(messages(of: "recognizers:\n" + recognizers.joined()) == [])
    }

    @Test(
        "A hundred thousand names, known and unknown, get an answer in every list of names",
        arguments: ["requireToFail", "simultaneousWith", "blocks"])
    func hugeLists(of key: String) {
        let start = "recognizers: [{ name: b, type: tap }, { name: a, type: tap, \(key): ["
        #expect(messages(of: start + times(100_000, "b,") + "]}]") == [])
        #expect(messages(of: start + times(100_000, "c,") + "]}]").count == 201)
        #expect(messages(of: start + times(100_000, "a,") + "]}]").count == 201)
    }

    @Test("A file in which every recognizer waits for every other gets an answer")
    func denseRequirements() throws {
        let all = (0..<256).map { "r\($0)" }.joined(separator: ",")
        let yaml =
            "recognizers:\n" + (0..<256).map { "- { name: r\($0), type: tap, requireToFail: [\(all)] }\n" }.joined()
        let found = messages(of: yaml)
        // Each of 256 refers to itself, and half of the 65 280 others close a cycle.
        #expect(found.count == 201)
        #expect(found.last == "0:0 there are \(256 + 32640 - 200) problems more")
        #expect(found.first == "2:42 `r0` cannot refer to itself here")
        #expect(found[1] == "3:42 `r1` waits for `r0`, which waits for `r1`")
        let half = (0..<256).map { number in
            "- { name: r\(number), type: tap, blocks: [\((0..<number).map { "r\($0)" }.joined(separator: ","))] }\n"
        }
        let configuration = try Configuration(yaml: "recognizers:\n" + half.joined(), file: "file")
        let surface = Surface(name: "a", size: Size(width: 100, height: 100), deviceToSurface: .identity)
        let engine = GestureEngine(size: surface.size)
        #expect(configuration.populate(engine, of: surface).count == 256)
        #expect(engine.verifyInvariants() == [])
    }

    @Test("A hundred thousand regions, in a row or in a cycle, get an answer")
    func hugeRegions() {
        let frame = "frame: { x: 0, y: 0, width: 1, height: 1 }"
        #expect(messages(of: "regions: [" + times(300_000, "1,") + "]").count == 201)
        let row = (0..<256).map { "- { name: r\($0), parent: r\($0 + 1), \(frame) }\n" }.joined()
        #expect(
            messages(of: "regions:\n" + row) == ["257:25 there is no region called `r256`"])
        let circle = messages(of: "regions:\n" + row.replacing("r256", with: "r0"))
        #expect(circle.count == 1)
        #expect(circle.first?.hasSuffix("the last of which lies in `r255`") == true)
        let deep =
            "regions:\n- { name: r256, \(frame) }\n" + row.split(separator: "\n").dropFirst().joined(separator: "\n")
        #expect(messages(of: deep) == ["242:25 `r240` lies in too many regions; they can be nested 16 deep"])
    }

    @Test(
        "Ten thousand unknown keys get an answer in every mapping",
        arguments: [
            ("recognizers: [{ name: a, type: tap, ", "}]"), ("recognizers: [{ name: a, type: nothing, ", "}]"),
            ("regions: [{ name: a, frame: { x: 0, y: 0, width: 1, height: 1, ", "}}]"), ("thresholds: { ", "}"),
            ("recognizers: [{ name: a, type: stroke, templates: [{ name: b, points: [[0, 0], [1, 1]], ", "}]}]"),
        ])
    func manyKeys(start: String, end: String) {
        let keys = (0..<30_000).map { "k\($0): 1" }.joined(separator: ", ")
        #expect(messages(of: start + keys + end).count == 201)
    }

    @Test("A text over one mebibyte is refused")
    func tooLarge() {
        #expect(
            diagnosis(of: times(1 << 20, "\n") + "\n") == """
                file: error: the file is larger than 1 MiB
                    is it a configuration at all?
                """)
        #expect(diagnosis(of: times(1 << 20, "\n")) == "")
    }

    @Test(
        "Control characters, above all the zero byte, get an answer",
        arguments: ["\0", "\u{1}", "\u{7}", "\u{1B}", "\u{7F}", "\u{9B}", "\u{FFFF}"])
    func controlCharacters(character: String) {
        #expect(
            messages(of: "surfaces: []\na: \(character)\u{1}\n") == [
                "2:4 this is not YAML: control characters are not allowed"
            ])
        #expect(!diagnosis(of: "a: \(character)").contains(character) || character == "\u{FFFF}")
    }

    @Test(
        "Rows of one character get an answer",
        arguments: [
            "\"", "'", "\t", " ", "\r", ":", ": ", "-", "- ", "?", "&a ", "*a ", "!", "!<a", "%TAG ! a\n", "---\n",
            "...\n",
            "|\n ", ">\n ", "{", "}", "[]", ",", "#", " #", "@", "\\", "\u{85}", "\u{2028}", "\u{FEFF}", "日", "👩‍👩‍👧",
        ])
    func rows(sign: String) {
        let prefixes = [
            "", "recognizers: ", "surfaces:\n- name: ", "thresholds:\n  scale: ", "regions:\n- frame:\n    x: ",
            "recognizers:\n- name: a\n  type: stroke\n  blocks: [a]\n  templates: ",
        ]
        for count in [1, 2, 3, 1000, 50_000] where count * sign.utf8.count < 1 << 20 {
            // Any text has a result.
            for prefix in count > 1000 ? prefixes[0..<3] : prefixes[...] {
                _ = diagnosis(of: prefix + times(count, sign))
            }
        }
    }
}
