// What would a subscriber have been told of a recording? Offline, as fast as it goes, the same bytes every time.

public import Configuration
public import GestureWire
public import Touch

/// Plays recordings through the daemon's own pipeline, without a clock.
public enum Replay {
    /// The outcome of a replay beside its lines.
    public struct Outcome {
        /// The surface that the device became.
        public let surface: String
        /// What the user should know about the surface, and what its device did wrong.
        public let warnings: [String]

        init(_ pipeline: SurfacePipeline, _ result: SurfaceFactory.Result, hasTouches: Bool) {
            surface = result.surface.name
            // Who sees no gestures should not look for the reason in the recognizers; what was left out is told anyway.
            let isEmpty = !hasTouches && pipeline.unwanted.seen.isEmpty
            warnings = result.warnings + pipeline.observations + (isEmpty ? ["it has no touches on this surface"] : [])
        }
    }

    /// Plays a recording and hands over each gesture that a subscriber of everything would be told.
    ///
    /// Times are the recording's own. After the last event time runs on until no deadline is left; then the device is
    /// removed, which cancels what is under way.
    ///
    /// - Parameters:
    ///   - prepare: Adds recognizers of one's own, as `Daemon.Options.prepare` does.
    ///   - receiveTouches: Is handed the touches as the regions see them, in order with the gestures: those of an event
    ///     come before its gestures, so that a touch is cancelled before the gesture is told that takes it.
    ///   - receive: Is handed the gestures, those that failed included.
    /// - Throws: `ReplayError` when the recorded device is no touchscreen.
    public static func run(
        _ recording: some PlayableRecording, configuration: Configuration, prepare: EnginePreparation? = nil,
        receiveTouches: ((TouchNotification) -> Void)? = nil, receive: @escaping (GestureNotification) -> Void
    ) throws(ReplayError) -> Outcome {
        let factory = SurfaceFactory(configuration: configuration, prepare: prepare)
        let result = try factory.make(recorded: recording.device, udev: recording.udev)
        let pipeline = factory.makePipeline(
            RecordingSource(recording), result, numbers: SurfacePipeline.Numbers(),
            listeners: SoleListener(touches: receiveTouches, receive))
        var hasTouches = false
        pipeline.willProcess = { hasTouches = hasTouches || !$0.began.isEmpty }
        pipeline.removeDevice(because: "the recording is over", at: pipeline.playToEnd(of: recording))
        return Outcome(pipeline, result, hasTouches: hasTouches)
    }
}

extension SurfacePipeline {
    /// Plays the recording that is its source, and lets time run on until no recognizer waits for anything.
    ///
    /// - Returns: The time that it then is.
    func playToEnd(of recording: some PlayableRecording) -> Timestamp {
        while case .more = read() {}
        var end = recording.endTime ?? .zero
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
