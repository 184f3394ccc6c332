// Gestures that a recognizer of more fingers may take back while fingers land.

internal import Touch

/// A gesture that began while fingers were landing, and that a recognizer of more fingers may take back.
///
/// ```
///                                      ┌── its fingers are not all down when the interval is over ──► fails
///   the gesture begins ──► contends ───┼── its fingers come to rest, or the gesture ends ──► fails
///                                      └── meets its own law ──► the gesture is cancelled ──► begins
/// ```
struct Contention {
    let gesture: GestureRecognizer
    let attempt: Int
    let start: Timestamp
    /// The time when `Thresholds.landingInterval` is over for the gesture's fingers.
    let end: Timestamp

    func isAbout(_ other: GestureRecognizer) -> Bool { gesture === other && attempt == other.attempt.number }
}

extension GestureRecognizer {
    /// Whether `other`, which this gesture would prevent, may take it back if it begins now.
    ///
    /// It needs more fingers than this gesture has or takes at least, and they may still be landing: this gesture's, and
    /// its own if they are all down. Discrete gestures cannot be taken back, nor edge pans, nor gestures by one that
    /// cannot prevent them.
    final func mayBeTakenBack(by other: GestureRecognizer) -> Bool {
        guard let engine, mayBeTakenBack else { return false }
        let needed = other.numberOfTouchesAccepted.lowerBound
        return needed > max(numberOfTouchesDown, numberOfTouchesAccepted.lowerBound)
            && needed <= engine.maximumNumberOfTouches
            && (other.numberOfTouchesDown < needed || other.isLanding(at: engine.time))
            && Arbitration.canPrevent(other, self)
    }

    /// Whether any recognizer may take this gesture back if it begins now.
    final var mayBeTakenBack: Bool {
        guard let engine else { return false }
        return currentState.isActive && canBeTakenBack && isLanding(at: engine.time)
    }

    /// Whether fingers of this attempt may still be landing.
    private final func isLanding(at time: Timestamp) -> Bool { !involved.isEmpty && time < landingEnd }

    private final var landingEnd: Timestamp { firstLanding.adding(seconds: thresholds.landingInterval) }

    /// Waits for its law to be met, to take `gesture` back, instead of failing at once.
    final func contend(with gesture: GestureRecognizer) {
        guard let engine else { return }
        attempt.contend(
            Contention(gesture: gesture, attempt: gesture.attempt.number, start: engine.time, end: gesture.landingEnd))
        gesture.attempt.isContended = true
        engine.contentions.noteContention()
        engine.report(self, .contends(with: gesture))
    }

    final func contends(with gesture: GestureRecognizer) -> Bool {
        attempt.contentions.contains { $0.isAbout(gesture) }
    }

    /// Whether a finger that landed beside the gesture that it contends with has not moved yet.
    ///
    /// The moving finger alone can meet the conditions of a pinch or a pan of two; beside a thumb that does not move,
    /// that is not such a gesture.
    final var hasRestingFinger: Bool {
        attempt.contentions.contains { contention in
            involved.contains { touch in
                !touch.isOver && touch.startTime >= contention.start
                    && (touch.location - touch.startLocation).length < Thresholds.restingMovement
            }
        }
    }

    /// The contention that it loses first, and when; nil while nothing but its own rules can end it.
    fileprivate final var firstContention: (gesture: GestureRecognizer, end: Timestamp)? {
        // A recognizer whose conditions are met waits for others without a time limit.
        guard !attempt.contentions.isEmpty, isUndecided, !attempt.isHeld,
            let first = attempt.contentions.min(by: { $0.end < $1.end })
        else { return nil }
        if numberOfTouchesDown >= numberOfTouchesAccepted.lowerBound {
            let rest = involved.reduce(Timestamp.zero) { max($0, $1.startTime) }
            return (first.gesture, max(first.end, rest.adding(seconds: thresholds.longPressMinimumDuration)))
        }
        // The fingers of a tap lift one after the other.
        if keepsLiftedTouches, numberOfTouches >= numberOfTouchesAccepted.lowerBound { return nil }
        return (first.gesture, first.end)
    }
}

/// The contentions of an engine's recognizers: their ends, and gestures that are taken back.
final class Contentions {
    /// Whether a recognizer may contend with a gesture that has begun; looked at for every frame.
    @exclusivity(unchecked) private(set) var mayExist = false

    /// A recognizer contends with a gesture from now on.
    func noteContention() { mayExist = true }

    /// The time when the next contention ends: the recognizer fails because its fingers are not all down, or do not
    /// move.
    func nextEnd(_ engine: GestureEngine) -> Timestamp? {
        guard mayExist else { return nil }
        return engine.recognizers.lazy.compactMap { $0.firstContention?.end }.min()
    }

    /// Fails the recognizers whose fingers have not landed in time or have stopped.
    func endOverdue(_ engine: GestureEngine) {
        mayExist = false
        for recognizer in engine.recognizers where !recognizer.attempt.contentions.isEmpty && recognizer.isUndecided {
            if let lost = recognizer.firstContention, lost.end <= engine.time {
                engine.resolution.fail(recognizer, .prevented(by: lost.gesture), engine)
            } else {
                mayExist = true
            }
        }
    }

    /// Takes a gesture back because a recognizer of more fingers begins.
    ///
    /// Observers receive its cancellation first.
    func takeBack(_ gesture: GestureRecognizer, for successor: GestureRecognizer, _ engine: GestureEngine) {
        // A delegate that was asked may have switched it off.
        guard gesture.isRecognized else { return }
        for other in engine.recognizers where !other.attempt.contentions.isEmpty {
            other.attempt.endContentions(with: gesture)
        }
        // Observers have received nothing of it yet.
        gesture.attempt.isContended = false
        guard gesture.attempt.hasBegun else {
            gesture.attempt.forgetRecognition()
            engine.interruptions.forgetRecognized(gesture)
            return engine.resolution.fail(gesture, .prevented(by: successor), engine)
        }
        engine.report(gesture, .cancelled(.revoked(by: successor)))
        engine.settling.revoke(gesture)
    }

    /// Ends those that contend with a gesture that is over, also those that wait for others: it cannot be taken back.
    func end(with gesture: GestureRecognizer, _ engine: GestureEngine) {
        guard gesture.attempt.isContended else { return }
        gesture.attempt.isContended = false
        for recognizer in engine.recognizers where recognizer.isUndecided && recognizer.contends(with: gesture) {
            engine.resolution.fail(recognizer, .prevented(by: gesture), engine)
        }
    }
}
