// Tests of changes of attached regions: the rules they become, and the errors of invalid ones.

import Configuration
import GestureWire
import Gestures
import Testing
import Touch

@Suite struct UpdateReaderTests {
    /// `photo` and `frame` lie in the root, `button` and `label` in `photo`; `left` is configured.
    private let configuration: Configuration
    private let present: AttachedRules

    init() throws {
        configuration = try Configuration(
            yaml: """
                surfaces: [{ name: panel, pixels: 1920 x 1080 }]
                regions: [{ name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }]
                """, file: "file")
        present = try configuration.attaching(
            [tap("select", in: "photo")],
            regions: [
                region("photo", on: "panel"), region("frame"), region("button", in: "photo"),
                region("label", in: "photo"),
            ])
    }

    @Test("Each member changes what it is about, and nothing else")
    func members() throws {
        func changed(_ value: WireValue, _ change: (inout RegionRule) throws -> Void) throws {
            var expected = present
            try change(&expected.regions[0])
            #expect(try configuration.updated(regions: [value], of: present) == expected)
        }
        let photo: WireValue = ["name": "photo"]
        try changed(photo) { _ in }
        try changed(photo.with("frame", ["x": -20.5, "y": "-10%", "width": 300, "height": "40mm"])) {
            $0.frame.x = .surfaceUnits(-20.5)
            $0.frame.y = .fraction(-0.1)
            $0.frame.width = .surfaceUnits(300)
            $0.frame.height = .points(40 / PointUnit.millimetres)
        }
        try changed(photo.with("transform", [1, 2, 3, 4, 5.5, -6])) {
            $0.transform = AffineMatrix(a: 1, b: 2, c: 3, d: 4, tx: 5.5, ty: -6)
        }
        try changed(photo.with("exclusive", true)) { $0.isExclusive = true }
        try changed(photo.with("enabled", false)) { $0.isEnabled = false }
        try changed(photo.with("shape", "ellipse")) { $0.shape = .ellipse }
        try changed(photo.with("shape", [[0, 0], [10, 0.5], [5, 10]])) {
            $0.shape = .polygon(
                try RegionPolygon([Point(x: 0, y: 0), Point(x: 10, y: 0.5), Point(x: 5, y: 10)]))
        }
    }

    @Test("Regions change together, and lie over each other in the order of the request")
    func together() throws {
        let rules = try configuration.updated(
            regions: [
                ["name": "label", "enabled": false], ["name": "photo", "above": nil],
                ["name": "frame", "above": "photo"], ["name": "button", "above": "label", "shape": "ellipse"],
            ], of: present)
        #expect(rules.regions.map(\.name) == ["label", "button", "photo", "frame"])
        #expect(rules.regions.map(\.isEnabled) == [false, true, true, true])
        #expect(rules.regions.map(\.shape) == [.rectangle, .ellipse, .rectangle, .rectangle])
        #expect(rules.recognizers == present.recognizers)
    }

