// Tests of surfaces from the axes that real panels declare, named after the catalogue's rows.

import Testing
import Touch
import TouchTesting

/// A way to mount a digitizer behind its screen: swapped first, then mirrored, as in the kernel's table of tablets.
private struct Mounting: CustomTestStringConvertible, Sendable {
    let isSwapped: Bool
    let isXInverted: Bool
    let isYInverted: Bool

    static let all = (0..<8).map {
        Mounting(isSwapped: $0 & 1 != 0, isXInverted: $0 & 2 != 0, isYInverted: $0 & 4 != 0)
    }

    var testDescription: String {
        [(isSwapped, "X and Y swapped"), (isXInverted, "X inverted"), (isYInverted, "Y inverted")]
            .filter(\.0).map(\.1).joined(separator: ", ")
    }

    /// The device's coordinates of a place, both as fractions of the whole.
    func reported(_ seen: Point) -> Point {
        let place = isSwapped ? Point(x: seen.y, y: seen.x) : seen
        return Point(x: isXInverted ? 1 - place.x : place.x, y: isYInverted ? 1 - place.y : place.y)
    }

    /// The inverse matrix.
    var calibration: AffineMatrix {
        AffineMatrix(
            calibration: isXInverted ? -1 : 1, 0, isXInverted ? 1 : 0, 0, isYInverted ? -1 : 1, isYInverted ? 1 : 0
        )
        .then(isSwapped ? AffineMatrix(calibration: 0, 1, 0, 1, 0, 0) : .identity)
    }
}

