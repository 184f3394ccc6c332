// The touch area of a device: its name, size and the conversion from device units to points.

/// The touch area of one device, oriented: origin top left, y downward, lengths in points.
public struct Surface: Hashable, Sendable {
    /// The surface's name in the configuration and for clients.
    public let name: String
    /// Width and height in points, after calibration and rotation.
    public let size: Size
    /// From the device's position axes to points.
    public let deviceToSurface: AffineMatrix
    /// The pixels of the screen behind the surface, when positions are to be published in them.
    public let pixels: Size?

    /// Makes a surface from its parts; `Surface.init(name:device:settings:systemCalibration:)` derives them.
    public init(name: String, size: Size, deviceToSurface: AffineMatrix, pixels: Size? = nil) {
        self.name = name
        self.size = size
        self.deviceToSurface = deviceToSurface
        self.pixels = pixels
    }

    /// Factors from points to the unit of publication: pixels when those are known, else points.
    public var publicationScale: Vector {
        guard let pixels else { return Vector(x: 1, y: 1) }
        return Vector(x: pixels.width / size.width, y: pixels.height / size.height)
    }

    /// Width and height in millimetres.
    public var millimetres: Size {
        Size(width: size.width * PointUnit.millimetres, height: size.height * PointUnit.millimetres)
    }
}

/// A quarter turn or none, clockwise.
public enum Rotation: Int, Hashable, Sendable, CaseIterable {
    /// As the device reports.
    case none = 0
    /// A quarter turn to the right.
    case clockwise90 = 90
    /// Upside down.
    case half = 180
    /// A quarter turn to the left.
    case clockwise270 = 270

    /// The turn of the unit square, in libinput's numbers for the same angle.
    public var transform: AffineMatrix {
        switch self {
        case .none: .identity
        case .clockwise90: AffineMatrix(calibration: 0, -1, 1, 1, 0, 0)
        case .half: AffineMatrix(calibration: -1, 0, 1, 0, -1, 1)
        case .clockwise270: AffineMatrix(calibration: 0, 1, 0, -1, 0, 1)
        }
    }
}

/// The settings of a surface that a configuration may change.
public struct SurfaceSettings: Hashable, Sendable {
    /// Millimetres along the device's own X and Y axes, before rotation; overrides the axes' resolution.
    public var size: Size?
    /// Pixels of the screen as people see it, after rotation; positions are then published in pixels.
    public var pixels: Size?
    /// A turn of the unit square, after the system's calibration.
    public var rotation: Rotation
    /// A calibration of the unit square, after the system's; used instead of `rotation`.
    public var calibration: AffineMatrix?
    /// Whether what neither the configuration nor the device says may be taken from the display behind it.
    public var asksDisplay: Bool

    /// Settings that leave the device as it reports itself.
    public init(
        size: Size? = nil, pixels: Size? = nil, rotation: Rotation = .none, calibration: AffineMatrix? = nil,
        asksDisplay: Bool = true
    ) {
        self.size = size
        self.pixels = pixels
        self.rotation = rotation
        self.calibration = calibration
        self.asksDisplay = asksDisplay
    }

    /// Returns the transformation of the unit square: the system's calibration, then the configured calibration or
    /// rotation.
    func turn(after systemCalibration: AffineMatrix?) -> AffineMatrix {
        (systemCalibration ?? .identity).then(calibration ?? rotation.transform)
    }
}
