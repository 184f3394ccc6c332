// The thresholds of a configuration, which all defaults of recognizers derive from.

import Gestures

/// The numbers that hold for every recognizer that says nothing else.
public struct ThresholdsRule: Hashable, Sendable {
    /// The factor for all distances that a finger must or may move.
    public enum Scale: Hashable, Sendable {
        /// 1 up to a diagonal of 16 inches, more on larger surfaces; see `Thresholds.factor(forDiagonal:)`.
        case automatic
        /// This.
        case factor(Double)
    }

    /// The factor for distances.
    public var scale: Scale
    /// The numbers that the file gives, by the keys of `properties`; these are not multiplied.
    public var values: [String: PropertyValue]

    /// A rule from its parts; a file is read by `Configuration.init(yaml:file:)`, which also checks them.
    public init(scale: Scale = .automatic, values: [String: PropertyValue] = [:]) {
        self.scale = scale
        self.values = values
    }

    /// The profile of a surface with this diagonal in millimetres; nil when that is not known.
    func thresholds(forDiagonal diagonal: Double?) -> Thresholds {
        let factor =
            switch scale {
            case .automatic: diagonal.map(Thresholds.factor) ?? 1
            case .factor(let factor): factor
            }
        var thresholds = Thresholds.standard.scaled(by: factor)
        Self.properties.apply(values, to: &thresholds)
        return thresholds
    }
}
