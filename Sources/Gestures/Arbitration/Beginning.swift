// The second half of a decision: a recognizer that need not wait begins, and prevents others, or is prevented.

import Touch

extension Arbiter {
    /// Lets a candidate begin, unless it is prevented or was cancelled meanwhile.
    mutating func decide(_ participant: Participant) -> Effect? {
        wait = participant.attempt.release()
        // Cancelled while it waited: its begin was never sent, and will not be.
        guard participant.attempt.state != .cancelled else {
            step = .conclude(participant)
            return fail(participant, .noTouches)
        }
        // It is reported with what it measured when it wanted to begin; in the same event that is what it measures now.
        if wait?.event == moment.event { wait = nil }
        losers.removeAll(keepingCapacity: true)
        others.restart(with: participants)
        return meet(participant, areSimultaneous: nil)
    }

    /// Compares it with those that were recognized before: it takes back those that it contends with.
    mutating func meet(_ participant: Participant, areSimultaneous answer: Bool?) -> Effect? {
        var answer = answer
        step = .conclude(participant)
        while let other = others.current {
            if answer == nil {
                // With one that it contends with it may have shared a finger that has lifted in this event.
                guard other.attempt.isRecognized,
                    participant.sharesTouches(with: other) || participant.contends(with: other)
                else {
                    others.advance()
                    continue
                }
                // While it waited for others, a finger may have landed that it shares with one that it requires.
                if participant.relations.requires(other) { return fail(participant, .required(other)) }
            }
            guard answer != nil || !other.excludes(participant) else {
                step = .meet(participant)
                return .ask(.areSimultaneous(other, participant))
            }
            let isPrevented = answer == false
            answer = nil
            others.advance()
            guard participant.isStillWanting else { return nil }
            guard isPrevented else { continue }
            guard participant.contends(with: other) else { return fail(participant, .prevented(by: other)) }
            losers.append(other)
        }
        return takeBack(for: participant)
    }

    /// Takes back the gestures that it contends with: observers receive their cancellation first.
    mutating func takeBack(for participant: Participant) -> Effect {
        while let gesture = losers.first {
            losers.removeFirst()
            // A delegate that was asked may have switched it off.
            guard gesture.attempt.isRecognized else { continue }
            for other in participants where !other.attempt.contentions.isEmpty {
                other.attempt.endContentions(with: gesture)
            }
            gesture.attempt.isContended = false
            step = .takeBack(participant)
            if gesture.attempt.hasBegun { return .takeBack(gesture, for: participant) }
            gesture.attempt.forgetRecognition()
            gesture.attempt.fail()
            return .retract(gesture, for: participant)
        }
        // A recognizer that waits for it through another need not share a touch with it: of three taps the first is the
        // single tap's, the last the triple tap's.
        behind = chains.mayExist ? participants.filter { chains.isBehind($0, participant) } : []
        participant.attempt.recognize(after: wait)
        wait = nil
        step = .begun(participant)
        return .begin(participant)
    }

    /// Compares it with those that are undecided, once it has begun.
    mutating func begun(_ participant: Participant) -> Effect? {
        others.restart(with: participants)
        hasMet = false
        return prevent(participant, areSimultaneous: nil)
    }

    /// Fails those that it prevents.
    mutating func prevent(_ participant: Participant, areSimultaneous answer: Bool?) -> Effect? {
        var answer = answer
        while true {
            // A delegate that was asked may have removed it.
            if answer == nil, hasMet, !participant.attempt.isRecognized {
                step = .conclude(participant)
                return nil
            }
            guard let other = others.current else { break }
            if answer == nil {
                guard other.attempt.isUndecided, participant.sharesTouches(with: other) else {
                    others.advance()
                    continue
                }
                hasMet = true
                step = .prevent(participant)
                if other.relations.requires(participant) {
                    others.advance()
                    return fail(other, .required(participant))
                }
            }
            guard answer != nil || !participant.excludes(other) else {
                return .ask(.areSimultaneous(participant, other))
            }
            let isPrevented = answer == false
            answer = nil
            others.advance()
            guard isPrevented, other.attempt.isUndecided else { continue }
            guard mayBeTakenBack(participant, by: other) else { return fail(other, .prevented(by: participant)) }
            contend(other, with: participant)
            return .contend(other, with: participant)
        }
        guard chains.mayExist else {
            step = .conclude(participant)
            return .claimTouches(participant)
        }
        others.restart(with: participants)
        return failWaiting(for: participant)
    }

    /// Fails those that waited for it, which need not share a touch with it any more: a double tap ends with another
    /// touch than the waiting single tap.
    mutating func failWaiting(for participant: Participant) -> Effect? {
        while let other = others.current {
            others.advance()
            guard other.attempt.isHeld, other.attempt.hold?.isPending(participant) ?? false else { continue }
            step = .failWaiting(participant)
            return fail(other, .required(participant))
        }
        others.restart(with: behind)
        return preventWaiting(for: participant, areSimultaneous: nil)
    }

    /// Prevents those that waited for it through others.
    mutating func preventWaiting(for participant: Participant, areSimultaneous answer: Bool?) -> Effect? {
        var answer = answer
        step = .preventWaiting(participant)
        while let other = others.current {
            // A contending recognizer may still take it back.
            if answer == nil, !other.attempt.isHeld || other.contends(with: participant) {
                others.advance()
                continue
            }
            guard answer != nil || !participant.excludes(other) else {
                return .ask(.areSimultaneous(participant, other))
            }
            let isPrevented = answer == false
            answer = nil
            others.advance()
            if isPrevented { return fail(other, .prevented(by: participant)) }
        }
        step = .conclude(participant)
        return .claimTouches(participant)
    }
}
