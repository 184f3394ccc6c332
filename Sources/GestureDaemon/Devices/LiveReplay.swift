// Recordings played in place of touchscreens, at their recorded pace.

internal import GestureWire
internal import Logging
internal import Touch

/// Plays recordings one after the other into a pipeline, their times moved to now.
///
/// At the end of each its device is removed, which cancels touches and gestures in progress.
package final class LiveReplay: TouchInput {
    private struct Part {
        let recording: any PlayableRecording
        let name: String
        /// The name in place of a device node: that of the first recording of the same device.
        let device: String
        var result: SurfaceFactory.Result
        /// The defects that were logged, in any round.
        var knownDefects: Set<DeviceDefect> = []
    }

    /// The seconds between the end of a recording and the first event of the next, so that the last tap of one and the
    /// first of the next do not make a double tap.
    package static let pause = 1.0

    private var parts: [Part]
    /// The index of the recording that is played, or was played last.
    private var index = 0
    private var source: RecordingSource
    private let isLooping: Bool
    var factory: SurfaceFactory
    let numbers = SurfacePipeline.Numbers()
    private let logger: Logger
    private let didEnd: () -> Void
    private let listeners: any Listeners
    private var pipeline: SurfacePipeline
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
            return Part(
                recording: each.recording, name: each.name, device: first.name,
                result: try factory.make(recorded: each.recording.device, udev: each.recording.udev))
        }
        self.isLooping = isLooping
        self.factory = factory
        self.logger = logger
        self.didEnd = didEnd
        self.listeners = listeners
        source = RecordingSource(parts[0].recording)
        source.limit = now
        source.restart(at: now)
        pipeline = factory.makePipeline(source, parts[0].result, numbers: numbers, listeners: listeners)
        listen(to: pipeline)
        logWarnings()
    }

    /// Warns once of each device, however many recordings there are of it.
    private func logWarnings() {
        for (index, part) in parts.enumerated()
        where !parts[..<index].contains(where: { UTF8Key($0.device) == UTF8Key(part.device) }) {
            for warning in part.result.warnings {
                logger.warning("\(warning)", metadata: .about(.configuration, device: part.device))
            }
        }
    }

    private func makePipeline() -> SurfacePipeline {
        let pipeline = factory.makePipeline(source, part.result, numbers: numbers, listeners: listeners)
        listen(to: pipeline)
        return pipeline
    }

    /// Each defect is logged once, however often the recording is played.
    private func listen(to pipeline: SurfacePipeline) {
        pipeline.didNoteDefect = { [unowned self] defect, _ in
            guard parts[index].knownDefects.insert(defect).inserted else { return }
            logger.warning(
                "\(defect.fault.rawValue): \(part.name): \(defect.explanation)",
                metadata: .about(defect.blame, device: part.device, surface: part.result.surface.name))
        }
    }

    private var part: Part { parts[index] }

    var surfaces: [(device: String, pipeline: SurfacePipeline)] { [(part.device, pipeline)] }

    var reports: [DeviceReport] {
        let device = source.device
        var report = DeviceReport(path: part.device, name: "", vendor: device.vendor, product: device.product)
        (report.used, report.reason) = (true, DeviceVerdict(of: device).reason)
        report.surface = pipeline.surface.name
        report.describe(device, DeviceVerdict(of: device))
        report.describe(pipeline.surface, pipeline.result.sizeSource)
        report.describe(pipeline.defects, pipeline.unwanted)
        return [report]
    }

    var nextDeadline: Timestamp? {
        guard !isOver else { return nil }
        if let nextStart { return nextStart }
        let deadlines = [source.nextTime, pipeline.nextDeadline].compactMap(\.self)
        // Without anything to wait for, the device is removed at once.
        return deadlines.min() ?? .zero
    }

    func advance(to time: Timestamp) {
        guard !isOver else { return }
        if let nextStart {
            guard nextStart <= time else { return }
            self.nextStart = nil
            beginNext(at: nextStart)
        }
        source.limit = time
        guard case .gone = pipeline.advance(to: time) else { return }
        pipeline.runOn(to: time)
        if pipeline.nextDeadline == nil { finishPart(at: time) }
    }

    func close(at time: Timestamp) {
        guard !isOver, nextStart == nil else { return }
        pipeline.removeDevice(because: "the daemon stops", at: time)
        isOver = true
    }

    var isAtRest: Bool { isOver || nextStart != nil || pipeline.isAtRest }

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

    /// Makes the surface again; a recording that cannot be a surface under the new rules is not changed.
    @discardableResult
    private func remake(because reason: String, at time: Timestamp) -> Bool {
        func made(by recording: any PlayableRecording) -> SurfaceFactory.Result? {
            try? factory.make(recorded: recording.device, udev: recording.udev)
        }
        guard !isOver, made(by: part.recording) != nil else { return false }
        if nextStart == nil { pipeline.removeDevice(because: reason, at: time) }
        for index in parts.indices {
            if let new = made(by: parts[index].recording) { parts[index].result = new }
        }
        pipeline = makePipeline()
        return true
    }

    private func finishPart(at time: Timestamp) {
        pipeline.removeDevice(because: "the recording is over", at: time)
        if isLooping || index + 1 < parts.count {
            nextStart = time.adding(seconds: Self.pause)
        } else {
            isOver = true
            didEnd()
        }
    }

    private func beginNext(at time: Timestamp) {
        let before = part.device
        index = (index + 1) % parts.count
        source = RecordingSource(part.recording)
        source.restart(at: time)
        pipeline = makePipeline()
        if UTF8Key(before) != UTF8Key(part.device) { didChange() }
    }
}
