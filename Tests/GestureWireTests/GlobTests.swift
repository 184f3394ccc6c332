// Tests of globs: what they match, and what they cost.

import GestureWire
import Testing

struct GlobTests {
    @Test(
        "a pattern matches whole names",
        arguments: [
            ("*", "", true), ("*", "anything", true), ("", "", true), ("", "a", false), ("zoom", "zoom", true),
            ("zoom", "zoomed", false), ("zoom*", "zoom", true), ("*zoom", "my-zoom", true), ("*oo*", "zoom", true),
            ("z?om", "zoom", true), ("?", "", false), ("??", "é", false), ("?", "😀", true), ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-b-b", false), ("ELAN*", "elan 12", false), ("[ab]x", "bx", true), ("[!ab]x", "bx", false),
            ("[^ab]x", "cx", true), ("[a-c]", "b", true), ("[c-a]", "b", true), ("[a-]", "-", true),
            ("[]]", "]", true), ("[*]", "*", true), ("[*]", "a", false), ("[ab", "[ab", true), ("[", "[", true),
            ("[]", "[]", true), ("**a**", "bab", true), ("[ä-ü]", "ö", true), ("a.b", "axb", false), ("*?", "", false),
            ("[[]", "[", true), ("[a][b", "a[b", true), ("[]a[", "[]a[", true), ("[!]", "[!]", true),
            ("[^", "[^", true),
            ("[!]]", "a", true), ("[!]]", "]", false), ("[]-a]", "^", true), ("[a-", "[a-", true), ("[a]]", "a]", true),
            ("[*?", "[xy", true), ("[[[*", "[[[", true), ("*[a]*", "bab", true), ("*a", "aab", false),
            ("*ab", "aab", true), ("*a?", "aab", true), ("*a*", "ü", false), ("*ü", "üü", true), ("*😀a", "é😀a", true),
            ("é", "e\u{301}", false), ("e\u{301}", "é", false), ("?", "e\u{301}", false), ("e?", "e\u{301}", true),
            ("[é]", "e", false), ("가", "\u{1100}\u{1161}", false), ("[\u{345}]", "\u{345}", true),
        ])
    func matching(pattern: String, name: String, expected: Bool) {
        #expect(Glob(pattern).matches(name) == expected)
    }

    @Test("globs are the same when they are written with the same bytes")
    func equality() {
        #expect(Glob("a[b]") == Glob("a[b]") && Glob("a*") != Glob("a**"))
        #expect(Glob("\u{e9}") != Glob("e\u{301}"))
    }

    @Test(
        "a pattern is compiled in time that grows with its length only",
        arguments: ["[", "[!", "[a-", "[]", "[^]", "[a]", "*[", "\u{345}", "[\u{345}"])
    func compiling(part: String) {
        func cost(_ part: String) -> Int {
            let pattern = String(repeating: part, count: 20_000 / part.utf8.count)
            return (0..<5).map { _ in processorTime { _ = Glob(pattern) } }.min() ?? 0
        }
        let (measured, harmless) = (cost(part), cost("a"))
        #expect(measured < 10 * harmless, "\(measured) ns instead of \(harmless) ns")
    }

    @Test("only a pattern of stars matches everything without looking")
    func everything() {
        #expect(Glob("*").matchesEverything)
        #expect(Glob("***").matchesEverything)
        #expect(!Glob("?*").matchesEverything)
    }

    @Test("a pattern made to be slow takes no more than the product of both lengths")
    func noBlowUp() {
        // With naive backtracking this would outlast the universe.
        let pattern = Glob(String(repeating: "*a", count: 100) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 2000)))
    }
}
