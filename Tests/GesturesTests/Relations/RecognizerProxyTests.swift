// Tests of recognizers that wait for recognizers of another engine.

import Gestures
import Testing
import Touch
import TouchTesting

/// A situation: every own recognizer requires every configured one to fail.
private struct Situation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let configured: @Sendable () -> [GestureRecognizer]
    let own: @Sendable () -> [GestureRecognizer]
    let steps: [FingerStep]
    /// The expected notifications of own recognizers.
    let expected: [String]

    init(
        _ words: String, _ configured: @escaping @Sendable () -> [GestureRecognizer],
        own: @escaping @Sendable () -> [GestureRecognizer], _ steps: [FingerStep], _ expected: [String]
    ) {
        (testDescription, self.configured, self.own, self.steps) = (words, configured, own, steps)
        self.expected = expected
    }

    /// The notifications of configured and of own recognizers.
    func play(areApart: Bool) -> (configured: [String], own: [String]) {
        let (recognizers, others) = (configured(), own())
        let layers = Layers(recognizers, own: others, areApart: areApart)
        for other in others {
            for recognizer in recognizers {
                if !areApart { other.allowSimultaneousRecognition(with: recognizer) }
                other.require(toFail: layers.proxy(for: recognizer))
            }
        }
        layers.play(steps)
        let all = layers.said.lines + layers.saidAbove.lines
        func lines(of group: [GestureRecognizer]) -> [String] {
            all.filter { line in group.contains { line.contains(" \($0.name) ") } }
        }
        return (lines(of: recognizers), lines(of: others))
    }

    /// The notifications of configured recognizers when they are alone.
    var alone: [String] { Layers(configured()).play(steps).said.lines }
}

private func tap(_ name: String, taps: Int = 1, fingers: Int = 1) -> GestureRecognizer {
    RealisticSet.tap(name, taps: taps, fingers: fingers)
}

private func swipe(_ name: String) -> GestureRecognizer { SwipeGestureRecognizer(name: name) }
private func press(_ name: String) -> GestureRecognizer { LongPressGestureRecognizer(name: name) }
private func pan(_ name: String) -> GestureRecognizer { PanGestureRecognizer(name: name) }
private func pinch(_ name: String) -> GestureRecognizer { PinchGestureRecognizer(name: name) }

/// A single tap that waits for a double tap.
private func singleAndDouble() -> [GestureRecognizer] {
    let (single, double) = (tap("single"), tap("double", taps: 2))
    single.require(toFail: double)
    return [single, double]
}

private func taps(_ times: Double..., x: Double = 100) -> [FingerStep] {
    times.flatMap { [.down(0, x, 100, at: $0), .up(0, at: $0 + 0.05)] }
}

/// A finger that moves right by 10 pt each hundredth of a second.
private func stroke(from start: Double, to end: Double, finger: Int = 0, y: Double = 100)
    -> [FingerStep]
{
    let count = Int(((end - start) * 100).rounded())
    let moves: [FingerStep] = (1..<count).map {
        .move(finger, 100 + 10 * Double($0), y, at: start + Double($0) / 100)
    }
    return [.down(finger, 100, y, at: start)] + moves + [.up(finger, at: end)]
}

/// Two fingers that move apart by 20 pt each hundredth of a second.
private func parting(from start: Double, to end: Double) -> [FingerStep] {
    let (left, right) = (
        stroke(from: start, to: end), stroke(from: start, to: end, finger: 1, y: 200)
    )
    return zip(left, right).flatMap { one, other in
        guard case .move(let place) = one.action else { return [one, other] }
        return [.move(0, 200 - place.x, 100, at: one.time), .move(1, place.x, 200, at: other.time)]
    }
}

