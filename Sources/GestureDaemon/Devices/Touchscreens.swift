// The touchscreens in use: addition, removal, retries, and a pipeline for each.

import Configuration
import Evdev
import GestureWire
import Linux
import Logging
import Touch

/// The input devices of the machine, and a pipeline for each touchscreen among them.
final class Touchscreens: TouchInput, ReadinessHandler {
    private struct Entry {
        let node: DeviceNode
        var report: DeviceReport
        var session: TouchscreenSession?
    }

    /// Nil when only a given node is read.
    private let monitor: DeviceMonitor?
    private let loop: EventLoop
    var factory: SurfaceFactory
    private let listeners: any Listeners
    private let logger: Logger
    let numbers = SurfacePipeline.Numbers()
    private let sleep: SleepWatch?
    // The marked ones are asked for their deadlines after each frame, on one queue: no run-time exclusivity check.

    /// By path; as many as there are event nodes.
    private var entries: [String: Entry] = [:]
    /// The touchscreens among them, in the order of their coming.
    @exclusivity(unchecked) private(set) var sessions: [TouchscreenSession] = []
    private let pens: PenNodes
    private let displays: DisplayWatch
    let interceptions: InterceptionControl
    @exclusivity(unchecked) private var retries = OpenRetries()
    var names = SurfaceNames()
    /// Called when the number of touchscreens has changed.
    var didChange: () -> Void = {}
    /// Called before each device when several are opened or closed in one go, which may take long.
    var isWorking: () -> Void = {}

    /// Starts to listen for devices; `scan()` finds those that are there.
    ///
    /// - Parameter monitor: The device monitor; nil when only `add(_:)` adds devices.
    init(
        monitor: DeviceMonitor?, factory: SurfaceFactory, loop: EventLoop, logger: Logger, listeners: any Listeners
    ) throws {
        self.monitor = monitor
        interceptions = InterceptionControl(loop: loop, logger: logger)
        self.loop = loop
        self.factory = factory
        self.logger = logger
        self.listeners = listeners
        pens = PenNodes(loop: loop, logger: logger)
        displays = try DisplayWatch(loop: loop)
        LibevdevLog.send { logger.debug("\($0)") }
        sleep = monitor == nil ? nil : SleepWatch(loop: loop, logger: logger)
        sleep?.didChange = { [unowned self] in $0 ? suspend(at: MonotonicClock.now) : resume(at: MonotonicClock.now) }
        displays.didChange = { [unowned self] in applyDisplays(at: MonotonicClock.now) }
        if let monitor { try loop.watch(monitor.descriptor, handler: self) }
    }

    /// Takes up the devices that are there now, and forgets those that are not.
    func scan() {
        guard monitor != nil else { return }
        let nodes = DeviceMonitor.scan()
        for entry in entries.values where !nodes.contains(where: { $0.system == entry.node.system }) {
            remove(entry.node.path, system: entry.node.system)
        }
        // By where they are plugged in, so that names do not depend on which of two the kernel found first.
        let places = nodes.enumerated().map { (place: $1.place, phys: $1.phys, index: $0, node: $1) }
        for place in places.sorted(by: { ($0.place, $0.phys, $0.index) < ($1.place, $1.phys, $1.index) }) {
            isWorking()
            add(place.node)
        }
    }

    func ready(_ descriptor: Int32, _ readiness: Readiness) {
        // One a turn: to open devices takes time, and a storm of them must not keep fingers and clients waiting.
        switch monitor?.nextChange() {
        case .present(let node): add(node)
        case .removed(let path, let system): remove(path, system: system)
        case .displays: displays.look()
        case .lost:
            displays.look()
            scan()
        case nil: break
        }
    }

