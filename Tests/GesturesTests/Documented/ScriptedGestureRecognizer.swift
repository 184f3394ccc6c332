// A recognizer for tests that changes state where a finger reaches given places.

import Gestures
import Testing
import Touch
import TouchTesting

/// What recognizers and delegates were asked, in order.
final class Questions {
    var lines: [String] = []
}

/// A recognizer that becomes what its script says when a finger comes to a place, and when it lifts.
///
/// `Scripted("pan", [20: .began, 30: .changed], lift: .ended)` begins when a finger comes to x = 20. What is not legal
/// from the state that it is in is left out, so that scripts may overlap.
final class Scripted: GestureRecognizer {
    private let states: [Double: State]
    private let lift: State?
    /// What it becomes when its deadline comes.
    var late: State?
    /// What it becomes when a touch is lost.
    var loss: State?
    var requires: (GestureRecognizer) -> Bool = { _ in false }
    var isRequired: (GestureRecognizer) -> Bool = { _ in false }
    var prevents: (GestureRecognizer) -> Bool = { _ in true }
    var isPrevented: (GestureRecognizer) -> Bool = { _ in true }
    /// How many fingers it says it takes.
    var accepts = 1...Int.max
    /// Where it writes what it is asked.
    var questions: Questions?
    /// The states that it read itself, just after it had set them.
    private(set) var ownStates: [State] = []
    /// The touches that it saw, in the order in which they came: "1 began".
    private(set) var seen: [String] = []
    /// Called when fingers come down, after the script.
    var then: (Scripted, TouchEvent) -> Void = { _, _ in }

    init(_ name: String, _ states: [Double: State] = [:], lift: State? = nil) {
        (self.states, self.lift) = (states, lift)
        super.init(name: name)
    }

    /// One that wants to be recognized when a finger comes to `x`.
    static func discrete(_ name: String, at x: Double) -> Scripted { Scripted(name, [x: .recognized]) }

    /// One that begins when a finger comes to `x`, changes with every movement, and ends with the last finger.
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

    override var numberOfTouchesAccepted: ClosedRange<Int> { accepts }

    override func canPrevent(_ other: GestureRecognizer) -> Bool { prevents(other) }

    override func canBePrevented(by other: GestureRecognizer) -> Bool { isPrevented(other) }
}

/// A delegate that writes down what it is asked, and answers what a test says.
final class Witness: GestureRecognizerDelegate {
    let name: String
    let questions: Questions
    var receivesEvent: (GestureRecognizer) -> Bool = { _ in true }
    var receivesTouch: (GestureRecognizer, Touch) -> Bool = { _, _ in true }
    var begins: (GestureRecognizer) -> Bool = { _ in true }
    var isSimultaneous: (GestureRecognizer) -> Bool = { _ in false }
    var requires: (GestureRecognizer) -> Bool = { _ in false }
    var isRequired: (GestureRecognizer) -> Bool = { _ in false }

    init(_ name: String = "", in questions: Questions = Questions()) {
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

/// A finger that comes down at x = 0, goes through these places, one each tenth of a second, and lifts if `lifts`.
func path(_ places: Double..., from start: Double = 0, finger: Int = 0, lifts: Bool = true) -> [FingerStep] {
    var steps: [FingerStep] = [.down(finger, 0, 0, at: start)]
    for (index, place) in places.enumerated() {
        steps.append(.move(finger, place, 0, at: start + Double(index + 1) / 10))
    }
    return lifts ? steps + [.up(finger, at: start + Double(places.count + 1) / 10)] : steps
}
