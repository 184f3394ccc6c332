// The devices of a recording, played together: panels with their pipelines, and the pens on their glass.

import Gestures
import Touch

/// Plays the devices of one recording in the order of time, as the event loop does with those of a machine.
///
/// Like the daemon it uses each touchscreen, and a pen only for whether it is near: touches of the panel on whose glass
/// it lies then pause.
final class RecordedDevices {
    /// A touchscreen of the recording that becomes a surface.
    struct PanelSurface {
        /// 0 for the recording itself, then those beside it.
        let index: Int
        let recording: any PlayableRecording
        let result: SurfaceFactory.Result
    }

    /// A touchscreen that is played.
    struct Panel {
        var made: PanelSurface
        let source: RecordingSource
        var pipeline: SurfacePipeline
    }

    private struct Pen {
        let recording: any PlayableRecording
        let source: RecordingSource
        var tools = PenTools()
        /// The first time that it was near.
        var first: (start: Timestamp, end: Timestamp?)?
    }

    private(set) var panels: [Panel]
    private var pens: [Pen]
    /// What clients decided while it was recorded; nil when nothing is known of that, or others decide.
    private var decisions: RecordedDecisions?
    private var now = Timestamp.zero
    private static let (stepsPerTurn, eventsPerStep) = (1024, 4096)

    /// - Parameters:
    ///   - surfaces: Those of its touchscreens, from `surfaces(of:factory:)`.
    ///   - start: When the first event happens; nil to keep the recording's own times.
    ///   - makePipeline: Makes the pipeline of a panel.
    init(
        of recording: any PlayableRecording, _ surfaces: [PanelSurface], at start: Timestamp?,
        makePipeline: (RecordingSource, PanelSurface) -> SurfacePipeline
    ) {
        let pens = recording.others.filter { other in
            other.isPen && surfaces.contains { other.isOnGlass(of: $0.recording) }
        }
        self.pens = pens.map { Pen(recording: $0, source: RecordingSource($0)) }
        let sources = surfaces.map { RecordingSource($0.recording) }
        if let start {
            let all = sources + self.pens.map(\.source)
            let origin = all.compactMap(\.nextTime).min()
            for source in all {
                source.restart(at: start, from: origin)
                source.limit = start
            }
        }
        panels = zip(surfaces, sources).map { Panel(made: $0, source: $1, pipeline: makePipeline($1, $0)) }
    }

    /// The surfaces of a recording's touchscreens, and why others are not used.
    ///
    /// The first one is also played if gestured would not use it; of the others only those that it would.
    ///
    /// - Throws: `ReplayError` when the recorded device is no touchscreen.
    static func surfaces(
        of recording: any PlayableRecording, factory: SurfaceFactory
    ) throws(ReplayError) -> (surfaces: [PanelSurface], remarks: [String]) {
        let first = try factory.make(recorded: recording.device, udev: recording.udev)
        var (surfaces, remarks) = ([PanelSurface(index: 0, recording: recording, result: first)], [String]())
        for (index, other) in recording.others.enumerated() where !other.isPen {
            do throws(ReplayError) {
                let taken = Set(surfaces.map(\.result.surface.name))
                let result = try factory.make(recorded: other.device, udev: other.udev, taken: taken)
                if result.liveRefusal != nil, let refusal = other.udevOrUsual.refusal {
                    throw ReplayError(device: other.device.name, reason: refusal)
                }
                surfaces.append(PanelSurface(index: index + 1, recording: other, result: result))
            } catch {
                remarks.append("\"\(error.device)\" is ignored: \(error.reason)")
            }
        }
        return (surfaces, remarks)
    }

    /// Lets recognizers that clients decide be decided as they were then.
    func decideAsRecorded() {
        guard let panel = panels.first else { return }
        decisions = RecordedDecisions(of: panel.made.recording, for: panel.pipeline, delay: panel.source.delay)
    }

    /// Continues with other surfaces of the same panels; those that are not among them are over.
    func use(_ surfaces: [PanelSurface], makePipeline: (RecordingSource, PanelSurface) -> SurfacePipeline) {
        panels = panels.compactMap { panel in
            guard let made = surfaces.first(where: { $0.index == panel.made.index }) else { return nil }
            return Panel(made: made, source: panel.source, pipeline: makePipeline(panel.source, made))
        }
        reportPens()
    }

