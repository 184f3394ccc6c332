// The description of a panel's clone: what is taken over from the panel, and which panels can have one.

public import Touch

/// Why a panel cannot have a clone.
public enum CloneRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kernel's protocol B is needed, in which contacts end one by one.
    case contactProtocol(ContactProtocol?)
    case notDirect
    /// It has keys or buttons, which applications would lose with the panel.
    case keys([UInt16])
    case relativeAxes
    case slots(Int)
    case axis(code: UInt16, Axis?)

    /// The reason in a sentence's second half: "not intercepted: …".
    public var description: String {
        switch self {
        case .contactProtocol(let found): "its contacts have no slots (protocol \(found?.name ?? "unknown"))"
        case .notDirect: "it does not lie on a display (INPUT_PROP_DIRECT)"
        case .keys(let codes):
            "it also has keys (\(codes.map { "0x" + String($0, radix: 16) }.joined(separator: " ")))"
        case .relativeAxes: "it also has relative axes"
        case .slots(let count): "\(count) slots"
        case .axis(let code, let axis):
            "axis 0x\(String(code, radix: 16)) "
                + (axis.map { "from \($0.minimum) to \($0.maximum)" } ?? "is missing")
        }
    }
}

/// What a panel's clone declares.
///
/// All of it is touch: the clone has `BTN_TOUCH` and no other key, no relative axis, and no absolute axis but those of
/// contacts. Its writer can send touches, but no keys.
public struct ClonedDevice: Hashable, Sendable {
    /// The panel's name.
    public let name: String
    /// The panel's bus.
    public let bus: UInt16
    /// The number of its maker.
    public let vendor: UInt16
    /// The maker's number of the product.
    public let product: UInt16
    /// The product's version.
    public let version: UInt16
    /// The axes by code.
    ///
    /// `ABS_MT_TOOL_TYPE` is always among them: it says which contacts are cancelled.
    public let axes: [UInt16: Axis]
    /// The number of contacts that it can tell apart.
    public let slotCount: Int

    /// More slots than any panel has; the kernel keeps all values of each.
    public static let maximumSlots = 64
    /// More events than the largest frame of a clone has: each contact with all its axes.
    static let maximumEvents = maximumSlots * 16 + 8
    /// The codes of `EV_ABS` that a clone may have.
    static let touchAxes: Set<UInt16> = Set<UInt16>([
        AbsoluteAxis.x, AbsoluteAxis.y, AbsoluteAxis.singleTouchPressure,
    ]).union(AbsoluteAxis.slot...AbsoluteAxis.lastOfContacts)

    /// Takes over what a clone may have.
    ///
    /// - Throws: `CloneRefusal` when applications would lose something, or the clone could not say when contacts end.
    public init(of device: DeviceDescription) throws(CloneRefusal) {
        let contacts = ContactProtocol(of: device)
        guard contacts == .slots else { throw .contactProtocol(contacts) }
        guard device.properties.contains(DeviceProperty.direct) else { throw .notDirect }
        let keys = (device.codes[EventType.key] ?? []).subtracting(Self.fingerButtons)
        guard keys.isEmpty else { throw .keys(keys.sorted()) }
        guard device.codes[EventType.relative]?.isEmpty ?? true else { throw .relativeAxes }
        guard (1...Self.maximumSlots).contains(device.slotCount) else { throw .slots(device.slotCount) }
        var axes = device.axes.filter { Self.touchAxes.contains($0.key) }
        for code in [AbsoluteAxis.positionX, AbsoluteAxis.positionY] {
            guard let axis = axes[code], axis.minimum < axis.maximum else { throw .axis(code: code, axes[code]) }
        }
        for (code, axis) in axes where !Self.isUsable(axis) { throw .axis(code: code, axis) }
        let tools = axes[AbsoluteAxis.toolType]?.maximum ?? 0
        axes[AbsoluteAxis.toolType] = Axis(minimum: 0, maximum: max(tools, ToolType.palm))
        (name, bus, vendor) = (device.name, device.bus, device.vendor)
        (product, version) = (device.product, device.version)
        self.axes = axes
        slotCount = device.slotCount
    }

    private static func isUsable(_ axis: Axis) -> Bool {
        axis.minimum <= axis.maximum && axis.minimum > -limit && axis.maximum < limit && axis.resolution >= 0
    }

    private static let limit: Int32 = 1 << 26
    /// Buttons that say how many fingers there are, which contacts say, too.
    private static let fingerButtons = Set<UInt16>([
        KeyCode.touch, KeyCode.toolFinger, 0x14d, 0x14e, KeyCode.toolQuadrupleTap, 0x148,
    ])
}