    @Test(
        "A problem has its path and says what to do",
        arguments: rows(
            """
            [photo] → params.regions[0]: a change must be a mapping such as …
            [{ enabled: true }] → params.regions[0]: a change needs the `name` of a region…
            [{ name: phoot }] → params.regions[0].name: this connection has no region called `phoot`; did you mean \
            `photo`?…
            [{ name: left }] → params.regions[0].name: `left` is configured: a connection can change its own regions \
            only; \
            a reload of the configuration changes it…
            [{ name: photo }, { name: photo }] → params.regions[1].name: `photo` is changed already, at \
            params.regions[0]…
            [{ name: photo, parent: frame }] → params.regions[0].parent: `parent` cannot change: detach the region, …
            [{ name: photo, private: true }] → params.regions[0].private: unknown key `private`; …
            [{ name: photo, frame: { x: 100001, y: -1001%, width: -1, height: 0 } }] → params.regions[0].frame.x: `x` \
            must be a length such as 50%, 120mm, 300px or 200, from -1000% to 1000%, or -100000 to 100000, not `100001`…
            [{ name: frame, frame: { x: 5px, y: 1, width: 1, height: 1 } }] → params.regions[0].frame.x: lengths in px \
            need a region on a `surface` that has `pixels`, unlike `frame`…
            [{ name: photo, transform: [1, 0, 0, 1, 0] }] → params.regions[0].transform: `transform` must be a list \
            of six \
            numbers such as [1, 0, 0, 1, 0, 0], not a list of 5…
            [{ name: photo, transform: [1, 0, 1000.5, 1, 0, 0] }] → params.regions[0].transform[2]: this must be a \
            number \
            from -1000 to 1000, not `1000.5`…
            [{ name: photo, transform: [1, 2, 2, 4, 0, 0] }] → params.regions[0].transform: `transform` cannot be \
            undone: \
            nothing of the region would be left; `enabled` false takes a region's touches away…
            [{ name: photo, transform: [1e-7, 0, 0, 1, 0, 0] }] → params.regions[0].transform: `transform` cannot be \
            undone…
            [{ name: photo, shape: circle }] → params.regions[0].shape: `shape` must be rectangle, ellipse or a list …
            [{ name: photo, shape: [[0, 0], [1, 1]] }] → params.regions[0].shape: a shape has 3 to 64 points, not 2…
            [{ name: photo, shape: [[0, 0], [1, 1e6], [1, 0]] }] → params.regions[0].shape[1]: numbers of a point are …
            [{ name: photo, shape: [[0, 0], [9, 0], [9, 0], [0, 9]] }] → params.regions[0].shape[2]: this point lies …
            [{ name: photo, shape: [[0, 0], [9, 9], [9, 0], [0, 9]] }] → params.regions[0].shape: the sides that \
            begin at \
            the points 0 and 2 meet, counted from 0; list the points around the shape…
            [{ name: photo, above: fraem }] → params.regions[0].above: this connection has no region called `fraem`; …
            [{ name: photo, above: left }] → params.regions[0].above: `left` is configured; regions of a connection \
            always \
            lie above what is configured; name a region of this connection, or null for the top…
            [{ name: photo, above: photo }] → params.regions[0].above: `photo` cannot lie above itself…
            [{ name: photo, above: button }] → params.regions[0].above: `photo` lies in `root`, `button` in `photo`: a \
            region can lie above those in the same parent…
            [{ name: photo, above: frame }, { name: frame, above: photo }] → params.regions[1].above: `frame` lies \
            above \
            `photo`, which lies above `frame`…
            """))
    func problems(row: Row) throws {
        guard case .list(let values) = wire(row.text) else { throw NoList() }
        row.expect(configuration.refusals(updating: values, of: present).first ?? "")
    }

    private struct NoList: Error {}

