// The report of an input device: its description, why it is used or not, and its defects.

/// The properties that distinguish a device, by the keys of a surface's `match`; unknown text is empty.
public struct DeviceMatch: Equatable, Sendable, Decodable, WireObject {
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
    public var used = false
    /// Why it is used or not, as a sentence for people.
    public var reason = ""
    /// The vendor's number; four hexadecimal digits on the wire, as `lsusb` prints them.
    public var vendor: UInt16
    /// The product's number; four hexadecimal digits on the wire.
    public var product: UInt16
    /// Further properties that distinguish it.
    public var match = DeviceMatch()
    /// The kernel protocol of its contacts: `B`, `A` or `single touch`; empty if none.
    public var `protocol` = ""
    /// The number of touches that it distinguishes.
    public var slots = 0
    /// The surface it became, if it is used.
    public var surface: String?
    /// The surface's physical size, known or assumed, if it is used.
    public var millimetres: WireSize?
    /// The source of that size, if the device is used: `configured`, `kernel`, `udev`, `display` or `guessed`; nil when
    /// a daemon does not report it.
    public var sizeFrom: String?
    /// Whether that size is only assumed: `guessed`.
    public var assumed = false
    /// The number of frames per second while it is touched, if it is used; 0 while that is unknown.
    public var rate: Double?
    /// The way from its axes to the unit square of the surface, if it is used: of a place (x, y) in its own units,
    /// `m[0]·x + m[1]·y + m[2]` across and `m[3]·x + m[4]·y + m[5]` down.
    public var matrix: [Double]?
    /// Whether applications receive its touches through a clone; nil when its surface has no `intercept`.
    public var interception: InterceptionReport?
    /// The number of defects of the device, its driver or the machine since it was plugged in, by the defect's name.
    public var defects: [String: Int] = [:]
    /// The number of filtered contacts (palm, hover, dead zone and so on), by the reason's name.
    public var unwanted: [String: Int] = [:]
}

extension DeviceReport: Decodable, WireObject {
    /// A report on a device of which nothing else is known yet.
    package init(path: String, name: String, vendor: UInt16, product: UInt16) {
        self.init(path: path, name: name, used: false, vendor: vendor, product: product)
    }

    /// Reads the members of a report; vendor and product are hexadecimal.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        path = try members.decode(String.self, forKey: "path")
        name = try members.decode(String.self, forKey: "name")
        used = try members.decode(Bool.self, forKey: "used")
        reason = try members.decode(String.self, forKey: "reason")
        vendor = UInt16(try members.decode(String.self, forKey: "vendor"), radix: 16) ?? 0
        product = UInt16(try members.decode(String.self, forKey: "product"), radix: 16) ?? 0
        match = try members.decodeIfPresent(DeviceMatch.self, forKey: "match") ?? DeviceMatch()
        `protocol` = try members.decode(String.self, forKey: "protocol")
        slots = try members.decode(Int.self, forKey: "slots")
        surface = try members.decodeIfPresent(String.self, forKey: "surface")
        millimetres = try members.decodeIfPresent(WireSize.self, forKey: "millimetres")
        sizeFrom = try members.decodeIfPresent(String.self, forKey: "sizeFrom")
        assumed = try members.decodeIfPresent(Bool.self, forKey: "assumed") ?? false
        rate = try members.decodeIfPresent(Double.self, forKey: "rate")
        matrix = try members.decodeIfPresent([Double].self, forKey: "matrix")
        interception = try members.decodeIfPresent(InterceptionReport.self, forKey: "interception")
        defects = try members.decodeIfPresent([String: Int].self, forKey: "defects") ?? [:]
        unwanted = try members.decodeIfPresent([String: Int].self, forKey: "unwanted") ?? [:]
    }

    package func appendMembers(to writer: inout LineWriter) {
        writer.append("path", path)
        writer.append("name", name)
        writer.append("used", used)
        writer.append("reason", reason)
        writer.append("vendor", vendor.fourDigits)
        writer.append("product", product.fourDigits)
        writer.append("match", match)
        writer.append("protocol", `protocol`)
        writer.append("slots", slots)
        writer.append("surface", surface)
        writer.append("millimetres", millimetres)
        writer.append("sizeFrom", sizeFrom)
        writer.append("assumed", assumed ? true : nil)
        writer.append("rate", rate, .length)
        // With all digits: a unit of the device may be a hundred-thousandth of the surface.
        writer.append("matrix", matrix?.map { WireValue.number($0.isFinite ? $0 : 0) })
        writer.append("interception", interception)
        writer.append("defects", Self.sorted(defects))
        writer.append("unwanted", Self.sorted(unwanted))
    }

    /// Counts in the order of their names, so that the same counts are the same bytes.
    private static func sorted(_ counts: [String: Int]) -> WireValue {
        .object(counts.sorted { $0.key < $1.key }.map { WireValue.Member($0.key, .integer(Int64($0.value))) })
    }
}

extension UInt16 {
    /// Four hexadecimal digits, as `lsusb` prints the numbers of vendors and products.
    package var fourDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
