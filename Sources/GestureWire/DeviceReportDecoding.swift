// How does a client read the report about a device?

extension DeviceReport: Decodable {
    private enum Member: String, CodingKey {
        case path, name, used, reason, vendor, product, `protocol`, slots, surface
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
        `protocol` = try members.decode(String.self, forKey: .protocol)
        slots = try members.decode(Int.self, forKey: .slots)
        surface = try members.decodeIfPresent(String.self, forKey: .surface)
    }
}
