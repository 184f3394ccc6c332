// Surfaces made from devices: name, geometry and warnings.

import Configuration
import Touch

/// Makes surfaces by the rules of a configuration, with names that no two surfaces share.
struct SurfaceFactory {
    let configuration: Configuration
    /// Additions of an embedding program to the engine of each surface.
    var prepare: EnginePreparation?
    /// Surfaces that were turned since the configuration was read, by their names.
    var turns: [String: Rotation] = [:]
    /// Recognizers that were switched on or off since then.
    var switches: [String: Bool] = [:]
    /// Regions that were made private, or no longer, since the daemon began, by their names: a reload keeps that, so
    /// that no keyboard loses its privacy behind its back.
    var privateRegions: [String: Bool] = [:]

    /// A surface and the warnings that it deserves.
    struct Result {
        var surface: Surface
        var sizeSource: SizeSource
        /// The turn that the configuration asks for, in degrees.
        var rotation: Double
        var rules: ContactRules
        /// How applications get its touches from a clone; nil when they read the device itself.
        var interception: InterceptionRule?
        /// Warnings about guesses, with advice.
        var warnings: [String]
        /// The reason why gestured would not use a recorded device live; nil if it would.
        var liveRefusal: String?
        /// The values taken from the display behind it, or the reason why none were.
        var notices: [String] = []
        /// Details for debugging unknown values.
        var details: [String] = []
        /// Whether values are missing that a display could provide, and there is no display yet.
        var lacksDisplay = false

        /// Whether its millimetres are known, and not only assumed.
        var isSizeKnown: Bool { !sizeSource.isAssumed }
    }

    /// Nil when the device's axes or calibration cannot make a surface.
    ///
    /// - Parameters:
    ///   - present: The name that the device's surface has now; it stays if it can.
    ///   - screens: What may lie behind it; nil for a device that is not there.
    func make(
        device: DeviceDescription, identity: DeviceIdentity, udev: UdevProperties?, taken: Set<String>,
        present: String? = nil, screens: @autoclosure () -> Screens? = nil
    ) -> Result? {
        let rule = configuration.surfaceRule(for: identity)
        let name = name(of: device, rule, taken: taken, present: present)
        let settings = (rule?.settings ?? SurfaceSettings()).turned(to: turns[name])
        let (systemCalibration, systemSize) = (udev?.calibration, udev?.millimetres)
        let answer = askDisplay(
            screens, device: device, rule: rule, systemCalibration: systemCalibration, systemSize: systemSize)
        guard
            let surface = Surface(
                name: name, device: device, settings: settings, systemCalibration: systemCalibration,
                systemSize: systemSize, display: answer.share),
            let size = PanelSize(
                of: device, settings: settings, systemCalibration: systemCalibration, systemSize: systemSize,
                display: answer.share)
        else { return nil }
        return Result(
            surface: surface, sizeSource: size.source, rotation: Double(settings.rotation.rawValue),
            rules: rule?.contacts.rules(on: surface) ?? ContactRules(), interception: rule?.interception,
            warnings: (udev?.warnings ?? [])
                + [warning(about: size, device: device, hasRule: rule != nil)].compactMap(\.self)
                + configuration.warnings(for: surface)
                + configuration.warnings(for: surface, contacts: DeviceVerdict(of: device, isAssured: true).contacts),
            notices: answer.notices, details: answer.details, lacksDisplay: answer.lacksDisplay)
    }

    /// The surface of a recorded device.
    ///
    /// A device that can be played but would not be used live gets a warning, the first, that says so.
    ///
    /// - Parameter udev: What udev said of it; what udev says by itself of such a device when that is not recorded.
    /// - Throws: `ReplayError` when it is no touchscreen.
    func make(
        recorded device: DeviceDescription, udev: UdevProperties? = nil, taken: Set<String> = []
    ) throws(ReplayError) -> Result {
        let identity = DeviceIdentity(recorded: device)
        let use = configuration.surfaceRule(for: identity)?.use ?? .automatic
        guard use != .never else {
            throw ReplayError(device: device.name, reason: "not used: excluded by the configuration (use: never)")
        }
        let verdict = DeviceVerdict(of: device, isAssured: use == .always)
        guard case .touchscreen = verdict else { throw ReplayError(device: device.name, reason: verdict.reason) }
        guard var result = make(device: device, identity: identity, udev: udev, taken: taken) else {
            throw ReplayError(device: device.name, reason: "not used: its axes yield no surface")
        }
        if use != .always, let reason = (udev ?? UdevProperties(classifying: device)).refusal {
            let refusal = "gestured would not use this device: \(reason); the recording is played anyway"
            result.liveRefusal = refusal
            result.warnings.insert(refusal, at: 0)
        }
        return result
    }

    private func warning(about size: PanelSize, device: DeviceDescription, hasRule: Bool) -> String? {
        guard size.source.isAssumed, let (x, y) = ContactProtocol(of: device)?.positionAxes(of: device) else {
            return nil
        }
        let text = Self.text(size.millimetres)
        let claim =
            if let claimed = size.disbelieved {
                "reports the impossible size \(Self.text(claimed))"
            } else if x.resolution > 0 || y.resolution > 0 {
                "reports its size along \(x.resolution > 0 ? "X" : "Y") only"
            } else {
                "does not report its size"
            }
        return "\"\(device.name)\" \(claim); assuming \(text), so lengths may be wrong; "
            + advice(["size: \(text)"], "with the true size", device: device, hasRule: hasRule)
    }

    /// Returns advice for the configuration, with a remark about the keys.
    func advice(_ keys: [String], _ remark: String?, device: DeviceDescription, hasRule: Bool) -> String {
        let entry = "- { name: panel, match: { name: \(Self.quoted(device.name)) }, \(keys.joined(separator: ", ")) }"
        let line =
            hasRule
            ? "add \(keys.map { "`\($0)`" }.joined(separator: " and ")) to its surface"
            : "add under `surfaces:` the line `\(entry)`"
        return [line, remark].compactMap(\.self).joined(separator: " ")
    }

    /// A device's name as a `match` that means no other: characters that mean more to YAML or as a glob are any one.
    private static func quoted(_ name: String) -> String {
        "\"" + String(name.map { "\"\\*?[]".contains($0) || $0.unicodeScalars.contains { $0.value < 0x20 } ? "?" : $0 })
            + "\""
    }

    /// As the configuration's `size` has it.
    static func text(_ size: Size) -> String {
        "\(Int(size.width.rounded()))mm x \(Int(size.height.rounded()))mm"
    }

    /// A device's name as a surface's: lower case, anything but letters and digits as a hyphen.
    static func name(from deviceName: String) -> String {
        let text = deviceName.unicodeScalars.split {
            !($0.isASCII && $0.properties.isAlphabetic) && !("0"..."9" ~= $0)
        }
        let name = text.map { String($0).lowercased() }.joined(separator: "-")
        return name.isEmpty ? "touchscreen" : String(name.prefix(48))
    }

    static func unique(_ name: String, taken: Set<String>) -> String {
        guard taken.contains(name) else { return name }
        var number = 2
        while taken.contains("\(name)-\(number)") { number += 1 }
        return "\(name)-\(number)"
    }
}

extension DeviceVerdict {
    /// The largest number of contacts that the device reports.
    fileprivate var contacts: Int { if case .touchscreen(_, let contacts) = self { contacts } else { 0 } }
}
