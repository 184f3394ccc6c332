// The 1 € filter: a low-pass filter whose cutoff rises with speed.

public import Touch

/// The 1 € filter (Casiez, Roussel, Vogel 2012) of one value.
///
/// Exponential smoothing whose cutoff is `minimumCutoff` + `beta` · |speed|: a finger at rest is held still, a fast one
/// is followed without lag. Lower `minimumCutoff` against trembling at rest; raise `beta` against lag in motion. For
/// output only: recognizers use unsmoothed locations, otherwise they would decide late.
///
/// The output is always a number, for any input.
public struct OneEuroFilter: Hashable, Sendable {
    /// The cutoff at rest, in hertz; 0 or less holds the first value.
    public var minimumCutoff: Double
    /// The increase of the cutoff with speed: hertz for each unit per second.
    public var beta: Double
    /// The cutoff, in hertz, of the speed's own smoothing.
    public var derivativeCutoff: Double

    /// Samples per second by the last two times.
    private var frequency: Double
    private let expectedFrequency: Double
    private var last: Sample?

    private struct Sample: Hashable {
        var time: Timestamp
        var value: Double
        var derivative: Double
    }

    /// A filter that has seen nothing; the defaults are the authors'.
    ///
    /// `frequency` is in samples per second, and applies until timestamps show the rate.
    public init(
        minimumCutoff: Double = 1, beta: Double = 0, derivativeCutoff: Double = 1, frequency: Double = 120
    ) {
        self.minimumCutoff = minimumCutoff
        self.beta = beta
        self.derivativeCutoff = derivativeCutoff
        expectedFrequency = frequency > 0 && frequency.isFinite ? frequency : 120
        self.frequency = expectedFrequency
    }

    /// Forgets all samples.
    public mutating func reset() {
        last = nil
        frequency = expectedFrequency
    }

    /// Takes a sample and gives the filtered value; the first passes as it is.
    ///
    /// A sample that is not later than the one before counts as one period after it. One that is not finite is passed
    /// over: the last filtered value comes again, 0 if there is none.
    public mutating func filter(_ value: Double, at time: Timestamp) -> Double {
        guard value.isFinite else { return last?.value ?? 0 }
        guard let last else {
            self.last = Sample(time: time, value: value, derivative: 0)
            return value
        }
        let period = time.seconds(since: last.time)
        if time > last.time, period > 0 { frequency = 1 / period }
        // From the last filtered value, not the last sample: so does the authors' own.
        let slope = (value - last.value) * frequency
        let bounded = min(max(slope, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
        let derivative = smoothed(last.derivative, bounded, cutoff: derivativeCutoff)
        let filtered = smoothed(last.value, value, cutoff: minimumCutoff + beta * derivative.magnitude)
        self.last = Sample(time: time, value: filtered, derivative: derivative)
        return filtered
    }

    private func smoothed(_ old: Double, _ new: Double, cutoff: Double) -> Double {
        // Also when the cutoff is no number.
        guard cutoff > 0 else { return old }
        let share = 1 / (1 + frequency / (2 * .pi * cutoff))
        return share * new + (1 - share) * old
    }
}

/// The 1 € filter of a place or a vector: of each coordinate by itself, as the authors do.
struct OneEuroPointFilter {
    private var x: OneEuroFilter
    private var y: OneEuroFilter

    init(_ filter: OneEuroFilter) { (x, y) = (filter, filter) }

    mutating func reset() {
        x.reset()
        y.reset()
    }

    mutating func filter(_ point: Point, at time: Timestamp) -> Point {
        Point(x: x.filter(point.x, at: time), y: y.filter(point.y, at: time))
    }

    mutating func filter(_ vector: Vector, at time: Timestamp) -> Vector {
        Vector(x: x.filter(vector.x, at: time), y: y.filter(vector.y, at: time))
    }
}
