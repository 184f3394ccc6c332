// Tests of merging several files.

import Gestures
import GestureWire
import Testing
import Touch

@testable import Configuration

/// The result of files, each with its name and text; drop-ins have `.d/` in their names.
func layered(_ files: (name: String, text: String)...) throws(ConfigurationError) -> LayeredText {
    try layered(files)
}

private func layered(_ files: [(name: String, text: String)]) throws(ConfigurationError) -> LayeredText {
    try LayeredText(
        files.enumerated().map { index, file in
            SourceFile(
                name: file.name, text: SourceText(file.text, file: index),
                kind: file.name.contains(".d/") ? .dropIn : .main)
        })
}

/// All problems of files, as they are printed.
func diagnosis(_ files: (name: String, text: String)...) -> String {
    do throws(ConfigurationError) {
        _ = try layered(files)
        return ""
    } catch {
        return error.description
    }
}

@Suite struct LayerMergeTests {
    private let vendor = (
        "vendor",
        """
        surfaces: [{ name: any }]
        regions: [{ name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }]
        thresholds: { panHysteresis: 12, edgeWidth: 30 }
        recognizers:
          - { name: tap, type: tap, requireToFail: [double] }
          - { name: double, type: tap, numberOfTapsRequired: 2, smoothing: { minimumCutoff: 2, beta: 0.5 } }
          - { name: pan, type: pan, maximumNumberOfTouches: 1 }
        access: [{ group: kiosk, allow: touches }]
        limits: { peers: 20, peersPerUser: 10 }
        """
    )

