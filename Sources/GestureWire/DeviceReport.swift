// The report of an input device: its description, why it is used or not, and its defects.

/// The properties that distinguish a device, by the keys of a surface's `match`; unknown text is empty.
public struct DeviceMatch: Equatable, Sendable, Decodable {
    /// The bus: `usb`, `i2c`, `virtual`, ….
    public var bus: String
    /// The port: udev's `ID_PATH`.
    public var path: String
    /// The port, as the kernel names it.
    public var phys: String
    /// Its serial number.
    public var serial: String

    /// A match from all its members.
    public init(bus: String = "", path: String = "", phys: String = "", serial: String = "") {
        self.bus = bus
        self.path = path
        self.phys = phys
        self.serial = serial
    }
}

/// An input device, and why it is used or not.
public struct DeviceReport: Equatable, Sendable {
    /// The device node.
    public var path: String
    /// The device's own name.
    public var name: String
    /// Whether its touches are read.
    public var used: Bool
    /// Why it is used or not, as a sentence for people.
    public var reason: String
    /// The vendor's number; four hexadecimal digits on the wire, as `lsusb` prints them.
    public var vendor: UInt16
    /// The product's number; four hexadecimal digits on the wire.
    public var product: UInt16
    /// Further properties that distinguish it.
    public var match: DeviceMatch
    /// The kernel protocol of its contacts: `B`, `A` or `single touch`; empty if none.
    public var `protocol`: String
    /// The number of touches that it distinguishes.
    public var slots: Int
    /// The surface it became, if it is used.
    public var surface: String?
    /// The surface's physical size, known or assumed, if it is used.
    public var millimetres: WireSize?
    /// The source of that size, if the device is used: `configured`, `kernel`, `udev`, `display` or `guessed`; nil when
    /// a daemon does not report it.
    public var sizeFrom: String?
    /// Whether that size is only assumed: `guessed`.
    public var assumed: Bool
    /// The number of frames per second while it is touched, if it is used; 0 while that is unknown.
    public var rate: Double?
    /// The way from its axes to the unit square of the surface, if it is used: of a place (x, y) in its own units,
    /// `m[0]·x + m[1]·y + m[2]` across and `m[3]·x + m[4]·y + m[5]` down.
    public var matrix: [Double]?
    /// The number of defects of the device, its driver or the machine since it was plugged in, by the defect's name.
    public var defects: [String: Int]
    /// The number of filtered contacts (palm, hover, dead zone and so on), by the reason's name.
    public var unwanted: [String: Int]

    /// A report from all its members.
    public init(
        path: String, name: String, used: Bool, reason: String, vendor: UInt16, product: UInt16,
        match: DeviceMatch = DeviceMatch(), protocol: String, slots: Int, surface: String? = nil,
        millimetres: WireSize? = nil, sizeFrom: String? = nil, assumed: Bool = false, rate: Double? = nil,
        matrix: [Double]? = nil, defects: [String: Int] = [:], unwanted: [String: Int] = [:]
    ) {
        self.path = path
        self.name = name
        self.used = used
        self.reason = reason
        self.vendor = vendor
        self.product = product
        self.match = match
        self.protocol = `protocol`
        self.slots = slots
        self.surface = surface
        self.millimetres = millimetres
        self.sizeFrom = sizeFrom
        self.assumed = assumed
        self.rate = rate
        self.matrix = matrix
        self.defects = defects
        self.unwanted = unwanted
    }
}
