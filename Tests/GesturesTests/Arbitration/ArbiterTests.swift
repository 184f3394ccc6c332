// Tests of the arbiter as tables: what recognizers want, and what comes of it, in the words of UIKit's documentation.

import Testing

/// A row of a table: recognizers, what is declared, what they want in each event, and what is decided.
struct ArbiterRow: CustomTestStringConvertible, Sendable {
    let sentence: String
    let recognizers: String
    var rules: [String] = []
    let events: [String]
    let decisions: [[String]]
    var testDescription: String { sentence }
}

@Suite struct ArbiterTests {
    @Test("Recognition and prevention", arguments: preventionRows)
    func prevention(row: ArbiterRow) { play(row) }

    static let preventionRows = [
        ArbiterRow(
            sentence: "The first recognizer that is recognized prevents the others on its touches",
            recognizers: "pan tap", events: ["pan began"],
            decisions: [["pan begins", "tap fails: pan prevents it"]]),
        ArbiterRow(
            sentence: "Of two in one event, the one that was added first is recognized",
            recognizers: "tap pan", events: ["pan began, tap ended"],
            decisions: [["tap begins", "pan fails: tap prevents it"]]),
        ArbiterRow(
            sentence: "A gesture that has begun prevents those that want to begin later",
            recognizers: "pan late", rules: ["late has finger 2"], events: ["pan began", "late joins 1, late began"],
            decisions: [["pan begins"], ["late fails: pan prevents it"]]),
        ArbiterRow(
            sentence: "Recognizers of different touches do not interact",
            recognizers: "left right", rules: ["right has finger 2"], events: ["left began, right began"],
            decisions: [["left begins", "right begins"]]),
        ArbiterRow(
            sentence: "`canPrevent` or `canBePrevented` of either says no: both are recognized",
            recognizers: "pan tap", rules: ["pan never prevents tap"], events: ["pan began", "tap ended"],
            decisions: [["pan begins"], ["tap begins"]]),
        ArbiterRow(
            sentence: "Declared to be recognized simultaneously, in one direction",
            recognizers: "pinch rotation", rules: ["pinch beside rotation"], events: ["rotation began", "pinch began"],
            decisions: [["rotation begins"], ["pinch begins"]]),
        ArbiterRow(
            sentence: "`gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)` allows both",
            recognizers: "pinch rotation", rules: ["pinch and rotation together", "rotation and pinch together"],
            events: ["pinch began, rotation began"],
            decisions: [["pinch begins", "rotation begins"]]),
        ArbiterRow(
            sentence: "`gestureRecognizerShouldBegin(_:)` says no: it fails and prevents nothing",
            recognizers: "pan tap", rules: ["pan may not begin"], events: ["pan began", "tap ended"],
            decisions: [["pan fails: it may not begin"], ["tap begins"]]),
        ArbiterRow(
            sentence: "A gesture that is cancelled before it was decided fails",
            recognizers: "pan tap", events: ["pan began, pan cancelled, tap ended"],
            decisions: [["pan fails: its touches are gone", "tap begins"]]),
        ArbiterRow(
            sentence: "Inner regions come first, whatever was added first",
            recognizers: "outer inner", rules: ["outer ranks 1"], events: ["outer began, inner began"],
            decisions: [["inner begins", "outer fails: inner prevents it"]]),
        ArbiterRow(
            sentence: "Of two taps that are complete together, the one of more taps is recognized",
            recognizers: "single double", rules: ["single counts 1 taps", "double counts 2 taps"],
            events: ["single ended, double ended"],
            decisions: [["double begins", "single fails: double prevents it"]]),
        ArbiterRow(
            sentence: "What is decided elsewhere comes first",
            recognizers: "own stranger", rules: ["stranger is decided elsewhere"],
            events: ["own began, stranger began"],
            decisions: [["stranger begins", "own fails: stranger prevents it"]]),
    ]

    @Test("Failure requirements", arguments: requirementsRows)
    func requirements(row: ArbiterRow) { play(row) }

