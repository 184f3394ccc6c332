// Relations between recognizers: failure requirements, and permissions for simultaneous recognition.

/// The declared relations of a recognizer to others, each of which may be deallocated first.
struct Relations {
    /// The object by which others refer to a recognizer, which clears it when it is deallocated.
    ///
    /// It replaces a weak reference, as reference counting of an object with weak references is slower, in every frame.
    final class Reference {
        unowned var participant: Participant?

        init(_ participant: Participant) { self.participant = participant }
    }

    private var required: [Reference] = []
    private var simultaneous: [Reference] = []
    /// The recognizer that comes before it; see `SequenceStep`.
    var predecessor: Reference?

    mutating func require(_ other: Participant) {
        required.removeAll { $0.participant == nil }
        required.append(other.reference)
    }

    mutating func allow(_ other: Participant) {
        simultaneous.removeAll { $0.participant == nil }
        simultaneous.append(other.reference)
    }

    func requires(_ other: Participant) -> Bool {
        !required.isEmpty && required.contains { $0.participant === other }
    }

    func allows(_ other: Participant) -> Bool {
        !simultaneous.isEmpty && simultaneous.contains { $0.participant === other }
    }

    var requirements: some Sequence<Participant> { required.lazy.compactMap(\.participant) }
}

extension GestureRecognizer {
    /// Waits, at every attempt, until `other` has failed; fails when `other` is recognized.
    ///
    /// The relation lasts for the life of both. It holds only while `other` can still be recognized from the same
    /// touches: one that is disabled, was removed, or has no touch and waits for nothing does not count.
    ///
    /// - Returns: Whether the requirement holds. False, and nothing is changed, when `other` requires this one to fail,
    ///   or comes after it, directly or through others: they would wait for each other for ever.
    @discardableResult
    public final func require(toFail other: GestureRecognizer) -> Bool {
        guard !other.participant.isHeldUp(by: participant), participant.predecessor !== other.participant else {
            return false
        }
        requireUnchecked(toFail: other)
        return true
    }

    /// Adds a requirement without the search for a cycle, which takes minutes for many thousand requirements; the
    /// caller guarantees that there is none.
    package final func requireUnchecked(toFail other: GestureRecognizer) {
        if !participant.relations.requires(other.participant) { participant.relations.require(other.participant) }
    }

    /// Allows this recognizer and `other` to be recognized at the same time, as if a delegate allowed it.
    ///
    /// It holds for both directions, and for the life of both.
    public final func allowSimultaneousRecognition(with other: GestureRecognizer) {
        if !participant.relations.allows(other.participant) { participant.relations.allow(other.participant) }
    }
}

extension Participant {
    /// Whether it requires `other` to fail, or comes after it, directly or through others.
    func isHeldUp(by other: Participant) -> Bool {
        if self === other { return true }
        var (seen, open) = (Set<ObjectIdentifier>(), [self])
        while let next = open.popLast() {
            let before = Array(next.relations.requirements) + [next.predecessor].compactMap(\.self)
            for required in before where seen.insert(ObjectIdentifier(required)).inserted {
                if required === other { return true }
                open.append(required)
            }
        }
        return false
    }
}
