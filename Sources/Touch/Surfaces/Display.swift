// A display behind a touchscreen, with its pixels and its size.

/// A display that is connected.
public struct Display: Hashable, Sendable {
    /// The connector's name in the kernel: `HDMI-A-1`, `eDP-1`.
    public let connector: String
    /// The product's name; nil when it does not say.
    public let name: String?
    /// The pixels of its preferred mode, as the display is built, not as it may be turned; nil when not known.
    public let pixels: Size?
    /// Its width and height in millimetres, as it is built; nil when not known.
    public let millimetres: Size?

    /// A display from its parts.
    public init(connector: String, name: String? = nil, pixels: Size? = nil, millimetres: Size? = nil) {
        self.connector = connector
        self.name = name
        self.pixels = pixels
        self.millimetres = millimetres
    }

    /// A display from what it says of itself and from what the kernel makes of it.
    ///
    /// - Parameters:
    ///   - connector: The kernel's name of the connection.
    ///   - edid: What the display says of itself; nil if that cannot be read.
    ///   - modes: The pixels of the modes that the connection can carry, the preferred one first. The one that the
    ///     display prefers may not be among them.
    public init(connector: String, edid: Edid?, modes: [Size]) {
        let preferred = edid?.pixels.flatMap { modes.isEmpty || modes.contains($0) ? $0 : nil }
        self.init(
            connector: connector, name: edid?.name, pixels: preferred ?? modes.first, millimetres: edid?.millimetres)
    }
}

extension Size {
    var turned: Size { Size(width: height, height: width) }

    /// Returns the ratio of the two aspect ratios, at least 1: 1 when they have the same proportions.
    func difference(inShapeFrom other: Size) -> Double {
        let ratio = (width * other.height) / (height * other.width)
        return max(ratio, 1 / ratio)
    }

    /// Whether both have the same proportions, within what panels, bezels and roundings make of them.
    ///
    /// 16:10 and 16:9 differ by 11 %, 4:3 and 16:9 by a third.
    func isShaped(like other: Size) -> Bool { difference(inShapeFrom: other) <= 1.15 }
}
