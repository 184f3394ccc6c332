// The requests `attach`, `update` and `detach`, and their answers.

/// Regions and recognizers to attach, in the words of the configuration; what they mean is for others to read.
public struct AttachRequest: Equatable, Sendable {
    /// The regions, each an object as `regions` of the configuration has them.
    public var regions: [WireValue]
    /// The recognizers, each an object as `recognizers` of the configuration has them.
    public var recognizers: [WireValue]

    /// A request from its two lists.
    public init(regions: [WireValue] = [], recognizers: [WireValue] = []) {
        self.regions = regions
        self.recognizers = recognizers
    }
}

extension AttachRequest {
    /// Whether a recognizer is of the type `custom`, which its client decides.
    var hasCustomRecognizer: Bool {
        recognizers.contains { recognizer in
            guard case .object(let members) = recognizer else { return false }
            return members.contains { $0.name == "type" && $0.value == .text("custom") }
        }
    }
}

/// Changes of own regions and recognizers, in one step; what they mean is for others to read.
public struct UpdateRequest: Equatable, Sendable {
    /// The regions, each an object with its `name` and the members to change.
    public var regions: [WireValue]

    /// The recognizers, likewise; null is the default.
    public var recognizers: [WireValue]

    /// A request from its lists.
    public init(regions: [WireValue] = [], recognizers: [WireValue] = []) {
        (self.regions, self.recognizers) = (regions, recognizers)
    }
}

/// The own regions and recognizers to detach: without both lists, all.
public struct DetachRequest: Equatable, Sendable {
    /// The names of regions, which are detached with all own elements in them.
    public var regions: [String]?
    /// The names of recognizers.
    public var recognizers: [String]?

    /// A request from its two lists.
    public init(regions: [String]? = nil, recognizers: [String]? = nil) {
        self.regions = regions
        self.recognizers = recognizers
    }
}

/// The answer to `attach`: what has been attached, in the order of the request.
public struct AttachedNames: Equatable, Sendable, Decodable, WireObject {
    /// The names of the regions.
    public var regions: [String]
    /// The names of the recognizers.
    public var recognizers: [String]
    /// The surfaces that have some of it at present, each with the unit of lengths that came without one.
    public var surfaces: [AttachedSurface]
    /// Those of the recognizers that are configured, and that the connection decides; nil without such.
    public var decided: [String]?
    /// Sentences about regions that no finger can hit; nil without such.
    public var warnings: [String]?

    /// Names from their lists.
    public init(
        regions: [String], recognizers: [String], surfaces: [AttachedSurface], decided: [String]? = nil,
        warnings: [String]? = nil
    ) {
        self.regions = regions
        self.recognizers = recognizers
        self.surfaces = surfaces
        self.decided = decided
        self.warnings = warnings
    }
}

/// The answer to `update`.
public struct UpdateReport: Equatable, Sendable, Decodable, WireObject {
    /// Sentences about regions that no finger can hit now; nil without such.
    public var warnings: [String]?

    /// A report from its warnings.
    public init(warnings: [String]? = nil) { self.warnings = warnings }

}

/// A surface on which something was attached.
public struct AttachedSurface: Equatable, Sendable, Decodable, WireObject {
    /// The name.
    public var name: String
    /// The unit of its lengths.
    public var unit: SurfaceUnit

    /// A surface from its parts.
    public init(name: String, unit: SurfaceUnit) {
        self.name = name
        self.unit = unit
    }

    package func appendMembers(to writer: inout LineWriter) {
        writer.append("name", name)
        writer.append("unit", unit.rawValue)
    }
}
