// Tests of warnings about valid configurations that cannot work.

import Foundation
import Testing

@testable import Configuration

@Suite struct ConfigurationReviewTests {
    /// The warnings for a file.
    private func review(_ yaml: String) throws -> [ConfigurationError.Problem] {
        ConfigurationReview(try LayeredText([.init(name: "file", text: SourceText(yaml))])).warnings
    }

    /// The warnings for a file with these recognizers.
    private func review(recognizers: [String]) throws -> [ConfigurationError.Problem] {
        try review("recognizers:\n" + recognizers.map { "- { \($0) }\n" }.joined())
    }

    /// The warnings for a file, each with its place.
    private func warnings(_ yaml: String) throws -> [String] {
        let text = try LayeredText([.init(name: "file", text: SourceText(yaml))])
        return ConfigurationReview(text).warnings.map { "\($0.line):\($0.column) \($0.message)" }
    }

    /// The warnings for a file with these recognizers, each with its place.
    private func warnings(recognizers: String...) throws -> [String] {
        try warnings("recognizers:\n" + recognizers.map { "- { \($0) }\n" }.joined())
    }

    // MARK: - Recognizers

    @Test("A warning is printed with its place, the line, a caret and the remedy, and is not an error")
    func printed() throws {
        let drop = "recognizers:\n- { name: back, type: swipe, numberOfTouchesRequired: 3 }\n"
        let text = try LayeredText([.init(name: "drop", text: SourceText(drop), kind: .dropIn)])
        #expect(
            ConfigurationReview(text).warnings.map(\.description) == [
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

    private static let same = "with the same fingers: it"

    @Test(
        "A recognizer that needs more movement than a pan or transform of as few fingers is always prevented",
        arguments: [
            ["name: a, type: pan", "name: b, type: swipe"], ["name: b, type: swipe", "name: a, type: pan"],
            ["name: a, type: transform", "name: b, type: swipe"], ["name: a, type: pan", "name: b, type: tickle"],
            [
                "name: a, type: pan, minimumNumberOfTouches: 2",
                "name: b, type: pan, minimumNumberOfTouches: 2, maximumNumberOfTouches: 3, hysteresis: 16",
            ],
            ["name: a, type: pan, hysteresis: 26", "name: b, type: swipe, maximumSecondaryMovement: 5"],
            ["name: a, type: pan", "name: b, type: screenEdgePan, edges: left"],
            ["name: a, type: pan", "name: b, type: swipe, requireToFail: a"],
        ])
    func preventedMovements(recognizers: [String]) throws {
        let warnings = try warnings("recognizers:\n" + recognizers.map { "- { \($0) }\n" }.joined())
        #expect(warnings.count == 1 && warnings[0].contains(" `a` always prevents `b` \(Self.same) "), "\(warnings)")
    }

    @Test(
        "A recognizer with the same numbers that is configured first prevents the later one",
        arguments: [
            ["name: a, type: tap", "name: b, type: tap, numberOfTapsRequired: 1"],
            ["name: a, type: pinch, simultaneousWith: c", "name: b, type: pinch", "name: c, type: rotation"],
            ["name: a, type: longPress", "name: b, type: longPress, requireToFail: c", "name: c, type: tap"],
        ])
    func twins(recognizers: [String]) throws {
        let warnings = try warnings("recognizers:\n" + recognizers.map { "- { \($0) }\n" }.joined())
        let message = "`a` always prevents `b` \(Self.same) recognizes the same and is configured first"
        #expect(warnings == ["3:11 \(message)"])
    }

    @Test(
        "A recognizer that accepts all that another accepts, and more, prevents it",
        arguments: [
            (
                ["name: a, type: swipe, direction: [left, right, up, down]", "name: b, type: swipe, direction: left"],
                "accepts all that `b` accepts and is configured first"
            ),
            (
                ["name: a, type: screenEdgePan, edges: [left, right]", "name: b, type: screenEdgePan, edges: left"],
                "accepts all that `b` accepts and is configured first"
            ),
            (
                ["name: a, type: tap", "name: b, type: tap, maximumTapDuration: 0.3"],
                "accepts all that `b` accepts and is configured first"
            ),
            (
                ["name: b, type: longPress, minimumPressDuration: 1.5", "name: a, type: longPress"],
                "begins after 0.5 s; `b` needs 1.5 s"
            ),
            (["name: b, type: pinch, hysteresis: 20", "name: a, type: pinch"], "begins earlier"),
            // The press with a preceding tap is recognized at the same time as the press without.
            (
                ["name: a, type: longPress", "name: b, type: longPress, numberOfTapsRequired: 1"],
                "accepts all that `b` accepts and is configured first"
            ),
            (
                ["name: b, type: longPress, numberOfTapsRequired: 2", "name: a, type: tap, numberOfTapsRequired: 2"],
                "is recognized before the press"
            ),
        ])
    func accepting(recognizers: [String], reason: String) throws {
        let warnings = try review(recognizers: recognizers)
        #expect(warnings.map(\.message) == ["`a` always prevents `b` \(Self.same) \(reason)"])
        #expect(warnings.first?.hint?.hasPrefix("let `a` wait: `blocks: [a]` in `b`, or ") == true)
    }

    @Test("A press that may move more has a shorter press as rival only where a pan prevents longer movements")
    func movingPresses() throws {
        let (short, long) = ("name: a, type: longPress", "name: b, type: longPress, minimumPressDuration: 2")
        #expect(try warnings(recognizers: short, long + ", allowableMovement: 3mm") == [])
        #expect(try warnings(recognizers: short, long + ", allowableMovement: 3mm", "name: c, type: pan").count == 1)
        let wide = "name: c, type: pan, hysteresis: 4mm"
        #expect(try warnings(recognizers: short, long + ", allowableMovement: 3mm", wide) == [])
        // Two fingers that move apart do not move their centroid, so no pan begins.
        let two = "numberOfTouchesRequired: 2"
        let pan = "name: c, type: pan, minimumNumberOfTouches: 2"
        #expect(
            try warnings(recognizers: "\(short), \(two)", "\(long), \(two), allowableMovement: 3mm", pan) == [])
    }

    @Test("A duplicate is not told to wait, which would prevent it: one of the two is superfluous")
    func twinHint() throws {
        let drop = "recognizers: [{ name: zoom, type: pinch }]\n"
        let text = try LayeredText([.init(name: "drop", text: SourceText(drop), kind: .dropIn)])
        let received = ConfigurationReview(text).warnings
        let hint = "remove one of the two, disable it (`enabled: false`), or let both be recognized: "
        #expect(received.map(\.hint) == [hint + "`simultaneousWith: [pinch]` in `zoom`"])
        let dead = try review(recognizers: ["name: pinch, type: pinch", "name: zoom, type: pinch, blocks: pinch"])
        #expect(
            dead.map(\.message) == [
                "`zoom` always prevents `pinch` \(Self.same) recognizes the same, and `pinch` waits for it"
            ])
        #expect(
            dead.map(\.hint) == [hint + "`simultaneousWith: [zoom]` in `pinch`, which must not wait for `zoom` then"])
        #expect(
            try warnings(
                recognizers: "name: a, type: tap", "name: b, type: tap, requireToFail: a, simultaneousWith: a"
            ).count == 1)
        #expect(
            try warnings(recognizers: "name: a, type: pinch, enabled: false", "name: b, type: pinch, requireToFail: a")
                == [])
    }

    @Test("A double tap that waits for the single tap is never recognized; the advice is to reverse the relation")
    func turnedRound() throws {
        let warnings = try review(recognizers: [
            "name: tap, type: tap", "name: double, type: tap, numberOfTapsRequired: 2, requireToFail: tap",
        ])
        #expect(warnings.map(\.message) == ["`tap` always prevents `double` \(Self.same) needs fewer taps"])
        #expect(warnings.first?.hint?.hasSuffix("; and `double` must not wait for it") == true)
    }

    @Test(
        "A pan that waits only for recognizers that fail, or prevent, before the swipe still prevents it",
        arguments: [
            "type: swipe, direction: left", "type: swipe, direction: [up, left]",
            "type: swipe, direction: left, maximumSecondaryMovement: 12mm", "type: screenEdgePan, edges: left",
            "type: stroke, enabled: false, templates: [{ name: x, points: [[0, 0], [1, 1]] }]",
        ])
    func waitingRivals(other: String) throws {
        let (pan, swipe) = ("name: a, type: pan", "name: b, type: swipe")
        let warnings = try review(recognizers: [pan, swipe, "name: c, \(other), blocks: a"])
        #expect(
            warnings.map(\.message) == ["`a` always prevents `b` \(Self.same) begins after 10 points; `b` needs 26.5"])
    }

    @Test(
        "A pan that waits for a slower recognizer, or one beside the swipe, does not always prevent the swipe",
        arguments: [
            "type: swipe, direction: [right, left]", "type: swipe, direction: up, maximumSecondaryMovement: 12mm",
            "type: swipe, direction: left, maximumOppositeMovement: 30", "type: longPress",
            "type: screenEdgePan, edges: left, simultaneousWith: b", "type: screenEdgePan, edges: left, hysteresis: 30",
            "type: screenEdgePan, edges: left, requireToFail: b",
        ])
    func heldRivals(other: String) throws {
        #expect(
            try warnings(
                recognizers: "name: a, type: pan", "name: b, type: swipe", "name: c, \(other), blocks: a") == [])
    }

    @Test("A pan that waits for a recognizer of another region prevents recognizers beside that region")
    func waitingElsewhere() throws {
        func warnings(_ region: String) throws -> Int {
            try self.warnings(
                """
                regions:
                - { name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
                - { name: right, frame: { x: 50%, y: 0%, width: 50%, height: 100% } }
                recognizers:
                - { name: pan, type: pan }
                - { name: press, type: longPress, region: left, blocks: pan }
                - { name: swipe, type: swipe, region: \(region) }

                """
            ).count
        }
        #expect(try warnings("right") == 1)
        #expect(try warnings("left") == 0)
    }

    @Test("A pan prevents strokes, which are recognized when the finger lifts")
    func figures() throws {
        let stroke = "name: b, type: stroke, templates: [{ name: x, points: [[0, 0], [1, 1]] }]"
        for figure in [stroke, "name: b, type: checkmark"] {
            #expect(
                try warnings(recognizers: "name: a, type: pan", figure)
                    == ["3:11 `a` always prevents `b` \(Self.same) begins after 10 points, before `b` is finished"])
            #expect(try warnings(recognizers: "name: a, type: pan", figure + ", blocks: a") == [])
        }
        // A circle of this length does not lead far from its start.
        #expect(try warnings(recognizers: "name: a, type: pan", stroke + ", minimumLength: 30") == [])
    }

    @Test(
        "A recognizer that is allowed beside another one does not hide a rival that it cannot prevent in time",
        arguments: [
            // Four taps, then a press: each third recognizer comes after its rival, or before it with other touches.
            ["name: a, type: tap", "name: b, \(exit), simultaneousWith: c", "name: c, type: longPress"],
            ["name: a, type: longPress", "name: b, \(exit), simultaneousWith: c", "name: c, type: tap"],
            ["name: a, type: tap", "name: b, \(exit), blocks: c", "name: c, type: longPress"],
            ["name: a, type: tap", "name: b, \(exit), simultaneousWith: c", "name: c, type: pan"],
            // The swipe must be over when the press begins, and is not over when the tap is recognized.
            ["name: a, type: pan", "name: b, type: swipe, simultaneousWith: c", "name: c, type: longPress"],
            ["name: a, type: pan", "name: b, type: swipe, simultaneousWith: c", "name: c, type: tap"],
            // The third one is off, needs more fingers, or waits itself.
            ["name: a, type: pan", "name: b, type: swipe, simultaneousWith: c", "name: c, \(early), enabled: false"],
            [
                "name: a, type: pan", "name: b, type: swipe, simultaneousWith: c",
                "name: c, \(early), numberOfTouchesRequired: 2",
            ],
            ["name: a, type: pan", "name: b, type: swipe, simultaneousWith: c", "name: c, \(early), requireToFail: a"],
        ])
    func exempted(recognizers: [String]) throws {
        let warnings = try warnings("recognizers:\n" + recognizers.map { "- { \($0) }\n" }.joined())
        #expect(warnings.count == 1 && warnings[0].contains(" `a` always prevents `b` \(Self.same) "), "\(warnings)")
    }

    private static let exit = "type: longPress, numberOfTapsRequired: 4, minimumPressDuration: 1"
    private static let early = "type: longPress, minimumPressDuration: 0.2"

    @Test("Recognizers that are possible only beside each other are both prevented")
    func pairs() throws {
        let warnings = try warnings(
            recognizers: "name: pinch, type: pinch, simultaneousWith: rotation", "name: rotation, type: rotation",
            "name: zoom, type: pinch, simultaneousWith: turn", "name: turn, type: rotation")
        #expect(warnings.map { $0.prefix(4) } == ["4:11", "5:11"])
    }

    @Test(
        "No warning is printed where the other recognizer can be recognized",
        arguments: [
            // One waits for the other, or allows it.
            ["name: a, type: pan, requireToFail: b", "name: b, type: swipe"],
            ["name: a, type: pan", "name: b, type: swipe, blocks: a"],
            ["name: a, type: pan", "name: b, type: swipe, simultaneousWith: a"],
            ["name: a, type: pan, requireToFail: c", "name: b, type: swipe", "name: c, type: tap"],
            // A third one may begin earlier, and only the swipe is allowed beside it.
            [
                "name: a, type: pan", "name: b, type: swipe, simultaneousWith: c",
                "name: c, type: longPress, minimumPressDuration: 0.3",
            ],
            // A finger that holds first drags beside the press, which prevents the other pan.
            ["name: a, type: pan", "name: b, type: pan, simultaneousWith: c", "name: c, type: longPress"],
            [
                "name: a, type: longPress, minimumPressDuration: 2, simultaneousWith: c",
                "name: b, type: longPress, minimumPressDuration: 1, allowableMovement: 30",
                "name: c, type: longPress, minimumPressDuration: 0.4",
            ],
            // They need different numbers of fingers: the pan of one finger can be revoked.
            ["name: a, type: pan", "name: b, type: swipe, numberOfTouchesRequired: 2"],
            ["name: a, type: pan, minimumNumberOfTouches: 2", "name: b, type: swipe"],
            [
                "name: a, type: pan, maximumNumberOfTouches: 2",
                "name: b, type: transform", "name: c, type: tap, numberOfTouchesRequired: 3",
            ],
            // They need equal movement, or different numbers of fingers.
            ["name: a, type: pan, hysteresis: 27", "name: b, type: swipe"],
            ["name: a, type: pan", "name: b, type: swipe, maximumDuration: 1"],
            ["name: a, type: screenEdgePan, edges: left", "name: b, type: pan"],
            ["name: a, type: tap", "name: b, type: tap, numberOfTapsRequired: 2"],
            ["name: a, type: tap", "name: b, type: tap, allowableMovement: 100"],
            ["name: a, type: swipe, direction: left", "name: b, type: swipe, direction: [left, right]"],
            ["name: a, type: longPress, numberOfTapsRequired: 1", "name: b, type: longPress, numberOfTapsRequired: 2"],
            [
                "name: a, type: tap, numberOfTapsRequired: 2",
                "name: b, type: longPress, numberOfTapsRequired: 1, minimumPressDuration: 1",
            ],
            // A press may move more than the pan needs to begin, but rarely does.
            ["name: a, type: pan", "name: b, type: longPress, allowableMovement: 30"],
            // Disabled.
            ["name: a, type: pan, enabled: false", "name: b, type: swipe"],
            ["name: a, type: pan", "name: b, type: swipe, enabled: false"],
        ])
    func possible(recognizers: [String]) throws {
        #expect(try warnings("recognizers:\n" + recognizers.map { "- { \($0) }\n" }.joined()) == [])
    }

    @Test("A configured length does not scale with the surface: the swipe may need less on a large one only")
    func scales() throws {
        let swipe = "{ name: b, type: swipe, minimumPrimaryMovement: 25 }"
        let recognizers = "recognizers: [{ name: a, type: pan }, \(swipe)]\n"
        #expect(try warnings(recognizers) == [])
        #expect(try warnings("thresholds: { scale: 1 }\n" + recognizers).count == 1)
    }

    @Test("Only a region that has all touches of the other is relevant")
    func regions() throws {
        func warnings(_ pan: String, _ swipe: String) throws -> Int {
            try self.warnings(
                """
                regions:
                - { name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
                - { name: inner, parent: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
                recognizers: [{ name: a, type: pan, region: \(pan) }, { name: b, type: swipe, region: \(swipe) }]

                """
            ).count
        }
        #expect(try warnings("left", "left") == 1)
        #expect(try warnings("left", "inner") == 1)
        #expect(try warnings("root", "inner") == 1)
        #expect(try warnings("left", "root") == 0)
        #expect(try warnings("inner", "left") == 0)
    }

    @Test("The standard configuration and the examples in the pages have no warnings")
    func own() throws {
        #expect(try warnings("") == [])
        #expect(try warnings(standardText()) == [])
        for name in ["kiosk", "phone", "touch-table", "two-screens"] {
            #expect(try warnings(Project.text("config/examples/\(name).yaml")) == [], "\(name)")
        }
    }

    @Test("Each example recognizer of the vendor's file can be recognized beside the standard set")
    func vendorExamples() throws {
        let text = try switchedOn()
        let start = try #require(text.range(of: "\n# More examples:\n"))
        let end = try #require(text.range(of: "\n# Every property, with its default."))
        var examples: [String] = []
        for line in text[start.upperBound..<end.lowerBound].split(separator: "\n") {
            if line.hasPrefix("  - ") { examples.append("") }
            if !examples.isEmpty { examples[examples.count - 1] += line + "\n" }
        }
        #expect(examples.count > 12)
        for example in examples {
            let warnings = try warnings(text[..<start.upperBound] + example)
            #expect(warnings == [], "\(example)")
        }
        for name in ["slow-press", "tap-and-hold"] {
            let example = try #require(examples.first { $0.contains("name: \(name)") })
            let bare = example.replacing(/,? *blocks: \[.*\]/, with: "")
            #expect(try warnings(text[..<start.upperBound] + bare).count == 1, "\(bare)")
        }
    }

    @Test("Hundreds of recognizers that all prevent each other are reviewed, and only some are reported")
    func many() throws {
        let taps = (0..<256).map { "- { name: tap-\($0), type: tap }\n" }.joined()
        let warnings = try warnings("recognizers:\n" + taps)
        #expect(warnings.count == Diagnostics.maximum + 1 && warnings.last == "0:0 there are 55 warnings more")
    }
}
