// Properties of a device node from udev, read without opening the node.

import CLibudev
public import Touch

/// An input device node and its properties, as udev has them.
public struct DeviceNode: Hashable, Sendable {
    /// The node, as `/dev/input/event3`.
    ///
    /// The number changes when the device is plugged again.
    public let path: String
    /// Its place in `/sys`, which no other device has until the machine starts again.
    public let system: String
    /// The piece of hardware that it is a part of, by its place in `/sys`: the USB device, or what else the kernel's
    /// driver serves; empty for what a program made by uinput.
    public let hardware: String
    /// libinput's name for that piece of hardware (`LIBINPUT_DEVICE_GROUP`); empty when libinput is not installed, or
    /// does not set it.
    package var group: String { udev.group }
    /// The device's name.
    public let name: String
    /// The maker's number.
    public let vendor: UInt16
    /// The maker's number of the product.
    public let product: UInt16
    /// The device's port, as udev's `ID_PATH`; empty when unknown.
    public let place: String
    /// The device's port, as the kernel's driver names it; empty when unknown.
    public let phys: String
    /// The bus: `usb`, `i2c`, `spi`, `bluetooth`, `virtual` for a program's device, or the kernel's name for another
    /// one; empty when unknown.
    public let bus: String
    /// The serial number; empty when there is none.
    public let serial: String
    /// Whether udev calls it a pen's and nothing else.
    public var isPen: Bool { udev.isPen }
    /// What udev says of its kind, size and calibration.
    public let udev: UdevProperties

    /// Whether it is the clone of a touchscreen that gestured intercepts, which has a port of gestured's own.
    public var isClone: Bool { Self.isClone(phys: phys) }

    /// What the physical path of a clone begins with; the path of its touchscreen's node follows.
    package static let clonePrefix = "gestured"

    /// The physical path of the devices with which gestured-hands points and types.
    package static let handsPhys = clonePrefix + "/hands"

    /// Whether a physical path is a clone's.
    package static func isClone(phys: String) -> Bool { phys.utf8.starts(with: (clonePrefix + "/").utf8) }

    /// A node of which udev knows nothing, taken for a touchscreen.
    public init(path: String) { self.init(path: path, system: "") }

    /// A node with these properties; it is taken for a touchscreen unless they say otherwise.
    package init(
        path: String, system: String = "", name: String = "", vendor: UInt16 = 0, product: UInt16 = 0,
        place: String = "", phys: String = "", bus: String = "", serial: String = "", isTouchscreen: Bool = true,
        isIgnored: Bool = false, isPen: Bool = false, isKeyboard: Bool = false, hardware: String = "",
        group: String = ""
    ) {
        (self.path, self.system, self.name, self.vendor, self.product) = (path, system, name, vendor, product)
        (self.place, self.phys, self.bus, self.serial) = (place, phys, bus, serial)
        self.hardware = hardware
        udev = UdevProperties(
            isTouchscreen: isTouchscreen, isKeyboard: isKeyboard, isIgnored: isIgnored, isPen: isPen, group: group)
    }

    /// Reads a udev device; nil when it is no event node.
    init?(_ device: OpaquePointer) {
        guard let path = udev_device_get_devnode(device).map({ String(cString: $0) }),
            let name = udev_device_get_sysname(device), String(cString: name).hasPrefix("event")
        else { return nil }
        let parent = udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
        func attribute(_ name: String) -> String {
            parent.flatMap { udev_device_get_sysattr_value($0, name) }.map { String(bounded: String(cString: $0).utf8) }
                ?? ""
        }
        func property(_ name: String) -> String? {
            udev_device_get_property_value(device, name).map { String(cString: $0) }
        }
        self.path = path
        self.name = attribute("name")
        vendor = UInt16(attribute("id/vendor"), radix: 16) ?? 0
        product = UInt16(attribute("id/product"), radix: 16) ?? 0
        place = property("ID_PATH") ?? ""
        phys = attribute("phys")
        serial = attribute("uniq").isEmpty ? property("ID_SERIAL_SHORT") ?? "" : attribute("uniq")
        system = udev_device_get_syspath(device).map { String(cString: $0) } ?? ""
        bus = Self.bus(number: attribute("id/bustype"), name: property("ID_BUS"), place: system)
        let usb = udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device")
        hardware =
            (usb ?? parent.flatMap(udev_device_get_parent)).flatMap(udev_device_get_syspath)
            .map { String(cString: $0) } ?? ""
        udev = UdevProperties(property)
    }

    /// The bus in a word.
    ///
    /// A program's device (uinput) may claim to be a USB device, so its path in the system takes precedence.
    package static func bus(number: String, name: String?, place: String) -> String {
        if place.hasPrefix("/sys/devices/virtual/input/") { return "virtual" }
        if let name, !name.isEmpty { return name }
        guard let number = UInt16(number, radix: 16) else { return "" }
        return buses[number] ?? "0x" + String(number, radix: 16)
    }

    /// `BUS_…` of `linux/input.h` that touchscreens are on.
    private static let buses: [UInt16: String] = [
        0x01: "pci", 0x03: "usb", 0x05: "bluetooth", 0x06: "virtual", 0x11: "i8042", 0x13: "serial", 0x18: "i2c",
        0x19: "host", 0x1c: "spi", 0x1f: "intel-ishtp", 0x20: "amd-sfh",
    ]
}
