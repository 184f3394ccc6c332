// Matching of devices by the `match` of a surface rule.

import GestureWire

/// The properties that identify a device; unknown text is empty.
public struct DeviceIdentity: Hashable, Sendable {
    /// The kernel's name of the device, blanks and all.
    public var name: String
    /// The maker's number.
    public var vendor: UInt16
    /// The maker's number of the product.
    public var product: UInt16
    /// The port: udev's `ID_PATH`.
    public var path: String
    /// The port, as the kernel names it (`EVIOCGPHYS`).
    public var phys: String
    /// Its serial number (`EVIOCGUNIQ`).
    public var serial: String
    /// The bus: `usb`, `i2c`, `virtual`, ….
    public var bus: String

    /// Creates an identity; omitted properties are unknown.
    public init(
        name: String, vendor: UInt16 = 0, product: UInt16 = 0, path: String = "", phys: String = "",
        serial: String = "", bus: String = ""
    ) {
        self.name = name
        self.vendor = vendor
        self.product = product
        self.path = path
        self.phys = phys
        self.serial = serial
        self.bus = bus
    }
}

/// Patterns for the identity of a device: all that are given must match; without any, every device matches.
///
/// A pattern is a `Glob`, as in a subscription: `*` any run of characters, `/` too, `?` any one, `[a-c]` one of these.
/// Upper and lower case differ.
public struct SurfaceMatch: Hashable, Sendable {
    /// The patterns by the keys of `match`; for numbers four lower-case hexadecimal digits, as `lsusb` shows them.
    public var patterns: [String: String] = [:]

    /// The names of touchscreens' buses; a bus without a name is a number, as in `0x1f`.
    public static let buses = [
        "usb", "i2c", "spi", "bluetooth", "virtual", "serial", "i8042", "rmi", "pci", "host", "intel-ishtp", "amd-sfh",
    ]

    /// A match of every device.
    public init() {}

    /// Whether every pattern that is given matches the device.
    public func matches(_ identity: DeviceIdentity) -> Bool {
        let texts = [
            "name": identity.name, "vendor": identity.vendor.fourDigits, "product": identity.product.fourDigits,
            "path": identity.path, "phys": identity.phys, "serial": identity.serial, "bus": identity.bus,
        ]
        return patterns.allSatisfy { key, pattern in Glob(pattern).matches(texts[key] ?? "") }
    }

    /// Whether it certainly matches all that another match does: each of its patterns is the other's, too, or takes
    /// anything.
    func matchesAll(of other: SurfaceMatch) -> Bool {
        patterns.allSatisfy { key, pattern in Self.matchesAnything(pattern) || pattern == other.patterns[key] }
    }

    /// Whether every device matches.
    var matchesEverything: Bool { patterns.values.allSatisfy(Self.matchesAnything) }

    private static func matchesAnything(_ pattern: String) -> Bool {
        pattern.utf8.allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
