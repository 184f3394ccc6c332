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

    /// The change with these parts; nil for none.
    ///
    /// A transform without locations has no translation.
    init?(translation: WirePoint?, scale: Double?, rotation: Double?) {
        switch (translation, scale, rotation) {
        case (_, let scale?, let rotation?):
            self = .transform(translation: translation ?? .zero, scale: scale, rotation: rotation)
        case (let translation?, _, _): self = .translation(translation)
        case (_, let scale?, _): self = .scale(scale)
        case (_, _, let rotation?): self = .rotation(rotation)
        case (nil, nil, nil): return nil
        }
    }
}

extension Measurement {
    /// Returns the change since an earlier measurement of the same gesture; nil for types without a `delta`.
    ///
    /// The base `.none` is the beginning of the gesture: translation 0, scale 1, rotation 0. Both sides are taken with
    /// the decimals with which they are written, so that a client's sum of changes is exactly the last measurement.
    public func change(since base: Measurement) -> MeasurementChange? {
        let (progress, base) = (progress, base.progress)
        return MeasurementChange(
            translation: progress.translation.map { base.change(to: $0) },
            scale: progress.scale.map { base.change(to: $0, .scale) },
            rotation: progress.rotation.map { base.change(to: $0, .rotation) })
    }

    /// The values of which changes are sent.
    @inline(__always)
    var progress: MeasurementProgress {
        var progress = MeasurementProgress()
        describe(to: &progress)
        return progress
    }
}

/// The values of a measurement of which changes are sent; nil for those that it lacks.
struct MeasurementProgress: MeasurementVisitor {
    private(set) var translation: WirePoint?
    private(set) var scale: Double?
    private(set) var rotation: Double?

    @inline(__always)
    mutating func visit(_ name: StaticString, _ value: MeasuredValue) -> MeasuredValue {
        switch value {
        case .translationChange(let value): translation = value
        case .numberChange(let value, .scale): scale = value
        case .numberChange(let value, _): rotation = value
        default: break
        }
        return value
    }

    /// The change from these values to a later translation.
    ///
    /// - Parameter map: Converts both: the change is that of the path, also if the region has turned since.
    @inline(__always)
    func change(to translation: WirePoint, by map: RegionMap? = nil) -> WirePoint {
        var (translation, origin) = (translation, self.translation ?? .zero)
        if let map { (translation, origin) = (map.vector(translation), map.vector(origin)) }
        return WirePoint(
            x: Decimals.length.difference(translation.x, origin.x),
            y: Decimals.length.difference(translation.y, origin.y))
    }

    /// The change from these values to a later scale or rotation.
    @inline(__always)
    func change(to number: Double, _ quantity: MeasuredQuantity) -> Double {
        guard quantity == .scale else { return Decimals.ratio.difference(number, rotation ?? 0) }
        let origin = Decimals.ratio.rounding(scale ?? 1)
        return origin == 0 ? 1 : Decimals.ratio.rounding(number) / origin
    }
}
