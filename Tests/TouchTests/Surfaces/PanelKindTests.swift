// Tests of assumed panel sizes against panels of known size.

import Testing
import Touch
import TouchTesting

/// A panel whose size is known, as its driver declares it without a resolution.
private struct KnownPanel: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bus: UInt16
    /// 0 for a single touch, 1 for protocol A.
    let slots: Int32
    let units: Size
    let millimetres: Size
    /// The smallest acceptable guess, as a fraction of the real size.
    let leastPart: Double

    init(
        _ name: String, _ bus: UInt16, _ slots: Int32, _ units: (Double, Double), _ millimetres: (Double, Double),
        leastPart: Double = 0.5
    ) {
        testDescription = name
        self.leastPart = leastPart
        (self.bus, self.slots) = (bus, slots)
        self.units = Size(width: units.0, height: units.1)
        self.millimetres = Size(width: millimetres.0, height: millimetres.1)
    }

    var device: DeviceDescription {
        var device = DeviceDescription.touchscreen(slots: max(slots, 1))
        let axes = [
            (AbsoluteAxis.x, units.width), (AbsoluteAxis.y, units.height), (AbsoluteAxis.positionX, units.width),
            (AbsoluteAxis.positionY, units.height),
        ].map { ($0, Axis(minimum: 0, maximum: Int32($1) - 1)) }
        device.bus = bus
        device.axes.merge(axes) { $1 }
        if slots < 2 {
            let missing = [AbsoluteAxis.slot] + (slots == 0 ? [AbsoluteAxis.positionX, AbsoluteAxis.positionY] : [])
            for axis in missing { device.axes[axis] = nil }
        }
        device.codes[EventType.absolute] = Set(device.axes.keys)
        return device
    }

    private static let usb: UInt16 = 0x03
    private static let i2c: UInt16 = 0x18
    private static let spi: UInt16 = 0x1c

    /// Ranges are those of drivers and device trees; sizes those of the kernel's panel drivers, libinput's quirks and
    /// the makers.
    static let all = [
        KnownPanel("phone, 4 in (Nexus S)", i2c, 10, (480, 800), (52, 87)),
        KnownPanel("phone, 4.3 in (Galaxy S II)", i2c, 10, (480, 800), (56, 93)),
        KnownPanel("phone, 4.7 in (Nexus 4)", 0, 10, (1536, 2560), (61, 102)),
        KnownPanel("phone, 4.8 in (Galaxy S III)", i2c, 10, (720, 1280), (58, 103)),
        KnownPanel("phone, 6 in (PinePhone)", i2c, 5, (720, 1440), (68, 136)),
        KnownPanel("phone, 6 in (OnePlus 5T)", i2c, 10, (1080, 2160), (68, 136)),
        KnownPanel("board, 2.8 in (PiTFT)", i2c, 1, (240, 320), (43, 58)),
        KnownPanel("board, 3.5 in, two fingers", i2c, 2, (320, 480), (49, 74)),
        KnownPanel("board, 3.5 in, resistive (ADS7846)", spi, 0, (4096, 4096), (73, 49)),
        KnownPanel("board, 4.3 in (EP0430M09)", i2c, 5, (1280, 768), (95, 54)),
        KnownPanel("board, 4.3 in, 480 x 272", i2c, 5, (480, 272), (95, 54)),
        KnownPanel("board, 5 in", i2c, 5, (800, 480), (108, 65)),
        KnownPanel("board, 7 in (Raspberry Pi)", i2c, 10, (800, 480), (154, 86)),
        KnownPanel("board, 7 in, upright (Raspberry Pi 2)", i2c, 10, (720, 1280), (88, 155)),
        KnownPanel("board, 7 in, 1024 x 600", i2c, 10, (1024, 600), (154, 86)),
        KnownPanel("board, 7 in (HSD070PWW1)", i2c, 10, (1280, 800), (151, 94)),
        KnownPanel("tablet, 10.1 in", i2c, 10, (1280, 800), (217, 136)),
        KnownPanel("tablet, 10.1 in (TF201)", i2c, 1, (2240, 1408), (217, 136)),
        KnownPanel("tablet, 10.1 in, upright (PineTab)", i2c, 10, (800, 1280), (135, 217)),
        KnownPanel("tablet, 10.3 in (PineNote)", i2c, 10, (1872, 1404), (210, 157)),
        KnownPanel("laptop, 12.9 in (Pixel)", i2c, 16, (2560, 1700), (273, 181)),
        KnownPanel("monitor, 5 in", usb, 5, (800, 480), (108, 65)),
        KnownPanel("monitor, 7 in", usb, 5, (1024, 600), (154, 86)),
        KnownPanel("monitor, 7 in (Mimo UM-720)", usb, 0, (2048, 2048), (153, 92)),
        KnownPanel("monitor, 7.9 in, bar", usb, 5, (400, 1280), (60, 190)),
        KnownPanel("laptop, 12.5 in (X220 tablet)", usb, 2, (2777, 1570), (277, 156)),
        KnownPanel("laptop, 12.1 in (Latitude XT2)", usb, 1, (9601, 7201), (261, 163)),
        KnownPanel("monitor, 21.5 in (Cintiq 22HDT)", usb, 10, (4753, 2674), (475, 267)),
        KnownPanel("monitor, 23 in (optical)", usb, 10, (1921, 1081), (509, 286)),
        KnownPanel("monitor, 21.5 in (MicroTouch)", usb, 60, (32768, 32768), (477, 268)),
        KnownPanel("monitor, 15.6 in, upright", usb, 10, (1080, 1920), (194, 344)),
        KnownPanel("monitor, 21.5 in, upright", usb, 10, (1080, 1920), (268, 477)),
        KnownPanel("frame, 55 in, 32 fingers", usb, 32, (32768, 32768), (1210, 680)),
        KnownPanel("frame, 55 in, upright, 32 fingers", usb, 32, (1080, 1920), (680, 1210)),
        // Nothing distinguishes these from a laptop of 12 inches.
        KnownPanel("monitor, 32 in, upright", usb, 10, (1080, 1920), (398, 708), leastPart: 0.37),
        KnownPanel("frame, 55 in, 10 fingers", usb, 10, (32768, 32768), (1210, 680), leastPart: 0.22),
    ]
}

