// Tests of matching touch areas with displays.

import Testing
import Touch
import TouchTesting

private func sides(_ width: Double, _ height: Double) -> Size { Size(width: width, height: height) }

/// An axis of this many millimetres; without a resolution, of this many units.
private func axis(_ millimetres: Int32, units: Int32 = 4096) -> Axis {
    millimetres > 0 ? Axis(minimum: 0, maximum: millimetres * 20, resolution: 20) : Axis(minimum: 0, maximum: units)
}

private let display = Display(
    connector: "HDMI-A-1", pixels: sides(1920, 1080), millimetres: sides(527, 296))

private func match(
    _ panel: (Int32, Int32), units: (Int32, Int32) = (4096, 4096), _ settings: SurfaceSettings = SurfaceSettings(),
    system: AffineMatrix? = nil, systemSize: Size? = nil, display: Display = display
) -> DisplayMatch? {
    match(axis(panel.0, units: units.0), axis(panel.1, units: units.1), settings, system, systemSize, display)
}

private func match(
    _ x: Axis, _ y: Axis, _ settings: SurfaceSettings, _ system: AffineMatrix?, _ systemSize: Size?, _ display: Display
) -> DisplayMatch? {
    var device = DeviceDescription.touchscreen()
    (device.axes[AbsoluteAxis.positionX], device.axes[AbsoluteAxis.positionY]) = (x, y)
    return PanelSize(of: device, settings: settings, systemCalibration: system, systemSize: systemSize).map {
        DisplayMatch(display: display, panel: $0, settings: settings, systemCalibration: system)
    }
}

private let quarters: [SurfaceSettings] = [
    SurfaceSettings(rotation: .clockwise90), SurfaceSettings(rotation: .clockwise270),
    SurfaceSettings(calibration: AffineMatrix(0, 1, 0, 1, 0, 0)),
]

@Suite struct DisplayMatchTests {
    @Test("A panel as wide as its display takes the pixels, and keeps its own millimetres")
    func plain() {
        #expect(match((530, 300)) == .taken(DisplayShare(pixels: sides(1920, 1080))))
        #expect(match((530, 300), SurfaceSettings(rotation: .half)) == .taken(DisplayShare(pixels: sides(1920, 1080))))
    }

