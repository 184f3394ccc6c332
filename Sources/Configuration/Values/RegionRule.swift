// The rule of one region, configured or attached, with its frame.

public import Gestures
public import Touch

/// A rectangle of a surface, as the file describes it.
public struct RegionRule: Hashable, Sendable {
    /// The name of the region that every surface has: the whole of it.
    public static let root = "root"

    /// The name for clients: 1 to 64 letters, digits, `-`, `_` or `.`, unique among regions.
    public var name: String
    /// The surface that has it; nil is that of the parent, or every surface.
    public var surface: String?
    /// The region that it lies in.
    public var parent: String
    /// The frame in its parent.
    public var frame: RegionFrame
    /// Whether touches that begin in its frame are private at the start; nil of a region that is never private.
    public var isPrivate: Bool?
    /// What is done to it about its frame's centre, which can be undone.
    public var transform: AffineMatrix
    /// The part of its frame in which touches begin.
    public var shape: RegionShape
    /// The unit of lengths in `transform` and `shape`.
    public var unit: Unit
    /// Whether the corners of `shape` are parts of the frame's sides instead: (1, 1) is the lower right corner.
    public var isShapeRelative = false
    /// Whether touches can begin in it; others than attached regions are enabled.
    public var isEnabled: Bool
    /// Whether it shares the surface's touches with no other region; see `Region.isExclusiveTouch`.
    public var isExclusive = false

    /// A unit of lengths.
    public enum Unit: Hashable, Sendable {
        /// That in which the surface publishes, for attached regions.
        case ofSurface
        /// Points, for configured regions.
        case points
    }

    /// A rule from its parts; a file is read by `Configuration.init(yaml:file:)`, which also checks them.
    public init(
        name: String, surface: String? = nil, parent: String = RegionRule.root, frame: RegionFrame,
        isPrivate: Bool? = nil, transform: AffineMatrix = .identity, shape: RegionShape = .rectangle,
        unit: Unit = .points, isEnabled: Bool = true
    ) {
        self.name = name
        self.surface = surface
        self.parent = parent
        self.frame = frame
        self.isPrivate = isPrivate
        self.transform = transform
        self.shape = shape
        self.unit = unit
        self.isEnabled = isEnabled
    }

    /// Adds the region that this makes on a surface to the one around it.
    func addRegion(to parent: Region, on surface: Surface) -> Region {
        let (origin, size) = frame.resolved(in: parent.size, on: surface)
        let region = Region(name: name, origin: origin, size: size)
        parent.addRegion(region)
        place(region, on: surface)
        region.shape = shape(of: region, on: surface)
        return region
    }

    /// Returns the shape, in points, of a region that this has made.
    func shape(of region: Region, on surface: Surface) -> RegionShape {
        if isShapeRelative { return shape.scaled(x: region.size.width, y: region.size.height) }
        let scale = scale(on: surface)
        return shape.scaled(x: 1 / scale.x, y: 1 / scale.y)
    }

    /// Puts a region that this has made where the rule has it now, without its shape.
    func place(_ region: Region, on surface: Surface) {
        guard let parent = region.parent else { return }
        let (origin, size) = frame.resolved(in: parent.size, on: surface)
        region.frame = Rectangle(origin: origin, size: size)
        let transform = inPoints(of: surface)
        if region.transform != transform { region.transform = transform }
        if region.isEnabled != isEnabled { region.isEnabled = isEnabled }
        if region.isExclusiveTouch != isExclusive { region.isExclusiveTouch = isExclusive }
    }

    /// How many of the rule's unit are a point along each side.
    private func scale(on surface: Surface) -> Vector {
        unit == .points ? Vector(x: 1, y: 1) : surface.publicationScale
    }

    /// The transform in points: where pixels are not square, what turns a picture in pixels also skews one in points.
    private func inPoints(of surface: Surface) -> AffineMatrix {
        let (scale, map) = (scale(on: surface), transform)
        let ratio = scale.y / scale.x
        return AffineMatrix(
            a: map.a, b: map.b / ratio, c: map.c * ratio, d: map.d, tx: map.tx / scale.x, ty: map.ty / scale.y)
    }
}

/// Place and size of a region in its parent.
public struct RegionFrame: Hashable, Sendable {
    /// From the parent's left edge to that of the region.
    public var x: RegionLength
    /// From the parent's upper edge to that of the region.
    public var y: RegionLength
    /// From left to right.
    public var width: RegionLength
    /// From top to bottom.
    public var height: RegionLength

    /// A frame from its lengths.
    public init(x: RegionLength, y: RegionLength, width: RegionLength, height: RegionLength) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// All of the parent.
    static let whole = RegionFrame(x: .fraction(0), y: .fraction(0), width: .fraction(1), height: .fraction(1))

    /// Returns the frame in a parent of this size, in points.
    func resolved(in parent: Size, on surface: Surface) -> (origin: Point, size: Size) {
        // The unit in which the surface publishes, in points: a pixel, if it has pixels.
        let unit = (x: 1 / surface.publicationScale.x, y: 1 / surface.publicationScale.y)
        let origin = Point(x: x.points(of: parent.width, pixel: unit.x), y: y.points(of: parent.height, pixel: unit.y))
        let size = Size(
            width: width.points(of: parent.width, pixel: unit.x),
            height: height.points(of: parent.height, pixel: unit.y))
        return (origin, size)
    }
}

/// A length in a region's frame.
public enum RegionLength: Hashable, Sendable {
    /// A number of points.
    case points(Double)
    /// A number of pixels of the screen, by the surface's `pixels`.
    case pixels(Double)
    /// A number of the surface's published unit: lengths of attachments without a unit.
    case surfaceUnits(Double)
    /// This part of the parent's side: 0.5 is half of it.
    case fraction(Double)

    /// Returns the length in points.
    func points(of side: Double, pixel: Double) -> Double {
        switch self {
        case .points(let points): points
        case .pixels(let pixels): pixels * pixel
        // Without pixels, `pixel` is a point.
        case .surfaceUnits(let number): number * pixel
        case .fraction(let fraction): fraction * side
        }
    }
}

extension RegionFrame: CustomStringConvertible {
    /// The frame as a file would have it.
    public var description: String { "{ x: \(x), y: \(y), width: \(width), height: \(height) }" }
}

extension RegionLength: CustomStringConvertible {
    /// The length as a file would have it.
    public var description: String {
        switch self {
        case .points(let number), .surfaceUnits(let number): PropertyValue.number(number).description
        case .pixels(let pixels): PropertyValue.number(pixels).description + "px"
        case .fraction(let fraction): PropertyValue.number(fraction * 100).description + "%"
        }
    }
}
