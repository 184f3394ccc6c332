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

    @Test("Removed recognizers disappear from the rules that remain")
    func recognizers() throws {
        let rules = try rules().removing(regions: [], recognizers: ["b", "c"])
        #expect(names(rules) == [["inner", "outer", "innermost", "other"], ["a", "d", "e"]])
        #expect(rules.recognizers.map(\.requireToFail) == [["pan"], [], []])
        #expect(rules.recognizers.map(\.simultaneousWith) == [[], [], []])
        #expect(rules.recognizers.map(\.blocks) == [[], [], []])
    }

    @Test("A removed region takes its inner regions and their recognizers with it")
    func regions() throws {
        #expect(names(try rules().removing(regions: ["outer"], recognizers: [])) == [["other"], ["c", "d", "e"]])
        #expect(
            names(try rules().removing(regions: ["inner"], recognizers: ["e"])) == [
                ["outer", "other"], ["a", "c", "d"],
            ])
        #expect(try rules().removing(regions: ["inner"], recognizers: []).recognizers[0].requireToFail == ["pan"])
    }

    @Test("Names of configured rules, unknown names and the root remove nothing")
    func otherNames() throws {
        let rules = try rules()
        #expect(rules.removing(regions: ["left", "root", "nowhere"], recognizers: ["pan", "outer", ""]) == rules)
        #expect(rules.removing(regions: [], recognizers: []) == rules)
    }
}
