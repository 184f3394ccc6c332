// Tests of `access`: granted permissions, and errors of entries.

import Configuration
import GestureWire
import Testing

@Suite struct AccessReaderTests {
    /// The rules of these entries.
    private func access(_ entries: String...) throws -> [AccessRule]? {
        try Configuration(yaml: "access:\n" + entries.map { "- \($0)\n" }.joined(), file: "file").access
    }

    /// The problems of these entries; the first is in line 2.
    private func refusals(_ entries: String...) -> [String] {
        messages(of: "access:\n" + entries.map { "- \($0)\n" }.joined())
    }

    @Test("An entry grants a user or a group one thing or several, in the order of the file")
    func everything() throws {
        #expect(
            try access(
                "{ user: operator, allow: [gestures, locations, touches, attach, control] }",
                "{ group: kiosk, allow: gestures }",
                "{ user: 1000, allow: [attach, attach] }", "{ group: 'DOMAIN\\domain users', allow: [control] }",
                "{ user: operator, allow: [touches] }") == [
                    AccessRule(.user("operator"), allow: Set(Capability.allCases)),
                    AccessRule(.group("kiosk"), allow: [.gestures]),
                    AccessRule(.user("1000"), allow: [.attach]),
                    AccessRule(.group("DOMAIN\\domain users"), allow: [.control]),
                    AccessRule(.user("operator"), allow: [.touches]),
                ])
    }

    @Test("By default the session at the screen receives places, and the group gestures without them")
    func empty() throws {
        let standard = [
            AccessRule(.activeSession, allow: [.gestures, .locations]),
            AccessRule(.group("gestures"), allow: [.gestures]),
        ]
        #expect(try Configuration(yaml: "", file: "file").access == standard)
        #expect(try Configuration(yaml: "access: []", file: "file").access == [])
        #expect(Configuration.standard.access == standard)
        #expect(
            diagnosis(of: "access:").hasSuffix(
                "write `[]` for nobody, or leave `access` out for the standard rules"))
        #expect(messages(of: "access: kiosk") == ["1:9 `access` must be a list, not `kiosk`"])
    }

    @Test("An entry has exactly one of user, group and session")
    func subjects() {
        #expect(
            refusals("{ allow: gestures }") == ["2:3 an entry of `access` needs a `user`, a `group` or a `session`"])
        #expect(
            refusals("{ user: a, group: b, allow: gestures }") == ["2:21 `user` and `group` exclude each other"])
        #expect(
            refusals("{ session: active, user: a, allow: gestures }") == [
                "2:14 `user` and `session` exclude each other"
            ])
        #expect(
            refusals("{ group: a, session: active, allow: gestures }") == [
                "2:24 `group` and `session` exclude each other"
            ])
        #expect(
            refusals("kiosk") == [
                "2:3 access is granted by a mapping such as { group: kiosk, allow: [gestures, touches] }, not `kiosk`"
            ])
    }

    @Test(
        "Names that no user can have are refused",
        arguments: [
            ("''", "``"), ("4294967295", "`4294967295`"), ("99999999999999999999", "`99999999999999999999`"),
            ("-1", "`-1`"), ("a:b", "`a:b`"), ("a/b", "`a/b`"), ("\"a\\nb\"", "`a\\u{a}b`"),
        ])
    func names(written: String, shown: String) {
        for key in ["user", "group"] {
            #expect(
                refusals("{ \(key): \(written), allow: gestures }") == [
                    "2:\(7 + key.utf8.count) `\(key)` must be a name or a number that the system knows, not \(shown)"
                ])
        }
    }

    @Test("A user is a text")
    func noNames() {
        #expect(refusals("{ user: ~, allow: gestures }") == ["2:11 `user` must be a text, not nothing"])
        #expect(refusals("{ group: [a, b], allow: gestures }") == ["2:12 `group` must be a text, not a list of 2"])
    }

    @Test("An unknown capability is refused, with the nearest one")
    func unknownCapability() {
        #expect(
            diagnosis(of: "access: [{ group: kiosk, allow: [gestures, touch] }]") == """
                file:1:44: error: there is no capability called `touch`
                    access: [{ group: kiosk, allow: [gestures, touch] }]
                                                               ^
                    did you mean `touches`?
                """)
        #expect(
            diagnosis(of: "access: [{ group: kiosk, allow: everything }]").hasSuffix(
                "allowed here: `gestures`, `locations`, `touches`, `attach`, `control`"))
    }

    @Test("An entry that grants nothing is refused")
    func nothing() {
        #expect(refusals("{ group: a }") == ["2:3 an entry of `access` needs `allow`"])
        let what = "`allow` must be a capability or a list of them, not"
        #expect(refusals("{ group: a, allow: [] }") == ["2:22 \(what) an empty list"])
        #expect(refusals("{ group: a, allow: ~ }") == ["2:22 \(what) nothing"])
        #expect(refusals("{ group: a, allow: { touches: true } }") == ["2:22 \(what) a mapping"])
        #expect(refusals("{ group: a, allow: [[touches]] }") == ["2:23 \(what) a list within the list"])
    }

    @Test("The active session is granted capabilities like a user, and no other session exists")
    func session() throws {
        #expect(
            try access("{ session: active, allow: [gestures, touches] }", "{ group: kiosk, allow: gestures }") == [
                AccessRule(.activeSession, allow: [.gestures, .touches]),
                AccessRule(.group("kiosk"), allow: [.gestures]),
            ])
        for (written, shown) in [("Active", "`Active`"), ("online", "`online`"), ("''", "``"), ("1", "`1`")] {
            #expect(
                refusals("{ session: \(written), allow: gestures }") == [
                    "2:14 `session` must be `active`, not \(shown)"
                ])
        }
        #expect(
            refusals("{ session: [active], allow: gestures }") == ["2:14 `session` must be a text, not a list of 1"])
    }

    @Test("Other keys are unknown")
    func keys() {
        #expect(refusals("{ usr: a, group: b, allow: touches }") == ["2:5 unknown key `usr`"])
    }

    @Test("There are at most 256 entries")
    func many() {
        let entries = (1...257).map { "- { user: a\($0), allow: touches }\n" }
        #expect(messages(of: "access:\n" + entries.dropLast().joined()) == [])
        #expect(
            messages(of: "access:\n" + entries.joined()) == ["258:3 there can be 256 entries of `access` at most"])
    }

    @Test("The capabilities are those of the protocol")
    func words() {
        #expect(Capability.allCases.map(\.rawValue) == ["gestures", "locations", "touches", "attach", "control"])
    }
}
