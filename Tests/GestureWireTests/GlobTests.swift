// Do globs match what people expect of them, and at a bounded cost?

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
        ])
    func matching(pattern: String, name: String, expected: Bool) {
        #expect(Glob(pattern).matches(name) == expected)
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
