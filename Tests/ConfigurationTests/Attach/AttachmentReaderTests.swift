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

    @Test("The example of the protocol becomes rules")
    func example() throws {
        let rules = try configuration.attached(
            regions: [
                [
                    "name": "canvas", "surface": "panel",
                    "frame": ["x": "0%", "y": "10%", "width": "100%", "height": "90%"],
                ]
            ],
            recognizers: [
                ["name": "double", "type": "tap", "numberOfTapsRequired": 2, "region": "canvas"],
                ["name": "single", "type": "tap", "region": "canvas", "requireToFail": ["double"]],
            ], beside: AttachedRules(), surfaces: [])
        let frame = RegionFrame(x: .fraction(0), y: .fraction(0.1), width: .fraction(1), height: .fraction(0.9))
        #expect(rules.regions == [RegionRule(name: "canvas", surface: "panel", frame: frame)])
        #expect(
            rules.recognizers == [
                RecognizerRule(
                    name: "double", type: .tap, region: "canvas", properties: ["numberOfTapsRequired": .count(2)]),
                RecognizerRule(name: "single", type: .tap, region: "canvas", requireToFail: ["double"]),
            ])
    }

    @Test("Values are numbers where they have no unit, and texts where they have one")
    func values() throws {
        let frame: WireValue = ["x": 10, "y": 1.5, "width": "2.54cm", "height": "200px"]
        let rules = try configuration.attached(
            regions: [["name": "a", "parent": "key", "frame": frame]],
            recognizers: [
                [
                    "name": "b", "type": "longPress", "allowableMovement": 12, "minimumPressDuration": "750ms",
                    "enabled": false, "smoothing": ["beta": 2.5],
                ],
                ["name": "c", "type": "swipe", "direction": ["left", "up"], "maximumDuration": 0.25],
                [
                    "name": "d", "type": "stroke",
                    "templates": [["name": "v", "points": [[0, 0], [50, 100.5], [100, -1]]]],
                ],
            ], beside: AttachedRules(), surfaces: [])
        #expect(rules.regions[0].frame.x == .surfaceUnits(10))
        #expect(rules.regions[0].frame.y == .surfaceUnits(1.5))
        #expect(rules.regions[0].frame.height == .pixels(200))
        #expect(
            rules.recognizers[0].properties == [
                "allowableMovement": .surfaceUnits(12), "minimumPressDuration": .seconds(0.75), "enabled": .flag(false),
                "smoothing": .smoothing(.init(minimumCutoff: 1, beta: 2.5)),
            ])
        #expect(
            rules.recognizers[1].properties == [
                "direction": .directions([.left, .up]), "maximumDuration": .seconds(0.25),
            ])
        #expect(rules.recognizers[2].properties.keys.sorted() == ["templates"])
    }

    @Test(
        "Problems of a recognizer have its path",
        arguments: [
            (["name": "a"], ": a recognizer needs a `type`; allowed here: "),
            (["type": "tap"], ": a recognizer needs a `name`"),
            (["name": "a", "type": "tip"], ".type: unknown type `tip`; did you mean `tap`?"),
            (["name": "a", "type": 1], ".type: `type` must be a text, not `1`"),
            (["name": true, "type": "tap"], ".name: `name` must be a text, not `true`"),
            (["name": "ä", "type": "tap"], ".name: a name has 1 to 64 letters, digits, `-`, `_` or `.`, unlike `ä`"),
            (tap("a").with("region", nil), ".region: `region` must be a text, not nothing"),
            (tap("a").with("region", "rihgt"), ".region: there is no region called `rihgt`; did you mean `right`?"),
            (
                tap("a").with("numberOfTapsRequired", "2"),
                ".numberOfTapsRequired: `numberOfTapsRequired` must be a whole number from 1 to 60, not `2`; write it "
                    + "without quotes"
            ),
            (
                tap("a").with("enabled", "true"),
                ".enabled: `enabled` must be true or false, not `true`; write it without quotes"
            ),
            (
                tap("a").with("enabled", [:]), ".enabled: `enabled` must be true or false, not a mapping"
            ),
            (tap("a").with("colour", "red"), ".colour: unknown key `colour`; allowed here: `name`, "),
            (
                tap("a").with("command", "ls"),
                ".command: unknown key `command`; gestured starts no commands: start it when the gesture is received"
            ),
            (tap("a").with("a b\n", 1), "[`a b\\u{a}`]: unknown key `a b\\u{a}`; "),
            (tap("a").with("name", "b"), ".name: duplicate key `name`"),
            (
                tap("a").with("requireToFail", ["tap", "zomm"]),
                ".requireToFail[1]: there is no recognizer called `zomm`; did you mean `zoom`?"
            ),
            (
                tap("a").with("requireToFail", 3),
                ".requireToFail: `requireToFail` must be a name or a list of names, not `3`"
            ),
            (tap("a").with("simultaneousWith", "a"), ".simultaneousWith: `a` cannot refer to itself here"),
            (
                ["name": "a", "type": "swipe", "direction": ["left", "rihgt"]] as WireValue,
                ".direction[1]: `direction` must be left, right, up, down, or a list of these, not `rihgt`; did you mean "
                    + "`right`?"
            ),
            (
                ["name": "a", "type": "swipe", "direction": []],
                ".direction: `direction` must be left, right, up, down, or a list of these, not an empty list"
            ),
            (
                ["name": "a", "type": "tap", "smoothing": ["beta": -1]],
                ".smoothing.beta: `beta` must be a number from 0 to 1000, not `-1`"
            ),
            (
                ["name": "a", "type": "stroke", "templates": [["name": "v", "points": [[0, 0], [1, "1"]]]]],
                ".templates[0].points[1]: a point must be two numbers such as [10, 20], not `[1, 1]`"
            ),
            ("tap", ": a recognizer must be a mapping such as { name: select, type: tap }, not `tap`"),
            (nil, ": a recognizer must be a mapping such as { name: select, type: tap }, not nothing"),
        ] as [(WireValue, String)])
    func wrongRecognizer(value: WireValue, problem: String) throws {
        let error = try #require(throws: AttachmentError.self) {
            try configuration.attached(
                regions: [], recognizers: [tap("good"), value], beside: AttachedRules(), surfaces: [])
        }
        #expect(error.problems.count == 1)
        #expect(error.description.hasPrefix("params.recognizers[1]" + problem), "\(error)")
        #expect(problem.hasSuffix(" ") || error.description.hasSuffix(problem))
    }

    @Test(
        "Problems of a region have its path",
        arguments: [
            (["name": "a"], ": a region needs a `frame`"),
            (["frame": half], ": a region needs a `name`"),
            (region("root"), ".name: `root` is the region that every surface has, the whole of it, already"),
            (region("a", in: "lft"), ".parent: there is no region called `lft`"),
            (region("a", in: "a"), ".parent: `a` lies in `a`"),
            (region("a", on: "panle"), ".surface: there is no surface called `panle`"),
            (region("a", in: "key", on: "table"), ".surface: `a` is on `table`, but its parent `key` is on `panel`"),
            (
                ["name": "a", "frame": ["x": 0, "y": 0, "width": 0, "height": 1]],
                ".frame.width: `width` must be more than"
            ),
            (
                ["name": "a", "frame": ["x": true, "y": 0, "width": 1, "height": 1]] as WireValue,
                ".frame.x: `x` must be a length such as 50%, 120mm, 300px or 200, from -1000% to 1000%, or -100000 to 100000, "
                    + "not `true`"
            ),
            (
                ["name": "a", "frame": ["x": 0, "y": [], "width": 1, "height": 1]],
                ".frame.y: `y` must be a text, not an empty list"
            ),
            (
                ["name": "a", "frame": ["x": 0, "y": 0, "width": "9px", "height": 1]],
                ".frame.width: lengths in px need a region on a `surface` that has `pixels`, unlike `a`"
            ),
            (region("a").with("region", "left"), ".region: unknown key `region`"),
        ] as [(WireValue, String)])
    func wrongRegion(value: WireValue, problem: String) {
        let refusals = configuration.refusals(regions: [region("good"), value])
        #expect(refusals.count == 1)
        #expect(refusals.first?.hasPrefix("params.regions[1]" + problem) == true, "\(refusals)")
    }

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

    @Test("At most a hundred problems are reported")
    func many() throws {
        let wrong = WireValue.object((0..<150).map { .init("key\($0)", 1) } + [.init("name", "a")])
        let error = try #require(throws: AttachmentError.self) {
            try configuration.attached(regions: [], recognizers: [wrong], beside: AttachedRules(), surfaces: [])
        }
        #expect(error.problems.count == 100)
        #expect(error.problems[0].message == "a recognizer needs a `type`")
        #expect(error.problems[99].path == "params.recognizers[0].key98")
    }

    @Test("A name may equal that of a configured rule, but not of an own one")
    func names() throws {
        let present = try configuration.attaching([tap("tap"), tap("b")], regions: [region("left"), region("c")])
        #expect(present.recognizers.map(\.name) == ["tap", "b"])
        #expect(present.regions.map(\.name) == ["left", "c"])
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
    func surfaces() throws {
        #expect(configuration.refusals(regions: [region("a", on: "kiosk")], surfaces: ["kiosk", "panel"]) == [])
        #expect(configuration.refusals(regions: [region("a", on: "table")], surfaces: []) == [])
        let error = try #require(throws: AttachmentError.self) {
            try Configuration.standard.attached(
                regions: [region("a", on: "panel")], recognizers: [], beside: AttachedRules(), surfaces: [])
        }
        #expect(
            error.description
                == "params.regions[0].surface: there is no surface called `panel`; there is no touchscreen, and none is "
                + "configured")
        #expect(error.problems.map(\.hint) == ["there is no touchscreen, and none is configured"])
    }

    @Test("Pixels are those of the configuration or of the display")
    func pixels() {
        let frame: WireValue = ["x": "1px", "y": 0, "width": "10px", "height": 1]
        let value: [WireValue] = [["name": "a", "surface": "table", "frame": frame]]
        #expect(configuration.refusals(regions: value).count == 1)
        #expect(throws: Never.self) {
            try configuration.attached(
                regions: value, recognizers: [], beside: AttachedRules(), surfaces: ["table"], withPixels: ["table"])
        }
        #expect(configuration.refusals(regions: [["name": "a", "parent": "key", "frame": frame]]) == [])
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
        #expect(
            configuration.refusals(recognizers: [tap("d").with("requireToFail", ["b", "tap"])], beside: present) == []
        )
        #expect(
            configuration.refusals(
                recognizers: [tap("d").with("requireToFail", "b").with("blocks", ["a"])], beside: present) == [
                    "params.recognizers[0].blocks[0]: `a` waits for `d`, which waits for `b`, which waits for `a`"
                ])
        // An own recognizer replaces the configured one that was required.
        #expect(configuration.refusals(recognizers: [tap("zoom")], beside: present) == [])
        #expect(
            configuration.refusals(recognizers: [tap("zoom").with("requireToFail", "b")], beside: present) == [
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
                recognizers: [tap("a", in: "left").with("requireToFail", ["press", "zoom", "tap"])]) == [
                    "params.recognizers[0].requireToFail[0]: `a` and `press` \(never) `left` and `right`, do not lie in each "
                        + "other"
                ])
        #expect(
            configuration.refusals(
                regions: [region("d", on: "table")],
                recognizers: [tap("b", in: "key"), tap("c", in: "d").with("blocks", "b")])
                == [
                    "params.recognizers[1].blocks: `c` and `b` \(never) `d` and `key`, are on different surfaces, `table` "
                        + "and `panel`"
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

    @Test("Regions are nested at most sixteen deep, including configured ones")
    func depth() throws {
        let yaml = (1...15).map { number in
            let parent = number == 1 ? "root" : "c\(number - 1)"
            return "- { name: c\(number), parent: \(parent), frame: { x: 0, y: 0, width: 1, height: 1 } }\n"
        }
        let deep = try Configuration(yaml: "regions:\n" + yaml.joined(), file: "file")
        #expect(deep.refusals(regions: [region("a", in: "c15")]) == [])
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
                regions: [region("f")], recognizers: [tap("g", in: "f"), tap("h").with("blocks", ["a", "b"])],
                beside: present) == [])
        // New entries cannot refer to removed ones.
        #expect(without.refusals(recognizers: [tap("g", in: "left")], beside: present).count == 1)
        // A region whose parent is removed can still be referred to.
        #expect(without.refusals(recognizers: [tap("g", in: "c")], beside: present) == [])
    }

    @Test("A connection has at most 64 rules of each kind, including present ones")
    func limits() throws {
        let regions = (0..<65).map { region("r\($0)") }
        let recognizers = (0..<65).map { tap("t\($0)", in: "left") }
        #expect(
            configuration.refusals(regions: regions, recognizers: recognizers) == [
                "params.regions: a connection can have 64 regions at most",
                "params.recognizers: a connection can have 64 recognizers at most",
            ])
        let present = try configuration.attaching(Array(recognizers.prefix(64)), regions: Array(regions.prefix(64)))
        #expect(present.regions.count == 64 && present.recognizers.count == 64)
        let error = try #require(throws: AttachmentError.self) {
            try configuration.attached(regions: [region("x")], recognizers: [], beside: present, surfaces: [])
        }
        #expect(error.problems.map(\.hint) == ["it has 64 already: `detach` those that are not needed"])
        #expect(configuration.refusals(beside: present) == [])
    }

    @Test("A truncated list has no further problems, nor do references to its members")
    func cutOff() {
        let regions = (0..<65).map { region("r\($0)", in: "nowhere") }
        #expect(configuration.refusals(regions: regions, recognizers: [tap("a", in: "r64")]).count == 1)
    }
}
