// Tests of a surface's size and orientation.

import Testing
import Touch
import TouchTesting

private func axis(_ minimum: Int32, _ maximum: Int32, _ resolution: Int32 = 0) -> Axis {
    Axis(minimum: minimum, maximum: maximum, resolution: resolution)
}

private func panel(_ x: Axis, _ y: Axis) -> DeviceDescription {
    var device = DeviceDescription.touchscreen()
    device.axes[AbsoluteAxis.positionX] = x
    device.axes[AbsoluteAxis.positionY] = y
    return device
}

/// 300 × 200 mm, minimum not 0, X and Y with a resolution of their own.
private let unequal = panel(axis(1000, 4000, 10), axis(-500, 3500, 20))

private func surface(
    _ device: DeviceDescription = unequal, _ settings: SurfaceSettings = SurfaceSettings(),
    system: AffineMatrix? = nil
) throws -> Surface {
    try #require(Surface(name: "panel", device: device, settings: settings, systemCalibration: system))
}

private func isNear(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-9 }

extension Point {
    fileprivate func isNear(_ other: Point) -> Bool { (self - other).length < 1e-9 }
}

/// A matrix of `LIBINPUT_CALIBRATION_MATRIX` or `calibration`, and the places of the device's four corners: its top
/// left, top right, bottom left, bottom right, as fractions of the surface.
private struct Turn: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let transform: AffineMatrix
    let corners: [Point]

    init(_ description: String, _ transform: AffineMatrix, _ corners: [(Double, Double)]) {
        (testDescription, self.transform) = (description, transform)
        self.corners = corners.map { Point(x: $0.0, y: $0.1) }
    }

    static let all = [
        Turn("none", Rotation.none.transform, [(0, 0), (1, 0), (0, 1), (1, 1)]),
        Turn("a quarter clockwise", Rotation.clockwise90.transform, [(1, 0), (1, 1), (0, 0), (0, 1)]),
        Turn("upside down", Rotation.half.transform, [(1, 1), (0, 1), (1, 0), (0, 0)]),
        Turn("a quarter to the left", Rotation.clockwise270.transform, [(0, 1), (0, 0), (1, 1), (1, 0)]),
        Turn("X and Y swapped", AffineMatrix(0, 1, 0, 1, 0, 0), [(0, 0), (0, 1), (1, 0), (1, 1)]),
        Turn("X flipped", AffineMatrix(-1, 0, 1, 0, 1, 0), [(1, 0), (0, 0), (1, 1), (0, 1)]),
        Turn("Y flipped", AffineMatrix(1, 0, 0, 0, -1, 1), [(0, 1), (1, 1), (0, 0), (1, 0)]),
        Turn("half of the panel", AffineMatrix(2, 0, -0.5, 0, 1, 0), [(-0.5, 0), (1.5, 0), (-0.5, 1), (1.5, 1)]),
        Turn(
            "swapped and stretched", AffineMatrix(0, 1.25, -0.125, 1.6, 0, -0.3),
            [(-0.125, -0.3), (-0.125, 1.3), (1.125, -0.3), (1.125, 1.3)]),
    ]
}

@Suite struct SurfaceGeometryTests {
    @Test("The device's corners are the surface's corners, turned", arguments: Turn.all)
    private func corners(_ turn: Turn) throws {
        for calibrated in [
            try surface(unequal, SurfaceSettings(calibration: turn.transform)),
            try surface(unequal, system: turn.transform),
        ] {
            let device = [(1000.0, -500.0), (4000, -500), (1000, 3500), (4000, 3500)].map { Point(x: $0.0, y: $0.1) }
            let size = calibrated.size
            for (corner, part) in zip(device, turn.corners) {
                let place = calibrated.deviceToSurface.apply(corner)
                #expect(place.isNear(Point(x: part.x * size.width, y: part.y * size.height)))
            }
        }
    }

    @Test("10 mm along an axis of the panel are 64.17 pt, in any orientation", arguments: Turn.all)
    private func lengths(_ turn: Turn) throws {
        let calibrated = try surface(unequal, SurfaceSettings(calibration: turn.transform))
        let middle = Point(x: 2000, y: 1000)
        for way in [Vector(x: 100, y: 0), Vector(x: 0, y: 200), Vector(x: -60, y: 160)] {
            let (from, to) = (calibrated.deviceToSurface.apply(middle), calibrated.deviceToSurface.apply(middle + way))
            #expect(isNear((to - from).length, 10 / PointUnit.millimetres))
        }
        #expect(abs(10 / PointUnit.millimetres - 64.17) < 0.005)
    }

    @Test("A quarter turn swaps width and height", arguments: Rotation.allCases)
    func size(rotation: Rotation) throws {
        let millimetres = try surface(unequal, SurfaceSettings(rotation: rotation)).millimetres
        let isAcross = rotation == .clockwise90 || rotation == .clockwise270
        #expect(isNear(millimetres.width, isAcross ? 200 : 300) && isNear(millimetres.height, isAcross ? 300 : 200))
    }

