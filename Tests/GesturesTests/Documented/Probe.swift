// Recognizer for tests that records its calls and runs the test's closures.

import Gestures
import Touch
import TouchTesting

/// The calls of probes, or the questions to recognizers and delegates, in order.
final class Notebook {
    var lines: [String] = []
}

/// Records "name began 1 2", "name reset ended", "name action began" and so on.
final class Probe: GestureRecognizer {
    let notebook: Notebook
    var onBegan: (Probe) -> Void = { _ in }
    var onMoved: (Probe) -> Void = { _ in }
    var onEnded: (Probe) -> Void = { _ in }
    var onCancelled: (Probe) -> Void = { _ in }
    var onDeadline: (Probe) -> Void = { _ in }
    var onReset: (Probe) -> Void = { _ in }
    var prevents: (GestureRecognizer) -> Bool = { _ in true }
    var isPrevented: (GestureRecognizer) -> Bool = { _ in true }
    /// The touches of the current call.
    var touches: [Touch] = []
    /// The event of the current call.
    var event: TouchEvent?

    init(_ name: String = "probe", in notebook: Notebook = Notebook()) {
        self.notebook = notebook
        super.init(name: name)
        addAction { [unowned self] in note("action \($0.state)") }
    }

    /// A probe that is recognized at once when a finger lifts.
    static func discrete(_ name: String = "probe", in notebook: Notebook = Notebook()) -> Probe {
        let probe = Probe(name, in: notebook)
        probe.onEnded = { $0.state = .recognized }
        return probe
    }

    /// A probe that begins with the first movement and ends with the last finger.
    static func continuous(_ name: String = "probe", in notebook: Notebook = Notebook()) -> Probe {
        let probe = Probe(name, in: notebook)
        probe.onMoved = { $0.state = $0.state == .possible ? .began : .changed }
        probe.onEnded = { if $0.numberOfTouchesDown == 0 { $0.state = $0.state == .possible ? .failed : .ended } }
        probe.onCancelled = { $0.state = $0.state == .possible ? .failed : .cancelled }
        return probe
    }

    private func note(_ text: String) { notebook.lines.append("\(name) \(text)") }

    private func receive(_ word: String, _ touches: TouchSet, _ event: TouchEvent, _ act: (Probe) -> Void) {
        note("\(word) " + touches.map { "\($0.id)" }.joined(separator: " "))
        (self.touches, self.event) = (Array(touches), event)
        act(self)
    }

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        receive("began", touches, event, onBegan)
    }

    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        receive("moved", touches, event, onMoved)
    }

    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        receive("ended", touches, event, onEnded)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesCancelled(touches, with: event)
        receive("cancelled", touches, event, onCancelled)
    }

    override func deadlineReached(at time: Timestamp) {
        super.deadlineReached(at: time)
        note("deadline \(time.microseconds)")
        onDeadline(self)
    }

    override func reset() {
        super.reset()
        note("reset \(state)")
        onReset(self)
    }

    override func canPrevent(_ other: GestureRecognizer) -> Bool { prevents(other) }

    override func canBePrevented(by other: GestureRecognizer) -> Bool { isPrevented(other) }
}

extension Timestamp {
    /// The time this many seconds after the start of a test.
    static func seconds(_ seconds: Double) -> Timestamp { Timestamp.zero.adding(seconds: seconds) }
}
