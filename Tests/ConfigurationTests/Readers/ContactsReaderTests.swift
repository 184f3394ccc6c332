// Tests of `contacts`.

import Configuration
import Testing
import Touch

@Suite struct ContactsReaderTests {
    private func rules(_ yaml: String) throws -> ContactRules {
        try surface("pixels: 2000 x 1000, contacts: \(yaml)").contacts.rules(on: panel)
    }

    @Test("Without the key, and with an empty mapping, the rules are the standard ones")
    func standard() throws {
        #expect(try surface("rotation: 90").contacts == ContactsRule())
        #expect(try rules("{}") == ContactRules())
        #expect(ContactsRule().rules(on: panel) == ContactRules())
    }

    /// A value of each key that is not the default.
    private static let others = [
        "ignorePalms": "false", "palmSize": "30mm", "ignoreHovering": "false", "ignoreRows": "false",
        "ignoreUnplaced": "true", "ignoreAligned": "true", "ignoreSamePlace": "true", "ignoreEdgeNoise": "true",
        "minimumAge": "20ms", "leftoverAfter": "10s", "joinFlicks": "true", "rejectOutliers": "2",
        "outlierSpeed": "900",
        "liftAfterSilence": "100ms", "maximumAge": "600", "yieldToPen": "false",
        "deadZones": "[{ x: 0%, y: 0, width: 5%, height: 100% }]",
    ]

    @Test("Every rule has a key, and each key sets one rule")
    func completeness() throws {
        let standard = Mirror(reflecting: ContactRules()).children.map { ($0.label ?? "", "\($0.value)") }
        var set: [String] = []
        #expect(Set(ContactsRule.properties.map(\.key)) == Set(Self.others.keys))
        for property in ContactsRule.properties {
            let value = try #require(Self.others[property.key])
            let made = try rules("{ \(property.key): \(value) }")
            let changed = zip(standard, Mirror(reflecting: made).children).filter { $0.1 != "\($1.value)" }
            #expect(changed.count == 1, "\(property.key)")
            set += changed.map(\.0.0)
            #expect(property.documentation.hasSuffix("."))
            #expect(property.value(of: made) != property.value(of: ContactRules()), "\(property.key)")
        }
        #expect(set.sorted() == standard.map(\.0).sorted())
    }

    @Test("Numbers are converted to the units of the rules; a palm may be the largest that the panel can report")
    func numbers() throws {
        let made = try rules(
            "{ palmSize: 3cm, minimumAge: 20ms, liftAfterSilence: 0.1, maximumAge: 600s, leftoverAfter: 2500ms }")
        guard case .millimetres(let length) = made.palmSize else { throw Missing() }
        #expect(abs(length - 30) < 1e-9)
        #expect([made.minimumAge, made.silence, made.maximumAge, made.leftoverAfter] == [0.02, 0.1, 600, 2.5])
        #expect(try rules("{ palmSize: maximum }").palmSize == .maximum)
    }

    private struct Missing: Error {}