private let situations = [
    Situation(
        "a tap after a double tap that failed", { [tap("double", taps: 2)] },
        own: { [tap("tap")] }, taps(0),
        ["0.4 tap ended"]),
    Situation(
        "no tap if a double tap was recognized", { [tap("double", taps: 2)] }, own: { [tap("tap")] },
        taps(0, 0.2), []),
    Situation(
        "a tap and another one elsewhere, each when the double tap has failed",
        { [tap("double", taps: 2)] },
        own: { [tap("tap")] }, taps(0) + taps(0.2, x: 900), ["0.2 tap ended", "0.6 tap ended"]),
    Situation(
        "a double tap after a triple tap", { [tap("triple", taps: 3)] },
        own: { [tap("double", taps: 2)] },
        taps(0, 0.2), ["0.6 double ended"]),
    Situation(
        "no tap if a single tap was recognized that had waited itself", singleAndDouble, own: { [tap("tap")] },
        taps(0), []),
    Situation(
        "of two waiting own taps, the double tap", { [tap("triple", taps: 3)] },
        own: {
            let (single, double) = (tap("one"), tap("two", taps: 2))
            single.require(toFail: double)
            return [single, double]
        }, taps(0, 0.2), ["0.6 two ended"]),
    Situation(
        "a tap as soon as the press has failed", { [press("press")] }, own: { [tap("tap")] },
        taps(0),
        ["0.05 tap ended"]),
    Situation(
        "no tap if a press began", { [press("press")] }, own: { [tap("tap")] },
        [.down(0, 0, 0, at: 0), .up(at: 0.6)], []),
    Situation(
        "a pan as soon as the press has failed", { [press("press")] }, own: { [pan("pan")] },
        stroke(from: 0, to: 0.04),
        ["0.02 pan began", "0.02 pan changed", "0.03 pan changed", "0.04 pan ended"]),
    Situation(
        "no pan while a press continues", { [press("press")] }, own: { [pan("pan")] },
        [.down(0, 0, 0, at: 0), .move(0, 100, 0, at: 0.7), .move(0, 200, 0, at: 0.8), .up(at: 0.9)], []),
    Situation(
        "no pan if a swipe was recognized", { [swipe("swipe")] }, own: { [pan("pan")] },
        stroke(from: 0, to: 0.1), []),
    Situation(
        "a pan if the movement is too slow for a swipe", { [swipe("swipe")] }, own: { [pan("pan")] },
        [.down(0, 0, 0, at: 0), .move(0, 20, 0, at: 0.2), .move(0, 22, 0, at: 0.6), .up(at: 0.7)],
        ["0.500001 pan began", "0.6 pan changed", "0.7 pan ended"]),
    Situation(
        "no swipe while a pan continues", { [pan("pan")] }, own: { [swipe("swipe")] },
        stroke(from: 0, to: 0.2), []),
    Situation(
        "a press if no pan began", { [pan("pan")] }, own: { [press("press")] },
        [.down(0, 0, 0, at: 0), .up(at: 0.8)], ["0.8 press began", "0.8 press ended"]),
    Situation(
        "a pinch that no two-finger tap delays", { [tap("tap", fingers: 2)] },
        own: { [pinch("pinch")] },
        parting(from: 0, to: 0.08),
        [
            "0.05 pinch began", "0.05 pinch changed", "0.06 pinch changed",
            "0.07 pinch changed", "0.08 pinch ended",
        ]),
    Situation(
        "no pinch while a pan continues", { [pan("pan")] }, own: { [pinch("pinch")] },
        [
            .down(0, 100, 100, at: 0), .move(0, 150, 100, at: 0.1), .down(1, 300, 300, at: 0.2),
            .move(1, 400, 400, at: 0.3),
            .up(0, at: 0.4), .up(1, at: 0.5),
        ], []),
    Situation(
        "a tap with another finger after a pan has ended", { [pan("pan")] }, own: { [tap("tap")] },
        stroke(from: 0, to: 0.1) + taps(0.2), ["0.25 tap ended"]),
    Situation(
        "a tap, then a press that nothing delays", { [tap("double", taps: 2)] },
        own: { [tap("tap"), press("press")] },
        taps(0) + [.down(0, 900, 100, at: 0.5), .up(at: 1.5)],
        ["0.4 tap ended", "1.25 press began", "1.5 press ended"]),
]

@Suite struct RecognizerProxyTests {
    @Test(
        "An own recognizer waits until the configured one has failed, and fails when that is recognized",
        arguments: situations)
    fileprivate func waits(situation: Situation) {
        let (apart, together) = (situation.play(areApart: true), situation.play(areApart: false))
        #expect(apart.own == situation.expected)
        #expect(together.own == situation.expected)
        #expect(apart.configured == situation.alone && together.configured == situation.alone)
    }

    @Test("An own recognizer does not wait for fingers that only a configured one wants")
    func landing() {
        let own = RealisticSet.pan("pan", 1, 1)
        let (pinch, double) = (pinch("pinch"), tap("double", taps: 2))
        let layers = Layers([pinch, double], own: [own])
        // The same while there are proxies for them.
        own.require(toFail: layers.proxy(for: double))
        _ = layers.proxy(for: pinch)
        layers.play([.down(0, 0, 0, at: 0), .move(0, 60, 0, at: 0.02), .up(at: 0.1)])
        #expect(layers.saidAbove.lines == ["0.02 pan began", "0.1 pan ended"])
    }

    @Test("Fingers outside the configured one's region delay no other, and its next attempt is separate")
    func regions() {
        let (double, single) = (tap("double", taps: 2), tap("single"))
        let layers = Layers(own: [single])
        let left = Region(name: "left", size: Size(width: 500, height: 1000))
        layers.base.root.addRegion(left)
        left.addGestureRecognizer(double)
        single.require(toFail: layers.proxy(for: double))
        layers.play(taps(0, x: 900) + taps(1, x: 100))
        #expect(layers.saidAbove.lines == ["0.05 single ended", "1.4 single ended"])
    }