    @Test("The configured rotation comes after the system's calibration, and a configured calibration replaces it")
    func order() throws {
        let flip = AffineMatrix(-1, 0, 1, 0, 1, 0)
        let turned = try surface(unequal, SurfaceSettings(rotation: .clockwise90), system: flip)
        // The device's top left is flipped to the top right, then turned to the bottom right.
        let (corner, size) = (turned.deviceToSurface.apply(Point(x: 1000, y: -500)), turned.size)
        #expect(corner.isNear(Point(x: size.width, y: size.height)))
        let both = SurfaceSettings(rotation: .half, calibration: flip)
        #expect(try surface(unequal, both) == surface(unequal, SurfaceSettings(calibration: flip)))
    }

    @Test("Values outside of the range are outside of the surface")
    func outside() throws {
        let place = try surface().deviceToSurface.apply(Point(x: 900, y: 3700))
        #expect(isNear(place.x, -10 / PointUnit.millimetres) && isNear(place.y, 210 / PointUnit.millimetres))
    }

    @Test("Without usable axes, or with a degenerate calibration, there is no surface")
    func impossible() {
        var noY = unequal
        noY.axes[AbsoluteAxis.positionY] = nil
        for device in [panel(axis(5, 5), axis(0, 9)), panel(axis(0, 9), axis(9, 0)), noY] {
            #expect(Surface(name: "", device: device, settings: SurfaceSettings(), systemCalibration: nil) == nil)
        }
        for matrix in [
            AffineMatrix(0, 0, 0, 0, 0, 0), AffineMatrix(1, 1, 0, 1, 1, 0), AffineMatrix(.nan, 0, 0, 0, 1, 0),
            AffineMatrix(.infinity, 0, 0, 0, 1, 0),
        ] {
            #expect(Surface(name: "", device: unequal, settings: SurfaceSettings(), systemCalibration: matrix) == nil)
        }
    }

    @Test("Positions are published in pixels when they are known, else in points")
    func publication() throws {
        #expect(try surface().publicationScale == Vector(x: 1, y: 1))
        let screen = try surface(unequal, SurfaceSettings(pixels: Size(width: 1920, height: 1280)))
        let corner = screen.deviceToSurface.apply(Point(x: 4000, y: 3500))
        #expect(
            isNear(corner.x * screen.publicationScale.x, 1920) && isNear(corner.y * screen.publicationScale.y, 1280))
    }
}

@Suite struct PanelSizeTests {
    private func size(_ x: Axis, _ y: Axis, _ settings: SurfaceSettings = SurfaceSettings()) throws -> PanelSize {
        try #require(PanelSize(of: panel(x, y), settings: settings))
    }

    @Test("Each axis has its own resolution")
    func resolution() throws {
        let size = try size(axis(1000, 4000, 10), axis(-500, 3500, 20))
        #expect(size.millimetres == Size(width: 300, height: 200))
        #expect(size.source == .resolution && size.disbelieved == nil && !size.source.isAssumed)
    }

    @Test(
        "Implausible sizes are not used",
        arguments: [
            (10, 10, false), (1, 1, false), (39.9, 50, false), (40, 40, true), (50, 39.9, false), (2500, 2500, true),
            (3277, 1000, false), (2501, 1000, false), (216, 91, true), (128, 85, true), (360, 100, true),
            (361, 100, false), (100, 250, true), (99, 250, false), (344, 194, true),
        ] as [(Double, Double, Bool)])
    func plausible(width: Double, height: Double, isBelieved: Bool) throws {
        let size = try size(axis(0, Int32(width * 10), 10), axis(0, Int32(height * 10), 10))
        #expect((size.source == .resolution) == isBelieved)
        #expect(size.disbelieved == (isBelieved ? nil : Size(width: width, height: height)))
    }

    @Test("The configured size overrides the panel's, and a false size is remembered only if implausible")
    func settings() throws {
        let settings = SurfaceSettings(size: Size(width: 344, height: 194), pixels: Size(width: 1, height: 1))
        #expect(try size(axis(0, 100, 10), axis(0, 100, 10), settings).millimetres == Size(width: 344, height: 194))
        #expect(try size(axis(0, 100, 10), axis(0, 100, 10), settings).source == .settings)
        #expect(try size(axis(0, 100, 10), axis(0, 100, 10), settings).disbelieved == Size(width: 10, height: 10))
        #expect(try size(axis(0, 3000, 10), axis(0, 2000, 10), settings).disbelieved == nil)
        #expect(try size(axis(0, 3000), axis(0, 2000), settings).disbelieved == nil)
    }

    @Test("A resolution on one axis only is unusable")
    func oneResolution() throws {
        #expect(try size(axis(0, 799, 10), axis(0, 479)).source == .guess)
        #expect(try size(axis(0, 799), axis(0, 479, 10)).source == .guess)
        #expect(try size(axis(0, 799, -10), axis(0, 479, -10)).source == .guess)
    }

