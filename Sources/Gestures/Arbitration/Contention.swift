// Gestures that a recognizer of more fingers may take back while fingers land.

import Touch

/// A gesture that began while fingers were landing, and that a recognizer of more fingers may take back.
///
/// ```
///                                      ┌── its fingers are not all down when the interval is over ──► fails
///   the gesture begins ──► contends ───┼── its fingers come to rest, or the gesture ends ──► fails
///                                      └── meets its own law ──► the gesture is cancelled ──► begins
/// ```
struct Contention {
    let gesture: Participant
    let attempt: Int
    let start: Timestamp
    /// The time when `Thresholds.landingInterval` is over for the gesture's fingers.
    let end: Timestamp

    func isAbout(_ other: Participant) -> Bool { gesture === other && attempt == other.attempt.number }
}

extension Participant {
    func contends(with gesture: Participant) -> Bool {
        attempt.contentions.contains { $0.isAbout(gesture) }
    }
}

extension Arbiter {
    /// Whether `other`, which a gesture would prevent, may take it back if it begins now.
    ///
    /// It needs more fingers than the gesture has or takes at least, and they may still be landing: the gesture's, and
    /// its own if they are all down. Discrete gestures cannot be taken back, nor edge pans, nor gestures by one that
    /// cannot prevent them.
    func mayBeTakenBack(_ gesture: Participant, by other: Participant) -> Bool {
        guard mayBeTakenBack(gesture) else { return false }
        let needed = other.rules.acceptedTouches.lowerBound
        return needed > max(numberOfTouchesDown(gesture), gesture.rules.acceptedTouches.lowerBound)
            && needed <= maximumNumberOfTouches
            && (numberOfTouchesDown(other) < needed || other.isLanding(at: moment.time))
            && other.canPrevent(gesture)
    }

    /// Whether any recognizer may take a gesture back if it begins now.
    func mayBeTakenBack(_ gesture: Participant) -> Bool {
        gesture.attempt.state.isActive && gesture.rules.canBeTakenBack && gesture.isLanding(at: moment.time)
    }

    /// Waits for its law to be met, to take `gesture` back, instead of failing at once.
    mutating func contend(_ participant: Participant, with gesture: Participant) {
        participant.attempt.contend(
            Contention(
                gesture: gesture, attempt: gesture.attempt.number, start: moment.time, end: gesture.landingEnd))
        gesture.attempt.isContended = true
        mayHaveContentions = true
    }

    /// The time when the next contention ends: the recognizer fails because its fingers are not all down, or do not
    /// move.
    var nextContentionEnd: Timestamp? {
        guard mayHaveContentions else { return nil }
        return participants.lazy.compactMap { firstContention(of: $0)?.end }.min()
    }

    /// Fails the recognizers whose fingers have not landed in time or have stopped.
    mutating func endOverdueContentions() -> [Effect] {
        mayHaveContentions = false
        var effects: [Effect] = []
        for participant in participants
        where !participant.attempt.contentions.isEmpty && participant.attempt.isUndecided {
            if let lost = firstContention(of: participant), lost.end <= moment.time {
                effects.append(fail(participant, .prevented(by: lost.gesture)))
            } else {
                mayHaveContentions = true
            }
        }
        return effects
    }

    /// Fails those that contend with a gesture that is over, also those that wait for others: it cannot be taken back.
    func endContentions(with gesture: Participant) -> [Effect] {
        guard gesture.attempt.isContended else { return [] }
        gesture.attempt.isContended = false
        return participants.filter { $0.attempt.isUndecided && $0.contends(with: gesture) }
            .map { fail($0, .prevented(by: gesture)) }
    }

    /// The contention that it loses first, and when; nil while nothing but its own rules can end it.
    private func firstContention(of participant: Participant) -> (gesture: Participant, end: Timestamp)? {
        // A recognizer whose conditions are met waits for others without a time limit.
        guard participant.attempt.isUndecided, !participant.attempt.isHeld,
            let first = participant.attempt.contentions.min(by: { $0.end < $1.end })
        else { return nil }
        let needed = participant.rules.acceptedTouches.lowerBound
        if numberOfTouchesDown(participant) >= needed {
            let rest = participant.involved.reduce(Timestamp.zero) { max($0, $1.startTime) }
            return (first.gesture, max(first.end, rest.adding(seconds: participant.rules.restingInterval)))
        }
        // The fingers of a tap lift one after the other.
        if participant.rules.keepsLiftedTouches, participant.involved.count >= needed { return nil }
        return (first.gesture, first.end)
    }
}