    /// Looks at a device node, and uses it if it is a touchscreen that is not in use yet.
    func add(_ node: DeviceNode) {
        let use = factory.configuration.surfaceRule(for: node.identity)?.use ?? .automatic
        if let session = entries[node.path]?.session {
            // The number may belong to another device by now, which udev can report before the old one's removal is
            // read.
            guard session.node.system != node.system || !session.isAlive || node.refusal(use: use) != nil else {
                return
            }
            lose(session)
        }
        let inspection = DeviceInspection(node, use: use)
        let known = entries[node.path]?.report.reason
        var entry = Entry(node: node, report: inspection.report)
        var isRefused = false
        if let device = inspection.device {
            do throws(SystemError) {
                try start(device, node, &entry)
            } catch {
                isRefused = true
                refuse(&entry, because: "\(error)", of: .machine, isNew: known != "not used: \(error)")
            }
        }
        entries[node.path] = entry
        if isRefused {
            retries.add(node, at: MonotonicClock.now)
        } else if let failure = inspection.failure {
            handle(failure, of: node, isNew: known != entry.report.reason)
        } else {
            retries.forget(node.path)
            if entry.session == nil {
                // It looks like a touchscreen but is not used: that is logged once.
                let isNews = node.refusal(use: use) == UdevProperties.keyboardToo && known != entry.report.reason
                logger.log(
                    level: isNews ? .warning : .debug, "\(node.path) \"\(node.name)\" \(entry.report.reason)",
                    metadata: .about(isNews ? .device : nil, device: node.path))
            }
        }
        updatePens()
        if entry.session != nil { didChange() }
    }

    /// Has pens read on the glass of the touchscreens in use; after whatever changes nodes, sessions or pipelines.
    func updatePens() {
        let nodes = entries.values.filter { $0.node.isPen && $0.session == nil }.map(\.node)
        pens.update(
            nodes.filter { factory.configuration.surfaceRule(for: $0.identity)?.use != .never }, beside: sessions)
    }

    /// A device could not be opened.
    ///
    /// A node that is removed at once, or whose rights udev has not set yet, is not logged.
    private func handle(_ failure: EvdevError, of node: DeviceNode, isNew: Bool) {
        // A working touchscreen answers such queries.
        let isUnwell = failure.isUnresponsive || node.udev.isTouchscreen && failure.isNoInputDevice
        guard !failure.isTemporary, !isUnwell else {
            let isSecond = retries.add(node, at: MonotonicClock.now) == 2
            let blame: Blame = failure.isPermission ? .user : isUnwell ? .device : .machine
            return logger.log(
                level: isSecond ? .warning : .debug, "\(node.message(for: failure))",
                metadata: .about(blame, device: node.path))
        }
        retries.forget(node.path)
        guard isNew else { return }
        logger.log(
            level: failure.isGone ? .debug : .warning, "\(failure)", metadata: .about(.device, device: node.path))
    }

    /// Makes the node's device a touchscreen in use.
    ///
    /// - Throws: When the event loop cannot wait for it, which may pass.
    private func start(_ device: EvdevDevice, _ node: DeviceNode, _ entry: inout Entry) throws(SystemError) {
        let identity = node.identity(of: device.device)
        let taken = names.taken(for: identity, inUse: Set(sessions.map(\.pipeline.surface.name)))
        guard
            let result = factory.make(
                device: device.device, identity: identity, udev: node.udev, taken: taken,
                screens: screens(inUse: sessions.count + 1))
        else {
            return refuse(&entry, because: "its axes and calibration yield no surface", of: .device)
        }
        let session = TouchscreenSession(node, device, makePipeline(device, result), owner: self, logger: logger)
        try loop.watch(device.descriptor, handler: session)
        sessions.append(session)
        names.remember(result.surface.name, for: identity)
        entry.session = session
        let size = result.surface.millimetres
        logger.info(
            """
            \(node.path) "\(node.name)" is surface \(result.surface.name): \(DeviceText.protocol(of: entry.report)), \
            \(Int(size.width.rounded())) x \(Int(size.height.rounded())) mm
            """,
            metadata: .about(device: node.path, surface: result.surface.name))
        log(result, of: node)
        interceptions.update(session, result.interception)
    }

    /// Returns the present displays, for a number of touchscreens in use.
    func screens(inUse: Int) -> Screens { .current(displays.displays, inUse: inUse, factory.configuration) }

    /// Looks for displays again, on another thread.
    func lookForDisplays() { displays.look() }

    func log(_ result: SurfaceFactory.Result, of node: DeviceNode) {
        // The configuration has to provide the values that the device does not report.
        let fields = Logger.Metadata.about(device: node.path, surface: result.surface.name)
        let blame = Logger.Metadata.about(.configuration, device: node.path, surface: result.surface.name)
        for warning in result.warnings { logger.warning("\(node.path) \(warning)", metadata: blame) }
        for notice in result.notices { logger.notice("\(node.path) \(notice)", metadata: fields) }
        for detail in result.details { logger.debug("\(node.path) \(detail)", metadata: fields) }
    }

