// Recordings played in place of touchscreens, at their recorded pace.

import GestureWire
import Logging
import Touch

/// Plays recordings one after the other into a pipeline, their times moved to now.
///
/// At the end of each its device is removed, which cancels touches and gestures in progress.
package final class LiveReplay: TouchInput {
    private struct Part {
        let recording: any PlayableRecording
        let name: String
        /// The name in place of a device node: that of the first recording of the same device.
        let device: String
        var surfaces: [RecordedDevices.PanelSurface]
        /// The defects that were logged of each panel, in any round.
        var knownDefects: [Int: Set<DeviceDefect>] = [:]

        /// The name of a panel in place of a device node.
        func name(of panel: RecordedDevices.PanelSurface) -> String {
            panel.index == 0 ? device : "\(device)#\(panel.index + 1)"
        }
    }

    /// The seconds between the end of a recording and the first event of the next, so that the last tap of one and the
    /// first of the next do not make a double tap.
    package static let pause = 1.0

    private var parts: [Part]
    /// The index of the recording that is played, or was played last.
    private var index = 0
    private var devices: RecordedDevices
    private let isLooping: Bool
    var factory: SurfaceFactory
    let numbers = SurfacePipeline.Numbers()
    private let logger: Logger
    private let didEnd: () -> Void
    private let listeners: any Listeners
    private var isOver = false
    /// The start of the next recording, between two recordings.
    private var nextStart: Timestamp?
    /// Called when a recording of another device has begun.
    var didChange: () -> Void = {}

    /// Starts to play at `now`.
    ///
    /// - Parameters:
    ///   - recordings: One at least.
    ///   - didEnd: Called when the last one is over; never with `isLooping`.
    /// - Throws: `ReplayError` when a recorded device is no touchscreen.
    init(
        _ recordings: [NamedRecording], isLooping: Bool, factory: SurfaceFactory, now: Timestamp, logger: Logger,
        didEnd: @escaping () -> Void, listeners: any Listeners
    ) throws {
        precondition(!recordings.isEmpty, "a replay needs a recording")
        parts = try recordings.map { each in
            let first = recordings.first { $0.recording.device == each.recording.device } ?? each
            let (surfaces, remarks) = try RecordedDevices.surfaces(of: each.recording, factory: factory)
            for remark in remarks { logger.notice("\(each.name): \(remark)") }
            return Part(recording: each.recording, name: each.name, device: first.name, surfaces: surfaces)
        }
        self.isLooping = isLooping
        self.factory = factory
        self.logger = logger
        self.didEnd = didEnd
        self.listeners = listeners
        devices = RecordedDevices(of: parts[0].recording, parts[0].surfaces, at: now) { [numbers] source, panel in
            factory.makePipeline(source, panel.result, numbers: numbers, listeners: listeners)
        }
        listen()
        logWarnings()
    }

    /// Warns once of each device, however many recordings there are of it.
    private func logWarnings() {
        for (index, part) in parts.enumerated()
        where !parts[..<index].contains(where: { $0.device == part.device }) {
            for panel in part.surfaces {
                for warning in panel.result.warnings {
                    logger.warning("\(warning)", metadata: .about(.configuration, device: part.name(of: panel)))
                }
            }
        }
    }

    private func makePipeline(_ source: RecordingSource, _ panel: RecordedDevices.PanelSurface) -> SurfacePipeline {
        factory.makePipeline(source, panel.result, numbers: numbers, listeners: listeners)
    }

    /// Each defect is logged once, however often the recording is played.
    private func listen() {
        for panel in devices.panels {
            let (name, made) = (part.name(of: panel.made), panel.made)
            panel.pipeline.assembler.didCount = { [unowned self] defect, _ in
                guard parts[index].knownDefects[made.index, default: []].insert(defect).inserted else { return }
                logger.warning(
                    "\(defect.fault.rawValue): \(part.name): \(defect.explanation)",
                    metadata: .about(defect.blame, device: name, surface: made.result.surface.name))
            }
        }
    }

    private var part: Part { parts[index] }

    var surfaces: [(device: String, pipeline: SurfacePipeline)] {
        devices.panels.map { (part.name(of: $0.made), $0.pipeline) }
    }

    /// What distinguishes the surfaces from those of another recording.
    private var keys: [String] { surfaces.flatMap { [$0.device, $0.pipeline.surface.name] } }

    var reports: [DeviceReport] {
        devices.panels.map { panel in
            let (device, pipeline) = (panel.source.device, panel.pipeline)
            var report = DeviceReport(
                path: part.name(of: panel.made), name: "", vendor: device.vendor, product: device.product)
            (report.used, report.reason) = (true, DeviceVerdict(of: device).reason)
            report.surface = pipeline.surface.name
            report.describe(device, DeviceVerdict(of: device))
            report.describe(pipeline.surface, pipeline.result.sizeSource)
            report.describe(pipeline.assembler.defects, pipeline.assembler.unwanted)
            return report
        }
    }

    var nextDeadline: Timestamp? {
        guard !isOver else { return nil }
        if let nextStart { return nextStart }
        // Without anything to wait for, the devices are removed at once.
        return devices.nextTime ?? .zero
    }

    func advance(to time: Timestamp) {
        guard !isOver else { return }
        if let nextStart {
            guard nextStart <= time else { return }
            self.nextStart = nil
            beginNext(at: nextStart)
        }
        devices.advance(to: time)
        if devices.nextTime == nil { finishPart(at: time) }
    }

    func close(at time: Timestamp) {
        guard !isOver, nextStart == nil else { return }
        devices.removeDevices(because: "the daemon stops", at: time)
        isOver = true
    }

    var isAtRest: Bool { isOver || nextStart != nil || devices.panels.allSatisfy(\.pipeline.isAtRest) }

    func rotate(_ surface: String, to rotation: Rotation, at time: Timestamp) -> Bool {
        let before = factory
        factory.turns[surface] = rotation
        let isMade = remake(because: "the surface was turned", at: time)
        if !isMade { factory = before }
        return isMade
    }

    func reconfigure(_ factory: SurfaceFactory, at time: Timestamp) {
        self.factory = factory
        remake(because: "the configuration was reloaded", at: time)
        logWarnings()
    }

    /// Makes the surfaces again; a recording that cannot be a surface under the new rules is not changed.
    @discardableResult
    private func remake(because reason: String, at time: Timestamp) -> Bool {
        func made(by recording: any PlayableRecording) -> [RecordedDevices.PanelSurface]? {
            try? RecordedDevices.surfaces(of: recording, factory: factory).surfaces
        }
        guard !isOver, made(by: part.recording) != nil else { return false }
        if nextStart == nil { devices.removeDevices(because: reason, at: time) }
        for index in parts.indices {
            if let new = made(by: parts[index].recording) { parts[index].surfaces = new }
        }
        devices.use(part.surfaces, makePipeline: makePipeline)
        listen()
        return true
    }

    private func finishPart(at time: Timestamp) {
        devices.removeDevices(because: "the recording is over", at: time)
        if isLooping || index + 1 < parts.count {
            nextStart = time.adding(seconds: Self.pause)
        } else {
            isOver = true
            didEnd()
        }
    }

    private func beginNext(at time: Timestamp) {
        let before = keys
        index = (index + 1) % parts.count
        devices = RecordedDevices(of: part.recording, part.surfaces, at: time, makePipeline: makePipeline)
        listen()
        if before != keys { didChange() }
    }
}
