// Tests of `contacts`.

import Configuration
import Testing
import Touch

@Suite struct ContactsReaderTests {
    private let panel = Surface(
        name: "panel", size: Size(width: 1000, height: 500), deviceToSurface: .identity,
        pixels: Size(width: 2000, height: 1000))

    private func rules(_ yaml: String, pixels: Bool = false) throws -> ContactRules {
        let lines = ["contacts: \(yaml)"] + (pixels ? ["pixels: 2000 x 1000"] : [])
        return try surface(lines.joined(separator: "\n  ")).contacts.rules(on: panel)
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

    @Test("Numbers are converted to the units of the rules")
    func numbers() throws {
        let made = try rules("{ palmSize: 3cm, minimumAge: 20ms, liftAfterSilence: 0.1, maximumAge: 600s }")
        guard case .millimetres(let length) = made.palmSize else { throw Missing() }
        #expect(abs(length - 30) < 1e-9)
        #expect(made.minimumAge == 0.02)
        #expect(made.silence == 0.1)
        #expect(made.maximumAge == 600)
        #expect(try rules("{ leftoverAfter: 2500ms }").leftoverAfter == 2.5)
    }

    private struct Missing: Error {}

    @Test("45. The size of a palm may be the largest that the panel can report")
    func maximum() throws {
        let rule = try surface("contacts: { palmSize: maximum }").contacts
        #expect(rule.rules(on: panel).palmSize == .maximum)
        #expect(rule.values["palmSize"]?.description == "maximum")
        #expect(
            refusal(aboutSurface: "contacts: { palmSize: minimum }")
                == "`palmSize` must be a length from 10 to 2000 points, such as 200 or 30mm, or maximum, not `minimum`")
    }

    @Test("56. A contact is left over after one second at the earliest")
    func leftover() {
        #expect(
            refusal(aboutSurface: "contacts: { leftoverAfter: 500ms }")
                == "`leftoverAfter` must be a time from 1 to 86400 seconds, such as 60 or 60s, not `500ms`")
    }

    @Test("Dead zones are percentages, points, millimetres or pixels of the surface")
    func deadZones() throws {
        let zones = try rules(
            "{ deadZones: [{ x: 10%, y: 0, width: 163, height: 50% }, { x: 0px, y: 900px, width: 1in, height: 100px }] }",
            pixels: true
        ).deadZones
        #expect(
            zones == [
                .init(origin: Point(x: 100, y: 0), size: Size(width: 163, height: 250)),
                .init(origin: Point(x: 0, y: 450), size: Size(width: 163, height: 50)),
            ])
    }

    @Test("Invalid rules are refused, all at once, with their places")
    func refused() {
        let yaml = """
            surfaces:
            - name: a
              contacts:
                ignorePalms: maybe
                ignoreRow: true
                palmSize: 1mm
                minimumAge: 2
                liftAfterSilence: 1ms
                maximumAge: 10min
                deadZones: [{ x: 0, y: 0, width: 0, height: 1 }, 5, { x: 90%, y: 1, width: 20%, height: 3px }, { x: 1 }]
            """
        let time = "seconds, such as 0.5 or 500ms, not"
        #expect(
            messages(of: yaml) == [
                "4:18 `ignorePalms` must be true or false, not `maybe`",
                "5:5 unknown key `ignoreRow`",
                "6:15 `palmSize` must be a length from 10 to 2000 points, such as 200 or 30mm, or maximum, not `1mm`",
                "7:17 `minimumAge` must be a time from 0 to 1 \(time) `2`",
                "8:23 `liftAfterSilence` must be a time from 0.02 to 60 \(time) `1ms`",
                "9:17 `maximumAge` must be a time from 1 to 86400 seconds, such as 60 or 60s, not `10min`",
                "10:38 `width` must be more than 0: no touch would reach the dead zone",
                "10:54 a dead zone must be a mapping such as { x: 0%, y: 0%, width: 50%, height: 100% }, not `5`",
                "10:80 the dead zone would leave its surface: from 90% on, `width` can be 10% at most",
                "10:93 lengths in px need a surface that has `pixels`",
                "10:100 a dead zone needs `y`, `width`, `height`",
            ])
        #expect(
            refusal(aboutSurface: "contacts: { ignoreRow: true }")
                == "unknown key `ignoreRow` (did you mean `ignoreRows`?)")
        #expect(
            refusal(aboutSurface: "contacts: all")
                == "`contacts` must be a mapping such as { ignorePalms: false, palmSize: 30mm }, not `all`")
        #expect(
            refusal(aboutSurface: "contacts: { deadZones: left }")
                == "`deadZones` must be a list of rectangles such as { x: 0%, y: 0%, width: 50%, height: 100% }, not "
                + "`left`")
    }

    @Test("`pixels: none` gives no pixels")
    func noPixels() {
        #expect(
            refusal(
                aboutSurface: "pixels: none", "contacts: { deadZones: [{ x: 0, y: 0, width: 1px, height: 1 }] }")
                == "lengths in px need a surface that has `pixels`")
    }

    @Test("There are at most 64 dead zones")
    func many() {
        let zones = Array(repeating: "{ x: 0, y: 0, width: 1, height: 1 }", count: 65)
        #expect(refusal(aboutSurface: "contacts: { deadZones: [\(zones.dropLast().joined(separator: ", "))] }") == "")
        #expect(
            refusal(aboutSurface: "contacts: { deadZones: [\(zones.joined(separator: ", "))] }")
                == "there can be 64 dead zones at most")
    }

    @Test("A value of another kind has no effect, and the file's values can be printed unchanged")
    func strange() throws {
        let values: [String: PropertyValue] = [
            "ignorePalms": .seconds(3), "palmSize": .flag(true), "minimumAge": .points(1), "maximumAge": .count(1),
            "deadZones": .number(1), "no": .flag(true),
        ]
        #expect(ContactsRule(values: values).rules(on: panel) == ContactRules())
        let rule = try surface("pixels: 9 x 9", "contacts: { deadZones: [{ x: 5%, y: 2px, width: 1.5, height: 7pt }] }")
        #expect(rule.contacts.values["deadZones"]?.description == "[{ x: 5%, y: 2px, width: 1.5, height: 7 }]")
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
        let configuration = try Configuration(yaml: yaml, file: "file")
        #expect(
            configuration.warnings(for: panel, contacts: 1) == [
                "surface panel reports at most 1 finger: press can never begin on it"
            ])
    }
}
