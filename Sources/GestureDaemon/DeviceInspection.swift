// Is a device node a touchscreen that can be used, and what is to be said about it?

public import Evdev
public import GestureWire
internal import Touch

/// What became of looking at a device node.
public struct DeviceInspection {
    /// Whether the node is used and why, for people and for `list`.
    public var report: DeviceReport
    /// The opened device, if it is a touchscreen that can be read.
    public let device: EvdevDevice?
    /// Why a touchscreen could not be opened.
    public let failure: EvdevError?

    /// Asks udev's properties first, so that nothing but touchscreens is opened; then the device itself.
    public init(_ node: DeviceNode) {
        report = DeviceReport(
            path: node.path, name: node.name, used: false, reason: "", vendor: node.vendor, product: node.product,
            protocol: "", slots: 0)
        guard !node.isIgnored else {
            report.reason = "not used: taken out of input handling by udev (LIBINPUT_IGNORE_DEVICE)"
            (device, failure) = (nil, nil)
            return
        }
        guard node.isTouchscreen else {
            report.reason = "not used: udev does not call it a touchscreen (ID_INPUT_TOUCHSCREEN)"
            (device, failure) = (nil, nil)
            return
        }
        do {
            let opened = try EvdevDevice(path: node.path)
            let verdict = DeviceVerdict(of: opened.device)
            report.describe(opened.device)
            report.reason = verdict.reason
            failure = nil
            if case .touchscreen = verdict {
                report.used = true
                device = opened
            } else {
                device = nil
            }
        } catch {
            report.reason = "not used: \(error)"
            (device, failure) = (nil, error)
        }
    }

    /// Looks at every device node there is now, as `gesturectl devices` does without a daemon.
    public static func reports() -> [DeviceReport] {
        DeviceMonitor.scan().map { DeviceInspection($0).report }
    }
}

extension DeviceVerdict {
    /// The verdict as the report's sentence.
    var reason: String {
        switch self {
        case .touchscreen(let slots): "used: a touchscreen for \(slots) finger\(slots == 1 ? "" : "s")"
        case .refused(let refusal): "not used: \(refusal)"
        }
    }
}

extension DeviceReport {
    /// Fills in what only the device itself tells.
    mutating func describe(_ device: DeviceDescription) {
        name = device.name
        slots = device.slotCount
        if device.slotCount > 0 {
            self.protocol = "B"
        } else if device.hasAxis(AbsoluteAxis.positionX) {
            self.protocol = "A"
        }
    }
}