    @Test("Dead zones are percentages, points, millimetres or pixels of the surface")
    func deadZones() throws {
        let zones = try rules(
            "{ deadZones: [{ x: 10%, y: 0, width: 163, height: 50% }, { x: 0px, y: 900px, width: 1in, height: 100px }] }"
        ).deadZones
        #expect(
            zones == [
                .init(origin: Point(x: 100, y: 0), size: Size(width: 163, height: 250)),
                .init(origin: Point(x: 0, y: 450), size: Size(width: 163, height: 50)),
            ])
    }

    @Test(
        "Invalid rules are refused, all at once, with their places",
        arguments: rows(
            """
            all → 3:13 `contacts` must be a mapping such as { ignorePalms: false, palmSize: 30mm }, not `all`
            { ignorePalms: maybe, ignoreRow: true } → 3:28 `ignorePalms` must be true or false, not `maybe` | 3:35 \
            unknown \
            key `ignoreRow`
            { palmSize: 1mm } → 3:25 `palmSize` must be a length from 10 to 2000 points, such as 200 or 30mm, or …
            { palmSize: minimum } → 3:25 `palmSize` must be a length from 10 to 2000 points, such as 200 or 30mm, or …
            { minimumAge: 2 } → 3:27 `minimumAge` must be a time from 0 to 1 seconds, such as 0.5 or 500ms, not `2`
            { liftAfterSilence: 1ms } → 3:33 `liftAfterSilence` must be a time from 0.02 to 60 seconds, such as 0.5 or …
            { maximumAge: 10min } → 3:27 `maximumAge` must be a time from 1 to 86400 seconds, such as 60 or 60s, not \
            `10min`
            { leftoverAfter: 500ms } → 3:30 `leftoverAfter` must be a time from 1 to 86400 seconds, such as 60 or 60s, …
            { deadZones: left } → 3:26 `deadZones` must be a list of rectangles such as { x: 0%, y: 0%, width: 50%, …
            { deadZones: [{ x: 0, y: 0, width: 0, height: 1 }] } → 3:48 `width` must be more than 0: no touch would \
            reach \
            the dead zone
            { deadZones: [5] } → 3:27 a dead zone must be a mapping such as { x: 0%, y: 0%, width: 50%, height: 100% …
            { deadZones: [{ x: 90%, y: 1, width: 20%, height: 1 }] } → 3:50 the dead zone would leave its surface: \
            from \
            90% on, `width` can be 10% at most
            { deadZones: [{ x: 1 }] } → 3:27 a dead zone needs `y`, `width`, `height`
            { deadZones: [{ x: 0, y: 0, width: 1px, height: 1 }] } → 3:48 lengths in px need a surface that has `pixels`
            """))
    func refused(row: Row) {
        // Without pixels, whatever the display has.
        let yaml = "surfaces:\n- { name: a, pixels: none,\n  contacts: \(row.text) }\n"
        row.expect(messages(of: yaml).joined(separator: " | "))
    }

    @Test("There are at most 64 dead zones")
    func many() {
        let zones = Array(repeating: "{ x: 0, y: 0, width: 1, height: 1 }", count: 65)
        #expect(refusal(ofSurface: "contacts: { deadZones: [\(zones.dropLast().joined(separator: ", "))] }") == "")
        #expect(
            refusal(ofSurface: "contacts: { deadZones: [\(zones.joined(separator: ", "))] }")
                == "there can be 64 dead zones at most")
    }

    @Test("The file's values can be printed unchanged")
    func printed() throws {
        let rule = try surface("pixels: 9 x 9, contacts: { deadZones: [{ x: 5%, y: 2px, width: 1.5, height: 7pt }] }")
        #expect(rule.contacts.values["deadZones"]?.description == "[{ x: 5%, y: 2px, width: 1.5, height: 7 }]")
        #expect(try surface("contacts: { palmSize: maximum }").contacts.values["palmSize"]?.description == "maximum")
    }

    @Test("27. Recognizers that need more fingers than the device reports are named")
    func fingers() throws {
        let standard = Configuration.standard
        #expect(
            standard.warnings(for: panel, contacts: 2) == [
                "surface panel reports at most 2 fingers: three-finger-pan can never begin on it"
            ])
        #expect(
            standard.warnings(for: panel, contacts: 1) == [
                "surface panel reports at most 1 finger: two-finger-tap, two-finger-pan, pinch, rotation, "
                    + "three-finger-pan can never begin on it"
            ])
        #expect(standard.warnings(for: panel, contacts: 3) == [])
        let yaml = """
            surfaces: [{ name: other }]
            regions: [{ name: far, surface: other, frame: { x: 0, y: 0, width: 1, height: 1 } }]
            recognizers:
              - { name: off, type: tap, numberOfTouchesRequired: 5, enabled: false }
              - { name: elsewhere, type: pinch, region: far }
              - { name: all, type: transform }
              - { name: press, type: longPress, numberOfTouchesRequired: 4 }
            """
        #expect(
            try configuration(yaml).warnings(for: panel, contacts: 1) == [
                "surface panel reports at most 1 finger: press can never begin on it"
            ])
    }
}
