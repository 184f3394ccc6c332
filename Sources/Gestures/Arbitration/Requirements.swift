// The first half of a decision: may a recognizer begin, and has it to wait for others?

import Touch

extension Arbiter {
    /// Asks whether a recognizer may leave `possible`.
    mutating func consider(_ participant: Participant) -> Effect? {
        // Cancelled before observers received anything: a cancel never starts a gesture, nor prevents one.
        if participant.attempt.state == .cancelled { return fail(participant, .noTouches) }
        // Nor does a lift in the event in which another of its touches is lost.
        let time = moment.time
        let isInterrupted = participant.involved.contains { $0.phase == .cancelled && $0.timestamp == time }
        if isInterrupted { return fail(participant, .noTouches) }
        step = .consider(participant)
        return .ask(.mayBegin(participant))
    }

    mutating func consider(_ participant: Participant, mayBegin: Bool) -> Effect? {
        step = .choose
        guard participant.isStillWanting else { return nil }
        guard mayBegin else { return fail(participant, .shouldBegin) }
        pending.removeAll(keepingCapacity: true)
        others.restart(with: participants)
        return require(participant, nil)
    }

    /// Finds the recognizers that have to fail first.
    mutating func require(_ participant: Participant, _ answer: Bool?) -> Effect? {
        var answer = answer
        while let other = others.current {
            if answer == nil {
                guard participant.sharesTouches(with: other),
                    other.attempt.isRecognized || other.mayStillBeRecognized
                else {
                    others.advance()
                    continue
                }
                guard participant.relations.requires(other) else {
                    step = .require(participant)
                    return .ask(.requires(participant, toFail: other))
                }
            }
            others.advance()
            let isRequired = answer ?? true
            answer = nil
            guard isRequired else { continue }
            step = .choose
            guard participant.isStillWanting else { return nil }
            if other.attempt.isRecognized { return fail(participant, .required(other)) }
            // Two that would wait for each other: the one that asked first waits.
            if !chains.isBehind(other, participant) { pending.append((other, other.attempt.number)) }
        }
        step = .await(participant)
        return .ask(.awaitsAnswer(participant))
    }

    /// Holds a recognizer that has to wait; any other can be decided.
    mutating func holdIfNeeded(_ participant: Participant, awaitsAnswer: Bool) -> Effect? {
        step = .choose
        guard awaitsAnswer || !pending.isEmpty else {
            participant.attempt.release()
            return nil
        }
        let hold = Hold(for: pending, awaitsAnswer: awaitsAnswer, since: moment.time, event: moment.event)
        participant.attempt.hold(hold)
        chains.add(participant, among: participants)
        // Its own deadline is no longer needed.
        if participant.attempt.state.isFinal { participant.deadline = nil }
        return .hold(participant, hold)
    }
}
