// Sequences: recognizers that receive their touches only once another one is recognized with these.

/// What a recognizer that comes after another one does next.
///
/// ```
///              is recognized ──► starts: receives its touches as those that begin now
///   waits for the other one ──┤
///              cannot be recognized with its touches ──► fails
/// ```
enum SequenceStep {
    /// It goes on as it is.
    case none
    /// It receives its touches.
    case start
    /// It fails.
    case fail(Arbiter.Cause)
}

extension Participant {
    /// The attempts in which it has received its touches: its own and that of the recognizer before it.
    struct Start {
        var own = -1
        var other = -1
    }

    /// The recognizer that comes before it in a sequence, if there still is one.
    var predecessor: Participant? { relations.predecessor?.participant }

    /// Whether it waits for the recognizer before it, and has received no touch.
    var waitsForPredecessor: Bool { relations.predecessor != nil && start.own != attempt.number }

    /// What it does next, as the recognizer before it now is.
    var sequenceStep: SequenceStep {
        guard relations.predecessor != nil, trackedMask != 0, attempt.isUndecided else { return .none }
        guard let other = predecessor else { return waitsForPredecessor ? .start : .none }
        guard waitsForPredecessor else {
            // Cancelled, or taken back.
            let isBroken = other.attempt.state == .cancelled || other.attempt.state == .failed
            return isBroken && start.other == other.attempt.number ? .fail(.notPreceded(by: other)) : .none
        }
        guard sharesTouches(with: other) else { return .fail(.notPreceded(by: other)) }
        if other.attempt.isRecognized { return .start }
        return other.mayStillBeRecognized ? .none : .fail(.notPreceded(by: other))
    }

    /// Whether `other` comes before it, directly or through others.
    func comesAfter(_ other: Participant) -> Bool {
        var next = predecessor
        while let one = next {
            if one === other { return true }
            next = one.predecessor
        }
        return false
    }

    /// The number of recognizers that come before it.
    var sequenceDepth: Int {
        var (depth, next) = (0, predecessor)
        while let one = next { (depth, next) = (depth + 1, one.predecessor) }
        return depth
    }
}

extension GestureRecognizer {
    /// Begins only with touches on which `other` is or was recognized, as SwiftUI's `other.sequenced(before: self)`.
    ///
    /// Until then it stays possible and receives no touch; those that it requires to fail, and those that wait for it,
    /// are as usual. When `other` is recognized, it receives the touches of that gesture that are down, as if they
    /// landed now: what it measures counts from there. A touch that lands later is its own only if it joins the gesture
    /// of `other`. When `other` fails, or does not receive its touches, it fails, too. Neither prevents the other.
    ///
    /// The relation lasts for the life of both, and replaces an earlier one.
    ///
    /// - Returns: Whether the relation holds. False, and nothing is changed, when `other` comes after this one or waits
    ///   for it to fail, directly or through others, or when this one requires `other` to fail.
    @discardableResult
    public final func requireRecognition(of other: GestureRecognizer) -> Bool {
        guard !other.participant.isHeldUp(by: participant), !participant.relations.requires(other.participant) else {
            return false
        }
        requireRecognitionUnchecked(of: other)
        return true
    }

    /// Whether it was declared to come after another recognizer.
    package final var hasPredecessor: Bool { participant.relations.predecessor != nil }

    /// Sets the relation, or removes it, without the search for a cycle; the caller guarantees that there is none.
    package final func requireRecognitionUnchecked(of other: GestureRecognizer?) {
        participant.relations.predecessor = other?.participant.reference
        // It goes on with the touches that it has.
        if trackedMask != 0 { participant.start = Participant.Start(own: attempt.number) }
        engine?.structureChanged()
    }
}
