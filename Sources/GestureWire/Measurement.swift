// What does a gesture of each type measure, and what changed since the last time?

/// Which way a swipe went.
public enum SwipeDirection: String, CaseIterable, Sendable, Decodable {
    /// Towards x = 0.
    case left
    /// Away from x = 0.
    case right
    /// Towards y = 0.
    case up
    /// Away from y = 0.
    case down
}

/// What a gesture measures beside its location.
///
/// Lengths are in the surface's unit, times in seconds, angles in radians, clockwise positive.
public enum Measurement: Equatable, Sendable {
    /// How many taps.
    case tap(taps: Int)
    /// How long the touches have been down, in seconds.
    case longPress(duration: Double)
    /// Which way, and how fast.
    case swipe(direction: SwipeDirection, velocity: WirePoint)
    /// How far since `began`, how fast, and where momentum would carry it (told at `ended`).
    case pan(translation: WirePoint, velocity: WirePoint, projection: WirePoint?)
    /// The factor since `began`, and its change per second.
    case pinch(scale: Double, velocity: Double)
    /// The angle since `began`, and its change per second.
    case rotation(rotation: Double, velocity: Double)
    /// Nothing: a type without a measurement of its own. As a base of a change: the beginning of the gesture.
    case none
}

/// What changed from one measurement to a later one of the same gesture.
public enum MeasurementChange: Equatable, Sendable {
    /// The difference of two translations.
    case translation(WirePoint)
    /// The quotient of two scales.
    case scale(Double)
    /// The difference of two rotations.
    case rotation(Double)
}

extension Measurement {
    /// What changed since an earlier measurement of the same gesture; nil for types without a `delta`.
    ///
    /// The base `.none` is the beginning of the gesture: translation 0, scale 1, rotation 0. Both sides are taken with
    /// the decimals with which they are written, so that what a client adds up is exactly what it was told.
    public func change(since base: Measurement) -> MeasurementChange? {
        switch self {
        case .pan(let translation, _, _):
            var origin = WirePoint.zero
            if case .pan(let earlier, _, _) = base { origin = earlier }
            return .translation(
                WirePoint(
                    x: Decimals.length.rounding(translation.x) - Decimals.length.rounding(origin.x),
                    y: Decimals.length.rounding(translation.y) - Decimals.length.rounding(origin.y)))
        case .pinch(let scale, _):
            var origin = 1.0
            if case .pinch(let earlier, _) = base { origin = Decimals.ratio.rounding(earlier) }
            return .scale(origin == 0 ? 1 : Decimals.ratio.rounding(scale) / origin)
        case .rotation(let rotation, _):
            var origin = 0.0
            if case .rotation(let earlier, _) = base { origin = earlier }
            return .rotation(Decimals.ratio.rounding(rotation) - Decimals.ratio.rounding(origin))
        case .tap, .longPress, .swipe, .none:
            return nil
        }
    }
}