@Suite struct PanelKindTests {
    @Test(
        "No known panel is guessed so large that taps are lost, nor less than half its size, if distinguishable",
        arguments: KnownPanel.all)
    private func known(_ panel: KnownPanel) throws {
        let size = try #require(PanelSize(of: panel.device, settings: SurfaceSettings()))
        #expect(size.source == .guess)
        let parts = [
            size.millimetres.width / panel.millimetres.width, size.millimetres.height / panel.millimetres.height,
        ]
        for part in parts {
            #expect((panel.leastPart...1.31).contains(part), "\(size.millimetres) for \(panel.millimetres)")
        }
    }

    @Test("Only a panel wired to the board is a phone: an upright panel on a cable is a monitor of 12.1 inches")
    func upright() throws {
        let buses: [(UInt16, Double, Double)] = [
            (0x18, 52, 92.4), (0x1c, 52, 92.4), (0, 52, 92.4), (3, 150.7, 267.9), (6, 150.7, 267.9),
        ]
        for (bus, width, height) in buses {
            let panel = KnownPanel("", bus, 10, (1080, 1920), (1, 1))
            let size = try #require(PanelSize(of: panel.device, settings: SurfaceSettings())).millimetres
            #expect(abs(size.width - width) < 0.1 && abs(size.height - height) < 0.1, "bus \(bus): \(size)")
        }
    }

    @Test("A guess has the range's proportions, unless that is nearly square, within those of existing panels")
    func proportions() throws {
        func size(_ width: Int32, _ height: Int32) throws -> Size {
            var device = DeviceDescription.touchscreen()
            device.axes[AbsoluteAxis.positionX] = Axis(minimum: 0, maximum: width - 1)
            device.axes[AbsoluteAxis.positionY] = Axis(minimum: 0, maximum: height - 1)
            return try #require(PanelSize(of: device, settings: SurfaceSettings())).millimetres
        }
        func ratio(_ width: Int32, _ height: Int32) throws -> Double {
            let size = try size(width, height)
            return size.width / size.height
        }
        #expect(try abs(ratio(4000, 2500) - 1.6) < 1e-9)
        #expect(try abs(ratio(2500, 4000) - 1 / 1.6) < 1e-9)
        for side in [2, 300, 4096, 32768] as [Int32] {
            #expect(try abs(ratio(side, side) - 16 / 9.0) < 1e-9)
        }
        #expect(try abs(ratio(30000, 1000) - 4) < 1e-9)
        #expect(try abs(ratio(1000, 30000) - 0.25) < 1e-9)
        // Few units may be coarse ones of a small panel, but the smallest existing panels are the limit.
        #expect(try size(2, 2).width == 50 && size(32768, 32768).width > 100)
    }

    @Test("For any declaration, the guess is a plausible panel", arguments: [1, 2, 3, 100, 65536, Int32.max / 2])
    func bounded(units: Int32) throws {
        for (slots, bus) in [(1, 0x18), (5, 0x18), (10, 0), (256, 0x18), (1, 3), (10, 3), (256, 0xffff)] {
            for other in [1, 480, 4096, Int32.max / 2] {
                var device = DeviceDescription.touchscreen(slots: Int32(slots))
                device.bus = UInt16(bus)
                device.axes[AbsoluteAxis.positionX] = Axis(minimum: 0, maximum: units)
                device.axes[AbsoluteAxis.positionY] = Axis(minimum: 0, maximum: other)
                let size = try #require(PanelSize(of: device, settings: SurfaceSettings())).millimetres
                #expect((10...700).contains(size.width) && (10...700).contains(size.height), "\(units) x \(other)")
            }
        }
    }
}
