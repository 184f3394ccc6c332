// Tests of the change of a gesture: from its beginning, and of values that are no numbers.

import Testing

@testable import GestureWire

struct MeasurementChangeTests {
    @Test("at the beginning a delta is relative to translation 0, scale 1 and rotation 0")
    func identity() {
        let point = WirePoint(x: 3, y: 4)
        let measurements: [Measurement] = [
            .pan(translation: point, velocity: .zero, projection: nil),
            .screenEdgePan(edge: .top, translation: point, velocity: .zero, projection: nil),
            .pinch(scale: 1.5, velocity: 0), .rotation(rotation: -0.5, velocity: 0),
            .transform(translation: point, velocity: .zero, projection: nil, scale: 1.5, rotation: -0.5),
        ]
        #expect(
            measurements.map { $0.change(since: .none) } == [
                .translation(point), .translation(point), .scale(1.5), .rotation(-0.5),
                .transform(translation: point, scale: 1.5, rotation: -0.5),
            ])
    }

    @Test("the change of a value that is not a number is a number")
    func hostileNumbers() {
        let odd = Measurement.transform(
            translation: WirePoint(x: .nan, y: .infinity), velocity: .zero, projection: nil, scale: .nan,
            rotation: -.infinity)
        #expect(odd.change(since: .none) == .transform(translation: .zero, scale: 0, rotation: 0))
        #expect(odd.change(since: odd) == .transform(translation: .zero, scale: 1, rotation: 0))
    }
}
