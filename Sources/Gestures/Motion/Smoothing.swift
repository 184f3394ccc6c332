// Smoothing of published values by 1 € filters, from the beginning of a gesture to its end.

import Touch

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

struct Smoother {
    private var location: OneEuroPointFilter
    private var translation: OneEuroPointFilter
    private var scale: OneEuroFilter
    private var rotation: OneEuroFilter

    init(_ smoothing: Smoothing) {
        scale = OneEuroFilter(minimumCutoff: smoothing.minimumCutoff, beta: smoothing.beta)
        rotation = scale
        location = OneEuroPointFilter(scale)
        translation = location
    }

    mutating func reset() {
        location.reset()
        translation.reset()
        scale.reset()
        rotation.reset()
    }

    mutating func filter(_ place: Point, at time: Timestamp) -> Point { location.filter(place, at: time) }

    /// Smooths what follows the fingers; velocities are fitted to many samples already.
    mutating func filter(_ measurement: GestureMeasurement, at time: Timestamp) -> GestureMeasurement {
        switch measurement {
        case .pan(let way, let velocity, let projection):
            .pan(translation: translation.filter(way, at: time), velocity: velocity, projection: projection)
        case .screenEdgePan(let edge, let way, let velocity, let projection):
            .screenEdgePan(
                edge: edge, translation: translation.filter(way, at: time), velocity: velocity, projection: projection)
        case .pinch(let factor, let velocity): .pinch(scale: scale.filter(factor, at: time), velocity: velocity)
        case .rotation(let angle, let velocity):
            .rotation(rotation: rotation.filter(angle, at: time), velocity: velocity)
        case .transform(let way, let velocity, let projection, let factor, let angle):
            .transform(
                translation: translation.filter(way, at: time), velocity: velocity, projection: projection,
                scale: scale.filter(factor, at: time), rotation: rotation.filter(angle, at: time))
        default: measurement
        }
    }
}
