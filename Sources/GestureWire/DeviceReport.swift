// The report of an input device: its description, why it is used or not, and its defects.

/// What tells a device from others, in the words of a surface's `match`; text that is not known is empty.
public struct DeviceMatch: Equatable, Sendable, Decodable {
    /// How it is connected: `usb`, `i2c`, `virtual`, ….
    public var bus: String
    /// Where it is plugged in: udev's `ID_PATH`.
    public var path: String
    /// Where it is plugged in, in the kernel's words.
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
    /// What the device calls itself.
    public var name: String
    /// Whether its touches are read.
    public var used: Bool
    /// Why it is used or not, as a sentence for people.
    public var reason: String
    /// The vendor's number; four hexadecimal digits on the wire, as `lsusb` prints them.
    public var vendor: UInt16
    /// The product's number; four hexadecimal digits on the wire.
    public var product: UInt16
    /// What else tells it from others.
    public var match: DeviceMatch
    /// The kernel's way in which it tells of contacts, as `B`, `A` or `single touch`; empty if none.
    public var `protocol`: String
    /// How many touches it tells apart.
    public var slots: Int
    /// The surface it became, if it is used.
    public var surface: String?
    /// The surface's physical size, known or assumed, if it is used.
    public var millimetres: WireSize?
    /// Where that size comes from, if it is used: `configured`, `kernel`, `udev`, `display` or `guessed`; nil when a daemon
    /// does not say.
    public var sizeFrom: String?
    /// Whether that size is only assumed: `guessed`.
    public var assumed: Bool
    /// How many frames it sends in a second while it is touched, if it is used; 0 while that is not known.
    public var rate: Double?
    /// The way from its axes to the unit square of the surface, if it is used: of a place (x, y) in its own units,
    /// `m[0]·x + m[1]·y + m[2]` across and `m[3]·x + m[4]·y + m[5]` down.
    public var matrix: [Double]?
    /// How often it, its driver or the machine did something wrong since it was plugged in, by the defect's name.
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
