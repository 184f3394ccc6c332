// How does a recording stand in for a touchscreen? At its recorded pace, as if a finger did it now.

internal import GestureWire
internal import Logging
internal import Touch

/// Plays a recording into a pipeline, its times moved to now.
final class LiveReplay: TouchInput {
    private let name: String
    private let source: RecordingSource
    private let isLooping: Bool
    private var factory: SurfaceFactory
    private var result: SurfaceFactory.Result
    private let numbers = SurfacePipeline.Numbers()
    private let logger: Logger
    private let didEnd: () -> Void
    private let publish: (GestureNotification) -> Void
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
        recording: Recording, name: String, isLooping: Bool, factory: SurfaceFactory, now: Timestamp,
        logger: Logger, didEnd: @escaping () -> Void, publish: @escaping (GestureNotification) -> Void
    ) throws {
        let result = try factory.make(recorded: recording.device)
        for warning in result.warnings { logger.warning("\(warning)") }
        self.name = name
        self.isLooping = isLooping
        self.factory = factory
        self.result = result
        self.logger = logger
        self.didEnd = didEnd
        self.publish = publish
        source = RecordingSource(recording)
        source.limit = now
        source.restart(at: now)
        pipeline = SurfacePipeline(
            source: source, surface: result.surface, rules: result.rules, engine: factory.makeEngine(for: result),
            numbers: numbers, publish: publish)
        listen(to: pipeline)
    }

    private func makePipeline() -> SurfacePipeline {
        let pipeline = SurfacePipeline(
            source: source, surface: result.surface, rules: result.rules, engine: factory.makeEngine(for: result),
            numbers: numbers, publish: publish)
        listen(to: pipeline)
        return pipeline
    }

    /// Each defect is told of once, however often the recording is played.
    private func listen(to pipeline: SurfacePipeline) {
        pipeline.didNoteDefect = { [unowned self] defect, _ in
            guard knownDefects.insert(defect).inserted else { return }
            logger.warning("\(defect.blame): \(name): \(defect.explanation)")
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
        report.describe(pipeline.surface)
        report.describe(pipeline.defects, pipeline.unwanted)
        return [report]
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

    func rotate(_ surface: String, to rotation: Rotation, at time: Timestamp) {
        factory.turns[surface] = rotation
        remake(because: "the surface was turned", at: time)
    }

    func reconfigure(_ factory: SurfaceFactory, at time: Timestamp) {
        self.factory = factory
        remake(because: "the configuration was read anew", at: time)
        for warning in result.warnings { logger.warning("\(warning)") }
    }

    /// Makes the surface anew; a recording that makes none by the new rules stays as it was.
    private func remake(because reason: String, at time: Timestamp) {
        guard !isOver, let new = try? factory.make(recorded: source.device) else { return }
        if nextRound == nil { pipeline.removeDevice(because: reason, at: time) }
        result = new
        pipeline = makePipeline()
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
