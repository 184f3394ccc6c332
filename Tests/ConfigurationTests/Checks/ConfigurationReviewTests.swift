// Tests of warnings about recognizers that cannot be recognized beside others.

import Foundation
import Testing

@testable import Configuration

@Suite struct ConfigurationReviewTests {
    /// A file with recognizers such as `a: pan; b: swipe, direction: left`.
    private func file(_ recognizers: String) -> String {
        "recognizers:\n"
            + recognizers.split(separator: "; ").map { entry in
                let parts = entry.split(separator: ": ", maxSplits: 1)
                return "- { name: \(parts[0]), type: \(parts[1]) }\n"
            }.joined()
    }

    /// The warnings for a drop-in, or for these recognizers.
    private func review(dropIn: String? = nil, _ recognizers: String = "") throws -> [ConfigurationError.Problem] {
        let text = SourceText(dropIn ?? file(recognizers))
        return ConfigurationReview(
            try LayeredText([.init(name: "drop", text: text, kind: dropIn == nil ? .main : .dropIn)])
        )
        .warnings
    }

    private static let same = "with the same fingers: it"

    @Test("A warning is printed with its place, the line, a caret and the remedy, and is not an error")
    func printed() throws {
        let drop = "recognizers:\n- { name: back, type: swipe, numberOfTouchesRequired: 3 }\n"
        #expect(
            try review(dropIn: drop).map(\.description) == [
                """
                drop:2:11: warning: `three-finger-pan` always prevents `back` with the same fingers: it begins after 10 \
                points; `back` needs 26.5
                    - { name: back, type: swipe, numberOfTouchesRequired: 3 }
                              ^
                    let `three-finger-pan` wait: `blocks: [three-finger-pan]` in `back`, or `requireToFail: [back]` in \
                `three-finger-pan`
                """
            ])
    }

    @Test(
        "A recognizer that always prevents another one is reported once, with the reason",
        arguments: rows(
            """
            a: pan; b: swipe → begins after 10 points; `b` needs 26.5
            b: swipe; a: pan → …
            a: transform; b: swipe → …
            a: pan; b: tickle → …
            a: pan, minimumNumberOfTouches: 2; b: pan, minimumNumberOfTouches: 2, maximumNumberOfTouches: 3, \
            hysteresis: 16 → …
            a: pan, hysteresis: 26; b: swipe, maximumSecondaryMovement: 5 → …
            a: pan; b: screenEdgePan, edges: left → …
            a: pan; b: swipe, requireToFail: a → …
            a: tap; b: tap, numberOfTapsRequired: 1 → recognizes the same and is configured first
            a: pinch, simultaneousWith: c; b: pinch; c: rotation → recognizes the same and is configured first
            a: longPress; b: longPress, requireToFail: c; c: tap → recognizes the same and is configured first
            a: tap; b: tap, requireToFail: a, simultaneousWith: a → …
            a: swipe, direction: [left, right, up, down]; b: swipe, direction: left → accepts all that `b` accepts and …
            a: screenEdgePan, edges: [left, right]; b: screenEdgePan, edges: left → accepts all that `b` accepts and …
            a: tap; b: tap, maximumTapDuration: 0.3 → accepts all that `b` accepts and is configured first
            b: longPress, minimumPressDuration: 1.5; a: longPress → begins after 0.5 s; `b` needs 1.5 s
            b: pinch, hysteresis: 20; a: pinch → begins earlier
            a: longPress; b: longPress, numberOfTapsRequired: 1 → accepts all that `b` accepts and is configured first
            b: longPress, numberOfTapsRequired: 2; a: tap, numberOfTapsRequired: 2 → is recognized before the press
            a: tap; b: tap, numberOfTapsRequired: 2, requireToFail: a → needs fewer taps
            a: longPress; b: longPress, minimumPressDuration: 2, allowableMovement: 3mm; c: pan → …
            a: pan; b: stroke, templates: [{ name: x, points: [[0, 0], [1, 1]] }] → begins after 10 points, before `b` …
            a: pan; b: checkmark → begins after 10 points, before `b` is finished
            a: pan; b: swipe; c: swipe, direction: left, blocks: a → begins after 10 points; `b` needs 26.5
            a: pan; b: swipe; c: swipe, direction: [up, left], blocks: a → begins after 10 points; `b` needs 26.5
            a: pan; b: swipe; c: swipe, direction: left, maximumSecondaryMovement: 12mm, blocks: a → begins after 10 …
            a: pan; b: swipe; c: screenEdgePan, edges: left, blocks: a → begins after 10 points; `b` needs 26.5
            a: pan; b: swipe; c: stroke, enabled: false, templates: [{ name: x, points: [[0, 0], [1, 1]] }], \
            blocks: a → …
            a: tap; b: longPress, \(exit), simultaneousWith: c; c: longPress → …
            a: longPress; b: longPress, \(exit), simultaneousWith: c; c: tap → …
            a: tap; b: longPress, \(exit), blocks: c; c: longPress → …
            a: tap; b: longPress, \(exit), simultaneousWith: c; c: pan → …
            a: pan; b: swipe, simultaneousWith: c; c: longPress → …
            a: pan; b: swipe, simultaneousWith: c; c: tap → …
            a: pan; b: swipe, simultaneousWith: c; c: longPress, minimumPressDuration: 0.2, enabled: false → …
            a: pan; b: swipe, simultaneousWith: c; c: longPress, minimumPressDuration: 0.2, \
            numberOfTouchesRequired: 2 → …
            a: pan; b: swipe, simultaneousWith: c; c: longPress, minimumPressDuration: 0.2, requireToFail: a → …
            """))
    func prevented(row: Row) throws {
        let found = try review(row.text).map(\.message)
        let start = "`a` always prevents `b` \(Self.same) "
        #expect(found.count == 1 && found[0].hasPrefix(start), "\(found)")
        row.expect(String(found[0].dropFirst(start.count)))
    }

    /// Four taps, then a press: each third recognizer comes after its rival, or before it with other touches.
    private static let exit = "numberOfTapsRequired: 4, minimumPressDuration: 1"

    @Test(
        "No warning is printed where the other recognizer can be recognized",
        arguments: [
            // One waits for the other, or allows it.
            "a: pan, requireToFail: b; b: swipe", "a: pan; b: swipe, blocks: a",
            "a: pan; b: swipe, simultaneousWith: a",
            "a: pan, requireToFail: c; b: swipe; c: tap", "a: pinch, enabled: false; b: pinch, requireToFail: a",
            "a: pan; b: stroke, templates: [{ name: x, points: [[0, 0], [1, 1]] }], blocks: a",
            "a: pan; b: checkmark, blocks: a",
            // A third one may begin earlier, and only the swipe is allowed beside it.
            "a: pan; b: swipe, simultaneousWith: c; c: longPress, minimumPressDuration: 0.3",
            // A finger that holds first drags beside the press, which prevents the other pan.
            "a: pan; b: pan, simultaneousWith: c; c: longPress",
            "a: longPress, minimumPressDuration: 2, simultaneousWith: c; b: longPress, minimumPressDuration: 1, "
                + "allowableMovement: 30; c: longPress, minimumPressDuration: 0.4",
            // They need different numbers of fingers: the pan of one finger can be revoked.
            "a: pan; b: swipe, numberOfTouchesRequired: 2", "a: pan, minimumNumberOfTouches: 2; b: swipe",
            "a: pan, maximumNumberOfTouches: 2; b: transform; c: tap, numberOfTouchesRequired: 3",
            // They need equal movement, or different numbers of fingers.
            "a: pan, hysteresis: 27; b: swipe", "a: pan; b: swipe, maximumDuration: 1",
            "a: screenEdgePan, edges: left; b: pan", "a: tap; b: tap, numberOfTapsRequired: 2",
            "a: tap; b: tap, allowableMovement: 100", "a: swipe, direction: left; b: swipe, direction: [left, right]",
            "a: longPress, numberOfTapsRequired: 1; b: longPress, numberOfTapsRequired: 2",
            "a: tap, numberOfTapsRequired: 2; b: longPress, numberOfTapsRequired: 1, minimumPressDuration: 1",
            // A press may move more than the pan needs to begin, but rarely does.
            "a: pan; b: longPress, allowableMovement: 30",
            // A circle of this length does not lead far from its start.
            "a: pan; b: stroke, templates: [{ name: x, points: [[0, 0], [1, 1]] }], minimumLength: 30",
            // Disabled.
            "a: pan, enabled: false; b: swipe", "a: pan; b: swipe, enabled: false",
            // The press may move more than its rival, and no pan prevents that; or two fingers move apart.
            "a: longPress; b: longPress, minimumPressDuration: 2, allowableMovement: 3mm",
            "a: longPress; b: longPress, minimumPressDuration: 2, allowableMovement: 3mm; c: pan, hysteresis: 4mm",
            "a: longPress, numberOfTouchesRequired: 2; b: longPress, minimumPressDuration: 2, "
                + "numberOfTouchesRequired: 2, allowableMovement: 3mm; c: pan, minimumNumberOfTouches: 2",
            // The pan waits for a slower recognizer, or for one beside the swipe.
            "a: pan; b: swipe; c: swipe, direction: [right, left], blocks: a",
            "a: pan; b: swipe; c: swipe, direction: up, maximumSecondaryMovement: 12mm, blocks: a",
            "a: pan; b: swipe; c: swipe, direction: left, maximumOppositeMovement: 30, blocks: a",
            "a: pan; b: swipe; c: longPress, blocks: a",
            "a: pan; b: swipe; c: screenEdgePan, edges: left, simultaneousWith: b, blocks: a",
            "a: pan; b: swipe; c: screenEdgePan, edges: left, hysteresis: 30, blocks: a",
            "a: pan; b: swipe; c: screenEdgePan, edges: left, requireToFail: b, blocks: a",
        ])
    func possible(recognizers: String) throws { #expect(try review(recognizers).map(\.message) == []) }

    @Test("The advice is that the rival waits; of two of the same, that one is removed or both are allowed")
    func hints() throws {
        let wait = try review("a: longPress; b: longPress, numberOfTapsRequired: 1").first?.hint
        #expect(wait?.hasPrefix("let `a` wait: `blocks: [a]` in `b`, or ") == true)
        let turned = try review("a: tap; b: tap, numberOfTapsRequired: 2, requireToFail: a").first?.hint
        #expect(turned?.hasSuffix("; and `b` must not wait for it") == true)
        let hint = "remove one of the two, disable it (`enabled: false`), or let both be recognized: "
        #expect(
            try review(dropIn: "recognizers: [{ name: zoom, type: pinch }]\n").map(\.hint)
                == [hint + "`simultaneousWith: [pinch]` in `zoom`"])
        let dead = try review("pinch: pinch; zoom: pinch, blocks: pinch")
        #expect(
            dead.map(\.message) == [
                "`zoom` always prevents `pinch` \(Self.same) recognizes the same, and `pinch` waits for it"
            ])
        #expect(
            dead.map(\.hint) == [hint + "`simultaneousWith: [zoom]` in `pinch`, which must not wait for `zoom` then"])
    }

    @Test("Recognizers that are possible only beside each other are both prevented")
    func pairs() throws {
        let found = try warnings(
            file(
                "pinch: pinch, simultaneousWith: rotation; rotation: rotation; zoom: pinch, simultaneousWith: turn; "
                    + "turn: rotation"))
        #expect(found.map { $0.prefix(4) } == ["4:11", "5:11"])
    }

    @Test("A configured length does not scale with the surface: the swipe may need less on a large one only")
    func scales() throws {
        let recognizers = file("a: pan; b: swipe, minimumPrimaryMovement: 25")
        #expect(try warnings(recognizers) == [])
        #expect(try warnings("thresholds: { scale: 1 }\n" + recognizers).count == 1)
    }

    @Test(
        "Only a region that has all touches of the other is relevant, also for whom a pan waits",
        arguments: [
            ("a: pan, region: left; b: swipe, region: left", 1), ("a: pan, region: left; b: swipe, region: inner", 1),
            ("a: pan, region: root; b: swipe, region: inner", 1), ("a: pan, region: left; b: swipe, region: root", 0),
            ("a: pan, region: inner; b: swipe, region: left", 0),
            ("a: pan; c: longPress, region: left, blocks: a; b: swipe, region: right", 1),
            ("a: pan; c: longPress, region: left, blocks: a; b: swipe, region: left", 0),
        ])
    func regions(recognizers: String, count: Int) throws {
        let regions = """
            regions:
            - { name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
            - { name: right, frame: { x: 50%, y: 0%, width: 50%, height: 100% } }
            - { name: inner, parent: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }

            """
        #expect(try warnings(regions + file(recognizers)).count == count)
    }

    @Test("Each example recognizer of the vendor's file can be recognized beside the standard set")
    func vendorExamples() throws {
        let text = try switchedOn()
        let start = try #require(text.range(of: "\n# More examples:\n"))
        let end = try #require(text.range(of: "\n# Every property, with its default."))
        #expect(try warnings("") == [] && warnings(standardText()) == [])
        var examples: [String] = []
        for line in text[start.upperBound..<end.lowerBound].split(separator: "\n") {
            if line.hasPrefix("  - ") { examples.append("") }
            if !examples.isEmpty { examples[examples.count - 1] += line + "\n" }
        }
        #expect(examples.count > 12)
        for example in examples {
            #expect(try warnings(text[..<start.upperBound] + example) == [], "\(example)")
        }
        for name in ["slow-press", "tap-and-hold"] {
            let example = try #require(examples.first { $0.contains("name: \(name)") })
            let bare = example.replacing(/,? *blocks: \[.*\]/, with: "")
            #expect(try warnings(text[..<start.upperBound] + bare).count == 1, "\(bare)")
        }
    }

    @Test("Hundreds of recognizers that all prevent each other are reviewed, and only some are reported")
    func many() throws {
        let found = try warnings(file((0..<256).map { "tap-\($0): tap" }.joined(separator: "; ")))
        #expect(found.count == Diagnostics.maximum + 1 && found.last == "0:0 there are 55 warnings more")
    }
}
