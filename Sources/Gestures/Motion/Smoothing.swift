// Smoothing of published values by 1 € filters, from the beginning of a gesture to its end.

internal import Touch

/// Smoothing of a gesture's published place and measurement, for panels that tremble.
///
/// Recognition itself sees what the panel sends: a filter's lag would delay the begin.
public struct Smoothing: Hashable, Sendable {
    /// The cutoff frequency at rest, in hertz: less against jitter of a still finger.
    public var minimumCutoff: Double
    /// The increase of the cutoff with speed: more against lag of a quick finger.
    public var beta: Double

    /// Smoothing with these parameters; the defaults are those of the example of the filter's authors at 120 Hz.
    public init(minimumCutoff: Double = 1, beta: Double = 0.1) {
        self.minimumCutoff = minimumCutoff
        self.beta = beta
    }
}

/// The filters of one recognizer's gesture.
struct Smoother {
    let smoothing: Smoothing
    private var location: OneEuroPointFilter
    private var translation: OneEuroPointFilter
    private var scale: OneEuroFilter
    private var rotation: OneEuroFilter
    /// The time of the measurement that is filtered.
    private var time = Timestamp.zero

    init(_ smoothing: Smoothing) {
        self.smoothing = smoothing
        location = OneEuroPointFilter(minimumCutoff: smoothing.minimumCutoff, beta: smoothing.beta)
        translation = location
        scale = OneEuroFilter(minimumCutoff: smoothing.minimumCutoff, beta: smoothing.beta)
        rotation = scale
    }

    /// Forgets the last gesture.
    mutating func reset() {
        location.reset()
        translation.reset()
        scale.reset()
        rotation.reset()
    }

    mutating func filter(_ place: Point, at time: Timestamp) -> Point { location.filter(place, at: time) }

    /// Smooths what follows the fingers; velocities are fitted to many samples already.
    mutating func filter(_ measurement: GestureMeasurement, at time: Timestamp) -> GestureMeasurement {
        self.time = time
        return measurement.describe(to: &self)
    }
}

extension Smoother: MeasuredNumberVisitor {
    mutating func visit(_ number: inout Double, _ quantity: GestureMeasurement.Quantity) {
        switch quantity {
        case .scale: number = scale.filter(number, at: time)
        case .rotation: number = rotation.filter(number, at: time)
        case .duration, .translation, .velocity, .place, .score: break
        }
    }

    mutating func visit(_ vector: inout Vector, _ quantity: GestureMeasurement.Quantity) {
        if quantity == .translation { vector = translation.filter(vector, at: time) }
    }
}