    @Test("All problems of a request are reported together")
    func all() {
        let problems = configuration.refusals(
            updating: [
                ["name": "photo", "transform": [1], "shape": 3], ["name": "nothing", "enabled": "no"],
                ["name": "frame", "above": "nothing"],
            ], of: present)
        #expect(
            problems.map { String($0.prefix { $0 != ":" }) } == [
                "params.regions[0].transform", "params.regions[0].shape", "params.regions[1].name",
                "params.regions[1].enabled", "params.regions[2].above",
            ])
    }

    @Test("Numbers are read the same beside a member that needs a reader as without one")
    func plain() throws {
        let values: [WireValue] = [
            0, 0.1, -0.1, 5, 1e-9, 100_000, -100_000, 99_999.999, 1000, -1000, 1e6, 1e300, .number(.nan),
        ]
        for (index, number) in values.enumerated() {
            let other = values[(index + 3) % values.count]
            for change in [
                ["name": "photo", "frame": ["x": number, "y": other, "width": 5, "height": 5]],
                ["name": "photo", "frame": ["x": 1, "y": 1, "width": number, "height": 5]],
                ["name": "photo", "frame": ["x": 1, "y": 1, "width": 5, "height": number, "x": 2]],
                ["name": "photo", "transform": [number, 1, other, 0, 1, other], "enabled": false],
                ["name": "photo", "transform": [1, 0, 0, 1, number, other]],
                ["name": "photo", "enabled": number], ["name": "photo", "enabled": true, "enabled": false],
            ] as [WireValue] {
                let rules = try? configuration.updated(regions: [change], of: present)
                let read = change.with("shape", "rectangle")
                #expect(rules == (try? configuration.updated(regions: [read], of: present)), "\(change)")
            }
        }
    }

    @Test("A connection without regions is told to attach one")
    func none() {
        #expect(
            configuration.refusals(updating: [["name": "a"]], of: AttachedRules()) == [
                "params.regions[0].name: this connection has no region called `a`; it has none: `attach` it first"
            ])
    }

    @Test("Sixty-five regions or points are refused; sixty-four changes of order are read at once")
    func many() throws {
        let rules = try configuration.attaching(regions: (0..<64).map { region("r\($0)") })
        let chain = (0..<63).map { ["name": .text("r\($0)"), "above": .text("r\($0 + 1)")] as WireValue }
        #expect(
            configuration.refusals(updating: chain + [["name": "r63", "above": "r0"]], of: rules).first?
                .hasPrefix("params.regions[63].above: `r63` lies above `r0`, which lies above `r1`") == true)
        let moved = try configuration.updated(regions: chain, of: rules)
        #expect(moved.regions.last?.name == "r62" && moved.regions.count == 64)
        #expect(
            configuration.refusals(updating: Array(repeating: ["name": "r0"], count: 65), of: rules) == [
                "params.regions: a connection can have 64 regions at most"
            ])
        let parabola = (0..<65 as Range<Int64>).map { WireValue.list([.integer($0), .integer($0 * $0)]) }
        #expect(
            configuration.refusals(updating: [["name": "r0", "shape": .list(parabola)]], of: rules).first?
                .hasPrefix("params.regions[0].shape: a shape has 3 to 64 points, not 65") == true)
    }

    @Test("Regions are attached with the same members; new ones lie on top, or where `above` says")
    func attaching() throws {
        let new = region("new").with("transform", [0, 1, -1, 0, 0, 0]).with("shape", "ellipse").with("enabled", false)
        var rules = try configuration.attaching(regions: [new.with("above", "photo"), region("top")], to: present)
        #expect(rules.regions.map(\.name) == ["photo", "new", "frame", "button", "label", "top"])
        #expect(rules.regions[1].transform == AffineMatrix(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
        #expect(rules.regions[1].shape == .ellipse && !rules.regions[1].isEnabled)
        rules = try configuration.attaching(
            regions: [region("a").with("above", "b"), region("b").with("above", "frame")], to: present)
        #expect(rules.regions.map(\.name) == ["photo", "frame", "b", "button", "label", "a"])
        #expect(
            configuration.refusals(
                regions: [region("a").with("above", "b"), region("b").with("above", "a")], beside: present) == [
                    "params.regions[1].above: `b` lies above `a`, which lies above `b`"
                ])
        #expect(
            configuration.refusals(regions: [region("a", in: "frame").with("above", "photo")], beside: present) == [
                "params.regions[0].above: `a` lies in `frame`, `photo` in `root`: a region can lie above those in the same "
                    + "parent"
            ])
    }

    @Test("Attached regions may lie outside of their parents, but not be larger than these")
    func outside() throws {
        func frame(_ x: WireValue, _ width: WireValue) -> WireValue {
            ["name": "a", "frame": ["x": x, "y": 0, "width": width, "height": 10]]
        }
        for (x, width) in [("-100%", "100%"), (-100_000, 100_000), ("1000%", 1), ("60%", "90%")]
            as [(WireValue, WireValue)]
        {
            #expect(configuration.refusals(regions: [frame(x, width)]) == [])
        }
        for (x, width) in [(0, "101%"), (0, -1), ("-1001%", 1), (-100_001, 1), (.number(.nan), 1)]
            as [(WireValue, WireValue)]
        {
            #expect(configuration.refusals(regions: [frame(x, width)]).count == 1)
        }
    }

    @Test("A number that is not finite is refused with its place, as a client writes it")
    func notFinite() throws {
        let frame: WireValue = ["x": .number(.nan), "y": 0, "width": .number(.infinity), "height": 1]
        let changes: [WireValue] = [
            ["name": "photo", "transform": [1, 0, 0, 1, .number(.nan), 0]],
            ["name": "button", "shape": [[0, 0], [.number(-.infinity), 0], [5, 10]]],
            ["name": "frame", "frame": frame],
        ]
        var writer = LineWriter()
        writer.append(.update(UpdateRequest(regions: changes)), identifier: .integer(1))
        guard case .update(let request) = try IncomingRequest.decode(writer.bytes[...]).content.get() else {
            Issue.record("another request")
            return
        }
        let error = try #require(throws: AttachmentError.self) {
            try configuration.updated(regions: request.regions, of: present)
        }
        #expect(
            error.problems.map(\.path) == [
                "params.regions[0].transform[4]", "params.regions[1].shape[1]", "params.regions[2].frame.width",
                "params.regions[2].frame.x",
            ])
    }
}
