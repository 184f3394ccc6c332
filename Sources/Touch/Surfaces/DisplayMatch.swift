// Pixels and size of a touch area, taken from the display behind it if the two match.

/// The values that a surface takes from the display behind it.
public struct DisplayShare: Hashable, Sendable {
    /// The display's pixels as people see them on the surface; nil when the configuration has them.
    public var pixels: Size?
    /// The display's millimetres along the device's own axes; nil when the device or the configuration has them.
    public var millimetres: Size?
    /// The display's millimetres along the device's own axes, where the device says something else of itself.
    public var contradiction: Size?

    /// Creates a share of these values.
    public init(pixels: Size? = nil, millimetres: Size? = nil, contradiction: Size? = nil) {
        self.pixels = pixels
        self.millimetres = millimetres
        self.contradiction = contradiction
    }
}

/// Whether a display can be the one behind a touch area, and what is then taken from it.
///
/// A touch area lies across a display only where the configuration or udev turns it by a quarter. Whether such a turn
/// puts the touch area right for its display, or both of them right for people, the proportions say: a digitizer may
/// be upright behind a wide display, and a wide display may hang upright with its digitizer.
public enum DisplayMatch: Hashable, Sendable {
    /// It can be, and this is taken.
    case taken(DisplayShare)
    /// Nothing is taken, for this reason, a sentence's second half.
    case refused(because: String)

    /// Compares a display and a panel, as large as it is without the display.
    public init(display: Display, panel: PanelSize, settings: SurfaceSettings, systemCalibration: AffineMatrix?) {
        let turn = settings.turn(after: systemCalibration)
        do throws(Mismatch) {
            guard let shape = display.pixels ?? display.millimetres else {
                throw Mismatch(reason: "it reports neither pixels nor a size")
            }
            let isAcross =
                if !panel.source.isAssumed {
                    try Self.isAcross(panel.millimetres, shape, turn)
                } else if let pixels = settings.pixels {
                    try Self.isAcross(pixels, shape)
                } else {
                    try Self.isAcross(range: panel.range, shape, turn)
                }
            func asSeen(_ size: Size) -> Size { isAcross ? size.turned : size }
            let size = display.millimetres.flatMap { turn.panelSize(ofSurface: asSeen($0)) }
            let isClaimed = panel.source == .resolution || panel.source == .system
            let isContradicted = isClaimed && size.map { !$0.isAbout(panel.millimetres) } ?? false
            self = .taken(
                DisplayShare(
                    pixels: settings.pixels == nil ? display.pixels.map(asSeen) : nil,
                    millimetres: panel.source.isAssumed ? size : nil, contradiction: isContradicted ? size : nil))
        } catch {
            self = .refused(because: error.reason)
        }
    }

    private struct Mismatch: Error {
        let reason: String
    }

    /// Whether a touch area of known sides lies across a display, as people see it.
    private static func isAcross(
        _ panel: Size, _ display: Size, _ turn: AffineMatrix
    ) throws(Mismatch) -> Bool {
        guard let touchArea = turn.surfaceSize(ofPanel: panel) else {
            throw Mismatch(reason: "the calibration yields no surface")
        }
        switch Bearing(of: touchArea, to: display, isTurned: turn.isAcross) {
        case .along: return false
        case .across: return true
        case .acrossUnturned:
            throw Mismatch(
                reason: "the touch area, \(touchArea.text) mm, is at right angles to it, without a `rotation`")
        case .otherShape:
            throw Mismatch(reason: "the touch area, \(touchArea.text) mm, has other proportions")
        }
    }

    /// Whether the pixels that people see lie across the display, however the touch area does.
    private static func isAcross(_ pixels: Size, _ display: Size) throws(Mismatch) -> Bool {
        guard pixels.isShaped(like: display) || pixels.isShaped(like: display.turned) else {
            throw Mismatch(reason: "the configured pixels, \(pixels.text), have other proportions")
        }
        return pixels.difference(inShapeFrom: display) > pixels.difference(inShapeFrom: display.turned)
    }

    /// Whether a touch area of unknown sides lies across a display, as people see it.
    ///
    /// Units can have different lengths on the two axes, so a range says nothing unless it has the display's
    /// proportions.
    private static func isAcross(
        range: Size, _ display: Size, _ turn: AffineMatrix
    ) throws(Mismatch) -> Bool {
        guard let touchArea = turn.surfaceSize(ofPanel: range) else { return turn.isAcross }
        switch Bearing(of: touchArea, to: display, isTurned: turn.isAcross) {
        case .along: return false
        case .acrossUnturned where !range.isShaped(like: range.turned):
            throw Mismatch(
                reason: "the touch area, \(touchArea.text) units, is at right angles to it, without a `rotation`")
        case .across, .acrossUnturned, .otherShape: return turn.isAcross
        }
    }
}

/// The orientation of a touch area, as people see it, relative to the display as built.
private enum Bearing {
    case along
    case across
    /// Across, although no turn makes it so.
    case acrossUnturned
    case otherShape

    init(of touchArea: Size, to display: Size, isTurned: Bool) {
        switch (touchArea.isShaped(like: display), touchArea.isShaped(like: display.turned)) {
        // A nearly square area fits both ways; then the rotation alone decides.
        case (true, true): self = isTurned ? .across : .along
        case (true, false): self = .along
        case (false, true): self = isTurned ? .across : .acrossUnturned
        case (false, false): self = .otherShape
        }
    }
}

extension Size {
    fileprivate var text: String {
        // Larger lengths are not those of a screen, and might exceed an integer.
        func text(_ length: Double) -> String { length.magnitude < 1e9 ? "\(Int(length.rounded()))" : "\(length)" }
        return "\(text(width)) x \(text(height))"
    }

    /// Whether neither side differs by more than the border of a display.
    fileprivate func isAbout(_ other: Size) -> Bool {
        let ratios = 1 / 1.15...1.15
        return ratios.contains(width / other.width) && ratios.contains(height / other.height)
    }
}
