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

    @Test("A billion laughs are refused, and an alias within its own anchor")
    func billionLaughs() {
        let expected = "1:4 anchors (`&`) and aliases (`*`) are not supported"
        #expect(messages(of: Self.laughs).contains(expected))
        #expect(messages(of: "a: &a 1\nb:\n" + times(200_000, "- *a\n")).contains(expected))
        #expect(messages(of: "surfaces: &a [*a]") == ["1:15 this is not YAML: found undefined alias"])
    }

    private static let tap = "recognizers: [{ name: a, type: tap, "
    private static let points = "recognizers: [{ name: a, type: stroke, templates: [{ name: b, points: ["
    private static let frame = "frame: { x: 0, y: 0, width: 1, height: 1"

    @Test(
        "As many entries as fit into the file get an answer: each list is read up to its limit, and 200 problems",
        arguments: [
            ("", "a: 1\n", 200_000, "", ["1:1 duplicate key `a`, given again later"]),
            ("recognizers: [", "1,", 500_000, "]", nil), ("regions: [", "1,", 300_000, "]", nil),
            (
                points, "[0,1],", 170_000, "]}]}]",
                ["1:\(points.utf8.count + 6145) a template can have 1024 points at most, not 170000"]
            ),
            (points, "[a,1],", 170_000, "]}]}]", nil),
            (
                "recognizers: [{ name: a, type: stroke, templates: [", "{ name: a, points: [[0, 0], [1, 1]] },", 25_000,
                "]}]",
                ["1:\(52 + 256 * 38) there can be 256 templates at most"]
            ),
            (tap + "blocks: [", "b,", 100_000, "]}, { name: b, type: tap }]", []),
            (tap + "simultaneousWith: [", "c,", 100_000, "]}]", nil),
            (tap + "requireToFail: [", "a,", 100_000, "]}]", nil),
            (tap, "k%: 1, ", 30_000, "}]", nil), ("recognizers: [{ name: a, type: no, ", "k%: 1, ", 30_000, "}]", nil),
            ("regions: [{ name: a, \(frame), ", "k%: 1, ", 30_000, "}}]", nil),
            ("thresholds: { ", "k%: 1, ", 30_000, "}", nil),
            (points + "[0, 0], [1, 1]], ", "k%: 1, ", 30_000, "}]}]", nil),
        ] as [(String, String, Int, String, [String]?)])
    func large(start: String, part: String, count: Int, end: String, expected: [String]?) {
        let parts =
            part.contains("%") ? (0..<count).map { part.replacing("%", with: "\($0)") }.joined() : times(count, part)
        let found = messages(of: start + parts + end)
        #expect(expected.map { found == $0 } ?? (found.count == 201), "\(found.prefix(3))")
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

    @Test("A file in which every recognizer waits for every other gets an answer")
    func denseRequirements() throws {
        let all = (0..<256).map { "r\($0)" }.joined(separator: ",")
        let yaml =
            "recognizers:\n" + (0..<256).map { "- { name: r\($0), type: tap, requireToFail: [\(all)] }\n" }.joined()
        let found = messages(of: yaml)
        // Each of 256 refers to itself, and half of the 65 280 others close a cycle.
        #expect(found.count == 201)
        #expect(found.last == "0:0 there are \(256 + 32640 - 200) problems more")
        #expect(found[0] == "2:42 `r0` cannot refer to itself here")
        #expect(found[1] == "3:42 `r1` waits for `r0`, which waits for `r1`")
        let half = (0..<256).map { number in
            "- { name: r\(number), type: tap, blocks: [\((0..<number).map { "r\($0)" }.joined(separator: ","))] }\n"
        }
        let engine = GestureEngine(size: panel.size)
        #expect(try configuration("recognizers:\n" + half.joined()).populate(engine, of: panel).count == 256)
        #expect(engine.verifyInvariants() == [])
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
        #expect(messages(of: "日本: é\(character)") == ["1:6 this is not YAML: control characters are not allowed"])
    }
}
