// The order in which recognizers that want to begin in the same event are decided.

import Touch

extension Arbiter {
    /// Returns the attempt whose requirements are asked for next: the one that ranks first; nil if all have been asked.
    ///
    /// The order matters only where two would wait for each other.
    func nextAttempt() -> Participant? {
        var best: Participant?
        for participant in participants where participant.attempt.isAsking {
            if let other = best, !ranks(participant, before: other) { continue }
            best = participant
        }
        return best
    }

    /// Returns the recognizer to decide next, which waits for no other, or not any more; nil if there is none.
    ///
    /// Each is decided as if it alone had met its conditions in this event, and the next ones a moment later: it
    /// prevents those that come after it and not those before it, so the outcome is that of slower fingers.
    ///
    /// Of two of which either would prevent the other, the one that ranks first *precedes* the other
    /// (`ranks(_:before:)`), or the one for which the other has waited in this event. What another one would take back
    /// at once is passed over. What is preceded only by recognizers that wait comes late, and what would prevent these,
    /// later still: until then, another decision may release them.
    ///
    /// The order of addition decides only between two of which neither ranks before the other.
    mutating func nextCandidate() -> Participant? {
        var best: (candidate: Participant, obstacle: Obstacle)?
        mostFingersWanted = 0
        for other in participants where other.attempt.isDecidable {
            mostFingersWanted = max(mostFingersWanted, other.rules.acceptedTouches.lowerBound)
        }
        for candidate in participants {
            guard candidate.attempt.isDecidable, !wouldBeTakenBack(candidate) else { continue }
            guard let other = best else {
                best = (candidate, obstacle(to: candidate))
                continue
            }
            let isBetterByRank = ranks(candidate, before: other.candidate)
            // Most often the first one is free, and the others rank as it does: nothing more is asked about these.
            if other.obstacle == .none, !isBetterByRank { continue }
            let obstacle = obstacle(to: candidate)
            let isBetter = obstacle == other.obstacle ? isBetterByRank : obstacle < other.obstacle
            if isBetter { best = (candidate, obstacle) }
        }
        return best?.candidate
    }

    /// Whether another candidate would take it back in this very event: it does not begin, then.
    private func wouldBeTakenBack(_ candidate: Participant) -> Bool {
        candidate.rules.acceptedTouches.lowerBound < mostFingersWanted && mayBeTakenBack(candidate)
            && participants.contains { other in
                other.attempt.isDecidable && candidate.sharesTouches(with: other)
                    && mayBeTakenBack(candidate, by: other)
                    && candidate.excludes(other)
            }
    }

    /// The obstacles to a candidate, from the least to the worst.
    private enum Obstacle: Int, Comparable {
        case none
        /// Recognizers that wait, and are not prevented by it.
        case waiting
        /// Recognizers that wait, and that it would prevent.
        case threatened
        /// Another candidate.
        case candidate

        static func < (first: Obstacle, second: Obstacle) -> Bool { first.rawValue < second.rawValue }
    }

    private func obstacle(to candidate: Participant) -> Obstacle {
        var result = Obstacle.none
        for other in participants
        where other.attempt.isWanting && precedes(other, candidate) {
            if other.attempt.isDecidable {
                if wouldBeTakenBack(other) { continue }
                return .candidate
            }
            result = max(result, candidate.canPrevent(other) ? .threatened : .waiting)
        }
        return result
    }

    /// Whether either of the two would prevent the other, or requires it to fail, and `first` is decided first.
    private func precedes(_ first: Participant, _ second: Participant) -> Bool {
        if chains.isBehind(first, second) { return false }
        let areRivals = first.excludes(second) || second.excludes(first)
        if chains.isBehind(second, first) { return areRivals }
        guard first.sharesTouches(with: second) else { return false }
        // One that has waited may require another one that has a touch in common with it only now.
        if second.attempt.isHeld, second.relations.requires(first) { return true }
        if first.attempt.isHeld, first.relations.requires(second) { return false }
        return areRivals && ranks(first, before: second)
    }

    /// Whether `first` has wanted to begin for longer, or as long and its region is nearer to the fingers, or as near
    /// and it counts more taps.
    private func ranks(_ first: Participant, before second: Participant) -> Bool {
        let (one, two) = (wanted(first), wanted(second))
        guard one == two else { return one < two }
        if first.rules.rank != second.rules.rank { return first.rules.rank < second.rules.rank }
        // No finger could make the single tap first: its last tap is also the last of the others.
        guard first.rules.countedTaps > 0, second.rules.countedTaps > 0 else { return false }
        return first.rules.countedTaps > second.rules.countedTaps
    }

    /// The time when a recognizer first wanted to begin, and the number of the event in which it tried.
    private func wanted(_ participant: Participant) -> (time: Timestamp, event: Int) {
        if participant.attempt.isHeld, let hold = participant.attempt.hold { return (hold.since, hold.event) }
        return (participant.rules.isDecidedElsewhere ? Timestamp(microseconds: .min) : moment.time, moment.event)
    }
}
