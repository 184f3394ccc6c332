// A recording that is played through the daemon's own pipeline at once, without a clock.

package import Configuration
package import Gestures
package import GestureWire
package import Touch

/// One recording on the way through the pipeline of a touchscreen.
///
/// Times are the recording's own. After the last event time runs on until no deadline is left; then the device is
/// removed, which cancels what is in progress.
///
/// A recording that is played after another one begins a second after that has ended, on the same clock. Touches and
/// gestures in progress at its end have been cancelled; the numbers of touches and gestures go on.
package struct RecordedPlayback {
    /// The engine of the recorded touchscreen, with all its recognizers.
    package let engine: GestureEngine
    private let factory: SurfaceFactory
    private let result: SurfaceFactory.Result
    private let source: RecordingSource
    private let numbers: SurfacePipeline.Numbers
    private let start: Timestamp

    /// The touchscreen's surface.
    package var surface: Surface { result.surface }
    /// Why the daemon would not use such a device; nil if it would.
    package var liveRefusal: String? { result.liveRefusal }

    /// - Parameters:
    ///   - previous: What the recording before it led to; nil for the first.
    ///   - prepare: Adds custom recognizers, as `Daemon.Options.prepare` does.
    /// - Throws: `ReplayError` when the recorded device is no touchscreen.
    package init(
        of recording: some PlayableRecording, after previous: PlaybackOutcome?, configuration: Configuration,
        prepare: EnginePreparation?
    ) throws(ReplayError) {
        factory = SurfaceFactory(configuration: configuration, prepare: prepare)
        result = try factory.make(recorded: recording.device, udev: recording.udev)
        engine = factory.makeEngine(for: result)
        source = RecordingSource(recording)
        if let previous { source.restart(at: previous.end.adding(seconds: LiveReplay.pause)) }
        numbers = previous?.numbers ?? SurfacePipeline.Numbers()
        start = previous?.end ?? .zero
    }

    /// Plays it to its end.
    ///
    /// - Parameters:
    ///   - willProcess: Called with each frame, before the engine processes it.
    ///   - didPlay: Called with the time of the end, before the device is removed.
    ///   - receiveTouches: Receives touches as regions do, in order with the gestures: those of an event come before
    ///     its gestures, so that a touch is cancelled before the gesture that takes it.
    ///   - receive: Receives the gestures, including failed ones.
    package func play(
        willProcess: @escaping (TouchFrame) -> Void = { _ in }, didPlay: (Timestamp) -> Void = { _ in },
        receiveTouches: ((TouchNotification) -> Void)? = nil, receive: @escaping (GestureNotification) -> Void
    ) -> PlaybackOutcome {
        let pipeline = factory.makePipeline(
            source, result, engine: engine, numbers: numbers, listeners: SoleListener(touches: receiveTouches, receive))
        var hasTouches = false
        pipeline.willProcess = { frame in
            hasTouches = hasTouches || !frame.began.isEmpty
            willProcess(frame)
        }
        let end = pipeline.playToEnd(of: source, from: start)
        didPlay(end)
        pipeline.removeDevice(because: "the recording is over", at: end)
        // Without gestures, the user should not look for the reason in the recognizers; filtered contacts are reported
        // anyway.
        let isEmpty = !hasTouches && pipeline.unwanted.seen.isEmpty
        return PlaybackOutcome(
            surface: surface.name,
            warnings: result.warnings + pipeline.observations
                + (isEmpty ? ["it has no touches on this surface"] : []),
            end: end, numbers: numbers)
    }
}

/// What the playback of a recording led to, beside its gestures.
public struct PlaybackOutcome {
    /// The surface that the device became.
    public let surface: String
    /// Warnings about the surface and its device's defects.
    public let warnings: [String]
    /// The time when the device was removed.
    let end: Timestamp
    /// The numbers of touches and gestures, which go on in the next recording.
    let numbers: SurfacePipeline.Numbers
}

extension SurfacePipeline {
    /// A sentence for each kind of defect, with the party at fault, and for each kind of filtered contact; empty when
    /// there are none.
    var observations: [String] {
        func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
        return defects.seen.map { "\($0.kind.fault.rawValue): \($0.kind.explanation); \(times($0.count))" }
            + unwanted.seen.map { "\($0.kind.explanation); \(times($0.count))" }
    }

    /// Plays the recording that is its source, and lets time run on until no recognizer waits for anything.
    ///
    /// - Parameter start: The time when nothing has happened yet.
    /// - Returns: The time of the end.
    func playToEnd(of source: RecordingSource, from start: Timestamp = .zero) -> Timestamp {
        while case .more = read() {}
        var end = source.endTime ?? start
        while let deadline = nextDeadline {
            end = max(end, deadline)
            runOn(to: end)
        }
        return end
    }
}
