// Tests of what remains after detaching.

import Configuration
import Testing

@Suite struct AttachedRulesTests {
    private func rules() throws -> AttachedRules {
        try Configuration(yaml: "regions: [{ name: left, frame: { x: 0, y: 0, width: 9, height: 9 } }]", file: "file")
            .attaching(
                [
                    tap("a", in: "outer").with("requireToFail", ["b", "pan"]), tap("b", in: "inner"), tap("c"),
                    tap("d").with("simultaneousWith", ["b", "c"]).with("requireToFail", "b"),
                    tap("e", in: "left").with("blocks", ["c"]),
                ],
                regions: [
                    region("inner", in: "outer"), region("outer"), region("innermost", in: "inner"),
                    region("other", in: "left"),
                ])
    }

    private func names(_ rules: AttachedRules) -> [[String]] {
        [rules.regions.map(\.name), rules.recognizers.map(\.name)]
    }

    @Test("Recognizers go by themselves, and what is left forgets them")
    func recognizers() throws {
        let rules = try rules().removing(regions: [], recognizers: ["b", "c"])
        #expect(names(rules) == [["inner", "outer", "innermost", "other"], ["a", "d", "e"]])
        #expect(rules.recognizers.map(\.requireToFail) == [["pan"], [], []])
        #expect(rules.recognizers.map(\.simultaneousWith) == [[], [], []])
        #expect(rules.recognizers.map(\.blocks) == [[], [], []])
    }

    @Test("With a region go those within it, and the recognizers in them")
    func regions() throws {
        #expect(names(try rules().removing(regions: ["outer"], recognizers: [])) == [["other"], ["c", "d", "e"]])
        #expect(
            names(try rules().removing(regions: ["inner"], recognizers: ["e"])) == [
                ["outer", "other"], ["a", "c", "d"],
            ])
        #expect(try rules().removing(regions: ["inner"], recognizers: []).recognizers[0].requireToFail == ["pan"])
    }

    @Test("Names of configured things, of none and of the root take nothing away")
    func otherNames() throws {
        let rules = try rules()
        #expect(rules.removing(regions: ["left", "root", "nowhere"], recognizers: ["pan", "outer", ""]) == rules)
        #expect(rules.removing(regions: [], recognizers: []) == rules)
    }

    @Test("Regions that no request can have do no harm")
    func unchecked() {
        let frame = RegionFrame(x: .points(0), y: .points(0), width: .points(1), height: .points(1))
        let circle = AttachedRules(
            regions: [
                RegionRule(name: "a", parent: "b", frame: frame), RegionRule(name: "b", parent: "a", frame: frame),
                RegionRule(name: "b", parent: "b", frame: frame),
            ], recognizers: [RecognizerRule(name: "c", type: .tap, region: "b")])
        #expect(circle.removing(regions: ["a"], recognizers: []).isEmpty)
    }
}
