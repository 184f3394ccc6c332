// Tests of the rule for names, and of comparison by bytes.

import GestureWire
import Testing

struct NameRuleTests {
    @Test("Printable ASCII up to the limit is a name", arguments: ["", "a", "two-finger pan", "~!\"\\", "x.y_Z-9"])
    func allowed(name: String) {
        #expect(NameRule.allows(name))
        #expect(NameRule.allows(String(repeating: "x", count: NameRule.maximumBytes)))
    }

    @Test(
        "Other bytes, outer spaces and longer texts are not names",
        arguments: [
            " a", "a ", " ", "a\n", "\u{1b}[2J", "\u{7f}", "\u{0}", "ä", "a\u{345}", "\u{1100}\u{1161}", "\u{a0}",
            String(repeating: "x", count: NameRule.maximumBytes + 1),
        ])
    func refused(name: String) {
        #expect(!NameRule.allows(name))
        #expect(!NameRule.allows(Array(name.utf8)))
    }
}
