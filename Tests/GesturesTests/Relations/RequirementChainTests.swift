// Tests of chains of failure requirements, such as single, double and triple tap.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct RequirementChainTests {
    @Test("Single waits for double, double for triple: so many taps are exactly that gesture", arguments: 1...3)
    func chain(count: Int) {
        for isReversed in [false, true] {
            let recognizers = (1...3).map { number in
                let tap = TapGestureRecognizer(name: "\(number)")
                tap.numberOfTapsRequired = number
                return tap
            }
            recognizers[0].require(toFail: recognizers[1])
            recognizers[1].require(toFail: recognizers[2])
            let stage = Stage(isReversed ? recognizers.reversed() : recognizers)
            #expect(stage.play(TapRow.fingers(count), rest: 2).words == ["\(count) ended"])
        }
    }

    @Test("Forty layers of recognizers that each wait for all before are decided at once")
    func layers() {
        let double = TapGestureRecognizer(name: "double")
        double.numberOfTapsRequired = 2
        var recognizers: [GestureRecognizer] = [double]
        for number in 0..<40 {
            let next = TapGestureRecognizer(name: "\(number)")
            for earlier in recognizers { next.require(toFail: earlier) }
            recognizers.append(next)
        }
        #expect(Stage(recognizers).play(TapRow.fingers(1), rest: 1).words == ["0 ended"])
    }

    @Test("A waiting recognizer fails if it comes to share a finger with one that it requires")
    func fingerWhileWaiting() {
        for isShared in [true, false] {
            // The first finger belongs to the one, the second to the others, the third to all or to the others.
            let required = Scripted.continuous("required", at: 10)
            required.then = { scripted, event in
                for touch in event.touches(for: scripted) where touch.id == 2 || !isShared && touch.id == 3 {
                    scripted.ignore(touch, for: event)
                }
            }
            let (waiting, other, witness) = (Scripted.continuous("waiting", at: 30), Scripted("other"), Witness())
            other.late = .failed
            witness.receivesTouch = { _, touch in touch.id > 1 }
            waiting.delegate = witness
            other.delegate = witness
            other.then = { scripted, event in scripted.deadline = event.timestamp.adding(seconds: 0.2) }
            waiting.require(toFail: required)
            waiting.require(toFail: other)
            for scripted in [required, waiting] { scripted.prevents = { _ in false } }
            let stage = Stage(required, waiting, other).play([
                .down(0, 0, 0, at: 0), .move(0, 10, 0, at: 0.1),
                .down(1, 0, 0, at: 0.2), .move(1, 30, 0, at: 0.3),
                .down(2, 0, 0, at: 0.35), .move(2, 1, 0, at: 0.6),
            ])
            #expect(stage.words.contains("waiting began") == !isShared)
            #expect(required.state.isActive)
        }
    }

    @Test("A recognizer that fails and starts over fails only those that wait for its present attempt")
    func nextAttempt() {
        let waiting = Scripted.discrete("waiting", at: 10)
        let (again, last) = (Scripted("again", [20: .failed, 40: .recognized]), Scripted("last", [50: .failed]))
        let witness = Witness()
        // The attempt thus ends with the first finger, while the last of the three has the second.
        witness.receivesTouch = { _, touch in touch.id != 2 }
        again.delegate = witness
        waiting.require(toFail: again)
        waiting.require(toFail: last)
        for scripted in [again, last, waiting] { scripted.prevents = { _ in false } }
        let stage = Stage(waiting, again, last).watchDecisions()
        let paths = path(10, 20) + path(30, 35, 50, from: 0.21, finger: 1) + path(40, from: 0.32, finger: 2)
        stage.play(paths.sorted { $0.time < $1.time })
        #expect(stage.decisions.contains("waiting waits for again, last"))
        #expect(stage.words == ["again ended", "waiting ended"])
    }
}
