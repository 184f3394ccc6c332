// Offline replay of a recording: the gestures and touches that a subscriber would receive.

public import Configuration
public import GestureDaemon
public import GestureWire
public import Touch

/// Plays recordings through the daemon's own pipeline, without a clock.
public enum Replay {
    /// Plays a recording and passes on each gesture that a subscriber of everything would receive.
    ///
    /// Times are the recording's own, and go on from one recording to the next.
    ///
    /// - Parameters:
    ///   - previous: What the recording before it led to; nil for the first.
    ///   - prepare: Adds custom recognizers, as `Daemon.Options.prepare` does.
    ///   - receiveTouches: Receives touches as regions do, in order with the gestures: those of an event come before
    ///     its gestures, so that a touch is cancelled before the gesture that takes it.
    ///   - receive: Receives the gestures, including failed ones.
    /// - Throws: `ReplayError` when the recorded device is no touchscreen.
    public static func run(
        _ recording: some PlayableRecording, after previous: PlaybackOutcome? = nil, configuration: Configuration,
        prepare: EnginePreparation? = nil,
        receiveTouches: ((TouchNotification) -> Void)? = nil, receive: @escaping (GestureNotification) -> Void
    ) throws(ReplayError) -> PlaybackOutcome {
        try RecordedPlayback(of: recording, after: previous, configuration: configuration, prepare: prepare)
            .play(receiveTouches: receiveTouches, receive: receive)
    }
}
