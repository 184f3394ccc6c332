// Kinds of touch panels, and the size assumed for each when it is unknown.

/// A kind of panel by what its device declares, with a size that few panels of the kind fall short of.
///
/// A size that is too large loses taps: 1.6 mm of a tap that rolls are a pan where the true size is known, and fewer
/// are one where it is overestimated. A size that is too small makes drags begin later and swipes longer. So the sizes
/// here lie at the small end of each kind: no panel of `PanelKindTests` is overestimated by more than 1.31, and none is
/// taken for less than half of its size but large screens of ten contacts, which nothing tells from a small laptop's.
struct PanelKind: Hashable {
    private enum Limit: Hashable {
        /// Millimetres across, for phones, whose widths differ less than their lengths.
        case width(Double)
        /// Inches from corner to corner.
        case diagonal(Double)
    }
    private let limit: Limit
    /// Whether units can be as coarse as those of a television.
    private let isLarge: Bool

    /// Pixels of small panels are at least this fine, and units that are no pixels are finer; units per millimetre.
    private static let leastDensity = 6.5
    /// The largest number of contacts that controllers of small panels report; frames around a large screen report 32
    /// and more.
    private static let mostContactsOfSmallPanels = 21
    /// Sides of the smallest panels with touch, in millimetres.
    private static let leastLength = 50.0
    /// A range that is closer to a square only says that units differ on both axes.
    private static let leastRatio = 1.2
    /// The proportions that are then assumed.
    private static let widescreen = 16.0 / 9
    /// The longest bar displays.
    private static let longest = 4.0

    /// The kind of a device.
    ///
    /// - Parameter units: How many device units, or pixels of the screen behind it, lie along its X and Y axes.
    init(of device: DeviceDescription, units: Size) {
        // Protocol A does not say how many contacts there can be.
        let contacts =
            switch ContactProtocol(of: device) {
            case .slots: device.slotCount
            case .singleTouch: 1
            case .trackedContacts, .anonymousContacts, nil: 10
            }
        let isBuiltIn = Self.isBuiltIn(device)
        isLarge = !isBuiltIn && contacts > Self.mostContactsOfSmallPanels
        // A phone's panel is wired to its board; what is upright on a cable is a monitor.
        if isBuiltIn, units.height >= 1.65 * units.width, contacts <= 10 {
            limit = .width(52)
            return
        }
        // Resistive panels and small controllers report one or two contacts, large frames more than ten. Tablets of
        // seven and eight inches are built upright, larger ones wide. Two contacts over USB are what laptops and
        // monitors had when that was new; one, or five, are what small monitors have. The smallest known panel with
        // more than 21 contacts has 21.5 inches, many have 55.
        let inches =
            switch (isBuiltIn, contacts) {
            case (true, ...2): 3.5
            case (true, ...5): 5.0
            case (true, _): units.width >= Self.leastRatio * units.height ? 10.1 : 7.0
            case (false, 2), (false, 6...10): 12.1
            case (false, ...5): 7.0
            case (false, ...Self.mostContactsOfSmallPanels): 15.6
            case (false, _): 27.5
            }
        limit = .diagonal(inches)
    }

    /// Whether the panel is wired to the board, as in phones, tablets and small computers.
    private static func isBuiltIn(_ device: DeviceDescription) -> Bool { boardBuses.contains(device.bus) }

    /// `BUS_I2C`, `BUS_HOST` and `BUS_SPI`, and what a driver leaves that names no bus.
    private static let boardBuses: Set<UInt16> = [0x00, 0x18, 0x19, 0x1c]

    /// The size to assume, in millimetres along the device's own axes.
    ///
    /// - Parameter units: As for the kind.
    func size(inUnits units: Size) -> Size {
        let (short, long) = (min(units.width, units.height), max(units.width, units.height))
        let isShaped = short > 0 && long >= Self.leastRatio * short
        let ratio = isShaped ? min(long / short, Self.longest) : Self.widescreen
        let limited =
            switch limit {
            case .width(let width): width * ratio
            case .diagonal(let inches): inches * 25.4 * ratio / (1 + ratio * ratio).squareRoot()
            }
        let length = isLarge ? limited : min(limited, max(long / Self.leastDensity, Self.leastLength))
        let size = Size(width: length, height: length / ratio)
        return isShaped && units.height > units.width ? size.turned : size
    }
}
