// A recognizer that makes random calls, each of them allowed.

import Gestures
import Touch

/// Sets random legal states, ignores touches, sets past deadlines, resets itself, sets states in `reset()`, never
/// fails, never ends.
final class HostileRecognizer: GestureRecognizer, Watched {
    let book: Watch
    private var numbers: SeededNumbers
    private let traits: Traits
    /// The number of deadlines that it may still set.
    private var deadlines = 12
    private var isDecided = false

    /// The ways in which it is hostile.
    struct Traits {
        let isContinuous: Bool
        let neverFails: Bool
        /// It acts on one call in this many.
        let activity: Int
        let fingers: ClosedRange<Int>

        init(_ numbers: inout SeededNumbers) {
            isContinuous = numbers.isOne(in: 2)
            neverFails = numbers.isOne(in: 2)
            activity = .random(in: 1...4, using: &numbers)
            let fewest = Int.random(in: 1...3, using: &numbers)
            fingers = fewest...(numbers.isOne(in: 2) ? Int.max : fewest + .random(in: 0...2, using: &numbers))
        }
    }

    init(_ book: Watch) {
        self.book = book
        numbers = SeededNumbers(seed: book.plan.numbers)
        traits = Traits(&numbers)
        super.init(name: "\(book.index)", thresholds: book.plan.thresholds)
    }

    override var numberOfTouchesAccepted: ClosedRange<Int> { traits.fingers }
    override var measurement: GestureMeasurement { .custom([.init("touches", .count(numberOfTouches))]) }

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .began, touches) {
            super.touchesBegan(touches, with: event)
            act(touches, event)
        }
    }
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .moved, touches) {
            super.touchesMoved(touches, with: event)
            act(touches, event)
        }
    }
    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .ended, touches) {
            super.touchesEnded(touches, with: event)
            act(touches, event)
            if numberOfTouchesDown == 0, !traits.neverFails { conclude() }
        }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .cancelled, touches) {
            super.touchesCancelled(touches, with: event)
            act(touches, event)
            if !traits.neverFails { state.isActive ? set(.cancelled) : set(.failed) }
        }
    }
    override func deadlineReached(at time: Timestamp) {
        book.recordDeadline(self, time) {
            super.deadlineReached(at: time)
            act(nil, nil)
        }
    }
    override func reset() {
        book.recordReset(self) {
            super.reset()
            if book.isResettingItself { return }
            isDecided = false
            // None of this may have an effect.
            if numbers.isOne(in: 3) { state = .began }
            if numbers.isOne(in: 3) { state = .failed }
            if numbers.isOne(in: 3) { deadline = eventTime }
        }
    }
    override func canPrevent(_ other: GestureRecognizer) -> Bool {
        book.meets(other) && !book.answers.isOne(in: 3, .prevents, book.index, book.run.watch(of: other).index)
    }
    override func canBePrevented(by other: GestureRecognizer) -> Bool {
        book.meets(other) && !book.answers.isOne(in: 3, .isPrevented, book.index, book.run.watch(of: other).index)
    }
    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { book.requires(other) }
    override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { book.isRequired(by: other) }

    /// Sets its state outside of its own methods, if that is legal in its visible state.
    func setStateOutOfTheBlue() { step() }

    private func act(_ touches: TouchSet?, _ event: TouchEvent?) {
        guard numbers.isOne(in: traits.activity) else { return }
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0...4: step()
        case 5:
            guard let event, let touch = touches?.first(where: { _ in numbers.isOne(in: 2) }) else { return }
            ignore(touch, for: event)
        case 6:
            // Ignores all touches, including those that it has had for long.
            guard let event, numbers.isOne(in: 4) else { return }
            for touch in event.touches(for: self) { ignore(touch, for: event) }
        case 7, 8:
            guard deadlines > 0 else { return }
            deadlines -= 1
            deadline = eventTime.adding(seconds: .random(in: -0.1...0.2, using: &numbers))
        default:
            book.isResettingItself = true
            reset()
            book.isResettingItself = false
        }
    }

    /// Makes a legal transition.
    private func step() {
        if state == .possible, !isDecided {
            if !traits.neverFails, numbers.isOne(in: 4) { return set(.failed) }
            set(traits.isContinuous ? .began : .recognized)
            if traits.isContinuous, numbers.isOne(in: 3) { set(.changed) }
            if traits.isContinuous, numbers.isOne(in: 6) { set(numbers.isOne(in: 2) ? .ended : .cancelled) }
        } else if state.isActive {
            set(numbers.isOne(in: 5) ? (numbers.isOne(in: 2) ? .ended : .cancelled) : .changed)
        }
    }

    private func conclude() {
        if state.isActive { set(.ended) } else if state == .possible, !isDecided { set(.failed) }
    }

    private func set(_ next: State) {
        guard state.canBecome(next) else { return }
        isDecided = true
        state = next
        book.ownState = next
    }
}
