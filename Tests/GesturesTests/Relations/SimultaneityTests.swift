// Tests of simultaneous recognition, and of the delegates that allow it.

import Gestures
import Testing
import Touch
import TouchTesting

/// Two recognizers that want to begin at the same place, or one after the other.
private func pair(_ second: Double = 10) -> (Scripted, Scripted) {
    (.continuous("first", at: 10), .continuous("second", at: second))
}

@Suite struct SimultaneityTests {
    @Test("By default only the first recognized is recognized", arguments: [10.0, 20])
    func exclusive(second: Double) {
        let (first, other) = pair(second)
        let stage = Stage(first, other).watchDecisions().play(path(10, 20, 30))
        #expect(stage.states(of: "first") == [.began, .changed, .changed, .ended] && stage.states(of: "second") == [])
        #expect(stage.decisions.contains("second failed: prevented by first"))
    }

    @Test("Yes from the delegate of either side is enough, whoever begins first", arguments: [10.0, 20], 0..<4)
    func delegates(second: Double, answers: Int) {
        let (first, other) = pair(second)
        // Not an array: the optimizer releases one after its last use, and delegates are weak.
        let (witness, otherWitness) = (Witness(), Witness())
        witness.isSimultaneous = { _ in answers & 1 != 0 }
        otherWitness.isSimultaneous = { _ in answers & 2 != 0 }
        (first.delegate, other.delegate) = (witness, otherWitness)
        let stage = Stage(first, other).play(path(10, 20, 30))
        #expect(stage.states(of: "first").last == .ended)
        #expect(stage.states(of: "second").last == (answers == 0 ? nil : .ended))
    }

    @Test("A declared permission applies in both directions", arguments: [true, false], [10.0, 20])
    func declared(isFirst: Bool, second: Double) {
        let (first, other) = pair(second)
        if isFirst {
            first.allowSimultaneousRecognition(with: other)
        } else {
            other.allowSimultaneousRecognition(with: first)
        }
        #expect(Stage(first, other).play(path(10, 20)).states(of: "second").last == .ended)
    }

    @Test("A permission for one pair is not one for another: of three the middle one may be with both")
    func pairs() {
        let all = ["a", "b", "c"].map { Scripted.continuous($0, at: 10) }
        all[1].allowSimultaneousRecognition(with: all[0])
        all[1].allowSimultaneousRecognition(with: all[2])
        for (order, began) in [([0, 1, 2], Set(["a", "b"])), ([2, 1, 0], ["b", "c"]), ([1, 2, 0], ["b", "c"])] {
            let stage = Stage(order.map { all[$0] }).play(path(10, 20))
            #expect(Set(stage.log.map(\.name)) == began)
            for scripted in all { stage.engine.root.removeGestureRecognizer(scripted) }
        }
    }

    @Test("A recognizer that another may not prevent is recognized without asking the delegates")
    func notAsked() {
        let (first, other) = pair()
        let questions = Questions()
        let witness = Witness(in: questions)
        (first.delegate, other.delegate) = (witness, witness)
        (first.prevents, other.prevents) = ({ _ in false }, { _ in false })
        let stage = Stage(first, other).play(path(10, 20))
        #expect(Set(stage.log.map(\.name)) == ["first", "second"])
        #expect(!questions.lines.contains { $0.contains(" with ") })
    }

    @Test("A recognizer that has begun stays, even if another that begins later could prevent it")
    func earlierStays() {
        let (first, other) = pair(20)
        first.prevents = { _ in false }
        let stage = Stage(first, other).play(path(10, 20, 30))
        #expect(stage.states(of: "first") == [.began, .changed, .changed, .ended])
        #expect(stage.states(of: "second") == [.began, .changed, .ended])
    }

    @Test("A discrete gesture and a continuous one of the same finger, allowed together, are both recognized")
    func discrete() {
        let (pan, tap) = (PanGestureRecognizer(name: "pan"), TapGestureRecognizer(name: "tap"))
        tap.allowSimultaneousRecognition(with: pan)
        let stage = Stage(pan, tap).play([.down(0, 0, 0, at: 0), .move(0, 20, 0, at: 0.1), .up(at: 0.2)])
        #expect(Set(stage.words) == ["pan began", "pan ended", "tap ended"])
    }

    @Test("Pan, pinch and rotation of two fingers continue together when they are allowed to")
    func transform() {
        let all = [
            PanGestureRecognizer(name: "pan"), PinchGestureRecognizer(name: "pinch"),
            RotationGestureRecognizer(name: "turn"),
        ]
        for (index, recognizer) in all.enumerated() {
            for other in all.dropFirst(index + 1) { recognizer.allowSimultaneousRecognition(with: other) }
        }
        let stage = Stage(all).play([
            .down(0, 500, 500, at: 0), .down(1, 600, 500, at: 0.05), .move(1, 600, 700, at: 0.1),
            .move(0, 400, 500, at: 0.2), .up(0, at: 0.3), .up(1, at: 0.4),
        ])
        for name in ["pan", "pinch", "turn"] {
            #expect(stage.states(of: name).first == .began && stage.states(of: name).last == .ended, "\(name)")
        }
    }

    @Test("Of a pan and a pinch that are not allowed together the pan that begins first is alone, as in UIKit")
    func panBeforePinch() {
        let stage = Stage(PinchGestureRecognizer(name: "pinch"), PanGestureRecognizer(name: "pan"))
        stage.play([
            .down(0, 500, 500, at: 0), .down(1, 600, 500, at: 0), .move(0, 500, 520, at: 0.1),
            .move(1, 600, 520, at: 0.1),
            .move(1, 700, 520, at: 0.2),
        ])
        #expect(Set(stage.log.map(\.name)) == ["pan"] && stage.failures.map(\.name) == ["pinch"])
    }

    @Test("Prevention lasts one event: a prevented recognizer fails, is reset, and may be recognized next time")
    func nextAttempt() {
        let notebook = Notebook()
        let first = Scripted.continuous("first", at: 10)
        let other = Probe.continuous("other", in: notebook)
        let stage = Stage(first, other).play([.down(0, 10, 0, at: 0), .move(0, 20, 0, at: 0.1), .up(at: 0.2)])
        #expect(notebook.lines == ["other began 1", "other reset failed"] && stage.states(of: "other") == [])
        stage.play([.down(0, 0, 0, at: 1), .move(0, 5, 0, at: 1.1), .up(at: 1.2)])
        #expect(stage.states(of: "other") == [.began, .ended])
    }
}
