// Tests of the escaping of foreign text for terminals.

import Testing

@testable import Touch

@Suite struct PrintableTextTests {
    @Test(
        "Control characters of a terminal become visible",
        arguments: [
            ("\u{1b}[31mred", "\\u{1b}[31mred"), ("a\u{7}\u{7f}", "a\\u{7}\\u{7f}"), ("a\u{9b}2J", "a\\u{9b}2J"),
            ("a\nb\rc\td", "a\\u{a}b\\u{d}c\\u{9}d"), ("a\u{85}\u{2028}\u{2029}b", "a\\u{85}\\u{2028}\\u{2029}b"),
            ("a\u{202e}b\u{2066}c\u{200f}", "a\\u{202e}b\\u{2066}c\\u{200f}"), ("\u{61c}\u{feff}", "\\u{61c}\\u{feff}"),
            ("\u{e0041}", "\\u{e0041}"),
        ])
    func unsafe(text: String, shown: String) {
        #expect(text.printable == shown)
        #expect(text.printable.printable == shown, "a second time changes nothing")
    }

    @Test("Letters of all scripts are unchanged", arguments: ["Größe ×", "日本", "نام", "👩‍👩‍👧", "क्‍ष", "e\u{301}"])
    func letters(text: String) {
        #expect(text.printable == text)
    }

    @Test("Bytes that are not UTF-8 are shown as such, and line breaks are kept in text of several lines")
    func others() {
        #expect(String(decoding: [0x61, 0xFF, 0x1B], as: UTF8.self).printable == "a\u{FFFD}\\u{1b}")
        #expect("a\n\tb\u{1b}".printableLines == "a\n\tb\\u{1b}")
    }

    @Test("At most 256 bytes of a device's text are kept")
    func bounded() {
        #expect(String(bounded: String(repeating: "ab", count: 300).utf8).utf8.count == 256)
        #expect(String(bounded: [0x61, 0xC3]) == "a\u{FFFD}")
    }
}
