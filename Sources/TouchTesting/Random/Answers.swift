// How do random delegates and recognizers answer? Always the same to the same question.

internal import Gestures
internal import Touch

/// Answers that depend on a seed, the question and whom it is about, and on nothing else: not on how often, when or in
/// which order is asked.
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
            in: 16, .event, recognizer.watch.index, Int(truncatingIfNeeded: event.timestamp.microseconds))
        if !isWanted { recognizer.watch.refusedEvent = run.audit.event }
        return isWanted
    }

    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
        let isWanted = !answers.isOne(in: 10, .touch, recognizer.watch.index, run.finger(touch.id))
        if !isWanted { recognizer.watch.refused |= touch.bit }
        return isWanted
    }

    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        let time = Int(truncatingIfNeeded: recognizer.eventTime.microseconds)
        let mayBegin = !answers.isOne(in: 6, .begin, recognizer.watch.index, time)
        if !mayBegin { recognizer.watch.isRefusedBegin = true }
        run.react(.isAsked, recognizer.watch)
        return mayBegin
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool {
        recognizer.watch.meets(other) && answers.isOne(in: 3, .together, recognizer.watch.index, other.watch.index)
    }

    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool {
        recognizer.watch.meets(other) && answers.isOne(in: 8, .requires, recognizer.watch.index, other.watch.index)
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool {
        recognizer.watch.meets(other) && answers.isOne(in: 8, .isRequired, recognizer.watch.index, other.watch.index)
    }
}
