// Prediction of where a finger will be in a few milliseconds.

public import Touch

/// Predicts the place of a finger from its last samples, for what is drawn under it.
///
/// Least squares fit a parabola to the last 80 ms, in which newer samples have more weight. The finger is expected to go
/// on with its slope, and with 0.7 of its curvature, but
/// - no farther than at the speed of its last step, the linear extrapolation; less, if each of the last two steps had at
///   most 0.8 of the speed of the one before: it goes on braking so,
/// - at most 45 degrees off its last step,
/// - by half of that after a single step, as contacts jump while they settle.
///
/// `PredictionTests` measures it on recordings, by which these numbers were chosen. Adding a sample allocates nothing.
public struct PlacePredictor: Sendable {
    private struct Sample {
        var time = Timestamp.zero
        var place = Point.zero
    }

    private static let window = 0.08
    private static let curvature = 0.7
    private static let braking = 0.8

    private var samples = [Sample](repeating: Sample(), count: Thresholds.velocitySamples)
    private var count = 0
    private var newest = 0

    /// A predictor that knows nothing yet.
    public init() {}

    /// Forgets all samples.
    public mutating func reset() { count = 0 }

    /// Takes a sample; one of the same time, or of an earlier one, replaces the place of the last.
    public mutating func add(_ place: Point, at time: Timestamp) {
        if count > 0, time <= samples[newest].time {
            samples[newest].place = place
            return
        }
        newest = newest + 1 == samples.count ? 0 : newest + 1
        samples[newest] = Sample(time: time, place: place)
        count = min(count + 1, samples.count)
    }

    /// Returns the place `seconds` after the last sample; nil if there is none.
    public func place(after seconds: Double) -> Point? {
        count > 0 ? samples[newest].place + way(in: seconds) : nil
    }

    private func way(in seconds: Double) -> Vector {
        guard count > 1 else { return .zero }
        let (step, duration) = self.step(newest)
        let linear = step * (seconds / duration)
        guard linear.length > 0, linear.length.isFinite else { return .zero }
        if count == 2 { return linear * 0.5 }
        let length = linear.length * brake(steps: seconds / duration)
        guard let (slope, curve) = fit() else { return linear }
        let fitted = slope * seconds + curve * (Self.curvature * seconds * seconds / 2)
        let ahead = linear * (1 / linear.length)
        let forward = min(max(fitted.x * ahead.x + fitted.y * ahead.y, 0), length)
        let sideways = min(max(fitted.y * ahead.x - fitted.x * ahead.y, -forward), forward)
        let way = Vector(
            x: ahead.x * forward - ahead.y * sideways, y: ahead.y * forward + ahead.x * sideways)
        return way * min(length / max(way.length, .leastNonzeroMagnitude), 1)
    }

    /// The step to a sample, and its seconds.
    private func step(_ position: Int) -> (way: Vector, duration: Double) {
        let (end, start) = (samples[position], samples[index(before: position)])
        return (end.place - start.place, end.time.seconds(since: start.time))
    }

    /// The part that a braking finger goes of what it would at an even speed, in a time of so many steps.
    private func brake(steps: Double) -> Double {
        guard count > 3 else { return 1 }
        func speed(_ position: Int) -> Double {
            let (way, duration) = step(position)
            return way.length / duration
        }
        let middle = index(before: newest)
        let (last, before, first) = (speed(newest), speed(middle), speed(index(before: middle)))
        guard before > 0, first > 0 else { return 1 }
        let rate = max(last / before, before / first)
        // Nearly the mean of rate^t from the middle of the last step on, without a logarithm.
        return rate < Self.braking ? (1 + rate) * rate / (2 * rate + steps * (1 - rate)) : 1
    }

    /// The slope and the curvature of the parabola, per second; nil if too few samples are recent.
    private func fit() -> (slope: Vector, curve: Vector)? {
        // Sums of the weights times the powers of the time before the newest sample, in windows, and of the places
        // relative to it.
        var (w0, w1, w2, w3, w4) = (0.0, 0.0, 0.0, 0.0, 0.0)
        var (p0, p1, p2) = (Vector.zero, Vector.zero, Vector.zero)
        var (number, position) = (0, newest)
        while number < count {
            let sample = samples[position]
            let age = samples[newest].time.seconds(since: sample.time) / Self.window
            guard age < 1 else { break }
            let weight = (1 - age) * (1 - age)
            let (time, place) = (-age, sample.place - samples[newest].place)
            let (t1, t2) = (weight * time, weight * time * time)
            w0 += weight
            w1 += t1
            w2 += t2
            w3 += t2 * time
            w4 += t2 * time * time
            p0 += place * weight
            p1 += place * t1
            p2 += place * t2
            number += 1
            position = index(before: position)
        }
        guard number > 2 else { return nil }
        // Cramer's rule; the minors of the symmetric matrix of w0 to w4.
        let (m01, m02) = (w1 * w4 - w2 * w3, w1 * w3 - w2 * w2)
        let determinant = w0 * (w2 * w4 - w3 * w3) - w1 * m01 + w2 * m02
        guard determinant > 1e-12 else { return nil }
        let slope = (p0 * -m01 + p1 * (w0 * w4 - w2 * w2) - p2 * (w0 * w3 - w1 * w2)) * (1 / determinant)
        let square = (p0 * m02 - p1 * (w0 * w3 - w1 * w2) + p2 * (w0 * w2 - w1 * w1)) * (1 / determinant)
        return (slope * (1 / Self.window), square * (2 / (Self.window * Self.window)))
    }

    private func index(before index: Int) -> Int { index == 0 ? samples.count - 1 : index - 1 }
}