@Suite struct DeclaredAxesTests {
    @Test(
        "30. Sizes have this precedence: configuration, device, udev, display",
        arguments: [
            (true, 20, true, true, .settings), (true, 0, true, true, .settings), (false, 20, true, true, .resolution),
            (false, 0, true, true, .system), (false, 0, true, false, .system), (false, 0, false, true, .display),
            (false, 0, false, false, .guess), (false, 900, false, true, .display), (false, -20, true, true, .system),
        ] as [(Bool, Int32, Bool, Bool, SizeSource)])
    func order(hasSize: Bool, resolution: Int32, hasSystem: Bool, hasDisplay: Bool, source: SizeSource) throws {
        let settings = SurfaceSettings(
            size: hasSize ? Size(width: 300, height: 200) : nil, pixels: Size(width: 1920, height: 1080))
        let share = hasDisplay ? DisplayShare(millimetres: Size(width: 310, height: 174)) : nil
        let size = try #require(
            PanelSize(
                of: panel(axis(0, 8000, resolution), axis(0, 5000, resolution)), settings: settings,
                systemSize: hasSystem ? Size(width: 155, height: 86) : nil, display: share))
        #expect(size.source == source)
        #expect((source == .display) == (size.millimetres == share?.millimetres))
    }

    @Test(
        "31. An empty, backward or absurd range is refused, and yields no surface and no number",
        arguments: [(0, 0), (7, 7), (1, 0), (4095, 0), (.max, .min), (0, .max), (.min, .max), (.min, 0), (-1, .max)]
            as [(Int32, Int32)])
    func ranges(minimum: Int32, maximum: Int32) {
        for resolution in [Int32.min, -1, 0, 1, 100, .max] {
            let (bad, good) = (axis(minimum, maximum, resolution), axis(0, 4000, 20))
            for device in [panel(bad, good), panel(good, bad), panel(bad, bad)] {
                guard case .refused(.unusableAxis) = DeviceVerdict(of: device) else {
                    Issue.record("\(bad) is used")
                    continue
                }
                // A caller that asks nevertheless gets a surface with finite sides, or none.
                let surface = Surface(name: "", device: device, settings: SurfaceSettings(), systemCalibration: nil)
                #expect(surface.map { $0.size.width.isFinite && $0.size.height > 0 } ?? true)
            }
        }
    }

    @Test(
        "31. A resolution on one axis only is unusable, a negative one is a defect; a configured size replaces the first",
        arguments: [(20, 0), (0, 20), (-20, 20), (20, -20), (-20, -20), (.min, .min), (.max, 0)] as [(Int32, Int32)])
    func resolutions(x: Int32, y: Int32) throws {
        let device = panel(axis(0, 8000, x), axis(0, 4000, y))
        let (xAxis, yAxis) = (axis(0, 8000, x), axis(0, 4000, y))
        if x < 0 || y < 0 {
            #expect(
                DeviceVerdict(of: device) == .refused(x < 0 ? .unusableAxis("X", xAxis) : .unusableAxis("Y", yAxis)))
        } else {
            #expect(DeviceVerdict(of: device) == .touchscreen(.slots, contacts: 10))
        }
        let size = try #require(PanelSize(of: device, settings: SurfaceSettings()))
        #expect(size.source.isAssumed && size.disbelieved == nil)
        // The proportions are those of the range, not of the length that one axis claims and a guess for the other.
        #expect(abs(size.millimetres.width / size.millimetres.height - 2) < 0.01)
        let settings = SurfaceSettings(size: Size(width: 400, height: 200))
        let millimetres = try surface(device, settings).millimetres
        #expect(abs(millimetres.width - 400) < 1e-9 && abs(millimetres.height - 200) < 1e-9)
    }

    @Test("32. A range that starts elsewhere and is exceeded is linear, and nothing is clamped")
    func exceeded() throws {
        // litest's touchscreen with an invalid range: 1000 to 2500, and values beyond.
        let device = panel(axis(1000, 2500, 10), axis(-500, 250, 5))
        let area = try surface(device)
        func place(_ x: Int32, _ y: Int32) -> Point { area.deviceToSurface.apply(Point(x: Double(x), y: Double(y))) }
        for (x, y) in [(1000, -500), (2500, 250), (900, -600), (2600, 350), (0, 0), (-2849, 4000)] as [(Int32, Int32)] {
            #expect(abs(place(x, y).x * PointUnit.millimetres - Double(x - 1000) / 10) < 1e-9)
            #expect(abs(place(x, y).y * PointUnit.millimetres - Double(y + 500) / 5) < 1e-9)
        }
        for (x, y) in [(.max, .min), (.min, .max)] as [(Int32, Int32)] {
            let panel = Panel(device, surface: area).send(.id(1), .x(x), .y(y), .report(1))
            let location = try #require(panel.notes.first?.all.first?.location)
            #expect(location == place(x, y) && location.x.isFinite && location.y.isFinite)
            #expect(panel.notes.count == 1 && panel.assembler.defects[.positionOutOfRange] == 1)
        }
    }

    @Test(
        "33. In any mounting of a digitizer, its calibration maps every place to where people see it",
        arguments: Mounting.all)
    private func mountings(_ mounting: Mounting) throws {
        // 260 × 170 mm as visible to people.
        let sides = mounting.isSwapped ? (170, 260) : (260, 170)
        let device = panel(axis(0, Int32(sides.0 * 20), 20), axis(100, Int32(100 + sides.1 * 15), 15))
        for (settings, system) in [
            (SurfaceSettings(), mounting.calibration), (SurfaceSettings(calibration: mounting.calibration), nil),
            (SurfaceSettings(rotation: .half), mounting.calibration.then(Rotation.half.transform)),
        ] {
            let area = try surface(device, settings, system: system)
            #expect(abs(area.millimetres.width - 260) < 1e-9 && abs(area.millimetres.height - 170) < 1e-9)
            for seen in [(0.0, 0.0), (0.25, 0.1), (0.9, 0.1), (0.9, 0.8)] {
                let reported = mounting.reported(Point(x: seen.0, y: seen.1))
                let (x, y) = (reported.x * Double(sides.0 * 20), 100 + reported.y * Double(sides.1 * 15))
                let place = area.deviceToSurface.apply(Point(x: x, y: y))
                #expect(abs(place.x * PointUnit.millimetres - seen.0 * 260) < 1e-9)
                #expect(abs(place.y * PointUnit.millimetres - seen.1 * 170) < 1e-9)
            }
        }
    }

    @Test("34. A circle of fingers stays a circle, with any axes and configuration")
    func circle() throws {
        var numbers = SeededNumbers(seed: 34)
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &numbers) }
        func integer(_ range: ClosedRange<Int32>) -> Int32 { Int32.random(in: range, using: &numbers) }
        /// Swapped, mirrored, stretched and moved.
        func mounting() -> AffineMatrix {
            Mounting.all.randomElement(using: &numbers)?.calibration
                .then(.scale(x: number(0.5...2), y: number(0.5...2)))
                .then(.translation(x: number(-1...1), y: number(-1...1))) ?? .identity
        }
        for round in 0..<3000 {
            let sides = Size(width: number(60...1500).rounded(), height: number(60...1500).rounded())
            guard (0.4...3.6).contains(sides.width / sides.height) else { continue }
            let units = (x: integer(10...100), y: integer(10...100))
            let minimum = (x: integer(-5000...5000), y: integer(-5000...5000))
            let (isDeclared, isFromDisplay) = (numbers.isOne(in: 2), numbers.isOne(in: 2))
            let device = panel(
                axis(minimum.x, minimum.x + Int32(sides.width) * units.x, isDeclared ? units.x : 0),
                axis(minimum.y, minimum.y + Int32(sides.height) * units.y, isDeclared ? units.y : 0))
            // Mounted at a slight angle: millimetres rotated, and stretched in all directions, as fractions of the
            // sides.
            let skew = number(-0.3...0.3)
            let askew = AffineMatrix.scale(x: sides.width, y: sides.height)
                .then(AffineMatrix(calibration: 1, -skew, 0, skew, 1, 0))
                .then(.scale(x: 1 / sides.width, y: 1 / sides.height))
            var settings = SurfaceSettings(size: isDeclared || isFromDisplay ? nil : sides)
            if numbers.isOne(in: 2) {
                settings.rotation = try #require(Rotation.allCases.randomElement(using: &numbers))
            } else {
                settings.calibration = mounting()
            }
            let system = [nil, mounting(), askew][round % 3]
            let share = DisplayShare(millimetres: sides)
            let area = try #require(
                Surface(
                    name: "", device: device, settings: settings, systemCalibration: system,
                    display: isFromDisplay ? share : nil))
            func place(_ x: Double, _ y: Double) -> Point {
                area.deviceToSurface.apply(
                    Point(x: Double(minimum.x) + x * Double(units.x), y: Double(minimum.y) + y * Double(units.y)))
            }
            let (centre, radius) = (Point(x: sides.width * 0.4, y: sides.height * 0.6), number(5...100))
            for step in 0..<8 {
                // The corners of an octagon, without a sine: (±1, 0), (0, ±1) and those between.
                let half = 0.5.squareRoot()
                let way = [
                    (1, 0), (half, half), (0, 1), (-half, half), (-1, 0), (-half, -half), (0, -1), (half, -half),
                ][step]
                let finger = place(centre.x + way.0 * radius, centre.y + way.1 * radius)
                let distance = (finger - place(centre.x, centre.y)).length * PointUnit.millimetres
                #expect(abs(distance / radius - 1) < 1e-9, "round \(round)")
            }
        }
    }
}
