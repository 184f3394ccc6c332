// Who is recognized when several recognizers want the same touches?

/// The default rule of UIKit: the first to be recognized prevents all others that track a touch in common.
///
/// Failure requirements and simultaneity will be decided here too.
enum Arbitration {
    /// Whether a recognizer was recognized and its gesture goes on, or is told in this event.
    static func isRecognized(_ recognizer: GestureRecognizer) -> Bool {
        guard !recognizer.notices.contains(.attempt) else { return false }
        return recognizer.currentState.isActive || recognizer.currentState == .ended
    }

    /// Whether it can still be prevented: it is possible, or it wants to leave that and has not been let.
    static func isUndecided(_ recognizer: GestureRecognizer) -> Bool {
        recognizer.currentState == .possible || recognizer.notices.contains(.attempt)
    }

    /// Whether both are different and have a touch in common.
    ///
    /// Recognizers of disjoint touches do not interact.
    static func shareTouches(_ first: GestureRecognizer, _ second: GestureRecognizer) -> Bool {
        first !== second && first.trackedMask & second.trackedMask != 0
    }

    /// Whether `recognized` keeps `other` from being recognized.
    static func prevents(_ recognized: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
        recognized.canPrevent(other) && other.canBePrevented(by: recognized)
    }

    /// A prevented recognizer fails, and nothing of its attempt is told.
    static func fail(_ recognizer: GestureRecognizer) {
        recognizer.currentState = .failed
        recognizer.notices = .final
        recognizer.deadline = nil
    }

    /// The next attempt to decide: in the order of addition, but one that another attempt would prevent, and not the
    /// other way round, comes after it.
    ///
    /// So a double tap wins over a single tap whichever was added first.
    static func next(of recognizers: [GestureRecognizer]) -> GestureRecognizer? {
        var first: GestureRecognizer?
        for candidate in recognizers where candidate.notices.contains(.attempt) {
            let isDominated = recognizers.contains { other in
                other.notices.contains(.attempt) && shareTouches(candidate, other)
                    && prevents(other, candidate) && !prevents(candidate, other)
            }
            if !isDominated { return candidate }
            first = first ?? candidate
        }
        return first
    }
}
