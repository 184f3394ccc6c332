// How large is a panel really, and how does it lie? The rules from axes and settings to a surface.

/// Where a surface's millimetres come from.
public enum SizeSource: Hashable, Sendable {
    /// The configuration's `size`.
    case settings
    /// The resolution of the device's axes.
    case resolution
    /// 96 units per inch of the configured `pixels`: an assumption.
    case pixels
    /// 96 units per inch of the axes' own range: an assumption.
    case range
    /// A screen of 15.6 inches: the range is no number of pixels either.
    case guess

    /// Whether lengths on this surface are only assumed, so that someone should be told.
    public var isAssumed: Bool { self != .settings && self != .resolution }
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
    public init(x: Axis, y: Axis, settings: SurfaceSettings, systemCalibration: AffineMatrix? = nil) {
        let claimed =
            x.resolution > 0 && y.resolution > 0
            ? Size(width: x.range / Double(x.resolution), height: y.range / Double(y.resolution)) : nil
        let believed = claimed.flatMap { Self.isPlausible($0) ? $0 : nil }
        disbelieved = believed == nil ? claimed : nil
        if let size = settings.size {
            (millimetres, source) = (size, .settings)
        } else if let believed {
            (millimetres, source) = (believed, .resolution)
        } else if let pixels = settings.pixels {
            // Pixels are of the screen as people see it; the device's own axes may lie across.
            let turn = settings.turn(after: systemCalibration)
            let across = (turn.b * turn.d).magnitude > (turn.a * turn.e).magnitude
            let size = across ? Size(width: pixels.height, height: pixels.width) : pixels
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
    /// - Returns: nil when the device has no usable position axes or the calibration squeezes the panel to nothing.
    public init?(
        name: String, device: DeviceDescription, settings: SurfaceSettings, systemCalibration: AffineMatrix?
    ) {
        guard let x = device.axes[AbsoluteAxis.positionX], let y = device.axes[AbsoluteAxis.positionY],
            x.range > 0, y.range > 0
        else { return nil }
        let panel = PanelSize(x: x, y: y, settings: settings, systemCalibration: systemCalibration).millimetres
        let turn = settings.turn(after: systemCalibration)
        let determinant = turn.determinant
        guard determinant.isFinite, determinant.magnitude > 1e-9 else { return nil }
        // The surface's unit vectors, taken back to the panel and measured there.
        let right = Vector(x: turn.e * panel.width, y: turn.d * panel.height).length / determinant.magnitude
        let down = Vector(x: turn.b * panel.width, y: turn.a * panel.height).length / determinant.magnitude
        // A thousand times the largest panel is not one, whatever the calibration says.
        guard right.isFinite, down.isFinite, (1e-3...1e7).contains(right), (1e-3...1e7).contains(down) else {
            return nil
        }
        let size = Size(width: right / PointUnit.millimetres, height: down / PointUnit.millimetres)
        self.init(
            name: name, size: size,
            deviceToSurface: AffineMatrix.translation(x: -Double(x.minimum), y: -Double(y.minimum))
                .then(.scale(x: 1 / x.range, y: 1 / y.range))
                .then(turn)
                .then(.scale(x: size.width, y: size.height)),
            pixels: settings.pixels)
    }
}
