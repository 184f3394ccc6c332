// Decisions grouped by sequence of touches, from the first finger until no recognizer waits.

import GestureDaemon
import Gestures
import Touch

/// Observes every frame and every decision of an engine, and passes on a text for each sequence that has ended.
final class DecisionTrace: DecisionObserver {
    /// The form of an explanation, and its receiver.
    enum Output {
        case text((String) -> Void)
        case lines(ExplanationLines)
    }

    private let engine: GestureEngine
    /// In the order in which their outcomes are reported.
    private let recognizers: [GestureRecognizer]
    private let isShown: (String) -> Bool
    private let surface: String?
    private let output: Output
    private var open: ExplainedSequence?
    private var count = 0
    private var touchesDown = 0

    /// Listens to the engine as long as it lives.
    ///
    /// - Parameters:
    ///   - recognizers: The engine's recognizers, in the order in which their outcomes are reported.
    ///   - isShown: Whether a recognizer of this name has lines of its own.
    ///   - surface: What headings call the surface, where there are several.
    init(
        of engine: GestureEngine, recognizers: [GestureRecognizer], isShown: @escaping (String) -> Bool,
        surface: String?, output: Output
    ) {
        self.engine = engine
        self.recognizers = recognizers
        self.isShown = isShown
        (self.surface, self.output) = (surface, output)
        engine.decisionObserver = self
    }

    /// Processes a frame that the engine is about to process; the time before it has passed already.
    func process(_ frame: TouchFrame) {
        if !frame.began.isEmpty, touchesDown == 0, engine.nextDeadline == nil { close() }
        let sequence = sequence
        sequence.beginEvent()
        for touch in frame.began {
            let region = engine.root.regionOfTouch(at: touch.location) ?? engine.root
            sequence.begin(touch, in: region.name, at: frame.time)
        }
        for touch in frame.moved { sequence.move(touch) }
        for touch in frame.ended { sequence.end(touch, at: frame.time) }
        for touch in frame.cancelled { sequence.end(touch, at: frame.time) }
        if case .lines(let lines) = output { lines.write(frame, root: engine.root) }
        touchesDown = frame.all.count - frame.ended.count - frame.cancelled.count
    }

    func gestureEngine(_ engine: GestureEngine, didDecide decision: Decision) {
        sequence.record(decision) { decision, words in
            if case .lines(let lines) = output { lines.write(decision, words: words, sequence: count + 1) }
        }
    }

    /// The recording is over: touches that are down are about to be cancelled for that.
    func recordEnd(at time: Timestamp) {
        if touchesDown > 0 { sequence.add("the recording is over", at: time) }
    }

    func finish() {
        close()
        if count == 0 { write(["", surface.map { "No finger touched \($0)." } ?? "No finger touched it."]) }
    }

    private var sequence: ExplainedSequence {
        if let open { return open }
        let new = ExplainedSequence(recognizers, isShown: isShown)
        open = new
        return new
    }

    private func close() {
        guard let open else { return }
        self.open = nil
        count += 1
        switch output {
        case .text: write([""] + open.text(number: count, on: surface))
        case .lines(let lines): for recognizer in open.shown { lines.write(recognizer, sequence: count) }
        }
    }

    private func write(_ text: [String]) {
        if case .text(let receive) = output { for line in text { receive(line) } }
    }
}
