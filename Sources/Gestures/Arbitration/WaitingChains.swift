// Chains of recognizers that wait for each other, as single, double and triple tap do.

/// The chains of recognizers that wait for each other, as single, double and triple tap do.
///
/// They are computed before any attempt is asked or decided, and apply until all are decided: a recognizer is decided
/// after those that it waited for, also when the ones in between have failed meanwhile. Otherwise the order of
/// decisions would matter.
struct WaitingChains {
    /// The number of recognizers that wait for others, at least while a decision is due.
    private var count = 0
    private var round = 0

    var mayExist: Bool { count > 0 }

    /// Whether `participant` waits for `other`, directly or through others, or did so when the deciding began.
    func isBehind(_ participant: Participant, _ other: Participant) -> Bool {
        guard participant.attempt.isHeld, let hold = participant.attempt.hold, hold.round == round else { return false }
        return hold.ahead.contains(other.place)
    }

    mutating func update(_ participants: [Participant]) {
        count = participants.count { $0.attempt.isHeld }
        round &+= 1
        guard count > 0 else { return }
        for participant in participants { update(participant) }
    }

    private func update(_ participant: Participant) {
        guard participant.attempt.isHeld, let hold = participant.attempt.hold, hold.round != round else { return }
        hold.round = round
        hold.ahead = PlaceSet()
        // Recognizers that others wait for come first: there are no cycles.
        for (other, attempt) in hold.pending where other.attempt.number == attempt && other.rules.isPresent {
            update(other)
            note(other, aheadOf: hold)
        }
    }

    /// Computes which recognizers are ahead of one that waits from now on, and so of those behind it.
    mutating func add(_ participant: Participant, among participants: [Participant]) {
        count += 1
        guard let hold = participant.attempt.hold else { return }
        hold.round = round
        // A delegate may have removed one; its place belongs to another now.
        for (other, _) in hold.pending where other.rules.isPresent { note(other, aheadOf: hold) }
        guard count > 1 else { return }
        for other in participants where isBehind(other, participant) { other.attempt.hold?.ahead.formUnion(hold.ahead) }
    }

    private func note(_ other: Participant, aheadOf hold: Hold) {
        hold.ahead.set(other.place, to: true)
        if other.attempt.isHeld, let further = other.attempt.hold?.ahead { hold.ahead.formUnion(further) }
    }
}
