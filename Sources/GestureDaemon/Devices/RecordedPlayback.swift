// A recording that is played through the daemon's own pipeline at once, without a clock.

package import Configuration
package import Gestures
package import GestureWire
package import Touch

/// One recording on the way through the pipelines of its touchscreens.
///
/// Times are the recording's own. After the last event time runs on until no deadline is left; then the devices are
/// removed, which cancels what is in progress.
///
/// A recording that is played after another one begins a second after that has ended, on the same clock. Touches and
/// gestures in progress at its end have been cancelled; the numbers of touches and gestures go on.
package struct RecordedPlayback {
    /// A recorded touchscreen.
    package struct Panel {
        /// Its engine, with all its recognizers.
        package let engine: GestureEngine
        /// Its surface.
        package let surface: Surface
        /// Why the daemon would not use such a device; nil if it would.
        package let liveRefusal: String?
    }

    /// The touchscreens, one at least.
    package let panels: [Panel]
    private let recording: any PlayableRecording
    private let factory: SurfaceFactory
    private let surfaces: [RecordedDevices.PanelSurface]
    private let remarks: [String]
    private let numbers: SurfacePipeline.Numbers
    private let previousEnd: Timestamp?

    /// - Parameters:
    ///   - previous: What the recording before it led to; nil for the first.
    ///   - prepare: Adds custom recognizers, as `Daemon.Options.prepare` does.
    /// - Throws: `ReplayError` when the recorded device is no touchscreen.
    package init(
        of recording: some PlayableRecording, after previous: PlaybackOutcome?, configuration: Configuration,
        prepare: EnginePreparation?
    ) throws(ReplayError) {
        let factory = SurfaceFactory(configuration: configuration, prepare: prepare)
        (surfaces, remarks) = try RecordedDevices.surfaces(of: recording, factory: factory)
        panels = surfaces.map {
            Panel(
                engine: factory.makeEngine(for: $0.result), surface: $0.result.surface,
                liveRefusal: $0.result.liveRefusal)
        }
        (self.recording, self.factory) = (recording, factory)
        numbers = previous?.numbers ?? SurfacePipeline.Numbers()
        previousEnd = previous?.end
    }

    /// Plays it to its end.
    ///
    /// - Parameters:
    ///   - findsWrongPlaces: Whether a warning proposes to ignore wrong places, which takes another pass.
    ///   - willProcess: Called with the index of a panel and each of its frames, before the engine processes it.
    ///   - didPlay: Called with the time of the end, before the devices are removed.
    ///   - receiveTouches: Receives touches as regions do, in order with the gestures: those of an event come before
    ///     its gestures, so that a touch is cancelled before the gesture that takes it.
    ///   - receive: Receives the gestures, including failed ones.
    package func play(
        findsWrongPlaces: Bool = false,
        willProcess: @escaping (Int, TouchFrame) -> Void = { _, _ in }, didPlay: (Timestamp) -> Void = { _ in },
        receiveTouches: ((TouchNotification) -> Void)? = nil, receive: @escaping (GestureNotification) -> Void
    ) -> PlaybackOutcome {
        var engines = panels.map(\.engine)[...]
        let listener = SoleListener(touches: receiveTouches, receive)
        let devices = RecordedDevices(
            of: recording, surfaces, at: previousEnd?.adding(seconds: LiveReplay.pause)
        ) { source, made in
            factory.makePipeline(
                source, made.result, engine: engines.popFirst(), numbers: numbers, listeners: listener)
        }
        devices.decideAsRecorded()
        var hasTouches = false
        var endless = [EndlessTouches](repeating: EndlessTouches(), count: devices.panels.count)
        for (index, panel) in devices.panels.enumerated() {
            panel.pipeline.willProcess = { frame in
                hasTouches = hasTouches || !frame.began.isEmpty
                endless[index].process(frame)
                willProcess(index, frame)
            }
        }
        let end = devices.playToEnd(from: previousEnd ?? .zero)
        didPlay(end)
        let proposals = endless.flatMap(\.proposals)
        devices.removeDevices(because: "the recording is over", at: end)
        return PlaybackOutcome(
            surface: panels[0].surface.name, warnings: warnings(devices, hasTouches, findsWrongPlaces) + proposals,
            end: end,
            numbers: numbers)
    }

    private func warnings(_ devices: RecordedDevices, _ hasTouches: Bool, _ findsWrongPlaces: Bool) -> [String] {
        var warnings = devices.panels.flatMap(\.made.result.warnings) + remarks + devices.observations
        for panel in devices.panels {
            let name = devices.panels.count > 1 ? "\(panel.pipeline.surface.name): " : ""
            warnings += panel.pipeline.observations.map { name + $0 }
            guard findsWrongPlaces else { continue }
            let proposal = factory.proposal(against: panel.made.recording, on: panel.made.result)
            warnings += proposal.map { [name + $0] } ?? []
        }
        // Without gestures, the user should not look for the reason in the recognizers; filtered contacts are reported
        // anyway.
        let isEmpty = !hasTouches && devices.panels.allSatisfy(\.pipeline.assembler.unwanted.seen.isEmpty)
        return warnings + (isEmpty ? ["it has no touches on this surface"] : [])
    }
}

/// What the playback of a recording led to, beside its gestures.
public struct PlaybackOutcome {
    /// The surface that the device became, the first of several.
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
        return assembler.defects.seen.map { "\($0.kind.fault.rawValue): \($0.kind.explanation); \(times($0.count))" }
            + assembler.unwanted.seen.map { "\($0.kind.explanation); \(times($0.count))" }
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
