// Description of a device: names, properties, event codes and axes, from the kernel or a recording.

/// One absolute axis (`struct input_absinfo`, without the value).
public struct Axis: Hashable, Sendable {
    /// The least value that the device declares.
    public var minimum: Int32
    /// The greatest value that the device declares.
    public var maximum: Int32
    /// Noise that the kernel removes.
    public var fuzz: Int32
    /// Values about the centre that count as the centre.
    public var flat: Int32
    /// Units per millimetre; 0 when the device does not say.
    public var resolution: Int32

    /// Makes an axis from the kernel's five numbers.
    public init(minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0) {
        self.minimum = minimum
        self.maximum = maximum
        self.fuzz = fuzz
        self.flat = flat
        self.resolution = resolution
    }

    /// Units from one end to the other; 0 or less when the axis is unusable.
    public var range: Double { Double(maximum) - Double(minimum) }
}

/// Properties of a device (`INPUT_PROP_…`).
public enum DeviceProperty {
    /// `INPUT_PROP_POINTER`: the device moves a pointer, as a touchpad does.
    public static let pointer: UInt16 = 0
    /// `INPUT_PROP_DIRECT`: the device lies on what it points at, as a touchscreen does.
    public static let direct: UInt16 = 1
}

/// Everything a device declares, enough to classify it and to make a twin of it.
public struct DeviceDescription: Hashable, Sendable {
    /// The name, blanks and all.
    public var name: String
    /// `BUS_USB`, `BUS_I2C`, ….
    public var bus: UInt16
    /// The maker's number.
    public var vendor: UInt16
    /// The maker's number of the product.
    public var product: UInt16
    /// The product's version.
    public var version: UInt16
    /// The properties that are set, as of `DeviceProperty`.
    public var properties: Set<UInt16>
    /// The event codes that the device can send, by event type.
    public var codes: [UInt16: Set<UInt16>]
    /// The absolute axes, by code.
    public var axes: [UInt16: Axis]

    /// Makes a description; whatever is left out is empty.
    public init(
        name: String, bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0,
        properties: Set<UInt16> = [], codes: [UInt16: Set<UInt16>] = [:], axes: [UInt16: Axis] = [:]
    ) {
        self.name = name
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.version = version
        self.properties = properties
        self.codes = codes
        self.axes = axes
    }

    /// Whether the device can send this key or button.
    public func hasKey(_ code: UInt16) -> Bool { codes[EventType.key]?.contains(code) ?? false }

    /// Whether the device can send this absolute axis.
    public func hasAxis(_ code: UInt16) -> Bool { codes[EventType.absolute]?.contains(code) ?? false }

    /// The number of contacts that the device can tell apart by slot; 0 when it has no slots.
    public var slotCount: Int {
        guard hasAxis(AbsoluteAxis.slot), let axis = axes[AbsoluteAxis.slot], axis.maximum >= 0 else { return 0 }
        return Int(axis.maximum) + 1
    }
}
