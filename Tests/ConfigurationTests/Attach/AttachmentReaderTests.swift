// Tests of attachments: the rules they become, and the errors of invalid ones.

import GestureWire
import Configuration
import Gestures
import Testing

@Suite struct AttachmentReaderTests {
    /// A configuration with two surfaces, four regions and three recognizers.
    private let configuration: Configuration

    init() throws {
        configuration = try Configuration(
            yaml: """
                surfaces: [{ name: panel, match: { serial: A }, pixels: 1920 x 1080 }, { name: table }]
                regions:
                - { name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
                - { name: right, frame: { x: 50%, y: 0%, width: 50%, height: 100% } }
                - { name: inner, parent: left, frame: { x: 0, y: 0, width: 10, height: 10 } }
                - { name: key, surface: panel, frame: { x: 0, y: 0, width: 10, height: 10 } }
                recognizers:
                - { name: tap, type: tap }
                - { name: zoom, type: pinch, region: left }
                - { name: press, type: longPress, region: right }
                """, file: "file")
    }

    @Test("Values are numbers where they have no unit, and texts where they have one")
    func values() throws {
        let rules = try configuration.attached(
            regions: [wire("{ name: a, parent: key, frame: { x: 10, y: 1.5, width: 10%, height: 200px } }")],
            recognizers: [
                wire(
                    """
                    { name: b, type: longPress, region: a, allowableMovement: 12, minimumPressDuration: 750ms,
                      enabled: false, smoothing: { beta: 2.5 } }
                    """),
                wire("{ name: c, type: swipe, direction: [left, up], maximumDuration: 0.25, requireToFail: [b] }"),
                wire("{ name: d, type: stroke, templates: [{ name: v, points: [[0, 0], [50, 100.5], [100, -1]] }] }"),
            ])
        let frame = RegionFrame(
            x: .surfaceUnits(10), y: .surfaceUnits(1.5), width: .fraction(0.1), height: .pixels(200))
        #expect(rules.regions == [RegionRule(name: "a", parent: "key", frame: frame, unit: .ofSurface)])
        #expect(
            rules.recognizers.prefix(2) == [
                RecognizerRule(
                    name: "b", type: .longPress, region: "a",
                    properties: [
                        "allowableMovement": .surfaceUnits(12), "minimumPressDuration": .seconds(0.75),
                        "enabled": .flag(false), "smoothing": .smoothing(.init(minimumCutoff: 1, beta: 2.5)),
                    ]),
                RecognizerRule(
                    name: "c", type: .swipe,
                    properties: ["direction": .directions([.left, .up]), "maximumDuration": .seconds(0.25)],
                    requireToFail: ["b"]),
            ])
        #expect(rules.recognizers[2].properties.keys.sorted() == ["templates"])
    }

    @Test(
        "An attached recognizer asks what is listed, and waits as long as it says",
        arguments: [
            ("numberOfTapsRequired: 1", [], 0.1), ("ask: [begin]", .begin, 0.1), ("ask: [receive]", .receive, 0.1),
            ("ask: [receive, begin], askTimeout: 1", [.begin, .receive], 1),
            (
                "ask: [simultaneous, requireFailure, beRequiredToFail]",
                [.simultaneous, .requireFailure, .beRequiredToFail], 0.1
            ),
            ("ask: [begin], askTimeout: 50ms", .begin, 0.05), ("askTimeout: 0.001, ask: [begin]", .begin, 0.001),
        ] as [(String, GestureQuestions, Double)])
    func questions(keys: String, asks: GestureQuestions, timeout: Double) throws {
        let rule = try configuration.attached(recognizers: [wire("{ name: a, type: tap, \(keys) }")]).recognizers[0]
        let recognizer = rule.makeRecognizer()
        #expect(recognizer.asks == asks && recognizer.answerTimeout == timeout)
    }

    @Test(
        "A problem of a recognizer has its path",
        arguments: rows(
            #"""
            tap → : a recognizer must be a mapping such as { name: select, type: tap }, not `tap`
            ~ → : a recognizer must be a mapping such as { name: select, type: tap }, not nothing
            { name: a } → : a recognizer needs a `type`; allowed here: …
            { type: tap } → : a recognizer needs a `name`
            { name: a, type: tip } → .type: unknown type `tip`; did you mean `tap`?
            { name: true, type: tap } → .name: `name` must be a text, not `true`
            { name: a, type: tap, region: rihgt } → .region: there is no region called `rihgt`; did you mean `right`?
            { name: a, type: tap, numberOfTapsRequired: "2" } → .numberOfTapsRequired: `numberOfTapsRequired` must be …
            { name: a, type: tap, colour: red } → .colour: unknown key `colour`; allowed here: `name`, …
            { name: a, type: tap, command: ls } → .command: unknown key `command`; gestured starts no commands: start …
            { name: a, type: tap, requireToFail: [tap, zomm] } → .requireToFail[1]: there is no recognizer called …
            { name: a, type: swipe, direction: [left, rihgt] } → .direction[1]: `direction` must be left, right, up, …
            { name: a, type: tap, smoothing: { beta: -1 } } → .smoothing.beta: `beta` must be a number from 0 to \#
            1000, not `-1`
            { name: a, type: stroke, templates: [{ name: v, points: [[0, 0], [1, "1"]] }] } → .templates[0].points[1]: …
            { name: a, type: tap, ask: begin } → .ask: `ask` must be a list of begin, receive, simultaneous, \#
            requireFailure, beRequiredToFail, not `begin`
            { name: a, type: tap, ask: ~ } → .ask: `ask` must be a list of begin, receive, simultaneous, \#
            requireFailure, beRequiredToFail, not nothing
            { name: a, type: tap, ask: [] } → .ask: `ask` must be a list of begin, receive, simultaneous, \#
            requireFailure, beRequiredToFail, not an empty list
            { name: a, type: tap, ask: [begin, recieve] } → .ask[1]: `ask` must be a list of begin, receive, \#
            simultaneous, requireFailure, beRequiredToFail, not `recieve`; did you mean `receive`?
            { name: a, type: tap, ask: [1] } → .ask[0]: `ask` must be a list of begin, receive, simultaneous, \#
            requireFailure, beRequiredToFail, not `1`
            { name: a, type: tap, ask: [begin, begin] } → .ask[1]: `begin` is in the list twice
            { name: a, type: tap, ask: [begin], askTimeout: 0 } → .askTimeout: `askTimeout` must be a time of more …
            { name: a, type: tap, ask: [begin], askTimeout: 1.5 } → .askTimeout: `askTimeout` must be a time of more \#
            than \#
            0 and at most 1 second, such as 0.05 or 50ms, not `1.5`
            { name: a, type: tap, ask: [begin], askTimeout: [a] } → .askTimeout: `askTimeout` must be a time of more …
            { name: a, type: tap, askTimeout: 0.2 } → .askTimeout: `askTimeout` has no effect without `ask`; add \#
            "ask": \#
            ["begin"]
            { name: a, type: tap, asks: [begin] } → .asks: unknown key `asks`; did you mean `ask`?
            """#))
    func wrongRecognizer(row: Row) {
        let found = configuration.refusal(recognizers: [tap("good"), wire(row.text)])
        #expect(found.hasPrefix("params.recognizers[1]") && !found.contains("\n"), "\(found)")
        row.expect(String(found.dropFirst("params.recognizers[1]".count)))
    }

    @Test(
        "A problem of a region has its path",
        arguments: rows(
            """
            { name: a } → : a region needs a `frame`…
            { name: root } → .name: `root` is the region that every surface has, the whole of it, already…
            { name: a, parent: lft } → .parent: there is no region called `lft`…
            { name: a, surface: panle } → .surface: there is no surface called `panle`…
            { name: a, parent: key, surface: table } → .surface: `a` is on `table`, but its parent `key` is on `panel`…
            { name: a, frame: { x: 0, y: 0, width: 0, height: 1 } } → .frame.width: `width` must be more than 0: no …
            { name: a, frame: { x: true, y: 0, width: 1, height: 1 } } → .frame.x: `x` must be a length such as 50%, …
            { name: a, frame: { x: 0, y: 0, width: 9px, height: 1 } } → .frame.width: lengths in px need a region on a …
            { name: a, region: left } → .region: unknown key `region`…
            { name: a, private: true } → .private: only a configured region can be private…
            """))
    func wrongRegion(row: Row) {
        var region = wire(row.text)
        if !row.text.contains("frame"), row.text != "{ name: a }" { region = region.with("frame", half) }
        let found = configuration.refusal(regions: [AttachmentReaderTests.good, region])
        #expect(found.hasPrefix("params.regions[1]") && !found.contains("\n"), "\(found)")
        row.expect(String(found.dropFirst("params.regions[1]".count)))
    }

    private static let good = region("good")

    @Test("All problems are reported at once, in the order of the request, regions first")
    func order() {
        #expect(
            configuration.refusals(
                regions: [region("a", in: "b"), region("c", on: "d")],
                recognizers: [tap("e", in: "f"), tap("e"), tap("g").with("blocks", ["h"])]) == [
                    "params.regions[0].parent: there is no region called `b`",
                    "params.regions[1].surface: there is no surface called `d`",
                    "params.recognizers[0].region: there is no region called `f`",
                    "params.recognizers[1].name: a recognizer called `e` is there already, at params.recognizers[0].name",
                    "params.recognizers[2].blocks[0]: there is no recognizer called `h`",
                ])
    }

    @Test("A name may equal that of a configured rule, but not of an own one, and is given once")
    func names() throws {
        #expect(
            configuration.refusal(recognizers: [tap("a").with("name", "b")])
                == "params.recognizers[0].name: duplicate key `name`")
        let strange = configuration.refusal(recognizers: [tap("a").with("a b\n", 1)])
        #expect(strange.hasPrefix(#"params.recognizers[0][`a b\u{a}`]: unknown key `a b\u{a}`; "#))
        let present = try configuration.attaching([tap("tap"), tap("b")], regions: [region("left"), region("c")])
        #expect(
            configuration.refusals(
                regions: [region("left"), region("right")], recognizers: [tap("tap"), tap("zoom")], beside: present)
                == [
                    "params.regions[0].name: `left` is a region of this connection already",
                    "params.recognizers[0].name: `tap` is a recognizer of this connection already",
                ])
    }

    @Test("A reference names an own rule, present or new, or a configured one")
    func references() throws {
        let present = try configuration.attaching([tap("b")], regions: [region("c")])
        let rules = try configuration.attached(
            regions: [region("d", in: "c"), region("e", in: "inner"), region("f", in: "g"), region("g", in: "root")],
            recognizers: [
                tap("h", in: "d").with("requireToFail", ["b", "tap", "i"]), tap("i", in: "c").with("blocks", "b"),
                tap("j", in: "left").with("requireToFail", "zoom").with("simultaneousWith", ["tap", "b"]),
            ], beside: present, surfaces: [])
        #expect(rules.regions.map(\.parent) == ["c", "inner", "g", "root"])
        #expect(rules.recognizers.map(\.requireToFail) == [["b", "tap", "i"], [], ["zoom"]])
        #expect(rules.recognizers.map(\.region) == ["d", "c", "left"])
    }

    @Test("A surface must be present or configured")
    func surfaces() {
        #expect(configuration.refusals(regions: [region("a", on: "kiosk")], surfaces: ["kiosk", "panel"]) == [])
        #expect(configuration.refusals(regions: [region("a", on: "table")], surfaces: []) == [])
        #expect(
            Configuration.standard.refusal(regions: [region("a", on: "panel")])
                == "params.regions[0].surface: there is no surface called `panel`; there is no touchscreen, "
                + "and none is "
                + "configured")
    }

    @Test("Pixels are those of the configuration or of the display")
    func pixels() {
        let value = wire("{ name: a, surface: table, frame: { x: 1px, y: 0, width: 10px, height: 1 } }")
        #expect(configuration.refusals(regions: [value]).count == 1)
        #expect(throws: Never.self) {
            try configuration.attached(
                regions: [value], recognizers: [], beside: AttachedRules(), surfaces: ["table"], withPixels: ["table"])
        }
    }

    @Test("Configured recognizers can be waited for, but wait for none of the connection's")
    func blocks() throws {
        #expect(
            configuration.refusals(recognizers: [tap("a").with("blocks", ["tap"]), tap("b").with("blocks", "a")]) == [
                "params.recognizers[0].blocks[0]: `blocks` takes only recognizers of this connection, and `tap` is "
                    + "configured"
            ])
        // The own one hides the configured one.
        #expect(configuration.refusals(recognizers: [tap("a").with("blocks", ["tap"]), tap("tap")]) == [])
    }

    @Test("A cycle is reported where a new rule closes it, whatever existed before")
    func circles() throws {
        let present = try configuration.attaching(
            [tap("a").with("requireToFail", ["zoom"]), tap("b").with("requireToFail", "a")],
            regions: [region("c", in: "left")])
        func refusals(_ recognizer: WireValue) -> [String] {
            configuration.refusals(recognizers: [recognizer], beside: present)
        }
        #expect(refusals(tap("d").with("requireToFail", ["b", "tap"])) == [])
        #expect(
            refusals(tap("d").with("requireToFail", "b").with("blocks", ["a"])) == [
                "params.recognizers[0].blocks[0]: `a` waits for `d`, which waits for `b`, which waits for `a`"
            ])
        #expect(refusals(tap("zoom")) == [], "it replaces the configured one that was required")
        #expect(
            refusals(tap("zoom").with("requireToFail", "b")) == [
                "params.recognizers[0].requireToFail: `zoom` waits for `b`, which waits for `a`, which waits for `zoom`"
            ])
        #expect(
            configuration.refusals(regions: [region("left", in: "c")], beside: present) == [
                "params.regions[0].parent: `left` lies in `c`, which lies in `left`"
            ])
    }

    @Test("Recognizers of separate regions never share a touch, whether own or configured")
    func apart() throws {
        let never = "never share a touch: their regions,"
        #expect(
            configuration.refusals(
                regions: [region("d", on: "table")],
                recognizers: [
                    tap("a", in: "left").with("requireToFail", ["press", "zoom", "tap"]), tap("b", in: "key"),
                    tap("c", in: "d").with("blocks", "b"),
                ]) == [
                    "params.recognizers[0].requireToFail[0]: `a` and `press` \(never) `left` and `right`, do not lie in each "
                        + "other",
                    "params.recognizers[2].blocks: `c` and `b` \(never) `d` and `key`, are on different surfaces, `table` "
                        + "and `panel`",
                ])
        // A hidden region is not the same as the region that hides it.
        #expect(
            configuration.refusals(
                regions: [region("left")],
                recognizers: [
                    tap("a", in: "left").with("requireToFail", "zoom"), tap("b", in: "inner").with("blocks", "a"),
                    tap("c").with("requireToFail", "zoom"),
                ]) == [
                    "params.recognizers[0].requireToFail: `a` and `zoom` \(never) `left` and the configured `left`, do not "
                        + "lie in each other",
                    "params.recognizers[1].blocks: `b` and `a` \(never) `inner` and `left`, do not lie in each other",
                ])
    }

    @Test("Regions are nested at most sixteen deep, including configured ones and present ones")
    func depth() throws {
        let yaml = (1...15).map { number in
            let parent = number == 1 ? "root" : "c\(number - 1)"
            return "- { name: c\(number), parent: \(parent), frame: { x: 0, y: 0, width: 1, height: 1 } }\n"
        }
        let deep = try Configuration(yaml: "regions:\n" + yaml.joined(), file: "file")
        #expect(
            deep.refusals(regions: [region("a", in: "c15"), region("b", in: "a"), region("c", in: "b")]) == [
                "params.regions[1].parent: `b` lies in too many regions; they can be nested 16 deep"
            ])
        let present = try deep.attaching(regions: [region("a", in: "c15")])
        #expect(deep.refusals(regions: [region("b", in: "a")], beside: present).count == 1)
    }

    @Test("Present rules that a reload has broken do not prevent new ones")
    func reload() throws {
        let present = try configuration.attaching(
            [tap("a", in: "left").with("requireToFail", ["zoom", "b"]), tap("b", in: "c"), tap("d", in: "inner")],
            regions: [region("c", in: "inner", on: "table"), region("e", in: "key")])
        let without = Configuration(surfaces: [], regions: [], recognizers: [])
        #expect(
            without.refusals(
                regions: [region("f")],
                recognizers: [tap("g", in: "f"), tap("h").with("blocks", ["a", "b"]), tap("i", in: "c")],
                beside: present) == [], "also in a region whose parent is removed")
        #expect(without.refusals(recognizers: [tap("g", in: "left")], beside: present).count == 1, "it is removed")
    }

    @Test(
        "A connection has at most 64 rules of each kind, including present ones; what is beyond has no other problems")
    func limits() throws {
        let regions = (0..<65).map { region("r\($0)") }
        let recognizers = (0..<64).map { tap("t\($0)", in: "left") }
        #expect(
            configuration.refusals(regions: regions, recognizers: recognizers + [tap("a", in: "r64")]) == [
                "params.regions: a connection can have 64 regions at most",
                "params.recognizers: a connection can have 64 recognizers at most",
            ])
        let nowhere = (0..<65).map { region("r\($0)", in: "nowhere") }
        #expect(configuration.refusals(regions: nowhere, recognizers: [tap("a", in: "r64")]).count == 1)
        let present = try configuration.attaching(recognizers, regions: Array(regions.prefix(64)))
        #expect(present.regions.count == 64 && present.recognizers.count == 64)
        let error = try #require(throws: AttachmentError.self) {
            try configuration.attached(regions: [region("x")], recognizers: [], beside: present, surfaces: [])
        }
        #expect(error.problems.map(\.hint) == ["it has 64 already: `detach` those that are not needed"])
    }
}
