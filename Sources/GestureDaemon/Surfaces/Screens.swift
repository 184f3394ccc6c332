// Assignment of displays to touchscreens: the only display of a machine belongs to its only touchscreen.

import Configuration
import Evdev
import Touch

/// The touchscreens and displays that a machine has at one moment.
struct Screens {
    var touchscreenCount: Int
    var displays: [Display]

    /// Returns the present displays and touchscreens.
    ///
    /// - Parameters:
    ///   - displays: Those that are connected.
    ///   - inUse: How many touchscreens are in use: with several nothing need be looked for, as each new one of many
    ///     would look at all the others.
    ///   - configuration: Says which devices are used, whatever they say themselves.
    static func current(_ displays: [Display], inUse: Int, _ configuration: Configuration) -> Screens {
        guard inUse < 2, displays.count == 1 else {
            return Screens(touchscreenCount: max(inUse, 1), displays: displays)
        }
        func use(_ node: DeviceNode) -> SurfaceUse {
            configuration.surfaceRule(for: node.identity)?.use ?? .automatic
        }
        let candidates = DeviceMonitor.scan().filter { $0.refusal(use: use($0)) == nil }
        // To count them is to open them; one that is alone is the one that asks.
        guard candidates.count > 1 else { return Screens(touchscreenCount: 1, displays: displays) }
        let usable = candidates.lazy.filter { DeviceInspection($0, use: use($0)).device != nil }.prefix(2)
        return Screens(touchscreenCount: max(Array(usable).count, 1), displays: displays)
    }
}

/// The result of matching a surface with a display.
struct DisplayAnswer {
    /// The values that the surface takes; nil for none.
    var share: DisplayShare?
    /// Notices for the user: the values that were taken, or the reason why not.
    var notices: [String] = []
    var details: [String] = []
    /// Whether there is no display at all, which may change.
    var lacksDisplay = false
}

extension SurfaceFactory {
    /// Asks the display behind a device for what neither the configuration nor the device says.
    ///
    /// - Parameter screens: Looked at only if something is missing; nil when the device is not there: recordings look
    ///   the same on every machine.
    func askDisplay(
        _ screens: () -> Screens?, device: DeviceDescription, rule: SurfaceRule?, systemCalibration: AffineMatrix?,
        systemSize: Size?
    ) -> DisplayAnswer {
        let settings = rule?.settings ?? SurfaceSettings()
        let panel = PanelSize(
            of: device, settings: settings, systemCalibration: systemCalibration, systemSize: systemSize)
        guard let panel, settings.asksDisplay, settings.pixels == nil || panel.source.isAssumed,
            let screens = screens()
        else { return DisplayAnswer() }
        guard screens.touchscreenCount == 1, screens.displays.count == 1 else {
            let reason = screens.displays.count == 1 ? "several touchscreens" : "\(screens.displays.count) displays"
            return DisplayAnswer(
                details: [
                    "\"\(device.name)\" takes no pixels from a display, as there are \(reason)"
                ], lacksDisplay: screens.displays.isEmpty)
        }
        let display = screens.displays[0]
        switch DisplayMatch(display: display, panel: panel, settings: settings, systemCalibration: systemCalibration) {
        case .taken(let share):
            return DisplayAnswer(share: share, notices: notices(on: share, of: display, device: device, rule: rule))
        case .refused(let reason):
            let keys = display.pixels.map { "pixels: \(Self.pixels($0))" } ?? "pixels: 1920 x 1080"
            return DisplayAnswer(
                notices: [
                    "\"\(device.name)\" takes nothing from \(Self.text(display)): \(reason); "
                        + advice([keys], "as people see them, or `pixels: none`", device: device, hasRule: rule != nil)
                ])
        }
    }

    private func notices(
        on share: DisplayShare, of display: Display, device: DeviceDescription, rule: SurfaceRule?
    ) -> [String] {
        let pixels = share.pixels.map(Self.pixels), size = share.millimetres.map(Self.text)
        var notices: [String] = []
        let taken = [pixels.map { "\($0) pixels" }, size.map { "a size of \($0)" }].compactMap(\.self)
        if !taken.isEmpty {
            let keys = [size.map { "size: \($0)" }, pixels.map { "pixels: \($0)" }].compactMap(\.self)
            notices.append(
                "\"\(device.name)\" takes \(taken.joined(separator: " and ")) from \(Self.text(display)), the only one; "
                    + "to keep this with any display, "
                    + advice(keys, "or `pixels: none` to take nothing", device: device, hasRule: rule != nil))
        }
        if let other = share.contradiction.map(Self.text) {
            notices.append(
                "\"\(device.name)\" reports another size than \(Self.text(display)), which reports \(other); if that is true, "
                    + advice(["size: \(other)"], nil, device: device, hasRule: rule != nil))
        }
        return notices
    }

    /// As in `the display HDMI-A-1 (Monitor 24), 1920 x 1080 pixels, 527mm x 296mm`.
    private static func text(_ display: Display) -> String {
        let name = display.name.map { " (\($0))" } ?? ""
        let sizes = [display.pixels.map { "\(pixels($0)) pixels" }, display.millimetres.map(text)].compactMap(\.self)
        return "the display \(display.connector)\(name)" + sizes.map { ", \($0)" }.joined()
    }

    private static func pixels(_ size: Size) -> String { "\(Int(size.width)) x \(Int(size.height))" }
}
