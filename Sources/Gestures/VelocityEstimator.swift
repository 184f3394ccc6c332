// How fast is it going? A parabola through the last samples, least squares.

public import Touch

/// Fits a second-degree polynomial to the samples of the last 100 ms and gives its slope at the newest (Android's
/// "lsq2"; two samples give the straight slope, one gives none).
///
/// Values are of any unit; velocity is that unit per second. Adding a sample allocates nothing.
public struct VelocityEstimator {
    private struct Sample {
        var time = Timestamp.zero
        var value = Vector.zero
    }

    private var samples = [Sample](repeating: Sample(), count: Thresholds.velocitySamples)
    private var count = 0
    private var newest = 0

    /// An estimator that knows nothing yet.
    public init() {}

    /// Forgets all samples.
    public mutating func reset() {
        count = 0
    }

    /// Takes a sample.
    ///
    /// One of the same time replaces the last. After a pause only the last sample is kept: what was before the finger
    /// stood still says nothing about now.
    public mutating func add(_ value: Vector, at time: Timestamp) {
        if count > 0 {
            let pause = time.seconds(since: samples[newest].time)
            if pause <= 0 {
                samples[newest].value = value
                return
            }
            if pause > Thresholds.velocityPause { count = 1 }
        }
        newest = (newest + 1) % samples.count
        samples[newest] = Sample(time: time, value: value)
        count = min(count + 1, samples.count)
    }

    /// The velocity at `time`: zero when the last sample is more than 40 ms older, or there are fewer than two.
    public func velocity(at time: Timestamp) -> Vector {
        guard count > 1, time.seconds(since: samples[newest].time) <= Thresholds.velocityPause else { return .zero }
        // Sums over t and value relative to the newest sample, which keeps them small and the fit well conditioned.
        let origin = samples[newest]
        var (n, t1, t2, t3, t4) = (0.0, 0.0, 0.0, 0.0, 0.0)
        var (v, tv, t2v) = (Vector.zero, Vector.zero, Vector.zero)
        var index = newest
        for age in 0..<count {
            let sample = samples[index]
            index = index == 0 ? samples.count - 1 : index - 1
            let t = sample.time.seconds(since: origin.time)
            // The pair of the two newest samples always counts, however far apart a pause has put them.
            guard age < 2 || -t <= Thresholds.velocityWindow else { break }
            let value = sample.value - origin.value
            let tt = t * t
            n += 1
            t1 += t
            t2 += tt
            t3 += tt * t
            t4 += tt * tt
            v += value
            tv += value * t
            t2v += value * tt
        }
        // Normal equations about the mean; with two samples, or three that lie badly, a straight line.
        let (s11, s12, s22) = (t2 - t1 * t1 / n, t3 - t1 * t2 / n, t4 - t2 * t2 / n)
        let (r1, r2) = (tv - v * (t1 / n), t2v - v * (t2 / n))
        let determinant = s11 * s22 - s12 * s12
        if n > 2, determinant > 1e-9 * s11 * s22 {
            return (r1 * s22 - r2 * s12) * (1 / determinant)
        }
        return s11 > 0 ? r1 * (1 / s11) : .zero
    }
}
