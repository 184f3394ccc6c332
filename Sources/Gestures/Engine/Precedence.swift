// The order in which recognizers that want to begin in the same event are decided.

internal import Touch

/// The rule by which attempts of one event are decided one after the other.
final class Precedence {
    private let order: RecognizerOrder
    /// The most fingers that any recognizer needs that can be decided now.
    @exclusivity(unchecked) private var mostFingersWanted = 0

    init(order: RecognizerOrder) { self.order = order }

    /// Returns the attempt whose requirements are asked for next: the one that ranks first; nil if all have been asked.
    ///
    /// The order matters only where two would wait for each other.
    func nextAttempt(_ engine: GestureEngine) -> GestureRecognizer? {
        var best: GestureRecognizer?
        for recognizer in engine.recognizers where recognizer.attempt.isAsking {
            if let other = best, !ranks(recognizer, before: other, engine) { continue }
            best = recognizer
        }
        return best
    }

    /// Returns the recognizer to decide next, which waits for no other, or not any more; nil if there is none.
    ///
    /// Each is decided as if it alone had met its conditions in this event, and the next ones a moment later: it prevents
    /// those that come after it and not those before it, so the outcome is that of slower fingers.
    ///
    /// Of two of which either would prevent the other, the one that ranks first *precedes* the other
    /// (`ranks(_:before:)`), or the one for which the other has waited in this event. What another one would take back at
    /// once is passed over. What is preceded only by recognizers that wait comes late, and what would prevent these,
    /// later still: until then, another decision may release them.
    ///
    /// The order of addition decides only between two of which neither ranks before the other.
    func nextCandidate(_ engine: GestureEngine) -> GestureRecognizer? {
        var best: (candidate: GestureRecognizer, obstacle: Obstacle)?
        mostFingersWanted = 0
        for other in engine.recognizers where other.attempt.isDecidable {
            mostFingersWanted = max(mostFingersWanted, other.numberOfTouchesAccepted.lowerBound)
        }
        for candidate in engine.recognizers {
            guard candidate.attempt.isDecidable, !wouldBeTakenBack(candidate, engine) else { continue }
            guard let other = best else {
                best = (candidate, obstacle(to: candidate, engine))
                continue
            }
            let isBetterByRank = ranks(candidate, before: other.candidate, engine)
            // Most often the first one is free, and the others rank as it does: nothing more is asked about these.
            if other.obstacle == .none, !isBetterByRank { continue }
            let obstacle = obstacle(to: candidate, engine)
            let isBetter = obstacle == other.obstacle ? isBetterByRank : obstacle < other.obstacle
            if isBetter { best = (candidate, obstacle) }
        }
        return best?.candidate
    }

    /// Whether another candidate would take it back in this very event: it does not begin, then.
    private func wouldBeTakenBack(_ candidate: GestureRecognizer, _ engine: GestureEngine) -> Bool {
        candidate.numberOfTouchesAccepted.lowerBound < mostFingersWanted && candidate.mayBeTakenBack
            && engine.recognizers.contains { other in
                other.attempt.isDecidable && Arbitration.shareTouches(candidate, other)
                    && candidate.mayBeTakenBack(by: other)
                    && Arbitration.excludes(candidate, other)
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

    private func obstacle(to candidate: GestureRecognizer, _ engine: GestureEngine) -> Obstacle {
        var result = Obstacle.none
        for other in engine.recognizers
        where other.attempt.isWanting && precedes(other, candidate, engine) {
            if other.attempt.isDecidable {
                if wouldBeTakenBack(other, engine) { continue }
                return .candidate
            }
            result = max(result, Arbitration.canPrevent(candidate, other) ? .threatened : .waiting)
        }
        return result
    }

    /// Whether either of the two would prevent the other, or requires it to fail, and `first` is decided first.
    private func precedes(
        _ first: GestureRecognizer, _ second: GestureRecognizer, _ engine: GestureEngine
    ) -> Bool {
        if engine.chains.isBehind(first, second) { return false }
        let areRivals = Arbitration.excludes(first, second) || Arbitration.excludes(second, first)
        if engine.chains.isBehind(second, first) { return areRivals }
        guard Arbitration.shareTouches(first, second) else { return false }
        // One that has waited may require another one that has a touch in common with it only now.
        if second.attempt.isHeld, second.relations.requires(first) { return true }
        if first.attempt.isHeld, first.relations.requires(second) { return false }
        return areRivals && ranks(first, before: second, engine)
    }

    /// Whether `first` has wanted to begin for longer, or as long and its region is nearer to the fingers, or as near and
    /// it counts more taps.
    private func ranks(_ first: GestureRecognizer, before second: GestureRecognizer, _ engine: GestureEngine) -> Bool {
        let (one, two) = (wanted(first, engine), wanted(second, engine))
        guard one == two else { return one < two }
        if order.comesBefore(first, second) || order.comesBefore(second, first) {
            return order.comesBefore(first, second)
        }
        // No finger could make the single tap first: its last tap is also the last of the others.
        guard let one = first as? TapGestureRecognizer, let two = second as? TapGestureRecognizer else { return false }
        return one.numberOfTapsRequired > two.numberOfTapsRequired
    }

    /// The time when a recognizer first wanted to begin, and the number of the event in which it tried.
    private func wanted(_ recognizer: GestureRecognizer, _ engine: GestureEngine) -> (time: Timestamp, event: Int) {
        if recognizer.attempt.isHeld, let hold = recognizer.attempt.hold { return (hold.since, hold.event) }
        return (recognizer.isDecidedElsewhere ? Timestamp(microseconds: .min) : engine.time, engine.eventNumber)
    }
}
