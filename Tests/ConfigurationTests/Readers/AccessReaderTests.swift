// Tests of `access`: granted permissions, and errors of entries.

import Configuration
import GestureWire
import Testing

@Suite struct AccessReaderTests {
    @Test("An entry grants a user, a group or the active session one thing or several, in the order of the file")
    func everything() throws {
        let yaml = """
            access:
            - { user: operator, allow: [gestures, locations, touches, attach, intercept, control] }
            - { group: kiosk, allow: gestures }
            - { user: 1000, allow: [attach, attach] }
            - { group: 'DOMAIN\\domain users', allow: [control] }
            - { user: operator, allow: [touches] }
            - { session: active, allow: [gestures, touches] }
            """
        #expect(
            try configuration(yaml).access == [
                AccessRule(.user("operator"), allow: Set(Capability.allCases)),
                AccessRule(.group("kiosk"), allow: [.gestures]), AccessRule(.user("1000"), allow: [.attach]),
                AccessRule(.group("DOMAIN\\domain users"), allow: [.control]),
                AccessRule(.user("operator"), allow: [.touches]),
                AccessRule(.activeSession, allow: [.gestures, .touches]),
            ])
        #expect(
            Capability.allCases.map(\.rawValue) == [
                "gestures", "locations", "touches", "attach", "intercept", "control",
            ])
    }

    @Test("By default the session at the screen receives places, and the group gestures without them")
    func empty() throws {
        let standard = [
            AccessRule(.activeSession, allow: [.gestures, .locations]),
            AccessRule(.group("gestures"), allow: [.gestures]),
        ]
        #expect(try configuration("").access == standard)
        #expect(try configuration("access: []").access == [])
        #expect(
            refusal("access:").hasSuffix("(write `[]` for nobody, or leave `access` out for the standard rules)"))
        #expect(messages(of: "access: kiosk") == ["1:9 `access` must be a list, not `kiosk`"])
    }

    @Test(
        "A wrong entry is refused at its place",
        arguments: rows(
            #"""
            kiosk → 2:3 access is granted by a mapping such as { group: kiosk, allow: [gestures, touches] }, not `kiosk`
            { allow: gestures } → 2:3 an entry of `access` needs a `user`, a `group` or a `session`
            { user: a, group: b, allow: gestures } → 2:21 `user` and `group` exclude each other
            { group: a, session: active, allow: gestures } → 2:24 `group` and `session` exclude each other
            { user: '', allow: touches } → 2:11 `user` must be a name or a number that the system knows, not ``
            { user: 4294967295, allow: touches } → 2:11 `user` must be a name or a number that the system knows, not …
            { group: 99999999999999999999, allow: touches } → 2:12 `group` must be a name or a number that the system …
            { group: -1, allow: touches } → 2:12 `group` must be a name or a number that the system knows, not `-1`
            { user: a:b, allow: touches } → 2:11 `user` must be a name or a number that the system knows, not `a:b`
            { group: a/b, allow: touches } → 2:12 `group` must be a name or a number that the system knows, not `a/b`
            { user: "a\nb", allow: touches } → 2:11 `user` must be a name or a number that the system knows, not \#
            `a\u{a}b`
            { user: ~, allow: gestures } → 2:11 `user` must be a text, not nothing
            { session: Active, allow: gestures } → 2:14 `session` must be `active`, not `Active`
            { group: a } → 2:3 an entry of `access` needs `allow`
            { group: a, allow: [] } → 2:22 `allow` must be gestures, locations, touches, attach, \#
            intercept, control, or a list of these, not an empty list
            { group: a, allow: ~ } → 2:22 `allow` must be gestures, locations, touches, attach, \#
            intercept, control, or a list of these, not nothing
            { group: a, allow: [[touches]] } → 2:23 `allow` must be gestures, locations, touches, attach, \#
            intercept, control, or a list of these, not a list within the list
            { usr: a, group: b, allow: touches } → 2:5 unknown key `usr`
            { group: a, allow: [gestures, touch] } → 2:33 `allow` must be gestures, locations, touches, attach, \#
            intercept, control, or a list of these, not `touch`
            """#))
    func wrong(row: Row) { row.expect(messages(of: "access:\n- \(row.text)\n").joined(separator: " | ")) }

    @Test("An unknown capability is refused with the nearest one")
    func unknownCapability() {
        #expect(refusal("access: [{ group: a, allow: touch }]").hasSuffix("(did you mean `touches`?)"))
    }
}
