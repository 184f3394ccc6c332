// The change from one measurement of a gesture to a later one.

/// The change from one measurement to a later one of the same gesture.
public enum MeasurementChange: Equatable, Sendable {
    /// The difference of two translations.
    case translation(WirePoint)
    /// The quotient of two scales.
    case scale(Double)
    /// The difference of two rotations.
    case rotation(Double)
    /// The difference of two translations, the quotient of two scales, the difference of two rotations.
    case transform(translation: WirePoint, scale: Double, rotation: Double)
}

extension Measurement {
    /// Returns the change since an earlier measurement of the same gesture; nil for types without a `delta`.
    ///
    /// The base `.none` is the beginning of the gesture: translation 0, scale 1, rotation 0. Both sides are taken with
    /// the decimals with which they are written, so that a client's sum of changes is exactly the last measurement.
    public func change(since base: Measurement) -> MeasurementChange? {
        switch self {
        case .pan(let translation, _, _), .screenEdgePan(_, let translation, _, _):
            .translation(Self.difference(translation, base.translation))
        case .pinch(let scale, _):
            .scale(Self.quotient(scale, base.scale))
        case .rotation(let rotation, _):
            .rotation(Self.difference(rotation, base.rotation, .ratio))
        case .transform(let translation, _, _, let scale, let rotation):
            .transform(
                translation: Self.difference(translation, base.translation),
                scale: Self.quotient(scale, base.scale), rotation: Self.difference(rotation, base.rotation, .ratio))
        case .tap, .longPress, .swipe, .stroke, .custom, .none:
            nil
        }
    }

    /// The translation; zero for types without one.
    private var translation: WirePoint {
        switch self {
        case .pan(let translation, _, _), .screenEdgePan(_, let translation, _, _),
            .transform(let translation, _, _, _, _):
            translation
        case .tap, .longPress, .swipe, .pinch, .rotation, .stroke, .custom, .none: .zero
        }
    }

    /// By how much it grew; not at all where that is not measured.
    private var scale: Double {
        switch self {
        case .pinch(let scale, _), .transform(_, _, _, let scale, _): scale
        case .tap, .longPress, .swipe, .pan, .screenEdgePan, .rotation, .stroke, .custom, .none: 1
        }
    }

    /// The rotation; zero for types without one.
    private var rotation: Double {
        switch self {
        case .rotation(let rotation, _), .transform(_, _, _, _, let rotation): rotation
        case .tap, .longPress, .swipe, .pan, .screenEdgePan, .pinch, .stroke, .custom, .none: 0
        }
    }

    private static func difference(_ value: Double, _ origin: Double, _ decimals: Decimals) -> Double {
        decimals.difference(value, origin)
    }

    private static func difference(_ value: WirePoint, _ origin: WirePoint) -> WirePoint {
        WirePoint(x: difference(value.x, origin.x, .length), y: difference(value.y, origin.y, .length))
    }

    private static func quotient(_ value: Double, _ origin: Double) -> Double {
        let origin = Decimals.ratio.rounding(origin)
        return origin == 0 ? 1 : Decimals.ratio.rounding(value) / origin
    }
}
