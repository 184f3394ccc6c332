// Tests of surfaces that take size and pixels from a display, and of the log lines about it.

import Configuration
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

/// A touchscreen called "Panel" with axes of this length, and no resolution when it is nil.
private func panel(_ millimetres: (Int32, Int32)?) -> DeviceDescription {
    var device = DeviceDescription.touchscreen()
    device.name = "Panel"
    for (code, length) in [(AbsoluteAxis.positionX, millimetres?.0), (AbsoluteAxis.positionY, millimetres?.1)] {
        device.axes[code] =
            length.map { Axis(minimum: 0, maximum: $0 * 20, resolution: 20) } ?? Axis(minimum: 0, maximum: 4095)
    }
    return device
}

private func size(_ width: Double, _ height: Double) -> Size { Size(width: width, height: height) }

private let display = Display(
    connector: "HDMI-A-1", name: "Wide 24", pixels: size(1920, 1080), millimetres: size(527, 296))

private func make(
    _ device: DeviceDescription, _ settings: SurfaceSettings? = nil,
    screens: Screens? = Screens(touchscreenCount: 1, displays: [display])
) throws -> SurfaceFactory.Result {
    let rules = settings.map { [SurfaceRule(name: "kiosk", settings: $0)] } ?? []
    let identity = DeviceIdentity(name: device.name, vendor: 0, product: 0, path: "", phys: "", serial: "")
    return try #require(
        SurfaceFactory(configuration: Configuration(surfaces: rules)).make(
            device: device, identity: identity, udev: nil, taken: [], screens: screens))
}

@Suite struct DisplayAnswerTests {
    @Test("With one touchscreen and one display, pixels and size are taken, and the log says what to configure")
    func both() throws {
        let result = try make(panel(nil))
        #expect(result.surface.pixels == size(1920, 1080))
        #expect(
            abs(result.surface.millimetres.width - 527) < 1e-9 && abs(result.surface.millimetres.height - 296) < 1e-9)
        #expect(result.isSizeKnown && result.warnings == [] && result.details == [] && !result.lacksDisplay)
        #expect(
            result.notices == [
                """
                "Panel" takes 1920 x 1080 pixels and a size of 527mm x 296mm from the display HDMI-A-1 (Wide 24), \
                1920 x 1080 pixels, 527mm x 296mm, the only one; to keep this with any display, add under `surfaces:` \
                the line `- { name: panel, match: { name: "Panel" }, size: 527mm x 296mm, pixels: 1920 x 1080 }` or \
                `pixels: none` to take nothing
                """
            ])
    }

    @Test("The line in the log is a valid configuration for the same surface")
    func line() throws {
        let (taken, size) = (try make(panel(nil)), try make(panel((527, 296))))
        for result in [taken, size] {
            let words = try #require(result.notices.first).split(separator: "`")
            let line = try #require(words.first { $0.hasPrefix("- {") })
            let configuration = try Configuration(yaml: "surfaces:\n\(line)\n", file: "file")
            let settings = try #require(configuration.surfaces.first).settings
            let configured = try make(
                panel(result.surface == taken.surface ? nil : (527, 296)), settings, screens: nil)
            #expect(
                configured.surface.size == result.surface.size && configured.surface.pixels == result.surface.pixels)
            #expect(configured.warnings == [] && configured.notices == [])
        }
    }

    @Test("`pixels: none` takes nothing, and nothing is logged")
    func switchedOff() throws {
        let result = try make(panel((530, 300)), SurfaceSettings(asksDisplay: false))
        #expect(result.surface.pixels == nil && result.notices == [] && result.details == [])
        let unknown = try make(panel(nil), SurfaceSettings(asksDisplay: false))
        #expect(!unknown.isSizeKnown && unknown.warnings.count == 1)
    }

    @Test(
        "Two touchscreens, two displays or none: nothing is taken, with a debug message",
        arguments: [
            (2, [display], "several touchscreens"), (1, [display, display], "2 displays"),
            (1, [], "0 displays"),
        ] as [(Int, [Display], String)])
    func several(touchscreenCount: Int, displays: [Display], reason: String) throws {
        let screens = Screens(touchscreenCount: touchscreenCount, displays: displays)
        let result = try make(panel((530, 300)), screens: screens)
        #expect(result.surface.pixels == nil && result.notices == [] && result.warnings == [])
        #expect(result.lacksDisplay == displays.isEmpty)
        #expect(
            result.details
                == ["\"Panel\" takes no pixels from a display, as there are \(reason)"])
    }

    @Test("A display of other proportions is not used, and the log says why and what to configure")
    func refused() throws {
        let result = try make(panel((400, 300)))
        #expect(result.surface.pixels == nil && result.warnings == [])
        #expect(
            result.notices == [
                """
                "Panel" takes nothing from the display HDMI-A-1 (Wide 24), 1920 x 1080 pixels, 527mm x 296mm: the touch \
                area, 400 x 300 mm, has other proportions; add under `surfaces:` the line `- { name: panel, match: { \
                name: "Panel" }, pixels: 1920 x 1080 }` as people see them, or `pixels: none`
                """
            ])
    }

    @Test("The panel's size wins over that of the display, and the log says how to choose the other")
    func contradicted() throws {
        let result = try make(panel((216, 120)))
        #expect(abs(result.surface.millimetres.width - 216) < 1e-9)
        #expect(result.notices.count == 2)
        #expect(result.notices[1].contains("which reports 527mm x 296mm; if that is true, add under `surfaces:`"))
    }

    @Test("The suggested line for a device is valid and matches that device")
    func advice() throws {
        var device = panel(nil)
        device.name = "a \"b\" \\ [c]* \u{1b}d"
        let warning = try #require(try SurfaceFactory(configuration: .standard).make(recorded: device).warnings.first)
        #expect(warning.contains("match: { name: \"a ?b? ? ?c?? ?d\" }"))
    }

    @Test("31. A panel with a resolution on one axis only is reported as such")
    func oneResolution() throws {
        for (code, name) in [(AbsoluteAxis.positionX, "X"), (AbsoluteAxis.positionY, "Y")] {
            var device = panel(nil)
            device.axes[code]?.resolution = 12
            let result = try make(device, screens: nil)
            #expect(result.warnings.count == 1)
            #expect(result.warnings[0].hasPrefix("\"Panel\" reports its size along \(name) only; assuming "))
        }
    }
}
