// A recognizer for tests that changes state where a finger reaches given places.

import Gestures
import Testing
import Touch
import TouchTesting

/// A recognizer that takes the states of its script when a finger reaches given places, and when it lifts.
///
/// `Scripted("pan", [20: .began, 30: .changed], lift: .ended)` begins when a finger reaches x = 20. Illegal transitions
/// are skipped, so that scripts may overlap. Its thresholds are those of the shipped configuration.
final class Scripted: GestureRecognizer {
    private let states: [Double: State]
    private let lift: State?
    /// Its state at its deadline.
    var late: State?
    /// Its state when a touch is lost.
    var loss: State?
    var requires: (GestureRecognizer) -> Bool = { _ in false }
    var isRequired: (GestureRecognizer) -> Bool = { _ in false }
    var prevents: (GestureRecognizer) -> Bool = { _ in true }
    var isPrevented: (GestureRecognizer) -> Bool = { _ in true }
    /// The log of the questions to it.
    var questions: Notebook?
    /// The states that it read itself, right after it had set them.
    private(set) var ownStates: [State] = []
    /// The touches that it received, in order: "1 began".
    private(set) var seen: [String] = []
    /// Called when fingers land, after the script.
    var then: (Scripted, TouchEvent) -> Void = { _, _ in }

    init(_ name: String, _ states: [Double: State] = [:], lift: State? = nil) {
        (self.states, self.lift) = (states, lift)
        super.init(name: name, thresholds: .shipped)
    }

    /// A recognizer that wants to be recognized when a finger reaches `x`.
    static func discrete(_ name: String, at x: Double) -> Scripted { Scripted(name, [x: .recognized]) }

    /// A recognizer that begins when a finger reaches `x`, changes with every movement, and ends with the last finger.
    static func continuous(_ name: String, at x: Double) -> Scripted {
        let scripted = Scripted(name, [x: .began], lift: .ended)
        scripted.loss = .cancelled
        return scripted
    }

    func become(_ next: State?) {
        guard let next, state.canBecome(next) else { return }
        state = next
        ownStates.append(state)
    }

    private func note(_ touches: TouchSet) { seen += touches.map { "\($0.id) \($0.phase)" } }

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        note(touches)
        for touch in touches { become(states[touch.location.x]) }
        then(self, event)
    }

    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        note(touches)
        let isActive = state.isActive
        for touch in touches { become(states[touch.location.x]) }
        if isActive, state.isActive { become(.changed) }
    }

    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        note(touches)
        if numberOfTouchesDown == 0 {
            if lift == .ended, state == .possible, !states.isEmpty { become(.failed) } else { become(lift) }
        }
    }

    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesCancelled(touches, with: event)
        note(touches)
        become(state == .possible ? .failed : loss)
    }

    override func deadlineReached(at time: Timestamp) {
        super.deadlineReached(at: time)
        become(late)
    }

    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool {
        questions?.lines.append("\(name) requires \(other.name)?")
        return requires(other)
    }

    override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool {
        questions?.lines.append("\(name) required by \(other.name)?")
        return isRequired(other)
    }

    override func canPrevent(_ other: GestureRecognizer) -> Bool { prevents(other) }

    override func canBePrevented(by other: GestureRecognizer) -> Bool { isPrevented(other) }
}

/// A delegate that records its questions, and answers as a test determines.
final class Witness: GestureRecognizerDelegate {
    let name: String
    let questions: Notebook
    var receivesEvent: (GestureRecognizer) -> Bool = { _ in true }
    var receivesTouch: (GestureRecognizer, Touch) -> Bool = { _, _ in true }
    var begins: (GestureRecognizer) -> Bool = { _ in true }
    var isSimultaneous: (GestureRecognizer) -> Bool = { _ in false }
    var requires: (GestureRecognizer) -> Bool = { _ in false }
    var isRequired: (GestureRecognizer) -> Bool = { _ in false }

    init(_ name: String = "", in questions: Notebook = Notebook()) {
        (self.name, self.questions) = (name, questions)
    }

    private func ask(_ question: String) { questions.lines.append(name.isEmpty ? question : "\(name): \(question)") }

    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: TouchEvent) -> Bool {
        ask("\(recognizer.name) receives the event?")
        return receivesEvent(recognizer)
    }

    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
        ask("\(recognizer.name) receives \(touch.id)?")
        return receivesTouch(recognizer, touch)
    }

    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        ask("\(recognizer.name) begins?")
        return begins(recognizer)
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool {
        ask("\(recognizer.name) with \(other.name)?")
        return isSimultaneous(other)
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool {
        ask("\(recognizer.name) requires \(other.name)?")
        return requires(other)
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool {
        ask("\(recognizer.name) required by \(other.name)?")
        return isRequired(other)
    }
}

/// A finger that lands at x = 0, moves through these places, one each tenth of a second, and lifts if `lifts`.
func path(_ places: Double..., from start: Double = 0, finger: Int = 0, lifts: Bool = true) -> [FingerStep] {
    var steps: [FingerStep] = [.down(finger, 0, 0, at: start)]
    for (index, place) in places.enumerated() {
        steps.append(.move(finger, place, 0, at: start + Double(index + 1) / 10))
    }
    return lifts ? steps + [.up(finger, at: start + Double(places.count + 1) / 10)] : steps
}
