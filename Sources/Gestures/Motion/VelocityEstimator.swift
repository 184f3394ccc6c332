// Velocity estimate: a mean of the last steps' slopes, limited by the newest movement.

public import Touch

/// Averages the slopes of the last 40 ms, in which newer movement has more weight.
///
/// What it guarantees, for each axis:
/// - The velocity is between zero and the slope of the last step, or of the steps of the last 7.5 ms on a faster panel,
///   where a step is often nothing or one unit: it never points against the movement.
/// - Uniform movement has exactly its speed.
/// - Steps back count twice, so that a finger that trembles in place has hardly any velocity.
/// - A finger that has not moved for 40 ms, or for one and a half intervals of a slower panel, has none.
///
/// The interval of the panel is the median of the last three times between samples, so that a single pause between
/// them does not count. Values are of any unit; velocity is that unit per second. Adding a sample allocates nothing.
public struct VelocityEstimator {
    private struct Sample {
        var time = Timestamp.zero
        var value = Vector.zero
    }

    private var samples = [Sample](repeating: Sample(), count: Thresholds.velocitySamples)
    private var count = 0
    private var newest = 0
    /// The seconds between the last samples, the newest first.
    private var steps = (0.0, 0.0, 0.0)

    /// An estimator that knows nothing yet.
    public init() {}

    /// Forgets all samples.
    public mutating func reset() {
        count = 0
    }

    /// Takes a sample; one of the same time, or of an earlier one, replaces the value of the last.
    public mutating func add(_ value: Vector, at time: Timestamp) {
        let step = time.seconds(since: samples[newest].time)
        if count > 0, step <= 0 {
            samples[newest].value = value
            return
        }
        steps = (step, steps.0, steps.1)
        newest = newest + 1 == samples.count ? 0 : newest + 1
        samples[newest] = Sample(time: time, value: value)
        count = min(count + 1, samples.count)
    }

    /// Returns the velocity at `time`: zero when the finger has rested since the last sample, or there are fewer than
    /// two.
    public func velocity(at time: Timestamp) -> Vector {
        guard count > 1 else { return .zero }
        let window = max(Thresholds.velocityWindow, Thresholds.velocityIntervals * interval)
        guard time.seconds(since: samples[newest].time) <= window else { return .zero }
        var (way, length, last) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
        var lastSeconds = 0.0
        // The weight of all that is older than `age`: the rest of the window, cubed.
        var (age, weight) = (0.0, 1.0)
        let share = 1 / window
        samples.withUnsafeBufferPointer { samples in
            var newer = samples[newest]
            var index = newest
            for _ in 1..<count {
                index = index == 0 ? samples.count - 1 : index - 1
                let older = samples[index]
                let seconds = newer.time.seconds(since: older.time)
                let step = SIMD2(newer.value.x - older.value.x, newer.value.y - older.value.y)
                let slope = step * (1 / seconds)
                if age < Thresholds.velocityStep {
                    last += step
                    lastSeconds += seconds
                }
                age += seconds
                let rest = max(1 - age * share, 0)
                let remaining = rest * rest * rest
                let part = slope * (weight - remaining)
                way += part
                length += pointwiseMax(part, -part)
                weight = remaining
                if weight == 0 { break }
                newer = older
            }
        }
        last *= 1 / lastSeconds
        let back = (length - pointwiseMax(way, -way)) / 2
        let mean = (pointwiseMax(way - back, .zero) + pointwiseMin(way + back, .zero)) / (1 - weight)
        let velocity = pointwiseMax(pointwiseMin(mean, pointwiseMax(last, .zero)), pointwiseMin(last, .zero))
        return Vector(x: velocity.x, y: velocity.y)
    }

    /// The seconds between two reports of the panel: the median of the last three steps, the shorter one of two.
    private var interval: Double {
        let (shorter, longer) = (min(steps.0, steps.1), max(steps.0, steps.1))
        let median = count > 3 ? max(shorter, min(longer, steps.2)) : count > 2 ? shorter : steps.0
        return min(median, Thresholds.velocityLongestInterval)
    }
}
