// Pens on a touchscreen's glass, whose own nodes are read only for proximity.

import Evdev
import GestureWire
import Logging
import Touch

/// The pens on the glass of the touchscreens in use: while one is near, touches pause.
///
/// A node is open only while there is a touchscreen on its glass whose rules yield to pens.
final class PenNodes {
    private let loop: EventLoop
    private let logger: Logger
    /// The touchscreens that yield to pens.
    private var touchscreens: [TouchscreenSession] = []
    /// By path.
    private var pens: [String: Pen] = [:]
    /// Asked after each frame: no run-time exclusivity check.
    @exclusivity(unchecked) private var retries = OpenRetries()

    init(loop: EventLoop, logger: Logger) { (self.loop, self.logger) = (loop, logger) }

    /// Opens and closes pens for the present nodes and touchscreens, and updates the touchscreens.
    ///
    /// - Parameter nodes: The nodes there are, but for touchscreens in use and what the configuration takes out.
    func update(_ nodes: [DeviceNode], beside sessions: [TouchscreenSession]) {
        touchscreens = sessions.filter(\.pipeline.yieldsToPen)
        let wanted = DeviceNode.pens(among: nodes, on: touchscreens.map(\.node))
        for pen in pens.values where !wanted.contains(where: { $0.isSame(as: pen.node) }) { close(pen) }
        retries.keep(wanted)
        for node in wanted where pens[node.path] == nil { open(node) }
        reportPens(at: MonotonicClock.now)
    }

    private func open(_ node: DeviceNode) {
        do {
            let device = try EvdevDevice(path: node.path)
            let pen = Pen(node, device, owner: self)
            try loop.watch(device.descriptor, handler: pen)
            pens[node.path] = pen
            retries.forget(node.path)
            logger.debug(
                "\(node.path) \"\(node.name)\" pauses touches while its pen is near",
                metadata: .about(device: node.path))
        } catch {
            // It is also tried whenever a device comes, goes or changes, as when its rights have. A node that is
            // removed at once, or whose rights udev has not set yet, is not logged.
            guard retries.add(node, at: MonotonicClock.now) == 2 else { return }
            logger.info(
                "the pen of \(node.path) \"\(node.name)\" pauses no touches: \(error)",
                metadata: .about(device: node.path))
        }
    }

    /// The time when `advance(to:)` is due; nil while every pen is open.
    var nextDeadline: Timestamp? { retries.nextDeadline }

    /// Tries those again that are due.
    func advance(to time: Timestamp) {
        let due = retries.due(at: time)
        guard !due.isEmpty else { return }
        for node in due where pens[node.path] == nil { open(node) }
        reportPens(at: time)
    }

    private func close(_ pen: Pen) {
        loop.unwatch(pen.device.descriptor)
        pens[pen.node.path] = nil
    }

    /// A node cannot be read any more: its pen is gone.
    fileprivate func lose(_ pen: Pen) {
        close(pen)
        reportPens(at: MonotonicClock.now)
    }

    /// Reports to the touchscreens whether a pen is near; repeated reports have no effect.
    fileprivate func reportPens(at time: Timestamp) {
        for session in touchscreens {
            let isNear = pens.values.contains { $0.isNear && $0.node.isOnGlass(of: session.node) }
            session.pipeline.setPen(isNear: isNear, at: time)
        }
    }

    func closeAll() {
        for pen in pens.values { close(pen) }
        touchscreens = []
    }

    /// The report about a node, with what its pen does.
    func completed(_ report: DeviceReport) -> DeviceReport {
        guard let pen = pens[report.path] else { return report }
        let surfaces = touchscreens.filter { pen.node.isOnGlass(of: $0.node) }.map(\.pipeline.surface.name)
        var report = report
        report.reason = "not used for touch; its pen pauses surface \(surfaces.sorted().joined(separator: ", "))"
        return report
    }
}

/// A pen's node, while it is open.
private final class Pen: ReadinessHandler {
    let node: DeviceNode
    let device: EvdevDevice
    private unowned let owner: PenNodes
    private var tools = PenTools()
    private static let eventsPerTurn = 4096

    init(_ node: DeviceNode, _ device: EvdevDevice, owner: PenNodes) {
        (self.node, self.device, self.owner) = (node, device, owner)
        // The pen's position is not needed.
        device.listen(onlyTo: PenTools.codes)
        readState()
    }

    var isNear: Bool { tools.isNear }
    private func readState() { tools.reset(to: device.isDown) }

    func ready(_ descriptor: Int32, _ readiness: Readiness) {
        for _ in 0..<Self.eventsPerTurn {
            switch device.next() {
            case .input(let event): if tools.process(event) { owner.reportPens(at: event.time) }
            case .resynchronized(let time):
                readState()
                owner.reportPens(at: time)
            case .nothing: return readiness.hangup ? owner.lose(self) : ()
            case .gone: return owner.lose(self)
            }
        }
        // For a device that sends endlessly, only the present state is used.
        device.startAnew()
        readState()
        owner.reportPens(at: MonotonicClock.now)
    }
}

extension DeviceNode {
    /// Returns the nodes that are pens on the glass of a touchscreen.
    static func pens(among nodes: [DeviceNode], on touchscreens: [DeviceNode]) -> [DeviceNode] {
        nodes.filter { node in
            node.isPen && !node.udev.isIgnored && !node.isClone
                && touchscreens.contains { node.isOnGlass(of: $0) }
        }
    }

    /// Whether two nodes are parts of one piece of hardware, as a panel's touch and its pen are.
    ///
    /// Which these are libinput says, as it does for its own arbitration of pen and touch; else the place in `/sys`.
    /// Where neither is known, both must be plugged in at the same place and of the same maker: a bus has more than one
    /// device.
    func isOnGlass(of other: DeviceNode) -> Bool {
        if !group.isEmpty, !other.group.isEmpty { return group == other.group }
        if !hardware.isEmpty, !other.hardware.isEmpty { return hardware == other.hardware }
        return !place.isEmpty && place == other.place && vendor != 0 && vendor == other.vendor
    }

    fileprivate func isSame(as other: DeviceNode) -> Bool { path == other.path && system == other.system }
}
