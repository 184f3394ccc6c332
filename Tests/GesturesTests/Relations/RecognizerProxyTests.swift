// Tests of recognizers that wait for recognizers of another engine.

import Gestures
import Testing
import Touch
import TouchTesting

private func tap(_ name: String, taps: Int = 1) -> TapGestureRecognizer { RealisticSet.tap(name, taps: taps) }

/// The recognizers of these names; "single" requires "double" to fail if there are both, likewise "one" and "two".
private func recognizers(_ names: String) -> [GestureRecognizer] {
    let all = names.split(separator: " ").map { name -> GestureRecognizer in
        let name = String(name)
        return switch name {
        case "double", "two": tap(name, taps: 2)
        case "triple": tap(name, taps: 3)
        case "fingers": RealisticSet.tap(name, fingers: 2)
        case "swipe": SwipeGestureRecognizer(name: name)
        case "press": LongPressGestureRecognizer(name: name)
        case "pan": PanGestureRecognizer(name: name)
        case "pinch": PinchGestureRecognizer(name: name)
        default: tap(name)
        }
    }
    if ["single double", "one two"].contains(names) { all[0].require(toFail: all[1]) }
    return all
}

private func taps(_ times: Double..., x: Double = 100) -> [FingerStep] {
    times.flatMap { [.down(0, x, 100, at: $0), .up(0, at: $0 + 0.05)] }
}

/// A finger that moves right by 10 pt each hundredth of a second.
private func stroke(to end: Double, finger: Int = 0, y: Double = 100) -> [FingerStep] {
    let moves: [FingerStep] = (1..<Int((end * 100).rounded())).map {
        .move(finger, 100 + 10 * Double($0), y, at: Double($0) / 100)
    }
    return [.down(finger, 100, y, at: 0)] + moves + [.up(finger, at: end)]
}

/// Two fingers that move apart by 20 pt each hundredth of a second.
private func parting(to end: Double) -> [FingerStep] {
    zip(stroke(to: end), stroke(to: end, finger: 1, y: 200)).flatMap { one, other in
        guard case .move(let place) = one.action else { return [one, other] }
        return [.move(0, 200 - place.x, 100, at: one.time), .move(1, place.x, 200, at: other.time)]
    }
}

/// A situation: every own recognizer requires every configured one to fail.
private struct Situation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let configured: String
    let own: String
    let steps: [FingerStep]
    /// The expected notifications of own recognizers.
    let expected: [String]

    init(_ words: String, _ configured: String, own: String, _ steps: [FingerStep], _ expected: String...) {
        (testDescription, self.configured, self.own, self.steps) = (words, configured, own, steps)
        self.expected = expected
    }

    /// The notifications of configured and of own recognizers.
    func play(areApart: Bool) -> (configured: [String], own: [String]) {
        let (configured, own) = (recognizers(self.configured), recognizers(self.own))
        let layers = Layers(configured, own: own, areApart: areApart)
        for other in own {
            for recognizer in configured {
                if !areApart { other.allowSimultaneousRecognition(with: recognizer) }
                other.require(toFail: layers.proxy(for: recognizer))
            }
        }
        layers.play(steps)
        let all = layers.said.lines + layers.saidAbove.lines
        func lines(of group: [GestureRecognizer]) -> [String] {
            all.filter { line in group.contains { line.contains(" \($0.name) ") } }
        }
        return (lines(of: configured), lines(of: own))
    }

    /// The notifications of configured recognizers when they are alone.
    var alone: [String] { Layers(recognizers(configured)).play(steps).said.lines }
}

