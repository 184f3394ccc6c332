// Is every text refused quickly that was made to hurt?

import Configuration
import Testing

@Suite(.timeLimit(.minutes(5))) struct HostileTextTests {
    /// Nine lists of nine aliases of the list before: a hundred million elements in 400 bytes.
    private static let laughs: String = {
        var text = "a: &a [x,x,x,x,x,x,x,x,x]\n"
        for (before, name) in zip("abcdefgh", "bcdefghi") {
            text += "\(name): &\(name) [" + Array(repeating: "*\(before)", count: 9).joined(separator: ",") + "]\n"
        }
        return text
    }()

    private func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    @Test("Nesting too deep for any use", arguments: [17, 999, 1001, 100_000, 500_000])
    func nesting(depth: Int) {
        for (open, close) in [("[", "]"), ("{ a: ", " }"), ("- ", "")] {
            guard depth * open.utf8.count < 1 << 20 else { continue }
            let yaml = times(depth, open) + (depth < 1000 ? "x" + times(depth, close) : "")
            #expect(diagnosis(of: yaml).contains("nested too deeply here"), "\(depth) × \(open)")
        }
    }

    @Test("Keys that are keys that are keys")
    func nestedKeys() {
        #expect(messages(of: times(500, "? ") + "a") == ["1:3 a key must be a word"])
        #expect(messages(of: times(500_000, "? ") + "a") == ["1:1 a key must be a word"])
        #expect(messages(of: times(300, "? ") + "[" + times(400_000, "a,") + "]") == ["1:1 a key must be a word"])
        #expect(messages(of: times(900, "[") + "a" + times(900, "]: 1")).count == 1)
        #expect(messages(of: times(100_000, "{[a]: 1}")).count == 1)
    }

    @Test("Laughs by the billion, as values and as keys")
    func billionLaughs() {
        let expected = "1:4 anchors (`&`) and aliases (`*`) are not supported"
        #expect(messages(of: Self.laughs) == [expected])
        #expect(messages(of: Self.laughs + "? *i\n: 1\n") == [expected])
        #expect(messages(of: Self.laughs + "{ *i : 1, *h : 2 }\n") == [expected])
        #expect(messages(of: "a: &a 1\n" + (0..<200_000).map { _ in "- *a" }.joined(separator: "\n")) == [expected])
    }

    @Test("An alias within what it stands for")
    func recursion() {
        #expect(messages(of: "surfaces: &a [*a]") == ["1:15 this is not YAML: found undefined alias"])
    }

    @Test("A few signs of YAML in comments hurt nobody")
    func comments() {
        let comment = "# Is it *really* & *truly* [so]: what? ? ? R &D *no* *yes* {x}: &c\n"
        #expect(messages(of: times(20, "# A *word* of [mine]: what?\n") + "recognizers: []") == [])
        #expect(messages(of: comment + "recognizers: []") == [])
    }

    @Test("A hundred thousand duplicates")
    func duplicates() {
        let all = messages(of: times(200_000, "a: 1\n"))
        #expect(all.first == "1:1 duplicate key `a`, given again later")
        let pairs = (0..<50).map { "a\($0): 1\na\($0): 2\n" }
        #expect(messages(of: pairs.joined()).filter { $0.contains("duplicate") }.count == 50)
    }

    @Test("One scalar as large as the file")
    func hugeScalars() {
        let huge = times(1_000_000, "x")
        let shown = times(40, "x") + "…"
        #expect(messages(of: huge).first?.hasSuffix("not `\(shown)`") == true)
        #expect(messages(of: "recognizers:\n- type: \(huge)\n  name: a").first == "2:9 unknown type `\(shown)`")
        #expect(diagnosis(of: "\(huge): 1").utf8.count < 1000)
        #expect(messages(of: "surfaces:\n- { name: a, match: { name: \(huge) } }").count == 1)
    }

    @Test("A million elements are counted, not read")
    func hugeLists() {
        let all = messages(of: "recognizers: [" + times(500_000, "1,") + "]")
        #expect(all.count == 201)
    }

    @Test("A text over one mebibyte")
    func tooLarge() {
        #expect(
            diagnosis(of: times(1 << 20, "\n") + "\n") == """
                file: error: the file is larger than 1 MiB
                    is it a configuration at all?
                """)
        #expect(diagnosis(of: times(1 << 20, "\n")) == "")
    }

    @Test(
        "Control characters, the zero byte first of all",
        arguments: ["\0", "\u{1}", "\u{7}", "\u{1B}", "\u{7F}", "\u{9B}", "\u{FFFF}"])
    func controlCharacters(character: String) {
        let code = character.unicodeScalars.first.map { String($0.value, radix: 16, uppercase: true) } ?? ""
        let number = times(4 - code.utf8.count, "0") + code
        #expect(
            messages(of: "surfaces: []\na: \(character)\u{1}\n") == [
                "2:4 a control character, U+\(number), cannot be in a configuration"
            ])
        #expect(!diagnosis(of: "a: \(character)").contains(character) || character == "\u{FFFF}")
    }

    @Test(
        "Rows of one sign",
        arguments: [
            "\"", "'", "\t", " ", "\r", ":", ": ", "-", "- ", "?", "&a ", "*a ", "!", "!<a", "%TAG ! a\n", "---\n",
            "...\n",
            "|\n ", ">\n ", "{", "}", "[]", ",", "#", " #", "@", "\\", "\u{85}", "\u{2028}", "\u{FEFF}", "日", "👩‍👩‍👧",
        ])
    func rows(sign: String) {
        for count in [1, 2, 3, 1000, 200_000] where count * sign.utf8.count < 1 << 20 {
            // Whatever they mean: an answer.
            for prefix in ["", "recognizers: ", "surfaces:\n- name: "] {
                _ = diagnosis(of: prefix + times(count, sign))
            }
        }
    }
}
