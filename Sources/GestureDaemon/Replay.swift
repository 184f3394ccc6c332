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
        /// What the user should know about the surface.
        public let warning: String?
    }

    /// Plays a recording and hands over each gesture that a subscriber of everything would be told.
    ///
    /// Times are the recording's own. After the last event time runs on until no deadline is left; then the device is
    /// removed, which cancels what is under way.
    ///
    /// - Throws: `ReplayError` when the recorded device is no touchscreen.
    public static func run(
        _ recording: Recording, configuration: Configuration, receive: @escaping (GestureNotification) -> Void
    ) throws(ReplayError) -> Outcome {
        let result = try SurfaceFactory(configuration: configuration).make(recorded: recording.device)
        let pipeline = SurfacePipeline(
            source: RecordingSource(recording), surface: result.surface, recognizers: configuration.recognizers,
            numbers: SurfacePipeline.Numbers(), publish: receive)
        while case .more = pipeline.read() {}
        var end = recording.events.last?.time ?? .zero
        while let deadline = pipeline.nextDeadline {
            end = max(end, deadline)
            pipeline.runOn(to: end)
        }
        pipeline.removeDevice(at: end)
        return Outcome(surface: result.surface.name, warning: result.warning)
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
