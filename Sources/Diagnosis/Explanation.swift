// `explain`: every decision of the recognizers about a recording, in words.

public import Configuration
public import GestureDaemon
public import GestureWire
import Gestures
public import Touch

/// Explains recordings: the same pipeline as a replay's, with every decision of its engine written down.
///
/// The text goes by sequences of touches: from the first finger that comes down until the last has lifted and no
/// recognizer waits any more. For each there are
/// 1. its touches: how long, and how far from where they landed,
/// 2. the time line: when fingers landed and lifted, and each step of a recognizer with the numbers that decided it,
/// 3. the outcome for each recognizer, in the order of the configuration, or the decisive reason against it.
///
/// Times are as in a replay; lengths are points, which is what thresholds are in. The sequences of several surfaces are
/// counted for each, and follow one another in the order of their ends.
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
        try play(recording, after: previous, configuration, globs, prepare) { panel, _, recognizers in
            receive("Surface \(panel.surface.name): \(measures(of: panel.surface))")
            for remark in remarks(on: panel, recognizers, of: configuration) { receive(remark) }
            return .text(receive)
        }
    }

    /// Plays a recording and passes on its explanation as JSON objects for programs, one a line.
    ///
    /// - Parameters:
    ///   - previous: What the recording before it led to; nil for the first.
    ///   - recognizers: Only recognizers whose name matches one of these have steps and outcomes.
    ///   - receive: Receives each line, without its LF.
    /// - Throws: `ReplayError` when the recorded device is no touchscreen.
    public static func runAsJSON(
        _ recording: some PlayableRecording, after previous: PlaybackOutcome? = nil, configuration: Configuration,
        recognizers globs: [Glob] = [Glob("*")], receive: @escaping ([UInt8]) -> Void
    ) throws(ReplayError) -> PlaybackOutcome {
        let outcome = try play(recording, after: previous, configuration, globs, nil) { panel, surface, recognizers in
            let lines = ExplanationLines(of: surface, receive: receive)
            lines.write(panel.surface, root: panel.engine.root, recognizers: recognizers)
            return .lines(lines)
        }
        for warning in outcome.warnings { ExplanationLines(receive: receive).write(warning: warning) }
        return outcome
    }

    /// Plays a recording, and traces the decisions of each of its panels.
    ///
    /// - Parameter begin: Begins the output of a panel, by its name where there are several, and its recognizers.
    private static func play(
        _ recording: some PlayableRecording, after previous: PlaybackOutcome?, _ configuration: Configuration,
        _ globs: [Glob], _ prepare: EnginePreparation?,
        begin: (RecordedPlayback.Panel, String?, [GestureRecognizer]) -> DecisionTrace.Output
    ) throws(ReplayError) -> PlaybackOutcome {
        let playback = try RecordedPlayback(
            of: recording, after: previous, configuration: configuration, prepare: prepare)
        let traces = playback.panels.map { panel in
            let recognizers = inOrder(panel.engine.root.allGestureRecognizers, of: configuration)
            let surface = playback.panels.count > 1 ? panel.surface.name : nil
            return DecisionTrace(
                of: panel.engine, recognizers: recognizers, isShown: { name in globs.contains { $0.matches(name) } },
                surface: surface, output: begin(panel, surface, recognizers))
        }
        let outcome = playback.play(
            findsWrongPlaces: true, willProcess: { traces[$0].process($1) },
            didPlay: { time in for trace in traces { trace.recordEnd(at: time) } }
        ) { _ in }
        for trace in traces { trace.finish() }
        return outcome
    }

    /// Why the daemon would not use the device, and which recognizers are not on it.
    private static func remarks(
        on playback: RecordedPlayback.Panel, _ recognizers: [GestureRecognizer], of configuration: Configuration
    ) -> [String] {
        let present = Set(recognizers.map(\.name))
        let absent = configuration.recognizers.map(\.name).filter { !present.contains($0) }
        let refusals = playback.liveRefusal.map { [$0] } ?? []
        guard !absent.isEmpty else { return refusals }
        return refusals + ["Not on this surface but on another, with their region: \(listed(absent))"]
    }

    /// The recognizers as the configuration lists them, then those that it does not know.
    private static func inOrder(
        _ recognizers: [GestureRecognizer], of configuration: Configuration
    ) -> [GestureRecognizer] {
        let names = configuration.recognizers.map(\.name)
        func place(of recognizer: GestureRecognizer) -> Int { names.firstIndex(of: recognizer.name) ?? .max }
        return recognizers.sorted { place(of: $0) < place(of: $1) }
    }

    /// The surface's size, and the unit of all lengths.
    private static func measures(of surface: Surface) -> String {
        let (millimetres, points) = (surface.millimetres, surface.size)
        return "\(millimetres.width.fixed(0)) x \(millimetres.height.fixed(0)) mm, "
            + "\(points.width.fixed(0)) x \(points.height.fixed(0)) pt; all lengths are points of "
            + "\(PointUnit.millimetres.fixed(3)) mm"
    }
}
