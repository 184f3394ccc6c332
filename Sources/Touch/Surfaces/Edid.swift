// Parser for the first block of a display's EDID: pixels, size and product name.

/// The first block of VESA's Extended Display Identification Data, by which a display describes itself.
///
/// Only what concerns touch is read. Nothing that a display may say traps.
public struct Edid: Hashable, Sendable {
    /// The pixels of the preferred mode, which is the first detailed timing; nil when there is none.
    public let pixels: Size?
    /// Width and height in millimetres; nil when it does not say, or says what cannot be.
    ///
    /// The detailed timing says it to the millimetre, the block itself to the centimetre. Neither is believed when no
    /// screen has this size, when it is only the proportions (16 × 9, 160 × 90, 1600 × 900 of many televisions), or
    /// when it has not the proportions of the pixels.
    public let millimetres: Size?
    /// The product's name; nil when it has none, as most displays that are built in.
    public let name: String?

    /// Bytes of the first block; what follows it is not looked at.
    public static let blockSize = 128

    /// Reads the first block.
    ///
    /// - Returns: nil when there is no whole block, or when its header or its checksum is wrong.
    public init?(_ bytes: [UInt8]) {
        let header: [UInt8] = [0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00]
        let block = bytes.prefix(Self.blockSize)
        guard block.count == Self.blockSize, block.starts(with: header), block.reduce(0, &+) == 0 else { return nil }
        let descriptors = stride(from: 54, to: 126, by: 18).map { Array(block[$0..<$0 + 18]) }
        let timing = descriptors.lazy.compactMap(DetailedTiming.init).first
        pixels = timing?.pixels
        let centimetres = Size(width: Double(block[21]) * 10, height: Double(block[22]) * 10)
        let (claims, shape) = ([timing?.millimetres, centimetres].compactMap(\.self), timing?.pixels)
        millimetres = claims.first { claim in
            PanelSize.isPlausible(claim) && !Self.proportions.contains(claim)
                && shape.map { claim.isShaped(like: $0) } ?? true
        }
        name = descriptors.lazy.compactMap(Self.productName).first
    }

    /// Sizes that stand for proportions only, in millimetres or centimetres.
    private static let proportions: Set<Size> = [
        Size(width: 160, height: 90), Size(width: 160, height: 100), Size(width: 1600, height: 900),
        Size(width: 1600, height: 1000),
    ]

    /// The name in a descriptor with the tag 0xFC, up to its line feed; whatever is not printable ASCII is left out.
    private static func productName(_ descriptor: [UInt8]) -> String? {
        guard descriptor.starts(with: [0, 0, 0, 0xfc, 0]) else { return nil }
        let text = descriptor[5...].prefix { $0 != 0x0a }.filter { (0x20...0x7e).contains($0) }
        let words = text.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}

/// A mode of a display, in the 18 bytes that describe it.
private struct DetailedTiming {
    let pixels: Size
    /// Zeros when it does not say.
    let millimetres: Size

    /// Nil when the bytes describe something else, which has no pixel clock, or a mode without pixels.
    init?(_ bytes: [UInt8]) {
        guard bytes[0] != 0 || bytes[1] != 0 else { return nil }
        func number(_ low: UInt8, _ high: UInt8) -> Double { Double(Int(high) << 8 | Int(low)) }
        let lines = number(bytes[5], bytes[7] >> 4)
        // An interlaced mode gives the lines of one field.
        let isInterlaced = bytes[17] & 0x80 != 0
        pixels = Size(width: number(bytes[2], bytes[4] >> 4), height: isInterlaced ? lines * 2 : lines)
        millimetres = Size(width: number(bytes[12], bytes[14] >> 4), height: number(bytes[13], bytes[14] & 0x0f))
        guard pixels.width > 0, pixels.height > 0 else { return nil }
    }
}
