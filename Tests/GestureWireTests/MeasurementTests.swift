// Do the changes of a gesture add up to what it measures?

import Testing

@testable import GestureWire

struct MeasurementTests {
    @Test("the written deltas of a pan add up to the written translation, exactly")
    func panAddsUp() {
        var generator = SplitMix(state: 2)
        var base = Measurement.none
        var thousandths = 0.0
        var position = WirePoint.zero
        for _ in 0..<1000 {
            position.x += Double.random(in: -3...3, using: &generator)
            let next = Measurement.pan(translation: position, velocity: .zero, projection: nil)
            guard case .translation(let delta) = next.change(since: base) else {
                Issue.record("a pan has a delta")
                return
            }
            thousandths += (Decimals.length.rounding(delta.x) * 1000).rounded()
            #expect(thousandths == (Decimals.length.rounding(position.x) * 1000).rounded())
            base = next
        }
    }

    @Test("the deltas of a pinch multiply to its scale")
    func pinchMultiplies() {
        var base = Measurement.none
        var product = 1.0
        for step in 1...100 {
            let next = Measurement.pinch(scale: 1 + Double(step) / 50, velocity: 0)
            if case .scale(let factor) = next.change(since: base) { product *= factor }
            base = next
        }
        #expect(abs(product - 3) < 1e-9)
    }

    @Test("at the beginning a delta counts from translation 0, scale 1 and rotation 0")
    func identity() {
        let pan = Measurement.pan(translation: WirePoint(x: 3, y: 4), velocity: .zero, projection: nil)
        #expect(pan.change(since: .none) == .translation(WirePoint(x: 3, y: 4)))
        #expect(Measurement.pinch(scale: 1.5, velocity: 0).change(since: .none) == .scale(1.5))
        #expect(Measurement.rotation(rotation: -0.5, velocity: 0).change(since: .none) == .rotation(-0.5))
        #expect(Measurement.tap(taps: 1).change(since: .none) == nil)
    }
}
