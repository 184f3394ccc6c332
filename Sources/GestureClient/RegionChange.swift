// Description of a change of a region that a program has attached.

public import GestureWire

/// What changes of an own region: its place, form, order, or whether it takes touches.
///
///     RegionChange("photo", transform: [0, 1, -1, 0, 40, 0], order: .top)
///
/// What is not said stays. Lengths are numbers in the unit of the surface, or texts with a unit.
public struct RegionChange: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    /// Where a region lies among those of the same parent.
    public enum Order: Equatable, Sendable {
        /// Over all others.
        case top
        /// Directly over another own region.
        case above(String)
    }

    /// Everything that is said, by the keys of the protocol.
    public var properties: [String: WireValue]

    /// A change as the protocol writes it.
    public init(dictionaryLiteral properties: (String, WireValue)...) {
        self.properties = Dictionary(properties) { first, _ in first }
    }

    /// A change of a region.
    ///
    /// - Parameters:
    ///   - name: The name that the region was attached by.
    ///   - frame: An object with `x`, `y`, `width` and `height`, in its parent.
    ///   - transform: The six numbers a, b, c, d, tx, ty, about the centre of the frame; `[1, 0, 0, 1, 0, 0]` for none.
    ///   - shape: `"rectangle"`, `"ellipse"`, or a list of corners `[x, y]` in the region's own coordinates.
    ///   - order: Where it lies from now on.
    ///   - isEnabled: Whether touches can begin in it; what lies below gets them otherwise.
    ///   - isExclusive: Whether it receives a touch only while no other region has one, and no other while it has one.
    public init(
        _ name: String, frame: WireValue? = nil, transform: [Double]? = nil, shape: WireValue? = nil,
        order: Order? = nil, isEnabled: Bool? = nil, isExclusive: Bool? = nil
    ) {
        properties = ["name": .text(name)]
        properties["frame"] = frame
        properties["transform"] = transform.map { .list($0.map { WireValue(floatLiteral: $0) }) }
        properties["shape"] = shape
        properties["enabled"] = isEnabled.map(WireValue.flag)
        properties["exclusive"] = isExclusive.map(WireValue.flag)
        switch order {
        case .top?: properties["above"] = .null
        case .above(let sibling)?: properties["above"] = .text(sibling)
        case nil: break
        }
    }

    var value: WireValue { WireValue(object: properties) }
}
