// Tests of a surface's size and orientation.

import Testing
import Touch
import TouchTesting

/// 300 × 200 mm, minimum not 0, X and Y with a resolution of their own.
private let unequal = panel(axis(1000, 4000, 10), axis(-500, 3500, 20))

private func isNear(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-9 }

extension Point {
    fileprivate func isNear(_ other: Point) -> Bool { (self - other).length < 1e-9 }
}

@Suite struct SurfaceGeometryTests {
    @Test("A calibration that swaps, stretches and moves maps the device's corners as libinput does")
    func corners() throws {
        for (matrix, parts) in [
            (AffineMatrix(calibration: 2, 0, -0.5, 0, 1, 0), [(-0.5, 0), (1.5, 0), (-0.5, 1), (1.5, 1)]),
            (
                AffineMatrix(calibration: 0, 1.25, -0.125, 1.6, 0, -0.3),
                [(-0.125, -0.3), (-0.125, 1.3), (1.125, -0.3), (1.125, 1.3)]
            ),
        ] as [(AffineMatrix, [(Double, Double)])] {
            let surface = try surface(unequal, SurfaceSettings(calibration: matrix))
            for (corner, part) in zip([(1000.0, -500.0), (4000, -500), (1000, 3500), (4000, 3500)], parts) {
                let place = surface.deviceToSurface.apply(Point(x: corner.0, y: corner.1))
                #expect(place.isNear(Point(x: part.0 * surface.size.width, y: part.1 * surface.size.height)))
            }
        }
    }

    @Test("The configured rotation comes after the system's calibration, and a configured calibration replaces it")
    func order() throws {
        let flip = AffineMatrix(calibration: -1, 0, 1, 0, 1, 0)
        let turned = try surface(unequal, SurfaceSettings(rotation: .clockwise90), system: flip)
        // The device's top left is flipped to the top right, then turned to the bottom right.
        let (corner, size) = (turned.deviceToSurface.apply(Point(x: 1000, y: -500)), turned.size)
        #expect(corner.isNear(Point(x: size.width, y: size.height)))
        let both = SurfaceSettings(rotation: .half, calibration: flip)
        #expect(try surface(unequal, both) == surface(unequal, SurfaceSettings(calibration: flip)))
    }

    @Test("Without usable axes, or with a degenerate calibration, there is no surface")
    func impossible() {
        var noY = unequal
        noY.axes[AbsoluteAxis.positionY] = nil
        for device in [panel(axis(5, 5), axis(0, 9)), panel(axis(0, 9), axis(9, 0)), noY] {
            #expect(Surface(name: "", device: device, settings: SurfaceSettings(), systemCalibration: nil) == nil)
        }
        for matrix in [
            AffineMatrix(calibration: 0, 0, 0, 0, 0, 0), AffineMatrix(calibration: 1, 1, 0, 1, 1, 0),
            AffineMatrix(calibration: .nan, 0, 0, 0, 1, 0),
            AffineMatrix(calibration: .infinity, 0, 0, 0, 1, 0),
        ] {
            #expect(Surface(name: "", device: unequal, settings: SurfaceSettings(), systemCalibration: matrix) == nil)
        }
    }

    @Test("Positions are published in pixels when they are known, else in points")
    func publication() throws {
        #expect(try surface(unequal).publicationScale == Vector(x: 1, y: 1))
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
        let udev = PanelSize(
            of: panel(axis(0, 8000), axis(0, 5000)), settings: SurfaceSettings(),
            systemSize: Size(width: width, height: height))
        #expect((udev?.source == .system) == isBelieved)
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

    @Test(
        "Pixels are those of the screen as people see it, in any orientation of the panel",
        arguments: [
            (SurfaceSettings(rotation: .clockwise90), nil), (SurfaceSettings(rotation: .clockwise270), nil),
            (SurfaceSettings(calibration: AffineMatrix(calibration: 0, 1, 0, 1, 0, 0)), nil),
            (SurfaceSettings(), AffineMatrix(calibration: 0, -1, 1, 1, 0, 0)),
            (SurfaceSettings(rotation: .half), AffineMatrix(calibration: 0, 1, 0, 1, 0, 0)),
        ] as [(SurfaceSettings, AffineMatrix?)])
    func across(settings: SurfaceSettings, system: AffineMatrix?) throws {
        var settings = settings
        settings.pixels = Size(width: 960, height: 1920)
        let screen = try surface(panel(axis(0, 32767), axis(0, 32767)), settings, system: system)
        // The guess has their proportions, not the range's.
        #expect(isNear(screen.millimetres.width * 2, screen.millimetres.height))
        #expect(isNear(screen.publicationScale.x, screen.publicationScale.y))
    }
}
