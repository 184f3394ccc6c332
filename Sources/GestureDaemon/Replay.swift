// Offline replay of a recording: the lines that a subscriber would receive.

public import Configuration
public import GestureWire
public import Touch

/// Plays recordings through the daemon's own pipeline, without a clock.
public enum Replay {
    /// The outcome of a replay beside its lines.
    public struct Outcome {
        /// The surface that the device became.
        public let surface: String
        /// Warnings about the surface and its device's defects.
        public let warnings: [String]
        /// The time when the device was removed.
        let end: Timestamp
        let numbers: SurfacePipeline.Numbers

        init(
            _ pipeline: SurfacePipeline, _ result: SurfaceFactory.Result, _ part: Part, end: Timestamp, hasTouches: Bool
        ) {
            (surface, numbers, self.end) = (result.surface.name, part.numbers, end)
            // Without gestures, the user should not look for the reason in the recognizers; filtered contacts are
            // reported anyway.
            let isEmpty = !hasTouches && pipeline.unwanted.seen.isEmpty
            warnings = result.warnings + pipeline.observations + (isEmpty ? ["it has no touches on this surface"] : [])
        }
    }

    /// The seconds between the end of a recording and the first event of the next, so that the last tap of one and the
    /// first of the next do not make a double tap.
    static let pause = 1.0

    /// A recording's part in a sequence of recordings: its source and the numbers of touches and gestures, which
    /// continue from one to the next as times do.
    struct Part {
        let source: RecordingSource
        let numbers: SurfacePipeline.Numbers

        init(_ recording: some PlayableRecording, after previous: Outcome?) {
            source = RecordingSource(recording)
            numbers = previous?.numbers ?? SurfacePipeline.Numbers()
            if let previous { source.restart(at: previous.end.adding(seconds: Replay.pause)) }
        }
    }

    /// Plays a recording and passes on each gesture that a subscriber of everything would receive.
    ///
    /// Times are the recording's own. After the last event time runs on until no deadline is left; then the device is
    /// removed, which cancels what is in progress.
    ///
    /// A recording that is played after another one begins a second after that has ended, on the same clock. Touches
    /// and gestures in progress at its end have been cancelled; the numbers of touches and gestures go on.
    ///
    /// - Parameters:
    ///   - previous: What the recording before it led to; nil for the first.
    ///   - prepare: Adds custom recognizers, as `Daemon.Options.prepare` does.
    ///   - receiveTouches: Receives touches as regions do, in order with the gestures: those of an event come before
    ///     its gestures, so that a touch is cancelled before the gesture that takes it.
    ///   - receive: Is handed the gestures, those that failed included.
    /// - Throws: `ReplayError` when the recorded device is no touchscreen.
    public static func run(
        _ recording: some PlayableRecording, after previous: Outcome? = nil, configuration: Configuration,
        prepare: EnginePreparation? = nil,
        receiveTouches: ((TouchNotification) -> Void)? = nil, receive: @escaping (GestureNotification) -> Void
    ) throws(ReplayError) -> Outcome {
        let factory = SurfaceFactory(configuration: configuration, prepare: prepare)
        let result = try factory.make(recorded: recording.device, udev: recording.udev)
        let part = Part(recording, after: previous)
        let pipeline = factory.makePipeline(
            part.source, result, numbers: part.numbers, listeners: SoleListener(touches: receiveTouches, receive))
        var hasTouches = false
        pipeline.willProcess = { hasTouches = hasTouches || !$0.began.isEmpty }
        let end = pipeline.playToEnd(of: part.source, from: previous?.end ?? .zero)
        pipeline.removeDevice(because: "the recording is over", at: end)
        return Outcome(pipeline, result, part, end: end, hasTouches: hasTouches)
    }
}

extension SurfacePipeline {
    /// Plays the recording that is its source, and lets time run on until no recognizer waits for anything.
    ///
    /// - Parameter start: When nothing has happened yet.
    /// - Returns: The time that it then is.
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

/// A recording of a device that is not used.
public struct ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The recorded device's name.
    public let device: String
    /// Why it is not used.
    public let reason: String

    /// The device and the reason in a sentence.
    public var description: String { "\"\(device)\" is \(reason)" }
}
