// Tests of momentum against UIKit's deceleration.

import Gestures
import Testing
import Touch
import TouchTesting

private func right(_ speed: Double, _ deceleration: Deceleration = .normal) -> Momentum {
    Momentum(
        from: Point(x: 100, y: 50), velocity: Vector(x: speed, y: 0), at: .seconds(5), deceleration: deceleration)
}

@Suite struct MomentumTests {
    @Test(
        "A velocity is projected to within 2.5 points of UIKit's place of rest, which would differ without its stop",
        arguments: [(1500, 744.3), (4875, 2430.0)])
    func measured(speed: Double, distance: Double) {
        #expect((Momentum.distance(from: Vector(x: speed, y: 0)).x - distance).magnitude < 2.5)
        #expect((Deceleration.normal.rate / (1 - Deceleration.normal.rate) / 1000 * speed - distance).magnitude > 2.5)
    }

    @Test("Target and projection are (v − 10) · 0.499", arguments: [10.001, 11, 100, 1500, 4875, 8000])
    func law(speed: Double) {
        #expect((right(speed).target.x - 100 - (speed - 10) * 0.499).magnitude < 1e-9)
        #expect((Momentum.distance(from: Vector(x: 0, y: -speed)).y + (speed - 10) * 0.499).magnitude < 1e-9)
    }

    @Test("x(t) = x₀ + v₀ · 0.499 · (1 − 0.998^(1000 t)), millisecond by millisecond", arguments: [1500.0, 4875])
    func closedForm(speed: Double) {
        let momentum = right(speed)
        var share = 1.0
        for millisecond in 0..<2000 {
            let time = Timestamp.seconds(5 + Double(millisecond) / 1000)
            #expect((momentum.position(at: time).x - 100 - speed * 0.499 * (1 - share)).magnitude < 1e-8)
            #expect((momentum.velocity(at: time).x - speed * share).magnitude < 1e-8)
            share *= 0.998
        }
    }

    @Test("It ends when it is slower than 10 pt/s, at its target, and stays there")
    func end() {
        for deceleration in [Deceleration.normal, .fast] {
            let momentum = right(1500, deceleration)
            let end = 5 + momentum.duration
            #expect(momentum.velocity(at: .seconds(end - 0.001)).x > 10)
            #expect(momentum.velocity(at: .seconds(end - 0.001)).x < 10.2)
            #expect(!momentum.isOver(at: .seconds(end - 0.001)) && momentum.isOver(at: .seconds(end + 0.001)))
            for time in [end + 0.001, end + 1, 1e12] {
                #expect(momentum.velocity(at: .seconds(time)) == .zero)
                #expect(momentum.position(at: .seconds(time)) == momentum.target)
            }
        }
        // ln(10/1500) / ln 0.998 milliseconds.
        #expect((right(1500).duration - 2.502_811_5).magnitude < 1e-6)
    }

    @Test("A velocity up to 10 pt/s stays in place", arguments: [0, 1, -9.99, 10])
    func slow(speed: Double) {
        let momentum = right(speed)
        #expect(momentum.duration == 0 && momentum.isOver(at: .seconds(5)))
        #expect(Momentum.distance(from: momentum.startVelocity) == .zero)
        #expect(momentum.target == momentum.start && momentum.position(at: .seconds(9)) == momentum.start)
    }

    @Test("Velocities, times and rates without sense give finite numbers, and momentum that ends")
    func hostile() {
        for value in [Double.nan, .infinity, -.infinity, 1e300, .greatestFiniteMagnitude] {
            let momentum = Momentum(from: .zero, velocity: Vector(x: value, y: 1), at: .zero)
            #expect(momentum.duration == 0 && momentum.target == .zero && momentum.velocity(at: .zero) == .zero)
            #expect(Momentum.distance(from: Vector(x: value, y: 1)) == .zero)
        }
        for rate in [Double.nan, .infinity, -.infinity, 0, 1, 2, -1, .leastNonzeroMagnitude] {
            let momentum = right(8000, Deceleration(rate: rate))
            #expect(momentum.duration > 0 && momentum.duration < 100)
            #expect(momentum.target.x > 100 && momentum.target.x < 1e5)
            #expect(momentum.position(at: Timestamp(microseconds: .max)).x.isFinite)
        }
        let ends = Momentum(from: .zero, velocity: Vector(x: 99, y: 0), at: Timestamp(microseconds: .min))
        #expect(ends.isOver(at: Timestamp(microseconds: .max)))
        #expect(Deceleration(rate: 0.998) == .normal && Deceleration(rate: 0.99) == .fast)
    }
}
