// Changes of surfaces while their devices stay open: rotation, reload, a display that appears.

import Configuration
import Evdev
import Touch

extension Touchscreens {
    var isAtRest: Bool { sessions.allSatisfy(\.pipeline.isAtRest) }

    func rotate(_ surface: String, to rotation: Rotation, at time: Timestamp) -> Bool {
        guard let session = sessions.first(where: { $0.pipeline.surface.name == surface }) else { return false }
        let before = factory
        factory.turns[surface] = rotation
        guard let result = makeAgain(session) else {
            factory = before
            return false
        }
        session.pipeline.removeDevice(because: "the surface was turned", at: time)
        install(result, in: session)
        updatePens()
        return true
    }

    /// Makes surfaces again that lacked a display; values from a removed display are kept until a reload.
    func applyDisplays(at time: Timestamp) {
        var hasChanged = false
        for session in sessions where session.pipeline.result.lacksDisplay {
            guard let result = makeAgain(session), result.surface != session.pipeline.surface else { continue }
            session.pipeline.removeDevice(because: "a display was connected", at: time)
            install(result, in: session)
            hasChanged = true
        }
        guard hasChanged else { return }
        updatePens()
        didChange()
    }

    /// The surface that one touchscreen becomes while the others stay as they are.
    private func makeAgain(_ session: TouchscreenSession) -> SurfaceFactory.Result? {
        let others = Set(sessions.filter { $0 !== session }.map(\.pipeline.surface.name))
        return make(session, taken: others, screens(inUse: sessions.count))
    }

    func reconfigure(_ factory: SurfaceFactory, at time: Timestamp) {
        self.factory = factory
        lazy var screens = self.screens(inUse: sessions.count)
        // Drivers that do not report changes are asked at least now; the answer arrives later.
        lookForDisplays()
        // Surfaces that keep their names get them before others get new ones.
        let inOrder = sessions.filter(keepsName) + sessions.filter { !keepsName($0) }
        var taken: Set<String> = []
        let results = inOrder.map { session in
            let result = make(session, taken: taken, screens)
            if let name = result?.surface.name { taken.insert(name) }
            return (session: session, result: result)
        }
        // All together, so that no gesture begins under the new rules while others continue under the old ones.
        for session in sessions {
            session.pipeline.removeDevice(because: "the configuration was reloaded", at: time)
        }
        for (session, result) in results where result != nil { result.map { install($0, in: session) } }
        for (session, result) in results where result == nil { release(session) }
        // Devices that were not used under the old rules may be used now.
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
        _ session: TouchscreenSession, taken: Set<String>, _ screens: @autoclosure () -> Screens
    ) -> SurfaceFactory.Result? {
        let (device, identity) = (session.device.device, session.identity)
        let use = factory.configuration.surfaceRule(for: identity)?.use ?? .automatic
        guard session.node.refusal(use: use) == nil,
            case .touchscreen = DeviceVerdict(of: device, isAssured: use == .always)
        else { return nil }
        return factory.make(
            device: device, identity: identity, udev: session.node.udev, taken: taken,
            present: session.pipeline.surface.name, screens: screens())
    }

    /// Puts a pipeline in the place of the old one; fingers that are down are passed over until they lift.
    private func install(_ result: SurfaceFactory.Result, in session: TouchscreenSession) {
        // The new pipeline needs the present state of slots, not that at the opening of the device.
        session.device.startAnew()
        session.use(makePipeline(session.device, result))
        interceptions.update(session, result.interception)
        session.resynchronizeApplications(at: MonotonicClock.now)
        names.remember(result.surface.name, for: session.identity)
        log(result, of: session.node)
    }
}

extension TouchscreenSession {
    /// The properties that identify the device in a configuration.
    fileprivate var identity: DeviceIdentity { node.identity(of: device.device) }
}

extension DeviceNode {
    /// Returns the properties that identify an open device in a configuration.
    ///
    /// The device's own values override those of udev, which may be missing.
    func identity(of device: DeviceDescription) -> DeviceIdentity {
        var identity = identity
        (identity.name, identity.vendor, identity.product) = (device.name, device.vendor, device.product)
        return identity
    }
}
