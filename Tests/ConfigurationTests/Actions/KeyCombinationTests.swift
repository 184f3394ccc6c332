// Tests of key combinations, as wtype and xdotool receive them.

import Testing

@testable import Configuration

@Suite struct KeyCombinationTests {
    @Test(
        "Combinations become the arguments of both programs",
        arguments: [
            ("a", "-k a", "a"), ("alt+Left", "-M alt -k Left -m alt", "alt+Left"),
            ("ctrl+shift+Tab", "-M ctrl -M shift -k Tab -m shift -m ctrl", "ctrl+shift+Tab"),
            ("Super+d", "-M logo -k d -m logo", "super+d"),
            ("altgr+q", "-M altgr -k q -m altgr", "ISO_Level3_Shift+q"),
            ("ctrl++", "-M ctrl -k plus -m ctrl", "ctrl+plus"),
            ("+", "-k plus", "plus"), ("ctrl+-", "-M ctrl -k minus -m ctrl", "ctrl+minus"),
            ("Control+left", "-M ctrl -k Left -m ctrl", "ctrl+Left"), ("f5", "-k F5", "F5"),
            ("esc", "-k Escape", "Escape"),
            ("xf86audiomute", "-k XF86AudioMute", "XF86AudioMute"), ("A", "-k A", "A"), ("Foo_1", "-k Foo_1", "Foo_1"),
        ])
    func arguments(text: String, wtype: String, xdotool: String) throws {
        let keys = try KeyCombination(text)
        #expect(keys.wtypeArguments.joined(separator: " ") == wtype)
        #expect(keys.xdotoolWord == xdotool)
    }

    @Test(
        "What is no combination is refused, and why",
        arguments: [
            ("", KeyCombination.Problem.empty), ("alt+", .empty), ("hyper+a", .modifier("hyper")),
            ("+a", .modifier("")), ("alt+ü", .key("ü")), ("-k", .key("-k")), ("a b", .key("a b")),
            ("--help", .key("--help")), ("_a", .key("_a")),
        ])
    func problems(text: String, problem: KeyCombination.Problem) {
        #expect(throws: problem) { try KeyCombination(text) }
    }
}
