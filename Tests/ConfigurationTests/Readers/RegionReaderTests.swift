// Tests of `regions`: rules, and errors of entries.

import Configuration
import Testing

@Suite struct RegionReaderTests {
    /// The regions of a file with two surfaces.
    private func regions(_ lines: String...) throws -> [RegionRule] {
        try Configuration(yaml: file(lines), file: "file").regions
    }

    /// The problems of these regions; the first is in line 3.
    private func refusals(_ lines: String...) -> [String] { messages(of: file(lines)) }

    private func file(_ lines: [String]) -> String {
        "surfaces: [{ name: panel, match: { serial: A }, pixels: 1920 x 1080 }, { name: table }]\nregions:\n"
            + lines.map { "- { \($0) }\n" }.joined()
    }

    private let half = "frame: { x: 0%, y: 0%, width: 50%, height: 100% }"

    @Test("A region has a name, a surface, a parent and a frame")
    func everything() throws {
        let frame = RegionFrame(x: .fraction(0), y: .fraction(0), width: .fraction(0.5), height: .fraction(1))
        #expect(
            try regions(
                "name: right, \(half), parent: left", "name: left, surface: panel, \(half)",
                "name: all, \(half), parent: root") == [
                    RegionRule(name: "right", parent: "left", frame: frame),
                    RegionRule(name: "left", surface: "panel", frame: frame), RegionRule(name: "all", frame: frame),
                ])
    }

    @Test("A length is points, millimetres, centimetres, inches, a percentage of the parent, or pixels")
    func lengths() throws {
        let lengths: [(String, RegionLength)] = [
            ("200", .points(200)), ("200pt", .points(200)), ("25.4mm", .points(163)), ("2.54cm", .points(163)),
            ("1in", .points(163)), ("12.5%", .fraction(0.125)), ("12.5 %", .fraction(0.125)), ("100%", .fraction(1)),
            ("300px", .pixels(300)), ("20000", .points(20000)),
        ]
        for (text, length) in lengths {
            let rules = try regions("name: a, surface: panel, frame: { x: 0, y: 0, width: \(text), height: \(text) }")
            guard case .points(let points) = length, case .points(let read) = rules[0].frame.width else {
                #expect(rules[0].frame.width == length)
                continue
            }
            #expect(abs(points - read) < 1e-9)
        }
    }

    @Test(
        "Other lengths are refused",
        arguments: ["-1", "-1%", "101%", "20001", "100001px", "1s", "half", "nan", ".inf", "1e999", "50%%", ""])
    func noLengths(text: String) {
        let expected = "must be a length such as 50%, 120mm, 300px or 200, from 0 to 100% or 20000 points, not"
        let shown = text.isEmpty ? "\"\"" : text
        #expect(
            refusals("name: a, surface: panel, frame: { x: \(shown), y: 0, width: 1, height: 1 }") == [
                "3:42 `x` \(expected) `\(text)`"
            ])
    }

    @Test("A region needs a name and a frame with four lengths")
    func needed() {
        #expect(refusals("surface: panel") == ["3:3 a region needs a `name`", "3:3 a region needs a `frame`"])
        #expect(refusals("name: a, frame: { x: 0, height: 1 }") == ["3:21 `frame` needs `y`, `width`"])
        #expect(
            refusals("name: a, frame: whole") == [
                "3:21 `frame` must be a mapping such as { x: 0%, y: 0%, width: 50%, height: 100% }, not `whole`"
            ])
        #expect(
            refusals("name: a, frame: { x: 0, y: 0, width: 1, heigth: 1, top: 3 }") == [
                "3:21 `frame` needs `height`", "3:45 unknown key `heigth`", "3:56 unknown key `top`",
            ])
        #expect(refusals("name: a, \(half), colour: red") == ["3:65 unknown key `colour`"])
        #expect(
            messages(of: "regions: [left]") == [
                "1:11 a region must be a mapping such as { name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }, "
                    + "not `left`"
            ])
        #expect(messages(of: "regions: { name: a }") == ["1:10 `regions` must be a list, not a mapping"])
        #expect(messages(of: "regions: []") == [])
    }

    @Test("A name can be used once, and `root` is always taken")
    func names() {
        #expect(
            diagnosis(of: "regions:\n- { name: root, \(half) }\n- { name: a, \(half) }\n- { name: a, \(half) }\n")
                == """
                file:2:11: error: `root` is the region that every surface has, the whole of it, already
                    - { name: root, \(half) }
                              ^
                    choose another name
                file:4:11: error: a region called `a` is there already, in line 3, column 11
                    - { name: a, \(half) }
                              ^
                """)
    }

    @Test("A surface must have an entry")
    func surfaces() {
        #expect(refusals("name: a, surface: panle, \(half)") == ["3:23 there is no surface called `panle`"])
        #expect(
            diagnosis(of: "regions: [{ name: a, surface: panel, \(half) }]") == """
                file:1:31: error: there is no surface called `panel`
                    regions: [{ name: a, surface: panel, \(half) }]
                                                  ^
                    add it under `surfaces`
                """)
        #expect(refusals("name: a, surface: [panel], \(half)") == ["3:23 `surface` must be a text, not a list of 1"])
    }

    @Test("A parent must exist, and be on the same surface")
    func parents() {
        #expect(
            refusals("name: left, \(half)", "name: a, parent: lft, \(half)") == [
                "4:22 there is no region called `lft`"
            ])
        #expect(
            refusals(
                "name: a, surface: panel, \(half)", "name: b, parent: a, \(half)",
                "name: c, parent: b, surface: table, \(half)", "name: d, parent: b, surface: panel, \(half)") == [
                    "5:34 `c` is on `table`, but its parent `b` is on `panel`"
                ])
    }

    @Test("Regions nested in a cycle are reported once, where it is closed")
    func circles() {
        #expect(refusals("name: a, parent: a, \(half)") == ["3:22 `a` lies in `a`"])
        #expect(
            refusals(
                "name: a, parent: b, \(half)", "name: b, parent: c, \(half)", "name: c, parent: a, \(half)",
                "name: d, parent: a, \(half)") == ["5:22 `c` lies in `a`, which lies in `b`, which lies in `c`"])
    }

    @Test("A region without an extent, or one that leaves its parent, is refused")
    func empty() {
        for zero in ["0", "0%", "0mm", "0px", "-0"] {
            #expect(
                refusals("name: a, surface: panel, frame: { x: 0, y: 0, width: \(zero), height: 1 }") == [
                    "3:58 `width` must be more than 0: no touch would reach the region"
                ])
        }
        #expect(
            refusals("name: a, frame: { x: 60%, y: 75%, width: 50%, height: 100% }") == [
                "3:46 the region would leave its parent: from 60% on, `width` can be 40% at most",
                "3:59 the region would leave its parent: from 75% on, `height` can be 25% at most",
            ])
        #expect(
            refusals("name: a, frame: { x: 100%, y: 0, width: 5mm, height: 1 }") == [
                "3:45 the region would begin where its parent ends"
            ])
        // In binary, three thirds are slightly more than a whole.
        #expect(refusals("name: a, frame: { x: 33.3%, y: 0.1%, width: 66.7%, height: 99.9% }") == [])
    }

    @Test("Pixels need a surface that has them")
    func pixels() {
        let frame = "frame: { x: 0, y: 1px, width: 2px, height: 1 }"
        #expect(refusals("name: a, surface: panel, \(frame)") == [])
        #expect(refusals("name: a, surface: panel, \(half)", "name: b, parent: a, \(frame)") == [])
        let message = "lengths in px need a region on a `surface` that has `pixels`, unlike"
        #expect(refusals("name: a, surface: table, \(frame)") == ["3:48 \(message) `a`"])
        #expect(refusals("name: a, \(frame)") == ["3:32 \(message) `a`"])
    }

    @Test("There are at most 256 regions, nested at most 16 deep")
    func limits() {
        let many = (0..<257).map { "- { name: a\($0), \(half) }\n" }
        #expect(messages(of: "regions:\n" + many.dropLast().joined()) == [])
        #expect(messages(of: "regions:\n" + many.joined()) == ["258:3 there can be 256 regions at most"])
        let deep = (1...18).map { "- { name: a\($0), parent: \($0 == 1 ? "root" : "a\($0 - 1)"), \(half) }\n" }
        #expect(messages(of: "regions:\n" + deep.prefix(16).joined()) == [])
        #expect(
            messages(of: "regions:\n" + deep.joined()) == [
                "18:24 `a17` lies in too many regions; they can be nested 16 deep"
            ])
    }
}
