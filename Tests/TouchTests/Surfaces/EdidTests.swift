// Tests of EDID parsing, also with invalid data.

import Testing
import Touch
import TouchTesting

/// A block with the layout of VESA's standard and a valid checksum.
private struct Block {
    /// The detailed timing of 1920 × 1080 at 60 Hz by CTA-861, and 344 × 194 mm.
    static let fullHD: [UInt8] = [
        0x02, 0x3a, 0x80, 0x18, 0x71, 0x38, 0x2d, 0x40, 0x58, 0x2c, 0x45, 0x00, 0x58, 0xc2, 0x10, 0x00, 0x00, 0x1e,
    ]
    /// The descriptor of the name "Panel 16".
    static let name: [UInt8] = text(0xfc, "Panel 16")

    var centimetres: (UInt8, UInt8) = (34, 19)
    var descriptors = [Self.fullHD, Self.text(0xff, "0001"), Self.text(0xfe, "any words"), Self.name]

    static func text(_ tag: UInt8, _ words: String) -> [UInt8] {
        let bytes = Array((words + "\n").utf8.prefix(13))
        return [0, 0, 0, tag, 0] + bytes + Array(repeating: 0x20, count: 13 - bytes.count)
    }

    /// The timing above with other pixels and millimetres.
    static func timing(_ width: Int, _ height: Int, _ millimetres: (Int, Int), isInterlaced: Bool = false) -> [UInt8] {
        var bytes = fullHD
        func set(_ low: Int, _ high: Int, _ first: Int, _ second: Int) {
            (bytes[low], bytes[high]) = (UInt8(first & 0xff), UInt8(second & 0xff))
        }
        set(2, 5, width, height)
        bytes[4] = UInt8(width / 256 * 16) | bytes[4] & 0x0f
        bytes[7] = UInt8(height / 256 * 16) | bytes[7] & 0x0f
        set(12, 13, millimetres.0, millimetres.1)
        bytes[14] = UInt8(millimetres.0 / 256 * 16 + millimetres.1 / 256)
        bytes[17] = isInterlaced ? 0x9e : 0x1e
        return bytes
    }

    var bytes: [UInt8] {
        // The maker ABC, product 1; digital, EDID 1.4; colours; no other timings.
        var block: [UInt8] = [
            0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0x04, 0x43, 1, 0, 0, 0, 0, 0, 1, 30, 1, 4, 0xa5,
        ]
        block += [centimetres.0, centimetres.1, 0x78, 0x02, 0xee, 0x91, 0xa3, 0x54, 0x4c, 0x99, 0x26, 0x0f, 0x50, 0x54]
        block += [0, 0, 0] + Array(repeating: 1, count: 16) + descriptors.joined()
        block.append(0)
        return Self.withChecksum(block + [0])
    }

    static func withChecksum(_ block: [UInt8]) -> [UInt8] {
        block.dropLast() + [0 &- block.dropLast().reduce(0, &+)]
    }
}

@Suite struct EdidTests {
    @Test("A built-in panel of 15.6 inches has its pixels, its millimetres and its name")
    func whole() throws {
        let edid = try #require(Edid(Block().bytes))
        #expect(Block().bytes.count == 128)
        #expect(edid.pixels == Size(width: 1920, height: 1080))
        #expect(edid.millimetres == Size(width: 344, height: 194))
        #expect(edid.name == "Panel 16")
        #expect(Edid(Block().bytes + Array(repeating: 0xaa, count: 128)) == edid)
    }

    @Test(
        "The millimetres of the detailed timing come first, then the centimetres of the block, then none",
        arguments: [
            ((344, 194), (40, 30), (344, 194)), ((0, 0), (52, 29), (520, 290)), ((0, 194), (52, 29), (520, 290)),
            ((0, 0), (0, 0), nil), ((0, 0), (79, 0), nil), ((160, 90), (16, 9), nil), ((1600, 900), (160, 90), nil),
            ((160, 90), (52, 29), (520, 290)), ((35, 20), (34, 19), (340, 190)), ((2501, 1407), (251, 141), nil),
            ((400, 300), (34, 19), (340, 190)), ((400, 300), (40, 30), nil),
        ] as [((Int, Int), (UInt8, UInt8), (Double, Double)?)])
    func millimetres(detailed: (Int, Int), centimetres: (UInt8, UInt8), expected: (Double, Double)?) throws {
        var block = Block(centimetres: centimetres)
        block.descriptors[0] = Block.timing(1920, 1080, detailed)
        let edid = try #require(Edid(block.bytes))
        #expect(edid.millimetres == expected.map { Size(width: $0.0, height: $0.1) })
    }