    @Test("Without any file, and with empty files, the standard configuration applies")
    func nothing() throws {
        #expect(try layered().configuration == .standard)
        #expect(
            try layered(("vendor", ""), ("etc", "# nothing\n"), ("a.d/1", "{}"), ("a.d/2", "~")).configuration
                == .standard)
    }

    @Test("The built-in text describes the standard configuration")
    func builtIn() throws {
        #expect(try Configuration(yaml: String(StandardText.file.text.string), file: "built in") == .standard)
        #expect(StandardText.sections.map(\.key) == ["thresholds", "recognizers", "access"])
    }

    @Test("A section of a main file replaces that of lower files; absent sections stay")
    func sections() throws {
        let all = try layered(vendor, ("etc", "recognizers: []\nsurfaces: [{ name: mine }]")).configuration
        #expect(all.recognizers.isEmpty && all.surfaces.map(\.name) == ["mine"])
        #expect(all.regions.map(\.name) == ["left"] && all.access.count == 1)
        let access = try layered(vendor, ("etc", "access: []")).configuration
        #expect(access.access == [] && access.recognizers.count == 3)
    }

    @Test("The thresholds and limits of a main file are merged with lower ones, key by key")
    func mappings() throws {
        let both = try layered(vendor, ("etc", "thresholds: { edgeWidth: 5, scale: 2 }\nlimits: { peersPerUser: 3 }"))
            .configuration
        #expect(
            both.thresholds.values
                == shippedThresholds.merging(["panHysteresis": .points(12), "edgeWidth": .points(5)]) { $1 })
        #expect(both.thresholds.scale == .factor(2))
        #expect(both.limits == Limits(peers: 20, peersPerUser: 3))
    }

    @Test("A drop-in changes an entry of the same name, key by key, and keeps its position")
    func change() throws {
        let text = """
            recognizers:
              - { name: double, enabled: false, smoothing: { beta: 0.9 }, numberOfTapsRequired: 3 }
              - { name: tap, requireToFail: [pan] }
            regions: [{ name: left, frame: { width: 25% } }]
            """
        let all = try layered(vendor, ("a.d/1", text)).configuration
        #expect(all.recognizers.map(\.name) == ["tap", "double", "pan"])
        #expect(
            all.recognizers[1].properties == [
                "enabled": .flag(false), "numberOfTapsRequired": .count(3),
                "smoothing": .smoothing(Smoothing(minimumCutoff: 2, beta: 0.9)),
            ])
        // A list is a value.
        #expect(all.recognizers[0].requireToFail == ["pan"])
        #expect(all.regions[0].frame.description == "{ x: 0%, y: 0%, width: 25%, height: 100% }")
    }

    @Test("A drop-in appends recognizers and regions, puts surfaces first, and adds grants")
    func add() throws {
        let first = """
            recognizers: [{ name: a, type: pinch }, { name: b, type: rotation }]
            regions: [{ name: right, frame: { x: 50%, y: 0%, width: 50%, height: 100% } }]
            surfaces: [{ name: one, match: { name: "1*" } }, { name: two, match: { name: "2*" } }]
            access: [{ user: operator, allow: control }]
            """
        let second = "surfaces: [{ name: three, match: { name: \"3*\" } }]\nrecognizers: [{ name: c, type: tap }]\n"
        let all = try layered(vendor, ("a.d/1", first), ("a.d/2", second)).configuration
        #expect(all.recognizers.map(\.name) == ["tap", "double", "pan", "a", "b", "c"])
        #expect(all.regions.map(\.name) == ["left", "right"])
        #expect(all.surfaces.map(\.name) == ["three", "one", "two", "any"])
        #expect(all.access.map(\.subject) == [.group("kiosk"), .user("operator")])
    }

    @Test("A drop-in changes built-in entries and those of earlier drop-ins; an empty list changes nothing")
    func overAll() throws {
        let all = try layered(
            (
                "a.d/1",
                "recognizers: [{ name: extra, type: tap }, { name: rotation, enabled: false }]\nlimits: { peers: 9 }"
            ),
            ("a.d/2", "recognizers: [{ name: extra, numberOfTapsRequired: 2 }]"), ("a.d/3", "recognizers: []")
        ).configuration
        #expect(all.recognizers.count == Configuration.standard.recognizers.count + 1)
        #expect(all.recognizers.last?.properties == ["numberOfTapsRequired": .count(2)])
        #expect(all.recognizers.first { $0.name == "rotation" }?.properties == ["enabled": .flag(false)])
        #expect(all.limits == Limits(peers: 9, peersPerUser: 9))
    }

    @Test("A key without a value removes the lower key, in entries, nested mappings and top-level mappings")
    func takeAway() throws {
        let text = """
            recognizers: [{ name: pan, maximumNumberOfTouches: ~ }, { name: double, smoothing: { beta: } }]
            thresholds: { edgeWidth: null }
            """
        let all = try layered(vendor, ("a.d/1", text)).configuration
        #expect(all.recognizers[2].properties.isEmpty)
        #expect(
            all.recognizers[1].properties["smoothing"]
                == .smoothing(Smoothing(minimumCutoff: 2, beta: Smoothing().beta)))
        #expect(all.thresholds.values == shippedThresholds.merging(["panHysteresis": .points(12)]) { $1 })
        let uikit = try layered(("a.d/1", "thresholds: { landingInterval: ~, swipeMaximumOppositeMovement: ~ }"))
        #expect(uikit.configuration.thresholds == ThresholdsRule())
    }

    @Test("A key may be replaced by one that excludes it, and a type by one with other keys")
    func exchange() throws {
        let etc = ("etc", "surfaces: [{ name: panel, rotation: 90 }]")
        let text = """
            surfaces: [{ name: panel, rotation: ~, calibration: [1, 0, 0, 0, 1, 0.5] }]
            recognizers: [{ name: pan, type: tap, maximumNumberOfTouches: ~ }]
            """
        let all = try layered(vendor, etc, ("a.d/1", text)).configuration
        #expect(all.surfaces[0].settings.rotation == .none && all.surfaces[0].settings.calibration != nil)
        #expect(all.recognizers[2] == RecognizerRule(name: "pan", type: .tap))
        SchemaSamples.add(text, [], isDropIn: true)
        // A removed value is not checked, whether it is a known key or not.
        let lower = ("vendor", "recognizers: [{ name: a, type: tap, foo: 1, numberOfTapsRequired: many }]")
        let upper = ("a.d/1", "recognizers: [{ name: a, foo: ~, numberOfTapsRequired: ~ }]")
        #expect(try layered(lower, upper).configuration.recognizers == [RecognizerRule(name: "a", type: .tap)])
    }

    @Test(
        "A key without a value and without a lower key has no effect, so no drop-in breaks when a lower key disappears")
    func takeNothingAway() throws {
        let text = """
            recognizers:
              - { name: pan, minimumNumberOfTouches: ~, smoothing: { beta: ~ }, requireToFail: ~ }
              - { name: tap, numberOfTapsRequired: ~ }
            surfaces: [{ name: any, match: { name: "A*", serial: ~ }, size: ~, contacts: { palmSize: ~ } }]
            thresholds: { tapAllowableMovement: ~ }
            limits: { peers: ~ }
            """
        let all = try layered(vendor, ("a.d/1", text))
        let pan = all.configuration.recognizers[2]
        #expect(pan.properties == ["maximumNumberOfTouches": .count(1), "smoothing": .smoothing(Smoothing())])
        #expect(all.configuration.recognizers[0].properties.isEmpty && all.configuration.recognizers[0].name == "tap")
        #expect(all.configuration.surfaces[0].match.patterns["serial"] == nil)
        #expect(all.configuration.limits.peersPerUser == 10)
        // The same applies where there is no such section, and to files with another one between them.
        #expect(try layered(("a.d/1", "thresholds: { edgeWidth: ~ }\nlimits: { peers: ~ }")).configuration == .standard)
        let given = ("a.d/2", "recognizers: [{ name: tap, numberOfTapsRequired: 2 }]")
        let again = try layered(vendor, ("a.d/1", text), given).configuration
        #expect(again.recognizers[0].properties == ["numberOfTapsRequired": .count(2)])
        #expect(try layered(vendor, given, ("a.d/3", text)).configuration == all.configuration)
    }

    // MARK: - Problems

    @Test("The problems of all files are reported at once, in the order of the files, each with its own line")
    func problems() {
        let text = diagnosis(
            ("vendor", "recognizers: [{ name: tap, type: tpa }]\n"), ("etc", "thresholds: { edgeWidth: wide }\n"),
            ("a.d/1", "foo: 1\n"), ("a.d/2", "recognizers:\n  - { name: new, type: pan, requireToFail: tab }\n"))
        let places = text.split(separator: "\n").filter { $0.contains(": error: ") }.map { $0.prefix { $0 != " " } }
        #expect(places == ["vendor:1:34:", "etc:1:26:", "a.d/1:1:1:", "a.d/2:2:44:"])
        #expect(
            text.hasSuffix(
                """
                a.d/2:2:44: error: there is no recognizer called `tab`
                      - { name: new, type: pan, requireToFail: tab }
                                                               ^
                    did you mean `tap`?
                """))
    }

    @Test(
        "A problem of a drop-in over the vendor's file is reported in the file that it is in",
        arguments: rows(
            """
            - a → a.d/1:1:1: error: a configuration must be a mapping…
            recognizers: → a.d/1:1:13: error: `recognizers` must be a list…
            regions: [3] → a.d/1:1:11: error: a region must be a mapping…
            regions: [{ name: lift }] → a.d/1:1:19: error: there is no region called `lift` to be changed, and a new …
            recognizers: [{ name: duoble, enabled: false }] → a.d/1:1:23: error: there is no recognizer called \
            `duoble` to \
            be changed, and a new one needs `type`…
            recognizers: [{ name: double, requireToFail: tap }] → a.d/1:1:46: error: `double` waits for `tap`…
            recognizers: [{ name: tap, enabled: false }, { name: tap, enabled: true }] → a.d/1:1:54: error: a \
            recognizer \
            called `tap` is there already, in line 1, column 23…
            recognizers: [{ name: tap, numberOfTaps: ~ }] → a.d/1:1:28: error: unknown key `numberOfTaps`…
            limits: { peer: ~ } → a.d/1:1:11: error: unknown key `peer`…
            recognizers: [{ name: tap, smoothing: { gamma: ~ } }] → a.d/1:1:41: error: unknown key `gamma`…
            recognizers: [{ name: new, type: tap, numberOfTapsRequired: ~ }] → a.d/1:1:61: error: \
            `numberOfTapsRequired` \
            must be a whole number from 1 to 60, not nothing…
            thresholds: ~ → a.d/1:1:13: error: `thresholds` must be a mapping…
            surfaces: [{ name: all }] → vendor:1:12: error: no device is left for `any`: `all` in line 1 of a.d/1 \
            comes \
            first and matches every device…
            recognizers: [{ name: pan, type: tap }] → vendor:7:29: error: `maximumNumberOfTouches` is a property of …
            """))
    func wrongDropIn(row: Row) { row.expect(diagnosis(vendor, ("a.d/1", row.text))) }

    @Test("A main file may be wrong by itself, whatever lies above or below it; a replaced section must be YAML")
    func mainFiles() {
        for below in ["limits: { peers: 20 }", "limits: { peersPerUser: 10 }", ""] {
            let text = diagnosis(("vendor", below), ("etc", "limits: { peers: ~ }"))
            #expect(text.hasPrefix("etc:1:18: error: `peers` must be"))
        }
        #expect(
            diagnosis(
                ("vendor", "recognizers: [{ name: a, type: tap, numberOfTapsRequired: ~ }]"),
                ("a.d/1", "recognizers: [{ name: a, enabled: false }]")
            ).hasPrefix("vendor:1:59: error: `numberOfTapsRequired`"))
        #expect(diagnosis(("vendor", "recognizers: [{ name: tap, type: tpa }]"), ("etc", "recognizers: []")) == "")
        #expect(
            diagnosis(("vendor", "recognizers: ["), ("etc", "recognizers: []")).hasPrefix(
                "vendor:1:15: error: this is not YAML"))
        #expect(
            diagnosis(("a.d/1", "recognizers: [{ name: pan, type: tap }]")).hasPrefix(
                "built in:8:29: error: `maximumNumberOfTouches` is a property of pan"))
    }

    @Test("Sixty-four drop-ins that change one entry with very many keys are merged quickly, and keep their order")
    func hostile() {
        let keys = (0..<2000).map { "k\($0): 1" }.joined(separator: ", ")
        let files = (0..<64).map {
            SourceFile(
                name: "a.d/\($0)", text: SourceText("recognizers: [{ name: tap, \(keys) }]", file: $0), kind: .dropIn)
        }
        let error = #expect(throws: ConfigurationError.self) { try LayeredText(files) }
        #expect(error?.problems.count == 201 && error?.problems.first?.message == "unknown key `k0`")
        #expect(error?.files.first == "a.d/63")
    }
}
