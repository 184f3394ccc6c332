// Velocity estimate: a least-squares parabola through the last samples.

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
        // Sums over t and value relative to the newest sample, which keeps them small and the fit well conditioned. Two at
        // once: x and y, the powers of t.
        let origin = samples[newest]
        let originValue = SIMD2(origin.value.x, origin.value.y)
        var n = 0.0
        var (low, high) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
        var (v, tv, t2v) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
        samples.withUnsafeBufferPointer { samples in
            var index = newest
            for age in 0..<count {
                let sample = samples[index]
                index = index == 0 ? samples.count - 1 : index - 1
                let t = sample.time.seconds(since: origin.time)
                // The pair of the two newest samples always counts, however far apart a pause has put them.
                guard age < 2 || -t <= Thresholds.velocityWindow else { break }
                let value = SIMD2(sample.value.x, sample.value.y) - originValue
                let tt = t * t
                let powers = SIMD2(t, tt)
                n += 1
                low += powers
                high += powers * tt
                v += value
                tv += value * t
                t2v += value * tt
            }
        }
        let (t1, t2, t3, t4) = (low.x, low.y, high.x, high.y)
        // Normal equations about the mean; with two samples, or three that lie badly, a straight line.
        let (s11, s12, s22) = (t2 - t1 * t1 / n, t3 - t1 * t2 / n, t4 - t2 * t2 / n)
        let (r1, r2) = (tv - v * (t1 / n), t2v - v * (t2 / n))
        let determinant = s11 * s22 - s12 * s12
        if n > 2, determinant > 1e-9 * s11 * s22 {
            return Vector((r1 * s22 - r2 * s12) * (1 / determinant))
        }
        return s11 > 0 ? Vector(r1 * (1 / s11)) : .zero
    }
}

extension Vector {
    fileprivate init(_ pair: SIMD2<Double>) { self.init(x: pair.x, y: pair.y) }
}
