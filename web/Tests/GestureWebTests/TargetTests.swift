// Tests of request targets.

import Testing

@testable import GestureWeb

struct TargetTests {
    @Test(
        "A path is what stands before the first question mark, with its escapes",
        arguments: [
            ("/view/", "/view/"), ("/view/?a", "/view/"), ("/a?b?c", "/a"), ("", ""), ("?", ""),
            ("/%2e%2e/", "/%2e%2e/"),
            ("/../a", "/../a"), ("/%", "/%"), ("/a#b?c", "/a#b"), ("*", "*"), ("/a?\u{301}", "/a"),
            ("http://127.0.0.1/a", "http://127.0.0.1/a"),
        ])
    func path(uri: String, expected: String) {
        #expect(Target(uri).path == expected)
    }

    @Test(
        "The token is taken as it is written, and only if there is one",
        arguments: [
            ("/g?token=1f", "1f"), ("/g?a=b&token=1f&c", "1f"), ("/g?token=", ""), ("/g?token=a=b", "a=b"),
            ("/g?token=%31f", "%31f"), ("/g?token=%", "%"), ("/g?token=%zz%4", "%zz%4"), ("/g?token=1f#x", "1f#x"),
            ("/g?token=\u{301}", "\u{301}"), ("/g?&&token=1f&&", "1f"), ("/g?token=1?2", "1?2"),
            ("/g?token=a+b", "a+b"),
            ("/g", nil), ("/g?", nil), ("/g?token", nil), ("/g?Token=1f", nil), ("/g?%74oken=1f", nil),
            ("/g?xtoken=1f", nil), ("/g?token=1f&token=1f", nil), ("/g?token=1f&token=", nil), ("/g#?x", nil),
            ("/g;token=1f", nil), ("/g?a;token=1f", nil), ("/g&token=1f", nil),
        ] as [(String, String?)])
    func token(uri: String, expected: String?) {
        #expect(Target(uri)["token"] == expected)
    }
}
