// The requests `attach` and `detach`, and the answer with attached names.

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

    /// Names from their lists.
    public init(regions: [String], recognizers: [String], surfaces: [AttachedSurface]) {
        self.regions = regions
        self.recognizers = recognizers
        self.surfaces = surfaces
    }
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
