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

    @Test("only a pattern of stars matches everything without a comparison")
    func everything() {
        #expect(Glob("*").matchesEverything)
        #expect(Glob("***").matchesEverything)
        #expect(!Glob("?*").matchesEverything)
    }

    @Test(
        "each pattern of 256 bytes costs about as much as any other, whatever the name of 64 bytes",
        arguments: [
            "*[!" + String(repeating: "b-z", count: 83) + "]z", "*" + String(repeating: "a", count: 31) + "b*c",
            String(repeating: "*a", count: 32) + "b", "*" + String(repeating: "?", count: 40) + "x",
            String(repeating: "*[ab-]", count: 20) + "c", "*" + String(repeating: "[!b]", count: 32) + "b",
            String(repeating: "[!b]", count: 63) + "b",
        ])
    func cost(pattern: String) {
        func cost(_ glob: Glob, _ name: String) -> Int {
            (0..<9).map { _ in processorTime { for _ in 0..<300 { _ = glob.matches(name) } } }.min() ?? 0
        }
        let name = String(repeating: "a", count: 64)
        let (measured, harmless) = (cost(Glob(pattern), name), cost(Glob("*" + name + "*"), name))
        #expect(!Glob(pattern).matches(name))
        #expect(measured < 4 * harmless, "\(measured) ns instead of \(harmless) ns")
    }

    @Test(
        "patterns with more parts than bits in a word match like shorter ones",
        arguments: [62, 63, 64, 65, 127, 128, 300])
    func longPatterns(count: Int) {
        let name = (0..<count).map { String(UnicodeScalar(UInt8(97 + $0 % 26))) }.joined()
        for pattern in [name, String(repeating: "?", count: count), String(repeating: "[a-z]", count: count)] {
            for glob in [pattern, "*" + pattern, pattern + "*", "*" + pattern + "*"] {
                #expect(Glob(glob).matches(name), "\(glob)")
                #expect(!Glob(glob).matches(String(name.dropLast())) && !Glob(glob + "!").matches(name), "\(glob)")
                if pattern.contains("?") { continue }
                #expect(Glob(glob).matches(name + "é") == glob.hasSuffix("*"), "\(glob)")
            }
        }
        #expect(
            Glob(name.dropLast() + "*[!a]").matches(name + "é") && !Glob(name.dropLast() + "*[!é]").matches(name + "é"))
    }
}
