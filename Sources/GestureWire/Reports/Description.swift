// Descriptions of surfaces, recognizers and regions, as in `list` and snapshots.

/// In what a surface measures lengths.
public enum SurfaceUnit: String, CaseIterable, Sendable, Decodable {
    /// Pixels, as the configuration states them.
    case pixels = "px"
    /// Points of 25.4/163 mm.
    case points = "pt"
}

/// A width and a height.
public struct WireSize: Equatable, Sendable, Decodable, WireObject {
    /// From left to right.
    public var width: Double
    /// From top to bottom.
    public var height: Double

    /// A size from its two lengths.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    package func appendMembers(to writer: inout LineWriter) {
        writer.append("width", width, .length)
        writer.append("height", height, .length)
    }
}

/// A rectangle by its top left corner and its size.
public struct WireRectangle: Equatable, Sendable, Decodable, WireObject {
    /// The left edge.
    public var x: Double
    /// The upper edge.
    public var y: Double
    /// From left to right.
    public var width: Double
    /// From top to bottom.
    public var height: Double

    /// A rectangle from its four numbers.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package func appendMembers(to writer: inout LineWriter) {
        writer.append("x", x, .length)
        writer.append("y", y, .length)
        writer.append("width", width, .length)
        writer.append("height", height, .length)
    }
}

/// A touch area, oriented as the user sees it.
public struct SurfaceDescription: Equatable, Sendable {
    /// The name that notifications and filters use.
    public var name: String
    /// The device node it belongs to, as `/dev/input/event4`, or the recording.
    public var device: String
    /// The unit of lengths on this surface.
    public var unit: SurfaceUnit
    /// In `unit`.
    public var width: Double
    /// In `unit`.
    public var height: Double
    /// The physical size, where it is known.
    public var millimetres: WireSize?
    /// The rotation of the panel, in degrees clockwise, if the configuration sets one.
    public var rotation: Double?

    /// A surface from all its members.
    public init(
        name: String, device: String, unit: SurfaceUnit, width: Double, height: Double, millimetres: WireSize? = nil,
        rotation: Double? = nil
    ) {
        self.name = name
        self.device = device
        self.unit = unit
        self.width = width
        self.height = height
        self.millimetres = millimetres
        self.rotation = rotation
    }
}

extension SurfaceDescription: Decodable, WireObject {
    /// Reads the members of a surface.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        name = try members.decodeName(forKey: "name")
        device = try members.decode(String.self, forKey: "device")
        unit = try members.decode(SurfaceUnit.self, forKey: "unit")
        width = try members.decode(Double.self, forKey: "width")
        height = try members.decode(Double.self, forKey: "height")
        millimetres = try members.decodeIfPresent(WireSize.self, forKey: "millimetres")
        rotation = try members.decodeIfPresent(Double.self, forKey: "rotation")
    }

    package func appendMembers(to writer: inout LineWriter) {
        writer.append("name", name)
        writer.append("device", device)
        writer.append("unit", unit.rawValue)
        writer.append("width", width, .length)
        writer.append("height", height, .length)
        writer.append("millimetres", millimetres)
        writer.append("rotation", rotation, .ratio)
    }
}

/// A recognizer as clients see it.
public struct RecognizerDescription: Equatable, Sendable {
    /// The name that notifications and filters use.
    public var name: String
    /// Its type, as the configuration names it.
    public var type: String
    /// The name of the region that it watches.
    public var region: String
    /// Whether it recognizes anything at present.
    public var enabled: Bool
    /// Whether the receiving connection has attached it.
    public var own: Bool

    /// A recognizer from all its members.
    public init(name: String, type: String, region: String, enabled: Bool, own: Bool = false) {
        self.name = name
        self.type = type
        self.region = region
        self.enabled = enabled
        self.own = own
    }
}

extension RecognizerDescription: Decodable, WireObject {
    /// Reads the members of a recognizer.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        name = try members.decodeName(forKey: "name")
        type = try members.decodeName(forKey: "type")
        region = try members.decodeName(forKey: "region")
        enabled = try members.decode(Bool.self, forKey: "enabled")
        own = try members.decodeIfPresent(Bool.self, forKey: "own") ?? false
    }

    package func appendMembers(to writer: inout LineWriter) {
        writer.append("name", name)
        writer.append("type", type)
        writer.append("region", region)
        writer.append("enabled", enabled)
        writer.append("own", own ? true : nil)
    }
}

/// A rectangle of a surface to which recognizers belong.
public struct RegionDescription: Equatable, Sendable {
    /// The name that notifications use.
    public var name: String
    /// The surface of which it is a part.
    public var surface: String
    /// The name of the region around it; nil of the one that is the whole surface.
    public var parent: String?
    /// The smallest upright rectangle around it where it is now, in the surface's unit and coordinates.
    public var frame: WireRectangle
    /// Whether the receiving connection has attached it.
    public var own: Bool
    /// Whether its touches are private at present; nil of a region that is never private, and for connections without
    /// `control`.
    public var isPrivate: Bool?
    /// False when it is disabled: no touch can begin in it, nor in regions within.
    public var enabled: Bool
    /// Whether it shares the surface's touches with no other region.
    public var exclusive: Bool

    /// A region from all its members.
    public init(
        name: String, surface: String, parent: String? = nil, frame: WireRectangle, own: Bool = false,
        isPrivate: Bool? = nil, enabled: Bool = true, exclusive: Bool = false
    ) {
        self.name = name
        self.surface = surface
        self.parent = parent
        self.frame = frame
        self.own = own
        self.isPrivate = isPrivate
        self.enabled = enabled
        self.exclusive = exclusive
    }
}

extension RegionDescription: Decodable, WireObject {
    /// Reads the members of a region.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        name = try members.decodeName(forKey: "name")
        surface = try members.decodeName(forKey: "surface")
        parent = members.contains("parent") ? try members.decodeName(forKey: "parent") : nil
        frame = try members.decode(WireRectangle.self, forKey: "frame")
        own = try members.decodeIfPresent(Bool.self, forKey: "own") ?? false
        isPrivate = try members.decodeIfPresent(Bool.self, forKey: "private")
        enabled = try members.decodeIfPresent(Bool.self, forKey: "enabled") ?? true
        exclusive = try members.decodeIfPresent(Bool.self, forKey: "exclusive") ?? false
    }

    package func appendMembers(to writer: inout LineWriter) {
        writer.append("name", name)
        writer.append("surface", surface)
        writer.append("parent", parent)
        writer.append("frame", frame)
        writer.append("own", own ? true : nil)
        writer.append("private", isPrivate)
        writer.append("enabled", enabled ? nil : false)
        writer.append("exclusive", exclusive ? true : nil)
    }
}