    @Test("A finger that stays down elsewhere does not keep others from waiting for the next double tap")
    func restingFinger() {
        let (double, single) = (tap("double", taps: 2), tap("single"))
        let layers = Layers(own: [single])
        let left = Region(name: "left", size: Size(width: 500, height: 1000))
        layers.base.root.addRegion(left)
        left.addGestureRecognizer(double)
        let right = Region(name: "left", size: Size(width: 500, height: 1000))
        layers.own.root.addRegion(right)
        right.addGestureRecognizer(single)
        single.require(toFail: layers.proxy(for: double))
        // The first tap of the left region fails while a finger rests on the right.
        layers.play([.down(7, 900, 100, at: 0)] + taps(0.1) + taps(2, 2.2) + taps(4))
        #expect(layers.said.lines == ["2.25 double ended"])
        #expect(layers.saidAbove.lines == ["0.5 single ended", "4.4 single ended"])
    }

    @Test("A disabled, removed or deallocated recognizer delays no other")
    func gone() {
        for way in 0..<4 {
            var double: GestureRecognizer? = tap("double", taps: 2)
            let single = tap("single")
            let layers = Layers([double].compactMap(\.self), own: [single])
            if let double { single.require(toFail: layers.proxy(for: double)) }
            layers.play([.down(0, 0, 0, at: 0)], rest: 0)
            switch way {
            case 0: double?.isEnabled = false
            case 1: if let double { layers.base.root.removeGestureRecognizer(double) }
            case 2: layers.base.cancelAll(because: "a test says so", at: .seconds(0.01))
            default:
                if let double { layers.base.root.removeGestureRecognizer(double) }
                double = nil
            }
            layers.play([.up(at: 0.1)])
            #expect(layers.saidAbove.lines == ["0.1 single ended"])
        }
    }

    @Test("One whose wait is over when its proxy is updated alone is recognized at that time")
    func updatedAlone() {
        let (double, single) = (tap("double", taps: 2), tap("single"))
        let layers = Layers([double], own: [single])
        single.require(toFail: layers.proxy(for: double))
        layers.play(taps(0), rest: 0.1)
        #expect(layers.saidAbove.lines == [])
        double.isEnabled = false
        layers.proxies[0].mirror()
        #expect(layers.saidAbove.lines == ["0.15 single ended"] && layers.own.nextDeadline == nil)
    }

    @Test("An undecided recognizer delays no other at the end, nor while it is without touches")
    func undecided() {
        let (scripted, single) = (Scripted("never"), tap("single"))
        let layers = Layers([scripted], own: [single])
        single.require(toFail: layers.proxy(for: scripted))
        layers.play(taps(0, 1))
        #expect(layers.saidAbove.lines == ["0.05 single ended", "1.05 single ended"])
    }

    @Test("A waiting recognizer without touches or deadlines delays others")
    func heldWithoutDeadline() {
        let (single, blocker, own) = (
            tap("single"), Scripted("blocker", [:], lift: .failed), tap("own")
        )
        single.require(toFail: blocker)
        single.allowSimultaneousRecognition(with: blocker)
        let layers = Layers([single, blocker], own: [own])
        own.require(toFail: layers.proxy(for: single))
        own.delegate = witness
        witness.receivesTouch = { _, touch in touch.id == 1 }
        single.delegate = witness
        layers.play([.down(0, 0, 0, at: 0), .down(1, 50, 50, at: 0.01), .up(0, at: 0.1)])
        #expect(layers.said.lines == [] && layers.saidAbove.lines == [])
        layers.play([.up(1, at: 2)])
        #expect(layers.said.lines == ["2.0 single ended"] && layers.saidAbove.lines == [])
    }
    private let witness = Witness()

    @Test("A proxy made during a gesture mirrors that gesture")
    func midGesture() {
        let (pan, tap) = (pan("pan"), tap("tap"))
        let layers = Layers([pan], own: [tap])
        layers.play([.down(0, 0, 0, at: 0), .move(0, 30, 0, at: 0.1)], rest: 0)
        tap.require(toFail: layers.proxy(for: pan))
        // This finger belongs to the pan.
        layers.play([.down(1, 100, 100, at: 0.2), .up(1, at: 0.3), .up(0, at: 0.4)] + taps(1))
        #expect(layers.saidAbove.lines == ["1.05 tap ended"])
    }

    @Test("A proxy has no more deadlines than its originals, prevents no recognizer, and takes no touch from regions")
    func costs() {
        let (double, single) = (tap("double", taps: 2), tap("single"))
        let layers = Layers([double], own: [single])
        single.require(toFail: layers.proxy(for: double))
        let proxy = layers.proxies[0]
        #expect(
            !proxy.canPrevent(single) && !proxy.canBePrevented(by: single)
                && !proxy.cancelsTouchesInView)
        layers.play(taps(0), rest: 0.1)
        #expect(layers.own.nextDeadline == layers.base.nextDeadline && layers.own.nextDeadline != nil)
        layers.wait(until: 2)
        #expect(layers.own.nextDeadline == nil && layers.base.nextDeadline == nil)
    }
}