    static let requirementsRows = [
        ArbiterRow(
            sentence: "`require(toFail:)`: a single tap waits until the double tap has failed",
            recognizers: "single double", rules: ["single requires double"],
            events: ["single ended", "double failed"],
            decisions: [["single waits for double"], ["single begins"]]),
        ArbiterRow(
            sentence: "It fails when the required recognizer is recognized, also with other touches by then",
            recognizers: "single double", rules: ["single requires double"],
            events: ["single ended", "double lifts, double joins 2, double ended"],
            decisions: [["single waits for double"], ["double begins", "single fails: it required double to fail"]]),
        ArbiterRow(
            sentence: "An undecided one fails with the recognition, although nothing prevents it",
            recognizers: "pan swipe", rules: ["pan requires swipe", "swipe never prevents pan"],
            events: ["swipe ended"],
            decisions: [["swipe begins", "pan fails: it required swipe to fail"]]),
        ArbiterRow(
            sentence: "It fails at once when the required one was recognized before",
            recognizers: "pan swipe", rules: ["pan requires swipe", "pan has finger 2"],
            events: ["swipe began", "pan joins 1, pan began"],
            decisions: [["swipe begins"], ["pan fails: it required swipe to fail"]]),
        ArbiterRow(
            sentence: "`gestureRecognizer(_:shouldRequireFailureOf:)` is asked when it wants to begin",
            recognizers: "pan swipe", rules: ["pan should require swipe"], events: ["pan began", "swipe failed"],
            decisions: [["pan waits for swipe"], ["pan begins"]]),
        ArbiterRow(
            sentence: "Of two that would wait for each other, the one that was asked second does not",
            recognizers: "a b", rules: ["a should require b", "b should require a"], events: ["a began, b began"],
            decisions: [["a waits for b", "b begins", "a fails: b prevents it"]]),
        ArbiterRow(
            sentence: "No recognizer waits for a disabled one",
            recognizers: "single double", rules: ["single requires double"],
            events: ["double disabled", "single ended"],
            decisions: [[], ["single begins"]]),
        ArbiterRow(
            sentence: "One that is cancelled while it waits is never seen",
            recognizers: "pan swipe", rules: ["pan requires swipe"],
            events: ["pan began", "pan cancelled, swipe failed"],
            decisions: [["pan waits for swipe"], ["pan fails: its touches are gone"]]),
        ArbiterRow(
            sentence: "Single, double and triple tap: the triple tap fails those behind it through another",
            recognizers: "one two three", rules: ["one requires two", "two requires three"],
            events: ["one ended", "two ended", "three leaves, three joins 2, three ended"],
            decisions: [
                ["one waits for two"], ["two waits for three"],
                [
                    "three begins", "two fails: it required three to fail", "one fails: three prevents it",
                ],
            ]),
        ArbiterRow(
            sentence: "A recognizer waits for the answer to its question",
            recognizers: "pan tap", rules: ["pan awaits an answer"], events: ["pan began", "pan answered"],
            decisions: [["pan waits"], ["pan begins", "tap fails: pan prevents it"]]),
        ArbiterRow(
            sentence: "One that waits is prevented by one that need not wait",
            recognizers: "pan swipe press", rules: ["pan requires swipe"], events: ["pan began", "press began"],
            decisions: [
                ["pan waits for swipe"],
                ["press begins", "pan fails: press prevents it", "swipe fails: press prevents it"],
            ]),
    ]

    @Test("More fingers that are still landing", arguments: landingRows)
    func landing(row: ArbiterRow) { play(row) }

    static let landingRows = [
        ArbiterRow(
            sentence: "A pan begins with the first finger of a pinch, and is taken back for it",
            recognizers: "pan pinch", rules: ["pinch needs 2"], events: ["pan began", "pinch joins 2, pinch began"],
            decisions: [
                ["pan begins", "pinch contends with pan"], ["pan is taken back for pinch", "pinch begins"],
            ]),
        ArbiterRow(
            sentence: "An edge pan is never taken back",
            recognizers: "edge pinch", rules: ["pinch needs 2", "edge stays"], events: ["edge began"],
            decisions: [["edge begins", "pinch fails: edge prevents it"]]),
        ArbiterRow(
            sentence: "A discrete gesture is never taken back",
            recognizers: "tap pinch", rules: ["pinch needs 2"], events: ["tap ended"],
            decisions: [["tap begins", "pinch fails: tap prevents it"]]),
        ArbiterRow(
            sentence: "In one event, the one of more fingers begins, and the other is never seen",
            recognizers: "pan pinch", rules: ["pinch needs 2"],
            events: ["pan began, pinch joins 2, pinch began"],
            decisions: [["pinch begins", "pan fails: pinch prevents it"]]),
        ArbiterRow(
            sentence: "Where the second finger does not come, the pinch fails when the interval is over",
            recognizers: "pan pinch", rules: ["pinch needs 2"],
            events: ["pan began", "pan changed", "pan changed", "pan changed"],
            decisions: [["pan begins", "pinch contends with pan"], [], [], ["pinch fails: pan prevents it"]]),
        ArbiterRow(
            sentence: "Where two fingers rest, the pinch has the time of a long press",
            recognizers: "pan pinch", rules: ["pinch needs 2"],
            events: ["pan began", "pinch joins 2", "pan changed", "pan changed", "pan changed, pinch began"],
            decisions: [
                ["pan begins", "pinch contends with pan"], [], [], [], ["pan is taken back for pinch", "pinch begins"],
            ]),
        ArbiterRow(
            sentence: "The end of the gesture is the end of what contends with it",
            recognizers: "pan pinch", rules: ["pinch needs 2"], events: ["pan began", "pan over"],
            decisions: [["pan begins", "pinch contends with pan"], ["pinch fails: pan prevents it"]]),
        ArbiterRow(
            sentence: "One that contends with the gesture, and waits for another, still takes it back",
            recognizers: "pan pinch third",
            rules: [
                "pinch needs 2", "pinch requires third", "third never prevents pan", "pan never prevents third",
            ],
            events: ["pan began", "pinch joins 2, pinch began", "third failed"],
            decisions: [
                ["pan begins", "pinch contends with pan"], ["pinch waits for third"],
                ["pan is taken back for pinch", "pinch begins"],
            ]),
        ArbiterRow(
            sentence: "A gesture that releases in one event what takes it back is never seen",
            recognizers: "pan pinch third", rules: ["pinch needs 2", "pinch requires third"],
            events: ["pinch joins 2, pinch began", "pan began"],
            decisions: [
                ["pinch waits for third"],
                [
                    "pan begins", "pinch contends with pan", "third fails: pan prevents it",
                    "pan fails before it was seen: pinch begins", "pinch begins",
                ],
            ]),
    ]

