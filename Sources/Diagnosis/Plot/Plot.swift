// `plot`: a recording as one picture for a bug report.

public import Configuration
public import GestureDaemon
public import GestureWire
internal import Gestures
public import Touch

/// Draws recordings: the panel with the fingers' trails, and below it when each recognizer was what, and why.
///
/// The words are those of `Explanation`. The picture is SVG without scripts, links and fonts of its own. It can be read
/// without colour. It has at most a megabyte, however long the recording is, and says what was left out.
public struct Plot {
    /// The picture, the text of an SVG file.
    public let picture: String
    /// The number of sequences of touches in the recording.
    public let sequences: Int
    /// What the recording led to.
    public let outcome: PlaybackOutcome

    /// Plays a recording and draws it.
    ///
    /// - Parameters:
    ///   - recognizers: Only recognizers whose name matches one of these have lanes.
    ///   - sequences: The numbers of the sequences that are drawn, as the explanation counts them; nil for the first
    ///     ones.
    ///   - prepare: Adds custom recognizers, as `Daemon.Options.prepare` does.
    /// - Throws: `ReplayError` when the recorded device is no touchscreen.
    public init(
        of recording: some PlayableRecording, configuration: Configuration, recognizers globs: [Glob] = [Glob("*")],
        sequences wanted: Set<Int>? = nil, prepare: EnginePreparation? = nil
    ) throws(ReplayError) {
        let playback = try RecordedPlayback(
            of: recording, after: nil, configuration: configuration, prepare: prepare)
        let panel = playback.panels[0]
        let engine = panel.engine
        let recognizers = Explanation.inOrder(engine.root.allGestureRecognizers, of: configuration)
        let isShown = { (name: String) in globs.contains { $0.matches(name) } }
        let isWanted = { (number: Int) in wanted?.contains(number) ?? true }
        let plot = PlotTrace(
            PlotPage(
                surface: panel.surface, regions: engine.root.withDescendants,
                head: [Explanation.measures(of: panel.surface)]
                    + Explanation.remarks(on: panel, recognizers, of: configuration)),
            recognizers: recognizers.filter { isShown($0.label) }, isWanted: isWanted)
        let trace = DecisionTrace(of: engine, recognizers: recognizers, isShown: isShown, output: .plot(plot))
        outcome = playback.play(
            willProcess: { if $0 == 0 { trace.note($1) } }, didPlay: trace.noteEnd,
            receive: { if $0.surface == panel.surface.name { plot.write($0) } })
        trace.finish()
        sequences = plot.count
        picture = plot.page.finished(count: plot.count, isWanted: isWanted, warnings: outcome.warnings)
    }
}
