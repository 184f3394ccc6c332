// How large is a panel really, and how does it lie? The rules from axes and settings to a surface.

/// Where a surface's millimetres come from.
public enum SizeSource: Hashable, Sendable {
    /// The configuration's `size`.
    case settings
    /// The resolution of the device's axes.
    case resolution
    /// What the display behind it says of itself.
    case display
    /// 96 units per inch of the configured `pixels`: an assumption.
    case pixels
    /// 96 units per inch of the axes' own range: an assumption.
    case range
    /// A screen of 15.6 inches: the range is no number of pixels either.
    case guess

    /// Whether lengths on this surface are only assumed, so that someone should be told.
    public var isAssumed: Bool {
        switch self {
        case .settings, .resolution, .display: false
        case .pixels, .range, .guess: true
        }
    }
}

/// The physical extent of a device's axes, and how it was found.
public struct PanelSize: Hashable, Sendable {
    /// Millimetres along the device's own X and Y axes.
    public let millimetres: Size
    /// Where they come from.
    public let source: SizeSource
    /// The implausible size that the device claims, if it claims one and that was not believed.
    public let disbelieved: Size?

    /// Finds the size of a device with position axes.
    ///
    /// The axes' resolution is believed when both sides are 40 to 2500 mm and their ratio is 0.4 to 3.6; panels
    /// that claim 216 × 91 mm for 15.6 inches, or 1 × 1 mm, exist.
    ///
    /// - Parameters:
    ///   - x: The axis from left to right, in device units.
    ///   - y: The axis from top to bottom.
    ///   - settings: What the configuration says of it.
    ///   - systemCalibration: udev's `LIBINPUT_CALIBRATION_MATRIX`.
    ///   - display: What is taken from the display behind it.
    public init(
        x: Axis, y: Axis, settings: SurfaceSettings, systemCalibration: AffineMatrix? = nil,
        display: DisplayShare? = nil
    ) {
        let claimed =
            x.resolution > 0 && y.resolution > 0
            ? Size(width: x.range / Double(x.resolution), height: y.range / Double(y.resolution)) : nil
        let believed = claimed.flatMap { Self.isPlausible($0) ? $0 : nil }
        disbelieved = believed == nil ? claimed : nil
        if let size = settings.size {
            (millimetres, source) = (size, .settings)
        } else if let believed {
            (millimetres, source) = (believed, .resolution)
        } else if let size = display?.millimetres {
            (millimetres, source) = (size, .display)
        } else if let pixels = settings.pixels {
            // Pixels are of the screen as people see it; the device's own axes may lie across.
            let size = settings.turn(after: systemCalibration).isAcross ? pixels.turned : pixels
            (millimetres, source) = (Self.at96PerInch(size), .pixels)
        } else {
            let size = Self.at96PerInch(Size(width: x.range + 1, height: y.range + 1))
            let isPixels = Self.isPlausible(size) && max(size.width, size.height) <= Self.guess.width
            (millimetres, source) = isPixels ? (size, .range) : (Self.guess(of: size), .guess)
        }
    }

    /// A screen of 15.6 inches.
    private static let guess = Size(width: 344, height: 194)

    /// The guess, with the range's own proportions where a screen can have them: most ranges beyond the pixels of a
    /// small screen are finer than pixels, and to overestimate a panel is to lose taps.
    private static func guess(of range: Size) -> Size {
        let long = max(range.width, range.height)
        guard (1.2...2.4).contains(long / min(range.width, range.height)) else { return guess }
        let scale = guess.width / long
        return Size(width: range.width * scale, height: range.height * scale)
    }

    /// Whether a touch panel can have this size in millimetres.
    static func isPlausible(_ size: Size) -> Bool {
        let sides = 40.0...2500.0
        return sides.contains(size.width) && sides.contains(size.height)
            && (0.4...3.6).contains(size.width / size.height)
    }

    private static func at96PerInch(_ size: Size) -> Size {
        Size(width: size.width / 96 * 25.4, height: size.height / 96 * 25.4)
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
    /// - Parameters:
    ///   - name: What clients call it.
    ///   - device: What the device says of itself.
    ///   - settings: What the configuration says of it.
    ///   - systemCalibration: udev's `LIBINPUT_CALIBRATION_MATRIX`.
    ///   - display: What is taken from the display behind it.
    /// - Returns: nil when the device has no usable position axes or the calibration squeezes the panel to nothing.
    public init?(
        name: String, device: DeviceDescription, settings: SurfaceSettings, systemCalibration: AffineMatrix?,
        display: DisplayShare? = nil
    ) {
        guard let (x, y) = ContactProtocol(of: device)?.positionAxes(of: device), x.range > 0, y.range > 0
        else { return nil }
        let panel = PanelSize(x: x, y: y, settings: settings, systemCalibration: systemCalibration, display: display)
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

/// What a turn of the unit square makes of a panel's sides.
extension AffineMatrix {
    /// Whether the device's X axis lies along the surface's vertical edge.
    var isAcross: Bool { (b * d).magnitude > (a * e).magnitude }

    /// The sides of the surface that a panel becomes; nil when it is squeezed to nothing or blown up beyond reason.
    func surfaceSize(ofPanel panel: Size) -> Size? {
        guard determinant.isFinite, determinant.magnitude > 1e-9 else { return nil }
        // The surface's unit vectors, taken back to the panel and measured there.
        let right = Vector(x: e * panel.width, y: d * panel.height).length / determinant.magnitude
        let down = Vector(x: b * panel.width, y: a * panel.height).length / determinant.magnitude
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
        let common = e * e * a * a - d * d * b * b
        let width = (right * right * a * a - down * down * d * d) / common
        let height = (down * down * e * e - right * right * b * b) / common
        guard width > 0, height > 0 else { return nil }
        let panel = Size(width: width.squareRoot(), height: height.squareRoot())
        return PanelSize.isPlausible(panel) ? panel : nil
    }
}
