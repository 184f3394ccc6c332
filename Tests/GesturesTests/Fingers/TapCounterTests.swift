// Tests of touches' tap counts.

import Gestures
import Testing
import Touch
import TouchTesting

/// The tap counts of the touches in the order in which they landed.
private func counts(_ steps: [FingerStep]) -> [Int] {
    let probe = Probe()
    var counts: [Int] = []
    probe.onBegan = { counts += $0.touches.map(\.tapCount) }
    Stage(probe).play(steps)
    return counts
}

/// Taps of 50 ms that begin at these times, at these places.
private func taps(_ taps: [(time: Double, x: Double)]) -> [FingerStep] {
    taps.flatMap { [.down(0, $0.x, 0, at: $0.time), .up(at: $0.time + 0.05)] }
}

@Suite struct TapCounterTests {
    @Test(
        "Taps within 0.35 s and 45 pt of the last one are counted up, as by the tap recognizer; others start over",
        arguments: [
            ([(0, 0), (0.2, 10), (0.4, 0), (0.6, 5)], [1, 2, 3, 4]),
            ([(0, 0), (0.399_999, 0), (0.799_999, 0)], [1, 2, 1]), ([(0, 0), (0.2, 45), (0.4, 91)], [1, 2, 1]),
        ] as [([(time: Double, x: Double)], [Int])])
    func counting(series: [(time: Double, x: Double)], expected: [Int]) { #expect(counts(taps(series)) == expected) }

    @Test("Two fingers that tap twice are each at their second tap, and a finger that lifts elsewhere is not")
    func several() {
        let steps: [FingerStep] = [
            .down(0, 0, 0, at: 0), .down(1, 200, 0, at: 0), .down(2, 900, 0, at: 0), .up(0, at: 0.05),
            .up(1, at: 0.06), .move(2, 999, 0, at: 0.07), .up(2, at: 0.08), .down(0, 5, 0, at: 0.2),
            .down(1, 205, 0, at: 0.2), .up(0, at: 0.25), .up(1, at: 0.25),
        ]
        #expect(counts(steps) == [1, 1, 1, 2, 2])
    }

    @Test("A finger that stays for more than 0.75 s, or strays, is not counted as a tap")
    func noTap() {
        #expect(counts([.down(0, 0, 0, at: 0), .up(at: 0.76), .down(0, 0, 0, at: 0.9)]) == [1, 1])
        #expect(counts(path(46) + [.down(0, 46, 0, at: 0.3)]) == [1, 1])
    }
}