    func makePipeline(_ device: EvdevDevice, _ result: SurfaceFactory.Result) -> SurfacePipeline {
        factory.makePipeline(device, result, numbers: numbers, listeners: listeners)
    }

    private func refuse(_ entry: inout Entry, because reason: String, of blame: Blame, isNew: Bool = true) {
        entry.report.used = false
        entry.report.reason = "not used: \(reason)"
        logger.log(
            level: isNew ? .warning : .debug,
            "\(entry.node.path) \"\(entry.node.name)\": \(entry.report.reason)",
            metadata: .about(blame, device: entry.node.path))
    }

    /// Releases a device that the new configuration does not use; its gestures are already cancelled.
    func release(_ session: TouchscreenSession) {
        sessions.removeAll { $0 === session }
        interceptions.forget(session)
        loop.unwatch(session.device.descriptor)
        entries[session.node.path]?.session = nil
        // It is inspected again, so that its report gives the reason.
        add(session.node)
    }

    /// A device is not read any more: every finger is cancelled and the node forgotten.
    func lose(_ session: TouchscreenSession) {
        guard let index = sessions.firstIndex(where: { $0 === session }) else { return }
        sessions.remove(at: index)
        loop.unwatch(session.device.descriptor)
        if entries[session.node.path]?.session === session { entries[session.node.path] = nil }
        session.pipeline.removeDevice(because: "the device is gone", at: MonotonicClock.now)
        interceptions.forget(session)
        let (path, name, surface) = (session.node.path, session.device.device.name, session.pipeline.surface.name)
        logger.info(
            "\(path) \"\(name)\", surface \(surface), is gone (\(session.lossReason))",
            metadata: .about(device: path, surface: surface))
        updatePens()
        didChange()
    }

    /// udev says that a device is gone.
    ///
    /// Its number may belong to another device by now, which udev may even have reported first.
    private func remove(_ path: String, system: String) {
        guard let entry = entries[path], entry.node.system == system else { return }
        retries.forget(path)
        if let session = entry.session {
            if !session.isAlive { lose(session) }
        } else {
            entries[path] = nil
            updatePens()
        }
    }

    // MARK: - Sleep

    /// Cancels every gesture when the machine goes to sleep, because lifts are not read then.
    func suspend(at time: Timestamp) {
        logger.debug("the machine goes to sleep")
        for session in sessions { session.suspend(at: time) }
    }

    /// Resumes when the machine is awake again: present contacts are ignored until they have lifted.
    func resume(at time: Timestamp) {
        logger.debug("the machine is awake again")
        for session in sessions { session.resume(at: time) }
    }

    // MARK: - Time

    var nextDeadline: Timestamp? {
        var first: Timestamp?
        func consider(_ deadline: Timestamp?) {
            guard let deadline else { return }
            first = min(first ?? deadline, deadline)
        }
        // By index: a session is not counted for that, as it would be in a loop over the sessions.
        for index in sessions.indices { consider(sessions[index].pipeline.nextDeadline) }
        consider(interceptions.nextDeadline)
        consider(retries.nextDeadline)
        consider(pens.nextDeadline)
        consider(sleep?.nextDeadline)
        return first
    }

    func advance(to time: Timestamp) {
        for session in sessions {
            if case .gone = session.pipeline.advance(to: time) { lose(session) }
        }
        interceptions.advance(to: time)
        for node in retries.due(at: time) { add(node) }
        pens.advance(to: time)
        sleep?.advance(to: time)
    }

    func close(at time: Timestamp) {
        for session in sessions {
            isWorking()
            loop.unwatch(session.device.descriptor)
            session.pipeline.removeDevice(because: "the daemon stops", at: time)
        }
        interceptions.close()
        pens.closeAll()
        displays.close()
        sessions = []
        sleep?.close()
        LibevdevLog.send(to: nil)
        if let monitor { loop.unwatch(monitor.descriptor) }
    }

    // MARK: - What there is

    var reports: [DeviceReport] {
        entries.sorted { $0.key < $1.key }.map { $1.session?.completed($1.report) ?? pens.completed($1.report) }
    }

    var surfaces: [(device: String, pipeline: SurfacePipeline)] { sessions.map { ($0.node.path, $0.pipeline) } }
}
