// Which surface does a device become? Its name, its geometry, and what has to be said about it.

internal import Configuration
internal import Touch

/// Makes surfaces by the rules of a configuration, with names that no two surfaces share.
struct SurfaceFactory {
    let configuration: Configuration
    /// What whoever embeds the daemon adds to the engine of each surface.
    var prepare: EnginePreparation?

    /// A surface and the warnings that it deserves.
    struct Result {
        var surface: Surface
        /// Whether its millimetres are known, and not only assumed.
        var isSizeKnown: Bool
        /// The turn that the configuration asks for, in degrees.
        var rotation: Double
        /// What the user should know and do, as the daemon does not guess in silence.
        var warnings: [String]
    }

    /// Nil when the device's axes or calibration cannot make a surface.
    func make(
        device: DeviceDescription, identity: DeviceIdentity, systemCalibration: AffineMatrix?, taken: Set<String>
    ) -> Result? {
        let rule = configuration.surfaceRule(for: identity)
        let settings = rule?.settings ?? SurfaceSettings()
        let name = Self.unique(rule?.name ?? Self.name(from: device.name), taken: taken)
        guard
            let surface = Surface(
                name: name, device: device, settings: settings, systemCalibration: systemCalibration),
            let x = device.axes[AbsoluteAxis.positionX], let y = device.axes[AbsoluteAxis.positionY]
        else { return nil }
        let size = PanelSize(x: x, y: y, settings: settings, systemCalibration: systemCalibration)
        return Result(
            surface: surface, isSizeKnown: !size.source.isAssumed, rotation: Double(settings.rotation.rawValue),
            warnings: [warning(about: size, device: device, hasRule: rule != nil)].compactMap(\.self)
                + configuration.warnings(for: surface))
    }

    /// The surface of a recorded device.
    ///
    /// - Throws: `ReplayError` when it is no touchscreen.
    func make(recorded device: DeviceDescription) throws(ReplayError) -> Result {
        let verdict = DeviceVerdict(of: device)
        guard case .touchscreen = verdict else { throw ReplayError(device: device.name, reason: verdict.reason) }
        // Where a device was plugged is not in its recording.
        let identity = DeviceIdentity(
            name: device.name, vendor: device.vendor, product: device.product, path: "", phys: "", serial: "")
        guard let result = make(device: device, identity: identity, systemCalibration: nil, taken: []) else {
            throw ReplayError(device: device.name, reason: "not used: its axes make no surface")
        }
        return result
    }

    private func warning(about size: PanelSize, device: DeviceDescription, hasRule: Bool) -> String? {
        let words = Self.words(size.millimetres)
        let line =
            hasRule
            ? "add `size: \(words)` with the true size to its surface"
            : "add under `surfaces:` the line `- { name: panel, match: { name: \"\(device.name)\" }, size: \(words) }` "
                + "with the true size"
        if size.source.isAssumed {
            let claim =
                size.disbelieved.map { "claims to be \(Self.words($0)), which cannot be" }
                ?? "does not say how large it is"
            return "\"\(device.name)\" \(claim); assuming \(words), so lengths may be wrong; \(line)"
        }
        return nil
    }

    private static func words(_ size: Size) -> String {
        "\(Int(size.width.rounded()))mm x \(Int(size.height.rounded()))mm"
    }

    /// A device's name as a surface's: lower case, anything but letters and digits as a hyphen.
    static func name(from deviceName: String) -> String {
        let words = deviceName.unicodeScalars.split {
            !($0.isASCII && $0.properties.isAlphabetic) && !("0"..."9" ~= $0)
        }
        let name = words.map { String($0).lowercased() }.joined(separator: "-")
        return name.isEmpty ? "touchscreen" : String(name.prefix(48))
    }

    private static func unique(_ name: String, taken: Set<String>) -> String {
        guard taken.contains(name) else { return name }
        var number = 2
        while taken.contains("\(name)-\(number)") { number += 1 }
        return "\(name)-\(number)"
    }
}