private let situations = [
    Situation("a tap after a double tap that failed", "double", own: "tap", taps(0), "0.4 tap ended"),
    Situation("no tap if a double tap was recognized", "double", own: "tap", taps(0, 0.2)),
    Situation(
        "a tap and another one elsewhere, each when the double tap has failed", "double", own: "tap",
        taps(0) + taps(0.2, x: 900), "0.2 tap ended", "0.6 tap ended"),
    Situation("a double tap after a triple tap", "triple", own: "double", taps(0, 0.2), "0.6 double ended"),
    Situation(
        "no tap if a single tap was recognized that had waited itself", "single double", own: "tap", taps(0)),
    Situation("of two waiting own taps, the double tap", "triple", own: "one two", taps(0, 0.2), "0.6 two ended"),
    Situation("a tap as soon as the press has failed", "press", own: "tap", taps(0), "0.05 tap ended"),
    Situation("no tap if a press began", "press", own: "tap", [.down(0, 0, 0, at: 0), .up(at: 0.6)]),
    Situation(
        "a pan as soon as the press has failed", "press", own: "pan", stroke(to: 0.04), "0.02 pan began",
        "0.02 pan changed", "0.03 pan changed", "0.04 pan ended"),
    Situation(
        "no pan while a press continues", "press", own: "pan",
        [.down(0, 0, 0, at: 0), .move(0, 100, 0, at: 0.7), .move(0, 200, 0, at: 0.8), .up(at: 0.9)]),
    Situation("no pan if a swipe was recognized", "swipe", own: "pan", stroke(to: 0.1)),
    Situation(
        "a pan if the movement is too slow for a swipe", "swipe", own: "pan",
        [.down(0, 0, 0, at: 0), .move(0, 20, 0, at: 0.2), .move(0, 22, 0, at: 0.6), .up(at: 0.7)],
        "0.500001 pan began", "0.6 pan changed", "0.7 pan ended"),
    Situation("no swipe while a pan continues", "pan", own: "swipe", stroke(to: 0.2)),
    Situation(
        "a press if no pan began", "pan", own: "press", [.down(0, 0, 0, at: 0), .up(at: 0.8)], "0.8 press began",
        "0.8 press ended"),
    Situation(
        "a pinch that no two-finger tap delays", "fingers", own: "pinch", parting(to: 0.08), "0.05 pinch began",
        "0.05 pinch changed", "0.06 pinch changed", "0.07 pinch changed", "0.08 pinch ended"),
    Situation(
        "no pinch while a pan continues", "pan", own: "pinch",
        [
            .down(0, 100, 100, at: 0), .move(0, 150, 100, at: 0.1), .down(1, 300, 300, at: 0.2),
            .move(1, 400, 400, at: 0.3), .up(0, at: 0.4), .up(1, at: 0.5),
        ]),
    Situation(
        "a tap with another finger after a pan has ended", "pan", own: "tap", stroke(to: 0.1) + taps(0.2),
        "0.25 tap ended"),
    Situation(
        "a tap, then a press that nothing delays", "double", own: "tap press",
        taps(0) + [.down(0, 900, 100, at: 0.5), .up(at: 1.5)], "0.4 tap ended", "1.25 press began", "1.5 press ended"),
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
        let (pinch, double) = (PinchGestureRecognizer(name: "pinch"), tap("double", taps: 2))
        let layers = Layers([pinch, double], own: [own])
        // The same while there are proxies for them.
        own.require(toFail: layers.proxy(for: double))
        _ = layers.proxy(for: pinch)
        layers.play([.down(0, 0, 0, at: 0), .move(0, 60, 0, at: 0.02), .up(at: 0.1)])
        #expect(layers.saidAbove.lines == ["0.02 pan began", "0.1 pan ended"])
    }

    @Test("A finger that stays down elsewhere does not keep others from waiting for the next double tap")
    func restingFinger() {
        let (double, single) = (tap("double", taps: 2), tap("single"))
        let layers = Layers(own: [single])
        layers.base.addLeftPart().addGestureRecognizer(double)
        layers.own.addLeftPart().addGestureRecognizer(single)
        single.require(toFail: layers.proxy(for: double))
        // The first tap of the left region fails while a finger rests on the right.
        layers.play([.down(7, 900, 100, at: 0)] + taps(0.1) + taps(2, 2.2) + taps(4))
        #expect(layers.said.lines == ["2.25 double ended"])
        #expect(layers.saidAbove.lines == ["0.5 single ended", "4.4 single ended"])
    }

    @Test("A disabled, removed, cancelled or deallocated recognizer delays no other", arguments: 0..<4)
    func gone(way: Int) {
        var double: GestureRecognizer? = tap("double", taps: 2)
        let single = tap("single")
        let layers = Layers([double].compactMap(\.self), own: [single])
        if let double { single.require(toFail: layers.proxy(for: double)) }
        layers.play([.down(0, 0, 0, at: 0)], rest: 0)
        if way == 0 { double?.isEnabled = false }
        if way == 1 || way == 3, let double { layers.base.root.removeGestureRecognizer(double) }
        if way == 2 { layers.base.cancelAll(because: "a test says so", at: .seconds(0.01)) }
        if way == 3 { double = nil }
        layers.play([.up(at: 0.1)])
        #expect(layers.saidAbove.lines == ["0.1 single ended"])
    }

    @Test("A proxy made during a gesture mirrors that gesture")
    func midGesture() {
        let (pan, tap) = (PanGestureRecognizer(name: "pan"), tap("tap"))
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
        #expect(!proxy.canPrevent(single) && !proxy.canBePrevented(by: single) && !proxy.cancelsTouchesInView)
        layers.play(taps(0), rest: 0.1)
        #expect(layers.own.nextDeadline == layers.base.nextDeadline && layers.own.nextDeadline != nil)
        layers.wait(until: 2)
        #expect(layers.own.nextDeadline == nil && layers.base.nextDeadline == nil)
    }

    @Test(
        "A failure releases in its event, also when another required configured recognizer is recognized with it",
        arguments: [true, false])
    func besideRecognized(areApart: Bool) {
        let waiting = with(PanGestureRecognizer(name: "waiting")) { $0.hysteresis = 0 }
        let (late, both) = (PanGestureRecognizer(name: "late"), PinchGestureRecognizer(name: "both"))
        let configured = recognizers("press pan")
        let own: [GestureRecognizer] = [waiting, late, both]
        let layers = Layers(configured, own: own, areApart: areApart)
        if !areApart {
            for recognizer in own {
                for other in configured { recognizer.allowSimultaneousRecognition(with: other) }
            }
        }
        waiting.require(toFail: layers.proxy(for: configured[0]))
        both.require(toFail: layers.proxy(for: configured[0]))
        both.require(toFail: layers.proxy(for: configured[1]))
        layers.play([
            .down(0, 100, 100, at: 0), .move(0, 105, 100, at: 0.02), .move(0, 115, 100, at: 0.04), .up(at: 0.1),
        ])
        let lines = (layers.said.lines + layers.saidAbove.lines).filter { $0.hasSuffix("began") }
        #expect(Set(lines) == ["0.04 pan began", "0.04 waiting began"])
    }
}
