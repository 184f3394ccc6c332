// Tests of recognizers and regions that outlive their engine.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct EngineLifeTests {
    /// Recognizers in the middle of their attempts, at the end of a stage.
    private let midst: [FingerStep] = [.down(0, 5, 500, at: 0), .down(1, 200, 500, at: 0), .move(0, 45, 500, at: 0.1)]

    private let gesture: [FingerStep] = [
        .down(0, 5, 500, at: 0), .down(1, 300, 500, at: 0), .move(0, 30, 500, at: 0.3), .move(1, 350, 500, at: 0.3),
        .move(0, 60, 500, at: 0.4), .up(0, at: 0.5), .up(1, at: 0.5),
    ]

    @Test("A gesture under way is discarded with its engine, and the next engine gets a reset recognizer")
    func fresh() {
        func recognizers() -> [GestureRecognizer] {
            RealisticSet.all + [
                PanGestureRecognizer(name: "any"), TransformGestureRecognizer(name: "transform"),
                with(ScreenEdgePanGestureRecognizer(name: "edge")) { $0.edges = .left },
                with(SwipeGestureRecognizer(name: "swipe")) { $0.numberOfTouchesRequired = 2 },
            ]
        }
        for (new, used) in zip(recognizers(), recognizers()) {
            Stage(used).play(midst)
            let (expected, seen) = (Stage(new).play(gesture, rest: 1), Stage(used).play(gesture, rest: 1))
            #expect(
                seen.log.map { "\($0) \($0.time) \($0.location) \($0.measurement)" }
                    == expected.log.map { "\($0) \($0.time) \($0.location) \($0.measurement)" })
            #expect(seen.failures.map(\.time) == expected.failures.map(\.time))
        }
    }

    @Test("It is reset once, before it receives anything of the next engine, and its actions do not run")
    func reset() {
        let probe = Probe.continuous()
        Stage(probe).play([.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1)])
        #expect(probe.notebook.lines == ["probe began 1", "probe moved 1", "probe action began"])
        let next = Stage(probe)
        #expect(probe.notebook.lines.dropFirst(3) == ["probe reset began"])
        #expect(probe.state == .possible && probe.numberOfTouches == 0 && probe.deadline == nil)
        #expect(next.play([.move(0, 2, 0, at: 2)]).words == [])
    }

    @Test("Answers and touches of another engine's events of the same number are not used by the next")
    func eventNumbers() {
        let (pinch, witness) = (PinchGestureRecognizer(name: "pinch"), Witness())
        pinch.delegate = witness
        var count: Int { witness.questions.lines.count { $0 == "pinch receives the event?" } }
        // The second finger is ignored in the first event of each.
        let three: [FingerStep] = [.down(0, 0, 0, at: 0), .down(1, 99, 0, at: 0), .down(2, 300, 0, at: 0)]
        Stage(pinch).play(three)
        #expect(count == 1)
        Stage(RealisticSet.pan("pan", 1), pinch).play([.down(0, 0, 0, at: 0)])
        #expect(count == 2)
        // The same while both engines exist.
        let (first, second) = (Stage(pinch).play(three), Stage())
        second.table.begin(at: Point(x: 1900, y: 900), time: .zero)
        second.engine.root.addGestureRecognizer(pinch)
        second.deliver(at: 0)
        #expect(count == 4 && pinch.numberOfTouches == 1 && first.engine.root.gestureRecognizers.isEmpty)
    }

    @Test("There are no retain cycles: with the engine, its regions, or recognizers that wait for others")
    func references() {
        weak var engine: GestureEngine?
        weak var root: Region?
        weak var region: Region?
        weak var double: TapGestureRecognizer?
        let single = RealisticSet.tap("single")
        do {
            let (stage, other) = (Stage(), RealisticSet.tap("double", taps: 2))
            single.require(toFail: other)
            region = stage.addRegion("region", width: 500, height: 500, single, other)
            stage.play([.down(0, 0, 0, at: 0), .up(at: 0.1)])
            #expect(stage.engine.nextDeadline != nil && stage.log.isEmpty)
            (engine, root, double) = (stage.engine, stage.engine.root, other)
        }
        #expect(engine == nil && root == nil && region == nil && double == nil)
        #expect(Stage(single).play([.down(0, 0, 0, at: 0), .up(at: 0.1)]).words == ["single ended"])
    }
}
