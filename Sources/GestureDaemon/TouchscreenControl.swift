// How do surfaces become others while their devices stay open? Turned one at a time, configured anew all at once.

internal import Configuration
internal import Evdev
internal import Touch

extension Touchscreens {
    var isAtRest: Bool { sessions.allSatisfy(\.pipeline.isAtRest) }

    func rotate(_ surface: String, to rotation: Rotation, at time: Timestamp) {
        guard let session = sessions.first(where: { $0.pipeline.surface.name == surface }) else { return }
        factory.turns[surface] = rotation
        let others = Set(sessions.map(\.pipeline.surface.name)).subtracting([surface])
        let screens = Screens.current(inUse: sessions.count, factory.configuration)
        guard let result = make(session, taken: others, screens) else { return }
        session.pipeline.removeDevice(because: "the surface was turned", at: time)
        install(result, in: session)
        updatePens()
    }

    func reconfigure(_ factory: SurfaceFactory, at time: Timestamp) {
        self.factory = factory
        let screens = Screens.current(inUse: sessions.count, factory.configuration)
        // Whose names stay have them before others are given theirs.
        let inOrder = sessions.filter(keepsName) + sessions.filter { !keepsName($0) }
        var taken: Set<String> = []
        let results = inOrder.map { session in
            let result = make(session, taken: taken, screens)
            if let name = result?.surface.name { taken.insert(name) }
            return (session: session, result: result)
        }
        // All together: no gesture begins by the new rules while others go on by the old ones.
        for session in sessions {
            session.pipeline.removeDevice(because: "the configuration was read anew", at: time)
        }
        for (session, result) in results where result != nil { result.map { install($0, in: session) } }
        for (session, result) in results where result == nil { release(session) }
        // What was of no use by the old rules may be by the new ones.
        scan()
        updatePens()
    }

    private func keepsName(_ session: TouchscreenSession) -> Bool {
        let name = factory.configuration.surfaceRule(for: session.identity)?.name
        return SurfaceFactory.isName(
            session.pipeline.surface.name, from: name ?? SurfaceFactory.name(from: session.device.device.name))
    }

    /// Nil when the device is no touchscreen by the present rules, or makes no surface.
    private func make(
        _ session: TouchscreenSession, taken: Set<String>, _ screens: Screens
    ) -> SurfaceFactory.Result? {
        let (device, identity) = (session.device.device, session.identity)
        let use = factory.configuration.surfaceRule(for: identity)?.use ?? .automatic
        guard session.node.refusal(use: use) == nil,
            case .touchscreen = DeviceVerdict(of: device, isAssured: use == .always)
        else { return nil }
        return factory.make(
            device: device, identity: identity, systemCalibration: session.node.calibration, taken: taken,
            present: session.pipeline.surface.name, screens: screens)
    }

    /// Puts a pipeline in the place of the old one; fingers that are down are passed over until they lift.
    private func install(_ result: SurfaceFactory.Result, in session: TouchscreenSession) {
        // What slots hold now counts for the new pipeline, and not what they held when the device was opened.
        session.device.startAnew()
        session.use(makePipeline(session.device, result), rotation: result.rotation)
        names.remember(result.surface.name, for: session.identity)
        log(result, of: session.node)
    }
}

extension TouchscreenSession {
    /// What identifies the device to a configuration.
    fileprivate var identity: DeviceIdentity { node.identity(of: device.device) }
}

extension DeviceNode {
    /// What identifies the device to a configuration, now that it is open.
    ///
    /// What it says of itself counts more than what udev has of it, which may be nothing.
    func identity(of device: DeviceDescription) -> DeviceIdentity {
        var identity = identity
        (identity.name, identity.vendor, identity.product) = (device.name, device.vendor, device.product)
        return identity
    }
}
