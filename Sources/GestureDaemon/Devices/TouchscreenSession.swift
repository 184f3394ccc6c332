// One plugged-in touchscreen: its device and pipeline in the event loop.

import Evdev
import GestureWire
import Glibc
import Interception
import Linux
import Logging
import Touch

/// A touchscreen in use; nothing of it is shared with another.
final class TouchscreenSession: ReadinessHandler {
    let node: DeviceNode
    /// What is read; another one of the same node once gestured-output has grabbed the panel.
    private(set) var device: EvdevDevice
    /// Nil when it is not to be intercepted.
    var interception: PanelInterception?
    @exclusivity(unchecked) private(set) var pipeline: SurfacePipeline
    /// The defects that earlier pipelines have counted.
    private var earlierDefects = Tally<DeviceDefect>()
    private var earlierUnwanted = Tally<UnwantedTouch>()
    private let logger: Logger
    private unowned let owner: Touchscreens

    init(
        _ node: DeviceNode, _ device: EvdevDevice, _ pipeline: SurfacePipeline, owner: Touchscreens, logger: Logger
    ) {
        (self.node, self.device, self.pipeline) = (node, device, pipeline)
        (self.owner, self.logger) = (owner, logger)
        listen()
    }

    /// Continues with another pipeline; the old one has already been closed.
    func use(_ pipeline: SurfacePipeline) {
        earlierDefects.add(self.pipeline.assembler.defects)
        earlierUnwanted.add(self.pipeline.assembler.unwanted)
        if let touches = self.pipeline.interception { pipeline.intercept(touches) }
        self.pipeline = pipeline
        listen()
    }

    private func listen() {
        let name = label
        let (path, surface) = (node.path, pipeline.surface.name)
        pipeline.assembler.didCount = { [logger, earlierDefects] defect, isFirst in
            // Once, then counted: what a device does wrong it does all day.
            guard isFirst, earlierDefects[defect] == 0 else { return }
            logger.warning(
                "\(defect.fault.rawValue): \(name): \(defect.explanation)",
                metadata: .about(defect.blame, device: path, surface: surface))
        }
        device.isLate = { [logger] age in
            logger.warning(
                "\(name): gestured is late by \(age / 1000) ms: this machine is overloaded",
                metadata: .about(.machine, device: path, surface: surface))
        }
    }

    /// What it is called in the log.
    var label: String { "\(node.path) \"\(device.device.name)\", surface \(pipeline.surface.name)" }

    /// Has applications follow what the panel holds now, after its events were discarded.
    func resynchronizeApplications(at time: Timestamp) {
        pipeline.resynchronizeApplications(at: time)
        pipeline.interception?.settle()
    }

    /// Reads from another descriptor of the same node from now on.
    func adopt(_ other: EvdevDevice, in loop: EventLoop) throws(SystemError) {
        // Nothing comes from the one before any more.
        _ = pipeline.read()
        try loop.watch(other.descriptor, handler: self)
        loop.unwatch(device.descriptor)
        (device, pipeline.source) = (other, other)
        pipeline.startAnew(because: "the panel was taken over", at: MonotonicClock.now)
        listen()
    }

    func ready(_ descriptor: Int32, _ readiness: Readiness) {
        switch pipeline.read() {
        case .more: break
        case .gone: owner.lose(self)
        // A device that hung up and says nothing would be ready for ever.
        case .waiting: if readiness.hangup { owner.lose(self) }
        }
    }

    /// Whether the device can still be read; what it has to say is read on the way.
    var isAlive: Bool {
        if case .gone = pipeline.read() { return false }
        return true
    }

    /// Cancels gestures in progress when the machine goes to sleep.
    func suspend(at time: Timestamp) { pipeline.suspend(because: "the machine goes to sleep", at: time) }

    /// Resumes with the device's present state, and discards the events that were queued during sleep.
    func resume(at time: Timestamp) {
        device.startAnew()
        pipeline.startAnew(because: "the machine was asleep", at: time)
        resynchronizeApplications(at: time)
    }

    /// The report about the device, with what was seen of it so far.
    func completed(_ report: DeviceReport) -> DeviceReport {
        var report = report
        report.rate = device.frameRate
        report.describe(pipeline.surface, pipeline.result.sizeSource)
        var (defects, unwanted) = (earlierDefects, earlierUnwanted)
        defects.add(pipeline.assembler.defects)
        unwanted.add(pipeline.assembler.unwanted)
        report.describe(defects, unwanted)
        report.interception = interception?.report
        if device.lateCount > 0 { report.defects[DeviceDefect.readLate.name] = device.lateCount }
        return report
    }

    /// Why reading ended.
    var lossReason: String { device.lossReason == 0 ? "hung up" : String(cString: strerror(device.lossReason)) }
}
