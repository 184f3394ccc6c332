// `explain`: every decision of the recognizers about a recording, in words.

public import Configuration
public import GestureDaemon
public import GestureWire
internal import Gestures
public import Touch

/// Explains recordings: the same pipeline as a replay's, with every decision of its engine written down.
///
/// The text goes by sequences of touches: from the first finger that comes down until the last has lifted and no
/// recognizer waits any more. For each there are
/// 1. its touches: how long, and how far from where they landed,
/// 2. the time line: when fingers landed and lifted, and each step of a recognizer with the numbers that decided it,
/// 3. the outcome for each recognizer, in the order of the configuration, or the decisive reason against it.
///
/// Times are as in a replay; lengths are points, which is what thresholds are in.
public enum Explanation {
    /// Plays a recording and passes on its explanation line by line; blank lines separate its parts.
    ///
    /// - Parameters:
    ///   - previous: What the recording before it led to; nil for the first.
    ///   - recognizers: Only recognizers whose name matches one of these have lines of their own.
    ///   - prepare: Adds custom recognizers, as `Daemon.Options.prepare` does.
    ///   - receive: Is handed each line, without its LF.
    /// - Throws: `ReplayError` when the recorded device is no touchscreen.
    public static func run(
        _ recording: some PlayableRecording, after previous: PlaybackOutcome? = nil, configuration: Configuration,
        recognizers globs: [Glob] = [Glob("*")], prepare: EnginePreparation? = nil, receive: @escaping (String) -> Void
    ) throws(ReplayError) -> PlaybackOutcome {
        let playback = try RecordedPlayback(
            of: recording, after: previous, configuration: configuration, prepare: prepare)
        let engine = playback.engine
        let trace = DecisionTrace(
            of: engine, recognizers: inOrder(engine.root.allGestureRecognizers, of: configuration),
            isShown: { name in globs.contains { $0.matches(name) } }, output: .text(receive))
        receive("Surface \(playback.surface.name): \(measures(of: playback.surface))")
        for remark in remarks(on: playback, trace.recognizers, of: configuration) { receive(remark) }
        let outcome = playback.play(willProcess: trace.note, didPlay: trace.noteEnd) { _ in }
        trace.finish()
        return outcome
    }

    /// Plays a recording and passes on its explanation as JSON objects for programs, one a line.
    ///
    /// - Parameters:
    ///   - previous: What the recording before it led to; nil for the first.
    ///   - recognizers: Only recognizers whose name matches one of these have steps and outcomes.
    ///   - prepare: Adds custom recognizers, as `Daemon.Options.prepare` does.
    ///   - receive: Receives each line, without its LF.
    /// - Throws: `ReplayError` when the recorded device is no touchscreen.
    public static func runAsJSON(
        _ recording: some PlayableRecording, after previous: PlaybackOutcome? = nil, configuration: Configuration,
        recognizers globs: [Glob] = [Glob("*")], prepare: EnginePreparation? = nil,
        receive: @escaping ([UInt8]) -> Void
    ) throws(ReplayError) -> PlaybackOutcome {
        let playback = try RecordedPlayback(
            of: recording, after: previous, configuration: configuration, prepare: prepare)
        let engine = playback.engine
        let recognizers = inOrder(engine.root.allGestureRecognizers, of: configuration)
        let lines = ExplanationLines(receive: receive)
        let trace = DecisionTrace(
            of: engine, recognizers: recognizers, isShown: { name in globs.contains { $0.matches(name) } },
            output: .lines(lines))
        lines.write(playback.surface, root: engine.root, recognizers: recognizers)
        let outcome = playback.play(willProcess: trace.note, didPlay: trace.noteEnd) { _ in }
        trace.finish()
        for warning in outcome.warnings { lines.write(warning: warning) }
        return outcome
    }

    /// Why the daemon would not use the device, and which recognizers are not on it.
    static func remarks(
        on playback: RecordedPlayback, _ recognizers: [GestureRecognizer], of configuration: Configuration
    ) -> [String] {
        let present = Set<UTF8Key>(texts: recognizers.map(\.name))
        let absent = configuration.recognizers.map(\.name).filter { !present.contains($0) }
        let refusals = playback.liveRefusal.map { [$0] } ?? []
        guard !absent.isEmpty else { return refusals }
        return refusals + ["Not on this surface but on another, with their region: \(listed(absent))"]
    }

    /// The recognizers as the configuration lists them, then those that it does not know.
    static func inOrder(
        _ recognizers: [GestureRecognizer], of configuration: Configuration
    ) -> [GestureRecognizer] {
        let places = [UTF8Key: Int](
            configuration.recognizers.enumerated().map { (UTF8Key($1.name), $0) },
            uniquingKeysWith: { first, _ in first })
        return recognizers.enumerated().sorted { first, second in
            (places[first.element.name] ?? .max, first.offset) < (places[second.element.name] ?? .max, second.offset)
        }.map(\.element)
    }

    /// The surface's size, and the unit of all lengths.
    static func measures(of surface: Surface) -> String {
        let (millimetres, points) = (surface.millimetres, surface.size)
        return "\(millimetres.width.fixed(0)) x \(millimetres.height.fixed(0)) mm, "
            + "\(points.width.fixed(0)) x \(points.height.fixed(0)) pt; all lengths are points of "
            + "\(PointUnit.millimetres.fixed(3)) mm"
    }
}
