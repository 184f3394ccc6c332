// Tests of warnings about keys of interception that have no effect.

import Testing

@testable import Configuration

@Suite struct InterceptionReviewTests {
    @Test(
        "A key of interception without an intercepted surface, or that of its region, gets a warning at its place",
        arguments: rows(
            """
            recognizers: [EDGE }] → 77 `back` takes no touches from applications: no surface is intercepted (add \
            `surfaces: [{ name: panel, intercept: true }]`)
            recognizers: [EDGE }], surfaces: [{ name: a, intercept: false }] → 77 `back` takes no touches from \
            applications: no surface is intercepted (add `intercept: true` to the surface)
            recognizers: [EDGE }], surfaces: [{ name: a, use: never, intercept: true }] → 77 `back` takes no touches \
            from \
            applications: no surface is intercepted (add `intercept: true` to the surface)
            recognizers: [EDGE, region: part }], SURFACES true }, { name: b, intercept: false }] → 77 `back` takes no \
            touches from applications: the surface `b` is not intercepted (add `intercept: true` to the surface)
            recognizers: [EDGE, region: part }], SURFACES false }, { name: b, intercept: true }]
            recognizers: [EDGE }], surfaces: [{ name: a, match: { name: A } }, { name: b, intercept: true, panicHold: \
            0 }]
            recognizers: [EDGE, enabled: false }]
            recognizers: [{ name: a, type: tap, intercepts: never }]
            recognizers: [], surfaces: [{ name: a, panicHold: 3 }] → 53 `panicHold` has no effect without `intercept` \
            (add \
            `intercept: true`)
            recognizers: [], surfaces: [{ name: a, panicHold: 3, intercept: false }]
            """))
    func review(row: Row) throws {
        let part = "regions: [{ name: part, surface: b, frame: { x: 0%, y: 0%, width: 50%, height: 50% } }]"
        let yaml = row.text.replacing(
            "EDGE", with: "{ name: back, type: screenEdgePan, edges: left, intercepts: possible"
        )
        .replacing("SURFACES", with: "\(part), surfaces: [{ name: a, match: { name: A }, intercept:")
        let text = try LayeredText([.init(name: "file", text: SourceText("{ \(yaml) }"))])
        let found = ConfigurationReview(text).warnings.map { "\($0.column) \($0.message) (\($0.hint ?? ""))" }
        row.expect(found.joined(separator: " | "))
    }
}
