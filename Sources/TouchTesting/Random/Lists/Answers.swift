// Random but constant answers of delegates and recognizers to the engine's questions.

import Gestures
import Touch

/// Answers that depend only on a seed, the question and its subjects: not on how often, when or in which order they are
/// asked.
struct Answers: Sendable {
    enum Question: UInt64 {
        case event, touch, begin, regionBegin, together, requires, isRequired, prevents, isPrevented
        case wanted
    }

    let seed: UInt64

    /// True for one in `count` of all pairs.
    func isOne(in count: Int, _ question: Question, _ first: Int, _ second: Int) -> Bool {
        var numbers = SeededNumbers(
            seed: seed ^ question.rawValue &* 0x9e37_79b9_7f4a_7c15 ^ UInt64(truncatingIfNeeded: first) << 40
                ^ UInt64(truncatingIfNeeded: second))
        return numbers.isOne(in: count)
    }
}

/// A delegate whose answers are random.
final class RandomDelegate: GestureRecognizerDelegate {
    private let answers: Answers
    private unowned let run: RandomRun

    init(seed: UInt64, run: RandomRun) {
        answers = Answers(seed: seed)
        self.run = run
    }

    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: TouchEvent) -> Bool {
        let isWanted = !answers.isOne(
            in: 16, .event, run.watch(of: recognizer).index, Int(truncatingIfNeeded: event.timestamp.microseconds))
        if !isWanted { run.watch(of: recognizer).refusedEvent = run.audit.event }
        return isWanted
    }

    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
        let isWanted = !answers.isOne(in: 10, .touch, run.watch(of: recognizer).index, run.finger(touch.id))
        if !isWanted { run.watch(of: recognizer).refused |= touch.bit }
        return isWanted
    }

    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        let time = Int(truncatingIfNeeded: recognizer.eventTime.microseconds)
        let mayBegin = !answers.isOne(in: 6, .begin, run.watch(of: recognizer).index, time)
        if !mayBegin { run.watch(of: recognizer).isRefusedBegin = true }
        run.react(.isAsked, run.watch(of: recognizer))
        return mayBegin
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool {
        run.watch(of: recognizer).meets(other)
            && answers.isOne(in: 3, .together, run.watch(of: recognizer).index, run.watch(of: other).index)
    }

    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool {
        run.watch(of: recognizer).meets(other)
            && answers.isOne(in: 8, .requires, run.watch(of: recognizer).index, run.watch(of: other).index)
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool {
        run.watch(of: recognizer).meets(other)
            && answers.isOne(in: 8, .isRequired, run.watch(of: recognizer).index, run.watch(of: other).index)
    }
}
