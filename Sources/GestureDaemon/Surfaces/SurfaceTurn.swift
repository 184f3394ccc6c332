// A surface's settings and name after a rotation or a change of configuration.

import Configuration
import Touch

extension SurfaceSettings {
    /// The same for a surface that was turned while the daemon runs; nil leaves it as configured.
    ///
    /// The turn is instead of the configured rotation, and after the configured calibration, which says how the panel
    /// is built into the screen and not how the screen stands. Pixels are of the screen as people see it: what is
    /// turned by a quarter more or less than configured has them the other way round.
    func turned(to rotation: Rotation?) -> SurfaceSettings {
        guard let rotation else { return self }
        var settings = self
        settings.calibration = calibration?.then(rotation.transform)
        settings.rotation = rotation
        let configured = calibration == nil ? self.rotation : .none
        if let pixels, !(rotation.rawValue - configured.rawValue).isMultiple(of: 180) {
            settings.pixels = Size(width: pixels.height, height: pixels.width)
        }
        return settings
    }
}

extension SurfaceFactory {
    /// The name of a device's surface: the present one if it is what the configuration calls it, or that with a number.
    func name(of device: DeviceDescription, _ rule: SurfaceRule?, taken: Set<String>, present: String?) -> String {
        let name = rule?.name ?? Self.name(from: device.name)
        if let present, Self.isName(present, from: name), !taken.contains(present) { return present }
        return Self.unique(name, taken: taken)
    }

    /// Returns whether a surface may keep the name `present` when the configuration calls it `name`.
    static func isName(_ present: String, from name: String) -> Bool {
        guard present.hasPrefix(name) else { return false }
        let rest = present.dropFirst(name.count)
        return rest.isEmpty || (rest.first == "-" && UInt(rest.dropFirst()) != nil)
    }
}