    @Test("Delegates that remove recognizers when they are asked", arguments: removalRows)
    func removal(row: ArbiterRow) { play(row) }

    static let removalRows = [
        ArbiterRow(
            sentence: "The one that wants to begin, when it is asked whether it may",
            recognizers: "pan tap", rules: ["pan removed when pan may begin"], events: ["pan began", "tap ended"],
            decisions: [[], ["tap begins"]]),
        ArbiterRow(
            sentence: "The one that wants to begin, when it is asked for its requirements",
            recognizers: "pan tap", rules: ["pan should require tap", "pan removed when pan should require tap"],
            events: ["pan began", "tap ended"], decisions: [[], ["tap begins"]]),
        ArbiterRow(
            sentence: "The one that wants to begin, when it is compared with what has begun",
            recognizers: "pan tap", rules: ["tap has finger 2", "tap removed when pan and tap together"],
            events: ["pan began", "tap joins 1, tap ended"], decisions: [["pan begins"], []]),
        ArbiterRow(
            sentence: "The one that has begun, when it is compared with those that are undecided",
            recognizers: "pan tap press", rules: ["pan removed when pan and tap together"],
            events: ["pan began", "press ended"],
            decisions: [["pan begins", "tap fails: pan prevents it"], ["press begins"]]),
    ]

    private func play(_ row: ArbiterRow) {
        let scene = ArbiterScene(row.recognizers, rules: row.rules)
        #expect(row.events.map(scene.play) == row.decisions)
    }

    @Test("Each question is asked once for each pair and attempt, and not where something declared answers it")
    func questions() {
        let scene = ArbiterScene("a b c", rules: ["a requires b", "a beside c", "b beside c"])
        _ = scene.play("a began")
        #expect(scene.asked == ["a may begin", "a should require c", "a awaits an answer"])
        _ = scene.play("c began")
        #expect(
            scene.asked.dropFirst(3) == [
                "c may begin", "c should require a", "c should require b", "c awaits an answer",
            ])
    }

    @Test("Those of a chain prevent others, not each other; each starts with the one before, or fails with it")
    func chain() {
        let rules = ["pan after press", "third after pan"]
        let scene = ArbiterScene("third press pan tap", rules: rules)
        #expect(scene.sequenceStep(of: "pan") == "none" && scene.sequenceStep(of: "press") == "none")
        #expect(scene.play("press began") == ["press begins", "tap fails: press prevents it"])
        #expect(scene.sequenceStep(of: "pan") == "start" && scene.sequenceStep(of: "third") == "none")
        #expect(scene.play("pan began, third began").sorted() == ["pan begins", "third begins"])
        let other = ArbiterScene("third press pan", rules: rules)
        _ = other.play("press failed")
        #expect(other.sequenceStep(of: "pan") == "press was not recognized")
        _ = other.play("pan failed")
        #expect(other.sequenceStep(of: "third") == "pan was not recognized")
    }

    @Test("The next deadline of fingers that are landing is known while one can be taken back")
    func deadline() {
        let scene = ArbiterScene("pan pinch", rules: ["pinch needs 2"])
        #expect(scene.nextContentionEnd == nil)
        _ = scene.play("pan began")
        #expect(scene.nextContentionEnd == 0.12)
        _ = scene.play("pinch joins 2")
        #expect(scene.nextContentionEnd == 0.5)
    }
}