    @Test("A panel with a size from udev keeps it, and a different size of the display is reported")
    func systemSize() {
        #expect(match((0, 0), systemSize: sides(530, 300)) == .taken(DisplayShare(pixels: sides(1920, 1080))))
        #expect(
            match((0, 0), systemSize: sides(344, 194))
                == .taken(DisplayShare(pixels: sides(1920, 1080), contradiction: sides(527, 296))))
    }

    @Test("A wide panel that hangs upright with its display takes the pixels upright", arguments: quarters)
    func upright(settings: SurfaceSettings) {
        #expect(match((530, 300), settings) == .taken(DisplayShare(pixels: sides(1080, 1920))))
    }

    @Test("An upright digitizer behind a wide display, rotated to fit, takes the pixels unchanged")
    func portraitDigitizer() {
        for settings in quarters {
            #expect(match((300, 530), settings) == .taken(DisplayShare(pixels: sides(1920, 1080))))
        }
        let turn = Rotation.clockwise90.transform
        #expect(match((300, 530), system: turn) == .taken(DisplayShare(pixels: sides(1920, 1080))))
        // Rotated by udev to match the display, and then both rotated for people.
        let both = match((300, 530), SurfaceSettings(rotation: .clockwise270), system: turn)
        #expect(
            both
                == .refused(
                    because: "the touch area, 300 x 530 mm, is at right angles to it, without a `rotation`"))
    }

    @Test("A panel at right angles to its display without a rotation takes nothing")
    func ignored() {
        let reason = "the touch area, 300 x 530 mm, is at right angles to it, without a `rotation`"
        #expect(match((300, 530)) == .refused(because: reason))
        #expect(match((300, 530), SurfaceSettings(rotation: .half)) == .refused(because: reason))
    }

    @Test(
        "Proportions may differ by 15 %",
        arguments: [
            (344, 215, true), (344, 194, true), (344, 170, true), (344, 166, false), (216, 91, false),
            (400, 300, false),
        ]
            as [(Int32, Int32, Bool)])
    func proportions(width: Int32, height: Int32, isTaken: Bool) {
        let builtIn = Display(connector: "eDP-1", pixels: sides(1920, 1080))
        let reason = "the touch area, \(width) x \(height) mm, has other proportions"
        #expect(
            match((width, height), display: builtIn)
                == (isTaken ? .taken(DisplayShare(pixels: sides(1920, 1080))) : .refused(because: reason)))
    }

    @Test("A panel that reports another size than the display is reported, and its size is used")
    func contradiction() {
        let screen = Display(connector: "eDP-1", pixels: sides(2560, 1700), millimetres: sides(272, 181))
        #expect(
            match((128, 85), display: screen)
                == .taken(DisplayShare(pixels: sides(2560, 1700), contradiction: sides(272, 181))))
        // A configured size is not doubted.
        #expect(
            match((128, 85), SurfaceSettings(size: sides(128, 85)), display: screen)
                == .taken(DisplayShare(pixels: sides(2560, 1700))))
    }

    @Test("Without millimetres of its own the panel takes the display's, along its own axes")
    func size() {
        #expect(
            match((0, 0)) == .taken(DisplayShare(pixels: sides(1920, 1080), millimetres: sides(527, 296))))
        // A display that is mounted upright, with its panel: the panel's axes have the display's orientation.
        #expect(
            match((0, 0), SurfaceSettings(rotation: .clockwise90))
                == .taken(DisplayShare(pixels: sides(1080, 1920), millimetres: sides(527, 296))))
        // The range shows that only the digitizer is upright.
        #expect(
            match((0, 0), units: (1079, 1919), SurfaceSettings(rotation: .clockwise90))
                == .taken(DisplayShare(pixels: sides(1920, 1080), millimetres: sides(296, 527))))
        #expect(
            match((0, 0), units: (1079, 1919))
                == .refused(
                    because: "the touch area, 1079 x 1919 units, is at right angles to it, without a `rotation`"))
        // Any other range proves nothing.
        for units in [(4096, 4096), (16384, 9600), (3000, 2000), (1, 0x3fff_fffe)] as [(Int32, Int32)] {
            #expect(
                match((0, 0), units: units)
                    == .taken(DisplayShare(pixels: sides(1920, 1080), millimetres: sides(527, 296))))
        }
    }

    @Test("Configured pixels are kept, and give the orientation of the display's size")
    func configuredPixels() {
        func settings(_ width: Double, _ height: Double) -> SurfaceSettings {
            SurfaceSettings(pixels: sides(width, height))
        }
        #expect(match((0, 0), settings(1280, 720)) == .taken(DisplayShare(millimetres: sides(527, 296))))
        #expect(match((0, 0), settings(720, 1280)) == .taken(DisplayShare(millimetres: sides(296, 527))))
        #expect(
            match((0, 0), settings(1024, 768))
                == .refused(because: "the configured pixels, 1024 x 768, have other proportions"))
    }

    @Test("A display that reports little gives little")
    func little() {
        let (blank, small) = (Display(connector: "DSI-1"), Display(connector: "DSI-1", pixels: sides(800, 480)))
        let large = Display(connector: "DSI-1", millimetres: sides(527, 296))
        #expect(match((0, 0), display: blank) == .refused(because: "it reports neither pixels nor a size"))
        #expect(match((0, 0), display: small) == .taken(DisplayShare(pixels: sides(800, 480))))
        #expect(match((0, 0), display: large) == .taken(DisplayShare(millimetres: sides(527, 296))))
        #expect(match((530, 300), display: large) == .taken(DisplayShare()))
    }

    @Test("A square display is oriented by the rotation")
    func square() {
        let square = Display(connector: "DP-1", pixels: sides(1000, 1010), millimetres: sides(250, 252))
        #expect(match((250, 250), display: square) == .taken(DisplayShare(pixels: sides(1000, 1010))))
        for settings in quarters {
            #expect(match((250, 250), settings, display: square) == .taken(DisplayShare(pixels: sides(1010, 1000))))
        }
    }

    @Test("Under any calibration the surface is as large as the display, and its pixels are square")
    func property() throws {
        var numbers = SeededNumbers(seed: 7)
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &numbers) }
        var taken = 0
        for _ in 0..<2000 {
            let extent = sides(number(60...1500), number(60...1500))
            let shown = Display(
                connector: "DP-1", pixels: sides((extent.width * 4).rounded(), (extent.height * 4).rounded()),
                millimetres: extent)
            func turn() -> AffineMatrix {
                let matrix = Rotation.allCases.randomElement(using: &numbers)!.transform
                // Stretched and at a slight angle, like real calibrations.
                return matrix.then(
                    AffineMatrix(
                        number(0.8...1.3), number(-0.05...0.05), number(-0.1...0.1), number(-0.05...0.05),
                        number(0.8...1.3), number(-0.1...0.1)))
            }
            let (settings, system) = (SurfaceSettings(calibration: turn()), numbers.isOne(in: 2) ? turn() : nil)
            let device = panel((4096, 4096))
            guard case .taken(let share) = match((0, 0), settings, system: system, display: shown),
                share.millimetres != nil
            else { continue }
            taken += 1
            let surface = try #require(
                Surface(name: "", device: device, settings: settings, systemCalibration: system, display: share))
            let isTurned = share.pixels != shown.pixels
            let expected = isTurned ? sides(extent.height, extent.width) : extent
            #expect(abs(surface.millimetres.width / expected.width - 1) < 1e-9)
            #expect(abs(surface.millimetres.height / expected.height - 1) < 1e-9)
            #expect(abs(surface.publicationScale.x / surface.publicationScale.y - 1) < 0.02)
        }
        #expect(taken > 1000)
    }

    private func panel(_ units: (Int32, Int32)) -> DeviceDescription {
        var device = DeviceDescription.touchscreen()
        device.axes[AbsoluteAxis.positionX] = axis(0, units: units.0)
        device.axes[AbsoluteAxis.positionY] = axis(0, units: units.1)
        return device
    }

    @Test("No axes, settings and displays trap")
    func hostile() {
        let extremes: [Int32] = [.min, -1, 0, 1, 7, .max]
        let lengths: [Double] = [0, 1e-300, 1, 1e300, .infinity, .nan]
        for (minimum, maximum) in extremes.flatMap({ first in extremes.map { (first, $0) } }) {
            for resolution in extremes {
                for length in lengths {
                    let axis = Axis(minimum: minimum, maximum: maximum, resolution: resolution)
                    let screen = Display(connector: "", pixels: sides(length, 1), millimetres: sides(1, length))
                    let matrix = AffineMatrix(length, 1, length, 1, length, 0)
                    for settings in [
                        SurfaceSettings(), SurfaceSettings(calibration: matrix),
                        SurfaceSettings(size: sides(length, length)),
                        SurfaceSettings(pixels: sides(length, 1)),
                    ] {
                        guard
                            case .taken(let share) = match(axis, axis, settings, matrix, sides(length, 1), screen),
                            let millimetres = share.millimetres
                        else { continue }
                        #expect((40...2500).contains(millimetres.width) && (40...2500).contains(millimetres.height))
                    }
                }
            }
        }
    }
}
