// Does a chain of requirements let through what was done, and nothing else?

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct RequirementChainTests {
    private func taps(_ count: Int) -> [FingerStep] {
        (0..<count).flatMap { [.down(0, 0, 0, at: Double($0) * 0.2), .up(at: Double($0) * 0.2 + 0.1)] }
    }

    @Test("Single waits for double, double for triple: so many taps are just that", arguments: 1...3)
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
            #expect(stage.play(taps(count), rest: 2).words == ["\(count) ended"])
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
        #expect(Stage(recognizers).play(taps(1), rest: 1).words == ["0 ended"])
    }
}
