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
    PanelSize(of: panel(x, y), settings: settings, systemCalibration: system, systemSize: systemSize).map {
        DisplayMatch(display: display, panel: $0, settings: settings, systemCalibration: system)
    }
}

private let quarters: [SurfaceSettings] = [
    SurfaceSettings(rotation: .clockwise90), SurfaceSettings(rotation: .clockwise270),
    SurfaceSettings(calibration: AffineMatrix(calibration: 0, 1, 0, 1, 0, 0)),
]

/// What a panel takes of a display, as in "1920 x 1080 px, 527 x 296 mm, doubts 272 x 181", or why it takes nothing.
private func words(_ match: DisplayMatch?) -> String {
    func words(_ size: Size?, _ unit: String) -> String? { size.map { "\(Int($0.width)) x \(Int($0.height))\(unit)" } }
    return switch match {
    case nil: "no panel"
    case .refused(let reason): reason
    case .taken(let share):
        [
            words(share.pixels, " px"), words(share.millimetres, " mm"),
            words(share.contradiction, "").map { "doubts " + $0 },
        ].compactMap(\.self).joined(separator: ", ")
    }
}

private func pixels(_ width: Double, _ height: Double) -> SurfaceSettings {
    SurfaceSettings(pixels: sides(width, height))
}

private func across(_ area: String) -> String {
    "the touch area, \(area), is at right angles to it, without a `rotation`"
}

private let quarter = SurfaceSettings(rotation: .clockwise90), half = SurfaceSettings(rotation: .half)
private let backward = SurfaceSettings(rotation: .clockwise270)
private let mute = Display(connector: "a")
private let turn = Rotation.clockwise90.transform

private let unknown: (Int32, Int32) = (0, 0), uprightRange: (Int32, Int32) = (1079, 1919)

private let cases: [(title: String, match: DisplayMatch?, expected: String)] = [
    ("as wide as its display", match((530, 300)), "1920 x 1080 px"),
    ("upside down", match((530, 300), half), "1920 x 1080 px"),
    ("udev's size", match(unknown, systemSize: sides(530, 300)), "1920 x 1080 px"),
    ("another size", match(unknown, systemSize: sides(344, 194)), "1920 x 1080 px, doubts 527 x 296"),
    ("an upright digitizer, turned by udev", match((300, 530), system: turn), "1920 x 1080 px"),
    ("and turned back", match((300, 530), backward, system: turn), across("300 x 530 mm")),
    ("upright without a rotation", match((300, 530)), across("300 x 530 mm")),
    ("upright and upside down", match((300, 530), half), across("300 x 530 mm")),
    ("without a size", match(unknown), "1920 x 1080 px, 527 x 296 mm"),
    ("upright with its display", match(unknown, quarter), "1080 x 1920 px, 527 x 296 mm"),
    ("a digitizer of an upright range", match(unknown, units: uprightRange, quarter), "1920 x 1080 px, 296 x 527 mm"),
    ("the same without a rotation", match(unknown, units: uprightRange), across("1079 x 1919 units")),
    ("a range that proves nothing", match(unknown, units: (16384, 9600)), "1920 x 1080 px, 527 x 296 mm"),
    ("another one", match(unknown, units: (3000, 2000)), "1920 x 1080 px, 527 x 296 mm"),
    ("an absurd one", match(unknown, units: (1, 0x3fff_fffe)), "1920 x 1080 px, 527 x 296 mm"),
    ("configured pixels", match(unknown, pixels(1280, 720)), "527 x 296 mm"),
    ("configured upright pixels", match(unknown, pixels(720, 1280)), "296 x 527 mm"),
    ("others", match(unknown, pixels(1024, 768)), "the configured pixels, 1024 x 768, have other proportions"),
    ("a display that reports nothing", match(unknown, display: mute), "it reports neither pixels nor a size"),
    ("only pixels", match(unknown, display: Display(connector: "a", pixels: sides(800, 480))), "800 x 480 px"),
    ("only a size", match(unknown, display: Display(connector: "a", millimetres: sides(527, 296))), "527 x 296 mm"),
    (
        "only a size that is known", match((530, 300), display: Display(connector: "a", millimetres: sides(527, 296))),
        ""
    ),
    ("another size", match((128, 85), display: laptop), "2560 x 1700 px, doubts 272 x 181"),
    ("a configured size", match((128, 85), SurfaceSettings(size: sides(128, 85)), display: laptop), "2560 x 1700 px"),
    ("a square display", match((250, 250), display: square), "1000 x 1010 px"),
    ("a square display that is rotated", match((250, 250), quarter, display: square), "1010 x 1000 px"),
]

private let laptop = Display(connector: "eDP-1", pixels: sides(2560, 1700), millimetres: sides(272, 181))
private let square = Display(connector: "DP-1", pixels: sides(1000, 1010), millimetres: sides(250, 252))

@Suite struct DisplayMatchTests {
    @Test(
        "A panel takes of its display what it lacks, in its own orientation, or nothing for a reason", arguments: cases)
    func taken(title: String, match: DisplayMatch?, expected: String) {
        #expect(words(match) == expected, "\(title)")
    }

    @Test("A quarter turn is a rotation, or a calibration", arguments: quarters)
    func upright(settings: SurfaceSettings) {
        #expect(words(match((530, 300), settings)) == "1080 x 1920 px", "it hangs upright with its display")
        #expect(words(match((300, 530), settings)) == "1920 x 1080 px", "an upright digitizer behind a wide display")
    }

    @Test(
        "Proportions may differ by 15 %",
        arguments: [
            (344, 215, true), (344, 194, true), (344, 170, true), (344, 166, false), (216, 91, false),
            (400, 300, false),
        ] as [(Int32, Int32, Bool)])
    func proportions(width: Int32, height: Int32, isTaken: Bool) {
        let builtIn = Display(connector: "eDP-1", pixels: sides(1920, 1080))
        let reason = "the touch area, \(width) x \(height) mm, has other proportions"
        #expect(words(match((width, height), display: builtIn)) == (isTaken ? "1920 x 1080 px" : reason))
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
                        calibration: number(0.8...1.3), number(-0.05...0.05), number(-0.1...0.1), number(-0.05...0.05),
                        number(0.8...1.3), number(-0.1...0.1)))
            }
            let (settings, system) = (SurfaceSettings(calibration: turn()), numbers.isOne(in: 2) ? turn() : nil)
            let device = panel(axis(0), axis(0))
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

    @Test("No axes, settings and displays trap")
    func hostile() {
        let extremes: [Int32] = [.min, -1, 0, 1, 7, .max]
        let lengths: [Double] = [0, 1e-300, 1, 1e300, .infinity, .nan]
        for (minimum, maximum) in extremes.flatMap({ first in extremes.map { (first, $0) } }) {
            for resolution in extremes {
                for length in lengths {
                    let axis = Axis(minimum: minimum, maximum: maximum, resolution: resolution)
                    let screen = Display(connector: "", pixels: sides(length, 1), millimetres: sides(1, length))
                    let matrix = AffineMatrix(calibration: length, 1, length, 1, length, 0)
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
