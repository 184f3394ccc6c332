// Decoding of the report of a device.

extension DeviceReport: Decodable {
    private enum Member: String, CodingKey {
        case path, name, used, reason, vendor, product, match, `protocol`, slots, surface, millimetres, rate, matrix
        case sizeFrom, assumed, defects, unwanted
    }

    /// Reads the members of a report; vendor and product are hexadecimal.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        path = try members.decode(String.self, forKey: .path)
        name = try members.decode(String.self, forKey: .name)
        used = try members.decode(Bool.self, forKey: .used)
        reason = try members.decode(String.self, forKey: .reason)
        vendor = UInt16(try members.decode(String.self, forKey: .vendor), radix: 16) ?? 0
        product = UInt16(try members.decode(String.self, forKey: .product), radix: 16) ?? 0
        match = try members.decodeIfPresent(DeviceMatch.self, forKey: .match) ?? DeviceMatch()
        `protocol` = try members.decode(String.self, forKey: .protocol)
        slots = try members.decode(Int.self, forKey: .slots)
        surface = try members.decodeIfPresent(String.self, forKey: .surface)
        millimetres = try members.decodeIfPresent(WireSize.self, forKey: .millimetres)
        sizeFrom = try members.decodeIfPresent(String.self, forKey: .sizeFrom)
        assumed = try members.decodeIfPresent(Bool.self, forKey: .assumed) ?? false
        rate = try members.decodeIfPresent(Double.self, forKey: .rate)
        matrix = try members.decodeIfPresent([Double].self, forKey: .matrix)
        defects = try members.decodeIfPresent([String: Int].self, forKey: .defects) ?? [:]
        unwanted = try members.decodeIfPresent([String: Int].self, forKey: .unwanted) ?? [:]
    }
}
