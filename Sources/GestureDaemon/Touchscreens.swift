// Which touchscreens are in use? They come and go; each has a pipeline of its own.

internal import Configuration
internal import Evdev
internal import GestureWire
internal import Glibc
internal import Logging
internal import Touch

/// The input devices of the machine, and a pipeline for each touchscreen among them.
final class Touchscreens: TouchInput, ReadinessHandler {
    private struct Entry {
        var report: DeviceReport
        var session: Session?
    }

    /// A touchscreen in use.
    private final class Session: ReadinessHandler {
        let path: String
        let device: EvdevDevice
        let pipeline: SurfacePipeline
        let rotation: Double
        private unowned let owner: Touchscreens

        init(path: String, device: EvdevDevice, pipeline: SurfacePipeline, rotation: Double, owner: Touchscreens) {
            self.path = path
            self.device = device
            self.pipeline = pipeline
            self.rotation = rotation
            self.owner = owner
        }

        func ready(_ descriptor: Int32, _ readiness: Readiness) {
            switch pipeline.read() {
            case .more: break
            case .gone: owner.lose(self)
            // A device that hung up and says nothing would be ready for ever.
            case .waiting: if readiness.hangup { owner.lose(self) }
            }
        }
    }

    /// Nil when only a given node is read.
    private let monitor: DeviceMonitor?
    private let loop: EventLoop
    private let factory: SurfaceFactory
    private let publish: (GestureNotification) -> Void
    private let logger: Logger
    private let numbers = SurfacePipeline.Numbers()
    private var entries: [String: Entry] = [:]
    /// The touchscreens among them, in the order of their coming.
    private var sessions: [Session] = []
    /// Called when the number of touchscreens has changed.
    var didChange: () -> Void = {}

    /// Starts to listen for devices; `scan()` finds those that are there.
    ///
    /// - Parameter monitor: Tells of devices; nil when `take(_:)` alone says which there are.
    init(
        monitor: DeviceMonitor?, factory: SurfaceFactory, loop: EventLoop, logger: Logger,
        publish: @escaping (GestureNotification) -> Void
    ) throws {
        self.monitor = monitor
        self.loop = loop
        self.factory = factory
        self.logger = logger
        self.publish = publish
        if let monitor { try loop.watch(monitor.descriptor, handler: self) }
    }

    /// Takes up the devices that are there now.
    func scan() {
        for node in monitor?.enumerate() ?? [] { take(node) }
    }

    func ready(_ descriptor: Int32, _ readiness: Readiness) {
        while let change = monitor?.nextChange() {
            switch change {
            case .present(let node): take(node)
            case .removed(let path): remove(path)
            case .lost: scan()
            }
        }
    }

    /// Looks at a device node, and uses it if it is a touchscreen that is not in use yet.
    func take(_ node: DeviceNode) {
        guard entries[node.path]?.session == nil else { return }
        let inspection = DeviceInspection(node)
        let known = entries[node.path]?.report.reason
        var entry = Entry(report: inspection.report)
        if let device = inspection.device { start(device, node, &entry) }
        entries[node.path] = entry
        if let failure = inspection.failure {
            if known != entry.report.reason { logger.warning("\(failure)") }
        } else if entry.session == nil {
            logger.debug("\(node.path) \"\(node.name)\" \(entry.report.reason)")
        }
        if entry.session != nil { didChange() }
    }

    private func start(_ device: EvdevDevice, _ node: DeviceNode, _ entry: inout Entry) {
        let identity = DeviceIdentity(
            name: device.device.name, vendor: device.device.vendor, product: device.device.product, path: node.place,
            phys: node.phys, serial: node.serial)
        let taken = Set(sessions.map(\.pipeline.surface.name))
        guard
            let result = factory.make(
                device: device.device, identity: identity, systemCalibration: node.calibration, taken: taken)
        else {
            entry.report.used = false
            entry.report.reason = "not used: its axes and calibration make no surface"
            logger.warning("\(node.path) \"\(node.name)\": \(entry.report.reason)")
            return
        }
        let pipeline = SurfacePipeline(
            source: device, surface: result.surface, engine: factory.makeEngine(for: result), numbers: numbers,
            publish: publish)
        let session = Session(
            path: node.path, device: device, pipeline: pipeline, rotation: result.rotation, owner: self)
        do {
            try loop.watch(device.descriptor, handler: session)
        } catch {
            entry.report.used = false
            entry.report.reason = "not used: \(error)"
            logger.error("\(node.path) \"\(node.name)\": \(error)")
            return
        }
        sessions.append(session)
        entry.report.surface = result.surface.name
        entry.session = session
        let size = result.surface.millimetres
        logger.info(
            """
            \(node.path) "\(node.name)" is surface \(result.surface.name): \(device.device.slotCount) slots, \
            \(Int(size.width.rounded())) x \(Int(size.height.rounded())) mm
            """)
        for warning in result.warnings { logger.warning("\(node.path) \(warning)") }
    }

    /// A device's read failed: every finger is cancelled and the node forgotten.
    private func lose(_ session: Session) {
        guard let index = sessions.firstIndex(where: { $0 === session }) else { return }
        sessions.remove(at: index)
        loop.unwatch(session.device.descriptor)
        entries[session.path] = nil
        session.pipeline.removeDevice(because: "the device is gone", at: MonotonicClock.now)
        let (device, surface) = (session.device, session.pipeline.surface)
        let reason = device.lossReason == 0 ? "hung up" : String(cString: strerror(device.lossReason))
        logger.info("\(session.path) \"\(device.device.name)\", surface \(surface.name), is gone (\(reason))")
        didChange()
    }

    /// udev says that a node is gone.
    ///
    /// Its number may belong to another device by now, so the device is asked.
    private func remove(_ path: String) {
        guard let session = entries[path]?.session else {
            entries[path] = nil
            return
        }
        if case .gone = session.pipeline.read() { lose(session) }
    }

    // MARK: - Time

    var nextDeadline: Timestamp? {
        var first: Timestamp?
        for session in sessions {
            guard let deadline = session.pipeline.nextDeadline else { continue }
            first = min(first ?? deadline, deadline)
        }
        return first
    }

    func advance(to time: Timestamp) {
        for session in sessions {
            if case .gone = session.pipeline.advance(to: time) { lose(session) }
        }
    }

    func close(at time: Timestamp) {
        for session in sessions {
            loop.unwatch(session.device.descriptor)
            session.pipeline.removeDevice(because: "the daemon stops", at: time)
        }
        sessions = []
        entries = [:]
        if let monitor { loop.unwatch(monitor.descriptor) }
    }

    // MARK: - What there is

    var reports: [DeviceReport] { entries.sorted { $0.key < $1.key }.map(\.value.report) }

    var surfaces: [SurfaceInUse] {
        sessions.map {
            SurfaceInUse(
                device: $0.path, surface: $0.pipeline.surface, rotation: $0.rotation, root: $0.pipeline.root)
        }
        .sorted { $0.surface.name < $1.surface.name }
    }
}
