// Tests that changes of a gesture add up to its measurement.

import Testing

@testable import GestureWire

/// A length in thousandths and an angle in millionths, as a reader of the line adds them up.
private func units(_ value: Double, _ decimals: Decimals) -> Double {
    (decimals.rounding(value) * decimals.unit).rounded()
}

struct MeasurementChangeTests {
    @Test(
        "the written deltas of all dragging gestures add up to the written translation, exactly",
        arguments: [
            { .pan(translation: $0, velocity: .zero, projection: nil) },
            { .screenEdgePan(edge: .left, translation: $0, velocity: .zero, projection: nil) },
            { .transform(translation: $0, velocity: .zero, projection: nil, scale: 1, rotation: 0) },
        ] as [@Sendable (WirePoint) -> Measurement])
    func translationAddsUp(measurement: @Sendable (WirePoint) -> Measurement) {
        var generator = SplitMix(state: 2)
        var base = Measurement.none
        var thousandths = (x: 0.0, y: 0.0)
        var position = WirePoint.zero
        for _ in 0..<1000 {
            position.x += Double.random(in: -3...3, using: &generator)
            position.y += Double.random(in: -3...3, using: &generator)
            let next = measurement(position)
            let delta: WirePoint
            switch next.change(since: base) {
            case .translation(let difference), .transform(let difference, _, _): delta = difference
            case .scale, .rotation, nil:
                Issue.record("it has a delta")
                return
            }
            thousandths.x += units(delta.x, .length)
            thousandths.y += units(delta.y, .length)
            #expect(thousandths == (units(position.x, .length), units(position.y, .length)))
            base = next
        }
    }

    @Test(
        "the written deltas of a rotation add up to the written rotation, exactly",
        arguments: [
            { .rotation(rotation: $0, velocity: 0) },
            { .transform(translation: .zero, velocity: .zero, projection: nil, scale: 1, rotation: $0) },
        ] as [@Sendable (Double) -> Measurement])
    func rotationAddsUp(measurement: @Sendable (Double) -> Measurement) {
        var generator = SplitMix(state: 3)
        var base = Measurement.none
        var (millionths, angle) = (0.0, 0.0)
        for _ in 0..<1000 {
            angle += Double.random(in: -0.3...0.3, using: &generator)
            let next = measurement(angle)
            switch next.change(since: base) {
            case .rotation(let difference), .transform(_, _, let difference): millionths += units(difference, .ratio)
            case .translation, .scale, nil: Issue.record("it has a delta")
            }
            #expect(millionths == units(angle, .ratio))
            base = next
        }
    }

    @Test(
        "the deltas of a scale multiply to the scale",
        arguments: [
            { .pinch(scale: $0, velocity: 0) },
            { .transform(translation: .zero, velocity: .zero, projection: nil, scale: $0, rotation: 0) },
        ] as [@Sendable (Double) -> Measurement])
    func scaleMultiplies(measurement: @Sendable (Double) -> Measurement) {
        var base = Measurement.none
        var product = 1.0
        for step in 1...100 {
            let next = measurement(1 + Double(step) / 50)
            switch next.change(since: base) {
            case .scale(let factor), .transform(_, let factor, _): product *= factor
            case .translation, .rotation, nil: Issue.record("it has a delta")
            }
            base = next
        }
        #expect(abs(product - 3) < 1e-9)
    }

    @Test("at the beginning a delta is relative to translation 0, scale 1 and rotation 0")
    func identity() {
        let point = WirePoint(x: 3, y: 4)
        let pan = Measurement.pan(translation: point, velocity: .zero, projection: nil)
        #expect(pan.change(since: .none) == .translation(point))
        let edgePan = Measurement.screenEdgePan(edge: .top, translation: point, velocity: .zero, projection: nil)
        #expect(edgePan.change(since: .none) == .translation(point))
        #expect(Measurement.pinch(scale: 1.5, velocity: 0).change(since: .none) == .scale(1.5))
        #expect(Measurement.rotation(rotation: -0.5, velocity: 0).change(since: .none) == .rotation(-0.5))
        let transform = Measurement.transform(
            translation: point, velocity: .zero, projection: nil, scale: 1.5, rotation: -0.5)
        #expect(transform.change(since: .none) == .transform(translation: point, scale: 1.5, rotation: -0.5))
    }

    @Test("the change of a value that is not a number is a number")
    func hostileNumbers() {
        let odd = Measurement.transform(
            translation: WirePoint(x: .nan, y: .infinity), velocity: .zero, projection: nil, scale: .nan,
            rotation: -.infinity)
        #expect(odd.change(since: .none) == .transform(translation: .zero, scale: 0, rotation: 0))
        #expect(odd.change(since: odd) == .transform(translation: .zero, scale: 1, rotation: 0))
    }

    @Test(
        "types without movement have no delta",
        arguments: [
            .tap(taps: 1), .longPress(duration: 1), .swipe(direction: .up, velocity: .zero),
            .stroke(name: "circle", score: 1), .custom(CustomMembers([.init("count", .count(3))])), .none,
        ] as [Measurement])
    func others(measurement: Measurement) {
        #expect(measurement.change(since: .none) == nil)
        #expect(measurement.change(since: measurement) == nil)
    }
}