    @Test("All bits of the numbers are read, and an interlaced mode has the lines of both fields")
    func numbers() throws {
        var block = Block()
        block.descriptors[0] = Block.timing(3840, 2160, (1210, 680))
        var edid = try #require(Edid(block.bytes))
        #expect(edid.pixels == Size(width: 3840, height: 2160) && edid.millimetres == Size(width: 1210, height: 680))
        block.descriptors[0] = Block.timing(1920, 540, (708, 398), isInterlaced: true)
        edid = try #require(Edid(block.bytes))
        #expect(edid.pixels == Size(width: 1920, height: 1080))
        block.descriptors[0] = Block.timing(1200, 1920, (135, 216))
        edid = try #require(Edid(block.bytes))
        #expect(edid.pixels == Size(width: 1200, height: 1920) && edid.millimetres == Size(width: 135, height: 216))
    }

    @Test("The first detailed timing is used, in any position; without one the centimetres are")
    func place() throws {
        var block = Block()
        block.descriptors = [Block.name, Block.timing(1280, 800, (217, 136)), Block.fullHD, Block.fullHD]
        #expect(try #require(Edid(block.bytes)).pixels == Size(width: 1280, height: 800))
        block.descriptors = Array(repeating: Block.name, count: 4)
        let edid = try #require(Edid(block.bytes))
        #expect(edid.pixels == nil && edid.millimetres == Size(width: 340, height: 190))
        // A timing without pixels does not count.
        block.descriptors[0] = Block.timing(0, 1080, (344, 194))
        #expect(try #require(Edid(block.bytes)).pixels == nil)
    }

    @Test(
        "A name is one line of printable ASCII, or is absent",
        arguments: [
            ("Panel 16", "Panel 16"), ("  Panel  16 ", "Panel 16"), ("ThirteenChars", "ThirteenChars"), ("", nil),
            ("   ", nil), ("a\u{1b}[2Jb\u{7}", "a[2Jb"), ("Größe", "Gre"), ("one\ntwo", "one"),
        ] as [(String, String?)])
    func names(text: String, expected: String?) throws {
        var block = Block()
        block.descriptors[3] = Block.text(0xfc, text)
        #expect(try #require(Edid(block.bytes)).name == expected)
    }

    @Test("A truncated block, or one with any wrong bit, is refused")
    func damaged() {
        let bytes = Block().bytes
        for count in 0..<128 { #expect(Edid(Array(bytes.prefix(count))) == nil) }
        for bit in 0..<1024 {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            #expect(Edid(damaged) == nil, "bit \(bit)")
        }
    }

    @Test("Any block with a valid checksum is read, and gives no size that no screen has")
    func hostile() throws {
        let bytes = Block().bytes
        var blocks = (0..<1016).map { bit in
            var block = bytes
            block[bit / 8] ^= 1 << (bit % 8)
            return block
        }
        var numbers = SeededNumbers(seed: 1)
        for _ in 0..<2000 {
            blocks.append(bytes.prefix(8) + (8..<128).map { _ in UInt8.random(in: 0...255, using: &numbers) })
        }
        blocks.append(bytes.prefix(8) + Array(repeating: 0xff, count: 120))
        blocks.append(bytes.prefix(8) + Array(repeating: 0, count: 120))
        for (index, block) in blocks.enumerated() {
            guard let edid = Edid(Block.withChecksum(block)) else {
                #expect(index < 64, "only a wrong header is refused")
                continue
            }
            if let size = edid.millimetres {
                #expect((40...2500).contains(size.width) && (40...2500).contains(size.height))
            }
            if let pixels = edid.pixels {
                #expect((1...4095).contains(pixels.width) && (1...8190).contains(pixels.height))
            }
            #expect(edid.name?.utf8.allSatisfy { (0x20...0x7e).contains($0) } ?? true)
        }
    }
}
