// The size of a panel, and the geometry of a surface from axes and settings.

/// The source of a surface's size in millimetres; the raw values are those of the protocol.
public enum SizeSource: String, Hashable, Sendable, CaseIterable {
    /// The configuration's `size`.
    case settings = "configured"
    /// The resolution of the device's axes.
    case resolution = "kernel"
    /// udev's `ID_INPUT_WIDTH_MM` and `ID_INPUT_HEIGHT_MM`.
    case system = "udev"
    /// The display behind it reports it.
    case display = "display"
    /// An assumption from the device's kind, as the size is unknown (`PanelKind`).
    case guess = "guessed"

    /// Whether lengths on this surface are only assumed, which deserves a warning.
    public var isAssumed: Bool { self == .guess }
}

/// The physical extent of a device's axes, and how it was found.
public struct PanelSize: Hashable, Sendable {
    /// Millimetres along the device's own X and Y axes.
    public let millimetres: Size
    /// The source of the size.
    public let source: SizeSource
    /// The implausible size that the device claims, if it claims one and that was not believed.
    public let disbelieved: Size?
    /// Device units along both axes.
    public let range: Size

    /// Finds the size of a device; nil when it has no position axes.
    ///
    /// The first plausible size is taken: of the configuration, the axes' resolution, udev, the display, and at last a
    /// guess. Plausible are sides of 40 to 2500 mm with a ratio of 0.4 to 3.6; panels that claim 216 × 91 mm for 15.6
    /// inches, or 1 × 1 mm, exist. udev computes its size from the resolution of `ABS_X` and `ABS_Y`, so it adds
    /// something only where the administrator set it.
    ///
    /// - Parameters:
    ///   - device: What the device says of itself.
    ///   - settings: What the configuration says of it.
    ///   - systemCalibration: udev's `LIBINPUT_CALIBRATION_MATRIX`.
    ///   - systemSize: udev's `ID_INPUT_WIDTH_MM` and `ID_INPUT_HEIGHT_MM`.
    ///   - display: What is taken from the display behind it.
    public init?(
        of device: DeviceDescription, settings: SurfaceSettings, systemCalibration: AffineMatrix? = nil,
        systemSize: Size? = nil, display: DisplayShare? = nil
    ) {
        guard let (x, y) = ContactProtocol(of: device)?.positionAxes(of: device) else { return nil }
        range = Size(width: x.range, height: y.range)
        let claims = Self.claims(of: device, x: x, y: y)
        let believed = claims.first(where: Self.isPlausible)
        disbelieved = believed == nil ? claims.first : nil
        if let size = settings.size {
            (millimetres, source) = (size, .settings)
        } else if let believed {
            (millimetres, source) = (believed, .resolution)
        } else if let systemSize, Self.isPlausible(systemSize) {
            (millimetres, source) = (systemSize, .system)
        } else if let size = display?.millimetres {
            (millimetres, source) = (size, .display)
        } else {
            // Pixels are of the screen as people see it; the device's own axes may lie across.
            let isAcross = settings.turn(after: systemCalibration).isAcross
            let pixels = settings.pixels.map { isAcross ? $0.turned : $0 }
            let units = pixels ?? Size(width: x.range + 1, height: y.range + 1)
            (millimetres, source) = (PanelKind(of: device, units: units).size(inUnits: units), .guess)
        }
    }

    /// The sizes that a device's axes tell: those of its contacts, and those of a single touch, which some drivers
    /// give a resolution alone.
    private static func claims(of device: DeviceDescription, x: Axis, y: Axis) -> [Size] {
        var pairs = [(x, y)]
        if let x = device.axes[AbsoluteAxis.x], let y = device.axes[AbsoluteAxis.y] { pairs.append((x, y)) }
        return pairs.filter { $0.resolution > 0 && $1.resolution > 0 }
            .map { Size(width: $0.range / Double($0.resolution), height: $1.range / Double($1.resolution)) }
    }

    /// Whether a touch panel can have this size in millimetres.
    static func isPlausible(_ size: Size) -> Bool {
        let sides = 40.0...2500.0
        return sides.contains(size.width) && sides.contains(size.height)
            && (0.4...3.6).contains(size.width / size.height)
    }
}

extension Surface {
    /// Derives a surface from a device that `DeviceVerdict` calls a touchscreen.
    ///
    /// A place goes from device units to the unit square by each axis' minimum and range, through
    /// `systemCalibration` (udev's `LIBINPUT_CALIBRATION_MATRIX`), then through the configured calibration or
    /// rotation, and at last to points. The surface's own width and height follow from what the transforms make of
    /// the panel's physical sides, so that lengths stay true when axes are swapped.
    ///
    /// The parameters are those of `PanelSize`.
    ///
    /// - Returns: nil when the device has no usable position axes or the calibration squeezes the panel to nothing.
    public init?(
        name: String, device: DeviceDescription, settings: SurfaceSettings, systemCalibration: AffineMatrix?,
        systemSize: Size? = nil, display: DisplayShare? = nil
    ) {
        guard let (x, y) = ContactProtocol(of: device)?.positionAxes(of: device), x.range > 0, y.range > 0,
            let panel = PanelSize(
                of: device, settings: settings, systemCalibration: systemCalibration, systemSize: systemSize,
                display: display)
        else { return nil }
        let turn = settings.turn(after: systemCalibration)
        guard let millimetres = turn.surfaceSize(ofPanel: panel.millimetres) else { return nil }
        let size = Size(
            width: millimetres.width / PointUnit.millimetres, height: millimetres.height / PointUnit.millimetres)
        self.init(
            name: name, size: size,
            deviceToSurface: AffineMatrix.translation(x: -Double(x.minimum), y: -Double(y.minimum))
                .then(.scale(x: 1 / x.range, y: 1 / y.range))
                .then(turn)
                .then(.scale(x: size.width, y: size.height)),
            pixels: settings.pixels ?? display?.pixels)
    }
}

/// The effect of a rotation of the unit square on a panel's sides.
extension AffineMatrix {
    /// Whether the device's X axis lies along the surface's vertical edge.
    var isAcross: Bool { (b * c).magnitude > (a * d).magnitude }

    /// The sides of the surface that a panel becomes; nil when it is squeezed to nothing or blown up beyond reason.
    func surfaceSize(ofPanel panel: Size) -> Size? {
        guard determinant.isFinite, determinant.magnitude > 1e-9 else { return nil }
        // The surface's unit vectors, taken back to the panel and measured there.
        let right = Vector(x: d * panel.width, y: b * panel.height).length / determinant.magnitude
        let down = Vector(x: c * panel.width, y: a * panel.height).length / determinant.magnitude
        // A thousand times the largest panel is not one, whatever the calibration says.
        guard right.isFinite, down.isFinite, (1e-3...1e7).contains(right), (1e-3...1e7).contains(down) else {
            return nil
        }
        return Size(width: right, height: down)
    }

    /// The sides of the panel that becomes a surface of these sides; nil when no panel that there can be does.
    func panelSize(ofSurface surface: Size) -> Size? {
        let (right, down) = (surface.width * determinant, surface.height * determinant)
        // The squares of the panel's sides, from the two equations above.
        let common = d * d * a * a - b * b * c * c
        let width = (right * right * a * a - down * down * b * b) / common
        let height = (down * down * d * d - right * right * c * c) / common
        guard width > 0, height > 0 else { return nil }
        let panel = Size(width: width.squareRoot(), height: height.squareRoot())
        return PanelSize.isPlausible(panel) ? panel : nil
    }
}
