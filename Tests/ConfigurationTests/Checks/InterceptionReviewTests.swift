// Tests of warnings about keys of interception that have no effect.

import Testing

@testable import Configuration

@Suite struct InterceptionReviewTests {
    /// The warnings for a file, each with its place and its hint.
    private func warnings(_ yaml: String) throws -> [String] {
        ConfigurationReview(try LayeredText([.init(name: "file", text: SourceText(yaml))])).warnings.map {
            "\($0.line):\($0.column) \($0.message) (\($0.hint ?? ""))"
        }
    }

    private let edge = "{ name: back, type: screenEdgePan, edges: left, intercepts: possible"

    @Test("A recognizer that intercepts where no surface is intercepted gets a warning")
    func nowhere() throws {
        let nothing = "`back` takes no touches from applications: no surface is intercepted"
        #expect(
            try warnings("recognizers:\n- \(edge) }\n") == [
                "2:63 \(nothing) (add `surfaces: [{ name: panel, intercept: true }]`)"
            ])
        for surface in ["intercept: false", "use: never, intercept: true"] {
            #expect(
                try warnings("surfaces: [{ name: a, \(surface) }]\nrecognizers:\n- \(edge) }\n") == [
                    "3:63 \(nothing) (add `intercept: true` to the surface)"
                ])
        }
    }

    @Test("A recognizer of a region is judged by the surface of the region")
    func region() throws {
        func yaml(_ first: Bool, _ second: Bool) -> String {
            """
            surfaces: [{ name: a, match: { name: A }, intercept: \(first) }, { name: b, intercept: \(second) }]
            regions: [{ name: part, surface: b, frame: { x: 0%, y: 0%, width: 50%, height: 50% } }]
            recognizers:
            - \(edge), region: part }
            """
        }
        #expect(
            try warnings(yaml(true, false)) == [
                "4:63 `back` takes no touches from applications: the surface `b` is not intercepted "
                    + "(add `intercept: true` to the surface)"
            ])
        #expect(try warnings(yaml(false, true)) == [])
    }

    @Test("There is no warning where a surface is intercepted, or about a recognizer that takes nothing or is disabled")
    func right() throws {
        #expect(
            try warnings(
                """
                surfaces: [{ name: a, match: { name: A } }, { name: b, intercept: true, panicHold: 0 }]
                recognizers:
                - \(edge) }
                """) == [])
        #expect(try warnings("recognizers: [\(edge), enabled: false }]\n") == [])
        #expect(try warnings("recognizers: [{ name: a, type: tap, intercepts: never }]\n") == [])
    }

    @Test("A panic hold of a surface without `intercept` gets a warning")
    func panicHold() throws {
        #expect(
            try warnings("surfaces: [{ name: a, panicHold: 3 }]\nrecognizers: []\n") == [
                "1:34 `panicHold` has no effect without `intercept` (add `intercept: true`)"
            ])
        #expect(try warnings("surfaces: [{ name: a, panicHold: 3, intercept: false }]\nrecognizers: []\n") == [])
    }
}
