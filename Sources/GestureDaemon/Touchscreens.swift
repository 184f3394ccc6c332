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

    private struct Session {
        let device: EvdevDevice
        let pipeline: SurfacePipeline
        let rotation: Double
    }

    /// Nil when only a given node is read.
    private let monitor: DeviceMonitor?
    private let loop: EventLoop
    private let factory: SurfaceFactory
    private let publish: (GestureNotification) -> Void
    private let logger: Logger
    private let numbers = SurfacePipeline.Numbers()
    private var entries: [String: Entry] = [:]
    /// The pipelines by descriptor, for the hot path.
    private var pipelines: [Int32: SurfacePipeline] = [:]
    /// Called when the number of touchscreens has changed.
    var didChange: () -> Void = {}

    /// Starts to listen for devices; `scan()` finds those that are there.
    ///
    /// - Parameter monitor: Tells of devices; nil when `take(_:)` alone says which there are.
    init(
        monitor: DeviceMonitor?, configuration: Configuration, loop: EventLoop, logger: Logger,
        publish: @escaping (GestureNotification) -> Void
    ) throws {
        self.monitor = monitor
        self.loop = loop
        factory = SurfaceFactory(configuration: configuration)
        self.logger = logger
        self.publish = publish
        if let monitor { try loop.watch(monitor.descriptor, handler: self) }
    }

    /// Takes up the devices that are there now.
    func scan() {
        for node in monitor?.enumerate() ?? [] { take(node) }
    }

    func ready(_ descriptor: Int32, _ readiness: Readiness) {
        if let pipeline = pipelines[descriptor] {
            if case .gone = pipeline.read() { lose(descriptor) }
        } else {
            while let change = monitor?.nextChange() {
                switch change {
                case .present(let node): take(node)
                case .removed(let path): remove(path)
                }
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
        let taken = Set(entries.values.compactMap { $0.session?.pipeline.surface.name })
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
            source: device, surface: result.surface, recognizers: factory.configuration.recognizers, numbers: numbers,
            publish: publish)
        do {
            try loop.watch(device.descriptor, handler: self)
        } catch {
            entry.report.used = false
            entry.report.reason = "not used: \(error)"
            logger.error("\(node.path) \"\(node.name)\": \(error)")
            return
        }
        pipelines[device.descriptor] = pipeline
        entry.report.surface = result.surface.name
        entry.session = Session(device: device, pipeline: pipeline, rotation: result.rotation)
        let size = result.surface.millimetres
        logger.info(
            """
            \(node.path) "\(node.name)" is surface \(result.surface.name): \(device.device.slotCount) slots, \
            \(Int(size.width.rounded())) x \(Int(size.height.rounded())) mm
            """)
        if let warning = result.warning { logger.warning("\(node.path) \(warning)") }
    }

    /// A device's read failed: every finger is cancelled and the node forgotten.
    private func lose(_ descriptor: Int32) {
        guard let pipeline = pipelines.removeValue(forKey: descriptor),
            let (path, entry) = entries.first(where: { $0.value.session?.device.descriptor == descriptor })
        else { return }
        loop.unwatch(descriptor)
        entries[path] = nil
        pipeline.removeDevice(at: MonotonicClock.now)
        let reason = entry.session.map { String(cString: strerror($0.device.lossReason)) } ?? ""
        logger.info("\(path) \"\(entry.report.name)\", surface \(pipeline.surface.name), is gone (\(reason))")
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
        if case .gone = session.pipeline.read() { lose(session.device.descriptor) }
    }

    // MARK: - Time

    var nextDeadline: Timestamp? {
        var first: Timestamp?
        for pipeline in pipelines.values {
            guard let deadline = pipeline.nextDeadline else { continue }
            first = min(first ?? deadline, deadline)
        }
        return first
    }

    func advance(to time: Timestamp) {
        for (descriptor, pipeline) in pipelines {
            if case .gone = pipeline.advance(to: time) { lose(descriptor) }
        }
    }

    func close(at time: Timestamp) {
        for descriptor in Array(pipelines.keys) {
            guard let pipeline = pipelines.removeValue(forKey: descriptor) else { continue }
            loop.unwatch(descriptor)
            pipeline.removeDevice(at: time)
        }
        entries = [:]
        if let monitor { loop.unwatch(monitor.descriptor) }
    }

    // MARK: - What there is

    var reports: [DeviceReport] { entries.sorted { $0.key < $1.key }.map(\.value.report) }

    var surfaces: [SurfaceInUse] {
        entries.compactMap { path, entry in
            entry.session.map { SurfaceInUse(device: path, surface: $0.pipeline.surface, rotation: $0.rotation) }
        }.sorted { $0.surface.name < $1.surface.name }
    }
}
