// How does a recording stand in for a touchscreen? At its recorded pace, as if a finger did it now.

internal import GestureWire
internal import Logging
internal import Server
internal import Touch

/// Plays a recording into a pipeline, its times moved to now.
final class LiveReplay: TouchInput {
    private let name: String
    private let source: RecordingSource
    private let udev: UdevProperties?
    private let isLooping: Bool
    private var factory: SurfaceFactory
    private var result: SurfaceFactory.Result
    private let numbers = SurfacePipeline.Numbers()
    private let logger: Logger
    private let didEnd: () -> Void
    private let listeners: any Listeners
    private var pipeline: SurfacePipeline
    private var isOver = false
    /// What the log has been told of, in whatever round.
    private var knownDefects: Set<DeviceDefect> = []
    /// When the next round begins, between two rounds.
    private var nextRound: Timestamp?

    /// The rest between two rounds, so that the last tap of one and the first of the next are no double tap.
    private static let pause = 1.0

    /// Starts to play at `now`.
    ///
    /// - Parameters:
    ///   - name: What stands for the device node.
    ///   - didEnd: Called when it is over; never with `isLooping`.
    /// - Throws: `ReplayError` when the recorded device is no touchscreen.
    init(
        recording: any PlayableRecording, name: String, isLooping: Bool, factory: SurfaceFactory, now: Timestamp,
        logger: Logger, didEnd: @escaping () -> Void, listeners: any Listeners
    ) throws {
        let result = try factory.make(recorded: recording.device, udev: recording.udev)
        for warning in result.warnings { logger.warning("\(warning)", metadata: .about(.configuration, device: name)) }
        self.name = name
        self.isLooping = isLooping
        udev = recording.udev
        self.factory = factory
        self.result = result
        self.logger = logger
        self.didEnd = didEnd
        self.listeners = listeners
        source = RecordingSource(recording)
        source.limit = now
        source.restart(at: now)
        pipeline = factory.makePipeline(source, result, numbers: numbers, listeners: listeners)
        listen(to: pipeline)
    }

    private func makePipeline() -> SurfacePipeline {
        let pipeline = factory.makePipeline(source, result, numbers: numbers, listeners: listeners)
        listen(to: pipeline)
        return pipeline
    }

    /// Each defect is told of once, however often the recording is played.
    private func listen(to pipeline: SurfacePipeline) {
        pipeline.didNoteDefect = { [unowned self] defect, _ in
            guard knownDefects.insert(defect).inserted else { return }
            logger.warning(
                "\(defect.fault.rawValue): \(name): \(defect.explanation)",
                metadata: .about(defect.blame, device: name, surface: result.surface.name))
        }
    }

    var surfaces: [SurfaceInUse] {
        [SurfaceInUse(device: name, surface: pipeline.surface, rotation: result.rotation, root: pipeline.root)]
    }

    var reports: [DeviceReport] {
        let device = source.device
        var report = DeviceReport(
            path: name, name: "", used: true, reason: DeviceVerdict(of: device).reason, vendor: device.vendor,
            product: device.product, protocol: "", slots: 0, surface: pipeline.surface.name)
        report.describe(device, DeviceVerdict(of: device))
        report.describe(pipeline.surface, result.sizeSource)
        report.describe(pipeline.defects, pipeline.unwanted)
        return [report]
    }

    var pipelines: [SurfacePipeline] { [pipeline] }

    var seen: SurfacePipeline.SeenTouches { numbers.seen }
    var nextTouch: TouchMark { numbers.mark }

    func setPrivate(_ region: String, _ isPrivate: Bool) {
        factory.privateRegions[region] = isPrivate
        pipeline.use(factory.privateAreas(on: pipeline.surface))
    }

    func setEnabled(_ recognizer: String, _ isEnabled: Bool) {
        factory.switches[recognizer] = isEnabled
        pipeline.setEnabled(recognizer, isEnabled)
    }

    var nextDeadline: Timestamp? {
        guard !isOver else { return nil }
        if let nextRound { return nextRound }
        let deadlines = [source.nextTime, pipeline.nextDeadline].compactMap(\.self)
        // When nothing is left to wait for, the device goes at once.
        return deadlines.min() ?? .zero
    }

    func advance(to time: Timestamp) {
        guard !isOver else { return }
        if let nextRound {
            guard nextRound <= time else { return }
            self.nextRound = nil
            source.restart(at: nextRound)
            pipeline = makePipeline()
        }
        source.limit = time
        guard case .gone = pipeline.advance(to: time) else { return }
        pipeline.runOn(to: time)
        if pipeline.nextDeadline == nil { finishRound(at: time) }
    }

    func close(at time: Timestamp) {
        guard !isOver, nextRound == nil else { return }
        pipeline.removeDevice(because: "the daemon stops", at: time)
        isOver = true
    }

    var isAtRest: Bool { isOver || nextRound != nil || pipeline.isAtRest }

    func rotate(_ surface: String, to rotation: Rotation, at time: Timestamp) -> Bool {
        let before = factory
        factory.turns[surface] = rotation
        let isMade = remake(because: "the surface was turned", at: time)
        if !isMade { factory = before }
        return isMade
    }

    func reconfigure(_ factory: SurfaceFactory, at time: Timestamp) {
        self.factory = factory
        remake(because: "the configuration was read anew", at: time)
        for warning in result.warnings { logger.warning("\(warning)", metadata: .about(.configuration, device: name)) }
    }

    /// Makes the surface anew; a recording that makes none by the new rules stays as it was.
    @discardableResult
    private func remake(because reason: String, at time: Timestamp) -> Bool {
        guard !isOver, let new = try? factory.make(recorded: source.device, udev: udev) else { return false }
        if nextRound == nil { pipeline.removeDevice(because: reason, at: time) }
        result = new
        pipeline = makePipeline()
        return true
    }

    private func finishRound(at time: Timestamp) {
        pipeline.removeDevice(because: "the recording is over", at: time)
        if isLooping {
            nextRound = time.adding(seconds: Self.pause)
        } else {
            isOver = true
            didEnd()
        }
    }
}
