// Tests of `regions`: rules, and errors of entries.

import Configuration
import Gestures
import Testing
import Touch

@Suite struct RegionReaderTests {
    private static let half = "frame: { x: 0%, y: 0%, width: 50%, height: 100% }"

    /// A file with two surfaces and these regions, separated by `; `; the first is in line 3, `HALF` is a frame.
    private func file(_ regions: String) -> String {
        "surfaces: [{ name: panel, match: { serial: A }, pixels: 1920 x 1080 }, { name: table }]\nregions:\n"
            + regions.split(separator: "; ").map { "- { \($0.replacing("HALF", with: Self.half)) }\n" }.joined()
    }

    @Test("A region has a name, a surface, a parent and a frame")
    func everything() throws {
        let frame = RegionFrame(x: .fraction(0), y: .fraction(0), width: .fraction(0.5), height: .fraction(1))
        let yaml = file(
            "name: right, HALF, parent: left; name: left, surface: panel, HALF; name: all, HALF, parent: root")
        #expect(
            try configuration(yaml).regions == [
                RegionRule(name: "right", parent: "left", frame: frame),
                RegionRule(name: "left", surface: "panel", frame: frame), RegionRule(name: "all", frame: frame),
            ])
    }

    @Test("A region has a transform in UIKit's order, a shape, and may be exclusive")
    func form() throws {
        let regions = try configuration(
            file(
                "name: a, HALF, transform: [0, 1, -1, 0, 30, 40.5], shape: ellipse, exclusive: true; "
                    + "name: b, HALF, shape: [[0%, 100%], [100%, 100%], [50%, 0]]")
        ).regions
        #expect(regions[0].transform == AffineMatrix(a: 0, b: 1, c: -1, d: 0, tx: 30, ty: 40.5))
        #expect(regions[0].shape == .ellipse && regions[0].isExclusive && !regions[1].isExclusive)
        // In pixels that are not square, a turned square stays one: lengths are points.
        let surface = Surface(
            name: "panel", size: Size(width: 400, height: 200), deviceToSurface: .identity,
            pixels: Size(width: 400, height: 400))
        let engine = GestureEngine(size: surface.size)
        try configuration(
            file(
                "name: b, HALF, shape: [[0%, 100%], [100%, 100%], [50%, 0]]; name: a, exclusive: true, "
                    + "frame: { x: 100, y: 50, width: 100, height: 20 }, transform: [0, 1, -1, 0, 0, 40]")
        ).populate(engine, of: surface)
        func hit(_ x: Double, _ y: Double) -> String? { engine.root.hitTest(Point(x: x, y: y))?.name }
        #expect(hit(150, 149) == "a" && hit(150, 51) == "a" && hit(161, 100) != "a" && hit(105, 60) != "a")
        #expect(hit(100, 10) == "b" && hit(20, 10) == "root" && hit(5, 195) == "b" && hit(195, 195) == "b")
        #expect(engine.root.children.map(\.isExclusiveTouch) == [false, true])
    }

    @Test("Regions lie above those that they name, in whichever order the file has them")
    func order() throws {
        let yaml = file("name: a, HALF, above: b; name: b, HALF, above: c; name: c, HALF; name: d, HALF")
        #expect(try configuration(yaml).regions.map(\.name) == ["c", "b", "a", "d"])
        let covers = [("3", "a", "d"), ("4", "b", "a"), ("5", "c", "b")]
        #expect(
            try warnings(yaml) == covers.map { "\($0):11 `\($1)` lies wholly below `\($2)`: no touch will reach it" })
    }

    @Test(
        "A length is points, millimetres, centimetres, inches, a percentage of the parent, or pixels",
        arguments: [
            ("200", .points(200)), ("200pt", .points(200)), ("25.4mm", .points(163)), ("2.54cm", .points(163)),
            ("1in", .points(163)), ("12.5%", .fraction(0.125)), ("12.5 %", .fraction(0.125)), ("100%", .fraction(1)),
            ("300px", .pixels(300)), ("20000", .points(20000)),
        ] as [(String, RegionLength)])
    func lengths(text: String, length: RegionLength) throws {
        let yaml = file("name: a, surface: panel, frame: { x: 0, y: 0, width: \(text), height: \(text) }")
        let width = try configuration(yaml).regions[0].frame.width
        guard case .points(let points) = length, case .points(let read) = width else {
            #expect(width == length)
            return
        }
        #expect(abs(points - read) < 1e-9)
    }

    @Test(
        "Other lengths are refused",
        arguments: ["-1", "-1%", "101%", "20001", "100001px", "1s", "half", "nan", ".inf", "1e999", "50%%", ""])
    func noLengths(text: String) {
        let expected = "must be a length such as 50%, 120mm, 300px or 200, from 0 to 100% or 20000 points, not"
        let shown = text.isEmpty ? "\"\"" : text
        #expect(
            messages(of: file("name: a, surface: panel, frame: { x: \(shown), y: 0, width: 1, height: 1 }")) == [
                "3:42 `x` \(expected) `\(text)`"
            ])
    }

    @Test(
        "A wrong region is refused at its place",
        arguments: rows(
            """
            surface: panel → 3:3 a region needs a `name` | 3:3 a region needs a `frame`
            name: a, frame: { x: 0, height: 1 } → 3:21 `frame` needs `y`, `width`
            name: a, frame: whole → 3:21 `frame` must be a mapping such as { x: 0%, y: 0%, width: 50%, height: 100% }, …
            name: a, frame: { x: 0, y: 0, width: 1, heigth: 1, top: 3 } → 3:21 `frame` needs `height` | 3:45 unknown \
            key \
            `heigth` | 3:56 unknown key `top`
            name: a, HALF, colour: red → 3:65 unknown key `colour`
            name: root, HALF → 3:11 `root` is the region that every surface has, the whole of it, already
            name: a, HALF; name: a, HALF → 4:11 a region called `a` is there already, in line 3, column 11
            name: a, surface: panle, HALF → 3:23 there is no surface called `panle`
            name: a, surface: [panel], HALF → 3:23 `surface` must be a text, not a list of 1
            name: left, HALF; name: a, parent: lft, HALF → 4:22 there is no region called `lft`
            name: a, surface: panel, HALF; name: b, parent: a, HALF; name: c, parent: b, surface: table, HALF; name: \
            d, \
            parent: b, surface: panel, HALF → 5:34 `c` is on `table`, but its parent `b` is on `panel`
            name: a, parent: a, HALF → 3:22 `a` lies in `a`
            name: a, parent: b, HALF; name: b, parent: c, HALF; name: c, parent: a, HALF; name: d, parent: a, HALF → \
            5:22 \
            `c` lies in `a`, which lies in `b`, which lies in `c`
            name: a, frame: { x: 60%, y: 75%, width: 50%, height: 100% } → 3:46 the region would leave its parent: \
            from \
            60% on, `width` can be 40% at most | 3:59 the region would leave its parent: from 75% on, `height` can be …
            name: a, frame: { x: 100%, y: 0, width: 5mm, height: 1 } → 3:45 the region would begin where its parent ends
            name: a, frame: { x: 33.3%, y: 0.1%, width: 66.7%, height: 99.9% }
            name: a, surface: panel, frame: { x: 0, y: 0, width: 0, height: 1 } → 3:58 `width` must be more than 0: no \
            touch would reach the region
            name: a, surface: panel, frame: { x: 0, y: 0, width: 0%, height: 1 } → 3:58 `width` must be more than 0: …
            name: a, surface: panel, frame: { x: 0, y: 0, width: -0, height: 1 } → 3:58 `width` must be more than 0: …
            name: a, surface: panel, frame: { x: 0, y: 1px, width: 2px, height: 1 }
            name: a, surface: panel, HALF; name: b, parent: a, frame: { x: 0, y: 1px, width: 2px, height: 1 }
            name: a, surface: table, frame: { x: 0, y: 1px, width: 2px, height: 1 } → 3:48 lengths in px need a \
            region on \
            a `surface` that has `pixels`, unlike `a`
            name: a, frame: { x: 0, y: 1px, width: 2px, height: 1 } → 3:32 lengths in px need a region on a `surface` …
            name: a, HALF, transform: true → 3:76 `transform` must be a list of six numbers such as [1, 0, 0, 1, 0, 0], …
            name: a, HALF, transform: [1, 0, 0, 1, 0] → 3:76 `transform` must be a list of six numbers such as [1, 0, 0…
            name: a, HALF, transform: [1, 0, 0, 1, 0, 5mm] → 3:92 this must be a number from -100000 to 100000, not `5mm`
            name: a, HALF, transform: [2000, 0, 0, 1, 0, 0] → 3:77 this must be a number from -1000 to 1000, not `2000`
            name: a, HALF, transform: [1, 2, 2, 4, 0, 0] → 3:76 `transform` cannot be undone: nothing of the region …
            name: a, HALF, shape: round → 3:72 `shape` must be rectangle, ellipse or a list of points such as [[0, 0], …
            name: a, HALF, shape: [[0, 0], [1, 1]] → 3:72 a shape has 3 to 64 points, not 2
            name: a, HALF, shape: [[0, 0], [100, 0], [50, 80]]
            name: a, HALF, shape: [[0%, 0%], [100%, 0], [50%, 100%]]
            name: a, HALF, shape: [[0%, 0%], [100%, 0], [5, 100%]] → 3:94 this must be two parts of the frame from 0% …
            name: a, HALF, shape: [[0%, 0%], [101%, 0], [5%, 100%]] → 3:83 this must be two parts of the frame from 0% …
            name: a, HALF, shape: [[0%, 0%], [100%, 100%], [100%, 0], [0, 100%]] → 3:72 the sides that begin at the \
            points 0 and 2 meet, counted from 0
            name: a, HALF; name: b, HALF, above: a
            name: a, HALF, above: c; name: b, HALF → 3:72 there is no region called `c`
            name: a, HALF, above: root → 3:72 no region lies beside `root`, which is the whole surface
            name: a, HALF, above: a → 3:72 `a` cannot lie above itself
            name: a, HALF, above: [b] → 3:72 `above` must be a text, not a list of 1
            name: a, HALF, above: b; name: b, HALF, above: a → 4:72 `b` lies above `a`, which lies above `b`
            name: a, HALF, above: b; name: b, HALF, parent: a → 3:72 `a` lies in `root`, `b` in `a`: a region can lie …
            name: a, HALF, exclusive: 1 → 3:76 `exclusive` must be true or false, not `1`
            name: a, HALF, enabled: true → 3:65 only regions that a client attaches have `enabled`
            name: a, HALF, private: on → 3:74 `private` must be true or false, not `on`
            """))
    func wrong(row: Row) { row.expect(messages(of: file(row.text)).joined(separator: " | ")) }

    @Test("What is not an entry is refused, and an unknown surface where there is none has the advice to add it")
    func others() {
        #expect(
            messages(of: "regions: [left]") == [
                "1:11 a region must be a mapping such as { name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }, "
                    + "not `left`"
            ])
        #expect(messages(of: "regions: []") == [])
        #expect(refusal("regions: [{ name: root, \(Self.half) }]").hasSuffix("already (choose another name)"))
        #expect(
            refusal("regions: [{ name: a, surface: panel, \(Self.half) }]")
                == "there is no surface called `panel` (add it under `surfaces`)")
    }

    @Test("Regions are nested at most 16 deep")
    func limits() {
        let deep = (1...18).map { "- { name: a\($0), parent: \($0 == 1 ? "root" : "a\($0 - 1)"), \(Self.half) }\n" }
        #expect(messages(of: "regions:\n" + deep.prefix(16).joined()) == [])
        #expect(
            messages(of: "regions:\n" + deep.joined()) == [
                "18:24 `a17` lies in too many regions; they can be nested 16 deep"
            ])
    }
}