    @Test("A resolution on the single-touch axes alone is used, however fine the others are")
    func singleTouchResolution() throws {
        let recorded = try RecordingCatalogue.recording("made-abs-x-resolution").device
        let size = try #require(PanelSize(of: recorded, settings: SurfaceSettings()))
        #expect(size.source == .resolution)
        #expect(abs(size.millimetres.width - 263.12) < 1e-9 && abs(size.millimetres.height - 165.2) < 1e-9)
        // The axes of contacts are used first, but not a false one.
        for (resolution, width) in [(Int32(0), 200.0), (20, 100), (500, 200)] {
            var device = panel(axis(0, 2000, resolution), axis(0, 1200, resolution))
            device.axes[AbsoluteAxis.x] = axis(0, 4000, 20)
            device.axes[AbsoluteAxis.y] = axis(0, 2400, 20)
            let size = try #require(PanelSize(of: device, settings: SurfaceSettings()))
            #expect(size.source == .resolution && size.disbelieved == nil && size.millimetres.width == width)
        }
        var device = panel(axis(0, 2000), axis(0, 1200))
        device.axes[AbsoluteAxis.x] = axis(0, 4000, 20)
        #expect(PanelSize(of: device, settings: SurfaceSettings())?.source == .guess)
        device.axes[AbsoluteAxis.y] = axis(0, 2400)
        #expect(PanelSize(of: device, settings: SurfaceSettings())?.source == .guess)
    }

    @Test("udev's size is used if the axes have no plausible one, and only if it is plausible itself")
    func systemSize() throws {
        func size(_ resolution: Int32, udev: Size?) throws -> PanelSize {
            let device = panel(axis(0, 8000, resolution), axis(0, 5000, resolution))
            return try #require(PanelSize(of: device, settings: SurfaceSettings(), systemSize: udev))
        }
        let udev = Size(width: 155, height: 86)
        #expect(try size(0, udev: udev).millimetres == udev)
        #expect(try size(0, udev: udev).source == .system && !SizeSource.system.isAssumed)
        #expect(try size(900, udev: udev).millimetres == udev)
        #expect(try size(40, udev: udev).millimetres == Size(width: 200, height: 125))
        for lie in [Size(width: 1, height: 1), Size(width: 155, height: .nan), Size(width: .infinity, height: 86)] {
            #expect(try size(0, udev: lie).source == .guess)
        }
    }

    @Test("Without any size, configured pixels give the guess its proportions, not the range")
    func pixels() throws {
        let pixels = SurfaceSettings(pixels: Size(width: 1920, height: 960))
        let size = try size(axis(0, 32767), axis(0, 32767), pixels)
        #expect(size.source == .guess && size.source.isAssumed)
        #expect(abs(size.millimetres.width / size.millimetres.height - 2) < 1e-9)
    }

    @Test("With configured pixels, too, an upright panel on a cable is not a phone, and a large frame is large")
    func uprightPixels() throws {
        func size(_ bus: UInt16, slots: Int32) throws -> Size {
            var device = panel(axis(0, 32767), axis(0, 32767))
            device.axes[AbsoluteAxis.slot] = axis(0, slots - 1)
            device.bus = bus
            let settings = SurfaceSettings(pixels: Size(width: 1080, height: 1920))
            return try #require(PanelSize(of: device, settings: settings)).millimetres
        }
        #expect(try abs(size(0x18, slots: 10).width - 52) < 0.1)
        #expect(try abs(size(3, slots: 10).width - 150.7) < 0.1 && abs(size(3, slots: 10).height - 267.9) < 0.1)
        #expect(try abs(size(3, slots: 32).width - 342.4) < 0.1 && abs(size(3, slots: 32).height - 608.8) < 0.1)
    }

    @Test(
        "Pixels are those of the screen as people see it, in any orientation of the panel",
        arguments: [
            (SurfaceSettings(rotation: .clockwise90), nil), (SurfaceSettings(rotation: .clockwise270), nil),
            (SurfaceSettings(calibration: AffineMatrix(0, 1, 0, 1, 0, 0)), nil),
            (SurfaceSettings(), AffineMatrix(0, -1, 1, 1, 0, 0)),
            (SurfaceSettings(rotation: .half), AffineMatrix(0, 1, 0, 1, 0, 0)),
        ] as [(SurfaceSettings, AffineMatrix?)])
    func across(settings: SurfaceSettings, system: AffineMatrix?) throws {
        var settings = settings
        settings.pixels = Size(width: 960, height: 1920)
        let screen = try surface(panel(axis(0, 32767), axis(0, 32767)), settings, system: system)
        #expect(isNear(screen.millimetres.width * 2, screen.millimetres.height))
        #expect(isNear(screen.publicationScale.x, screen.publicationScale.y))
    }

    @Test("Two rotations that cancel each other leave the pixels unchanged")
    func acrossTwice() throws {
        let settings = SurfaceSettings(pixels: Size(width: 1920, height: 960), rotation: .clockwise270)
        let screen = try surface(
            panel(axis(0, 32767), axis(0, 32767)), settings, system: AffineMatrix(0, -1, 1, 1, 0, 0))
        #expect(isNear(screen.millimetres.width, screen.millimetres.height * 2))
    }
}