    /// The time of the next event or deadline; nil when the recording is over and nothing waits.
    var nextTime: Timestamp? {
        let events = panels.map(\.source.nextTime) + pens.map(\.source.nextTime)
        return (events + panels.map(\.pipeline.nextDeadline)).compactMap(\.self).min()
    }

    /// Plays what is due until a time, but not endlessly: what is left is due at once (`nextTime`).
    func advance(to limit: Timestamp) {
        if isAlone {
            panels[0].source.limit = limit
            if case .gone = panels[0].pipeline.advance(to: limit) { panels[0].pipeline.runOn(to: limit) }
            return
        }
        for _ in 0..<Self.stepsPerTurn {
            guard let next = nextTime, next <= limit else { return play(to: limit) }
            play(to: next)
        }
    }

    /// Plays everything, and lets time run on until no recognizer waits for anything.
    ///
    /// - Parameter start: The time when nothing has happened yet.
    /// - Returns: The time of the end.
    func playToEnd(from start: Timestamp) -> Timestamp {
        if isAlone {
            panels[0].source.limit = Timestamp(microseconds: .max)
            return panels[0].pipeline.playToEnd(of: panels[0].source, from: start)
        }
        now = start
        while let next = [nextTime, decisions?.nextTime].compactMap(\.self).min() {
            play(to: next)
            // Not before all that has happened by then.
            if nextTime.map({ $0 > now }) ?? true { decisions?.decide(until: now) }
        }
        return now
    }

    private var isAlone: Bool { panels.count == 1 && pens.isEmpty && decisions == nil }

    private func play(to time: Timestamp) {
        // A recording's time may go back.
        now = max(now, time)
        for panel in panels {
            panel.source.limit = now
            if case .more = panel.pipeline.read() { return }
            panel.pipeline.runOn(to: now)
        }
        for index in pens.indices {
            pens[index].source.limit = now
            read(index)
        }
    }

    private func read(_ index: Int) {
        for _ in 0..<Self.eventsPerStep {
            switch pens[index].source.next() {
            case .input(let event): if pens[index].tools.process(event) { recordPen(index) }
            case .resynchronized:
                pens[index].tools.reset { _ in false }
                recordPen(index)
            case .nothing, .gone: return
            }
        }
    }

    private func recordPen(_ index: Int) {
        switch (pens[index].tools.isNear, pens[index].first) {
        case (true, nil): pens[index].first = (now, nil)
        case (false, let (start, nil)?): pens[index].first = (start, now)
        default: break
        }
        reportPens()
    }

    /// Reports to the panels whether a pen is near; repeated reports have no effect.
    private func reportPens() {
        for panel in panels where panel.pipeline.yieldsToPen {
            let isNear = pens.contains { $0.tools.isNear && $0.recording.isOnGlass(of: panel.made.recording) }
            panel.pipeline.setPen(isNear: isNear, at: now)
        }
    }

    /// A sentence about each pen that was near, unless no panel yields to it.
    var observations: [String] {
        pens.compactMap { pen in
            let isUsed = panels.contains { $0.pipeline.yieldsToPen && pen.recording.isOnGlass(of: $0.made.recording) }
            guard isUsed, let (start, end) = pen.first else { return nil }
            let range = "from \(start.seconds.fixed(3))" + (end.map { " to \($0.seconds.fixed(3))" } ?? " on")
            return "\"\(pen.recording.device.name.printable)\" was near, first \(range): touches on its glass pause"
        }
    }

    /// Cancels every touch, and with them every gesture in progress.
    func removeDevices(because reason: String, at time: Timestamp) {
        for panel in panels { panel.pipeline.removeDevice(because: reason, at: time) }
    }
}

extension PlayableRecording {
    /// Whether it is only of use for whether a pen is near.
    fileprivate var isPen: Bool {
        if case .touchscreen = DeviceVerdict(of: device) { return false }
        return udevOrUsual.isPen && !udevOrUsual.isIgnored
    }

    /// What udev said of it, or says of such a device by itself.
    fileprivate var udevOrUsual: UdevProperties { udev ?? UdevProperties(classifying: device) }

    /// Whether two nodes are parts of one piece of hardware, as far as recordings tell (`DeviceNode.isOnGlass(of:)`):
    /// by libinput's group, else by the maker.
    fileprivate func isOnGlass(of other: any PlayableRecording) -> Bool {
        let (group, otherGroup) = (udev?.group ?? "", other.udev?.group ?? "")
        if !group.isEmpty, !otherGroup.isEmpty { return group == otherGroup }
        return device.vendor == other.device.vendor
    }
}
