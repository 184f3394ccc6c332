// Inspection of a device node: whether it is a usable touchscreen, and its report.

public import Configuration
public import Evdev
public import GestureWire
import Touch

/// The result of inspecting a device node.
public struct DeviceInspection {
    /// Whether the node is used and why, for people and for `list`.
    public var report: DeviceReport
    /// The opened device, if it is a touchscreen that can be read.
    public let device: EvdevDevice?
    /// Why a touchscreen could not be opened.
    public let failure: EvdevError?

    /// Asks udev's properties and the configuration first, so that nothing but touchscreens is opened; then the device
    /// itself.
    public init(_ node: DeviceNode, use: SurfaceUse = .automatic) {
        report = DeviceReport(path: node.path, name: node.name, vendor: node.vendor, product: node.product)
        report.match = DeviceMatch(bus: node.bus, path: node.place, phys: node.phys, serial: node.serial)
        if let refusal = node.refusal(use: use) {
            report.reason = "not used: \(refusal)"
            (device, failure) = (nil, nil)
            return
        }
        do {
            let opened = try EvdevDevice(path: node.path)
            let verdict = DeviceVerdict(of: opened.device, isAssured: use == .always)
            report.describe(opened.device, verdict)
            report.reason = verdict.reason
            failure = nil
            if case .touchscreen = verdict {
                report.used = true
                device = opened
            } else {
                device = nil
            }
        } catch {
            report.reason = "not used: \(node.message(for: error))"
            (device, failure) = (nil, error)
        }
    }

    /// Looks at every device node there is now, as `gesturectl devices` does without a daemon.
    public static func reports(_ configuration: Configuration = .standard) -> [DeviceReport] {
        DeviceMonitor.scan().map { node in
            DeviceInspection(node, use: configuration.surfaceRule(for: node.identity)?.use ?? .automatic).report
        }
    }
}

extension DeviceNode {
    var identity: DeviceIdentity {
        DeviceIdentity(
            name: name, vendor: vendor, product: product, path: place, phys: phys, serial: serial, bus: bus)
    }

    /// Why it is not even opened; nil when it may be a touchscreen.
    func refusal(use: SurfaceUse) -> String? {
        // What gestured lets through must not become gestures again. A clone matches the rule of its touchscreen.
        if phys == Self.handsPhys { return "with it gestured-hands points and types" }
        if isClone { return "the clone of a touchscreen that gestured intercepts" }
        if use == .never { return "excluded by the configuration (use: never)" }
        if use == .always { return nil }
        return udev.refusal
    }

    /// A failure to open it, with what to do next: the installed rule does not give every node to the service's user.
    func message(for failure: EvdevError) -> String {
        // udev says that it is one.
        if udev.isTouchscreen, failure.isNoInputDevice { return failure.failure }
        guard failure.code == .open, failure.isPermission, udev.isKeyboard || !udev.isTouchscreen else {
            return "\(failure)"
        }
        let kind = udev.isKeyboard ? "it is also a keyboard" : "udev does not classify it as a touchscreen"
        return """
            \(failure.failure); \(kind), so 70-gestured.rules leaves it to root: let the service's user read it by a \
            udev rule of your own
            """
    }
}

extension UdevProperties {
    /// The reason why gestured does not use such a device unless it is configured; nil when it may be a touchscreen.
    var refusal: String? {
        if isIgnored { return "excluded from input handling by udev (LIBINPUT_IGNORE_DEVICE)" }
        guard isTouchscreen else {
            return warning(about: "ID_INPUT_TOUCHSCREEN")
                ?? "udev does not classify it as a touchscreen (ID_INPUT_TOUCHSCREEN)"
        }
        return isKeyboard ? Self.keyboardToo : nil
    }

    /// The reason why a touchscreen with a keyboard is not used.
    static let keyboardToo = """
        also a keyboard (ID_INPUT_KEYBOARD), so gestured could read what is typed; to use it, add `use: always` and a \
        udev rule of your own
        """
}

extension DeviceVerdict {
    /// The verdict as the report's sentence.
    var reason: String {
        switch self {
        case .touchscreen(_, let contacts): "used: a touchscreen for \(contacts) finger\(contacts == 1 ? "" : "s")"
        case .refused(let refusal): "not used: \(refusal)"
        }
    }
}

extension DeviceReport {
    /// Adds the values that only the device itself reports.
    mutating func describe(_ device: DeviceDescription, _ verdict: DeviceVerdict) {
        name = device.name
        guard case .touchscreen(let contactProtocol, let contacts) = verdict else { return }
        (self.protocol, slots) = (contactProtocol.name, contacts)
    }

    /// Fills in what it has become.
    mutating func describe(_ surface: Surface, _ sizeSource: SizeSource) {
        self.surface = surface.name
        (sizeFrom, assumed) = (sizeSource.rawValue, sizeSource.isAssumed)
        millimetres = WireSize(width: surface.millimetres.width, height: surface.millimetres.height)
        let matrix =
            surface.deviceToSurface.then(.scale(x: 1 / surface.size.width, y: 1 / surface.size.height))
        self.matrix = matrix.calibration
    }

    /// Fills in what was seen of it.
    mutating func describe(_ defects: Tally<DeviceDefect>, _ unwanted: Tally<UnwantedTouch>) {
        self.defects = defects.seen.reduce(into: [:]) { $0[$1.kind.name] = $1.count }
        self.unwanted = unwanted.seen.reduce(into: [:]) { $0[$1.kind.name] = $1.count }
    }
}
