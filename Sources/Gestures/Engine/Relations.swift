// Relations between recognizers: failure requirements, and permissions for simultaneous recognition.

/// The declared relations of a recognizer to others, each of which may be deallocated first.
struct Relations {
    /// The object by which others refer to a recognizer, which clears it when it is deallocated.
    ///
    /// It replaces a weak reference, as reference counting of an object with weak references is slower, in every frame.
    final class Reference {
        unowned(unsafe) var recognizer: GestureRecognizer?

        init(_ recognizer: GestureRecognizer) { self.recognizer = recognizer }
    }

    private var required: [Reference] = []
    private var simultaneous: [Reference] = []

    mutating func require(_ recognizer: GestureRecognizer) {
        required.removeAll { $0.recognizer == nil }
        required.append(recognizer.reference)
    }

    mutating func allow(_ recognizer: GestureRecognizer) {
        simultaneous.removeAll { $0.recognizer == nil }
        simultaneous.append(recognizer.reference)
    }

    func requires(_ recognizer: GestureRecognizer) -> Bool {
        !required.isEmpty && required.contains { $0.recognizer === recognizer }
    }

    func allows(_ recognizer: GestureRecognizer) -> Bool {
        !simultaneous.isEmpty && simultaneous.contains { $0.recognizer === recognizer }
    }

    var requirements: some Sequence<GestureRecognizer> { required.lazy.compactMap(\.recognizer) }
}

extension GestureRecognizer {
    /// Waits, at every attempt, until `other` has failed; fails when `other` is recognized.
    ///
    /// The relation lasts for the life of both. It holds only while `other` can still be recognized from the same
    /// touches: one that is disabled, was removed, or has no touch and waits for nothing does not count.
    ///
    /// - Returns: Whether the requirement holds. False, and nothing is changed, when `other` requires this one to fail,
    ///   directly or through others: they would wait for each other for ever.
    @discardableResult
    public final func require(toFail other: GestureRecognizer) -> Bool {
        guard !other.isHeldUp(by: self) else { return false }
        requireUnchecked(toFail: other)
        return true
    }

    /// Adds a requirement without the search for a cycle, which takes minutes for many thousand requirements; the
    /// caller guarantees that there is none.
    package final func requireUnchecked(toFail other: GestureRecognizer) {
        if !relations.requires(other) { relations.require(other) }
    }

    /// Whether it requires `other` to fail, directly or through others.
    private final func isHeldUp(by other: GestureRecognizer) -> Bool {
        if self === other { return true }
        var (seen, open) = (Set<ObjectIdentifier>(), [self])
        while let next = open.popLast() {
            for required in next.relations.requirements where seen.insert(ObjectIdentifier(required)).inserted {
                if required === other { return true }
                open.append(required)
            }
        }
        return false
    }

    /// Allows this recognizer and `other` to be recognized at the same time, as if a delegate allowed it.
    ///
    /// It holds for both directions, and for the life of both.
    public final func allowSimultaneousRecognition(with other: GestureRecognizer) {
        if !relations.allows(other) { relations.allow(other) }
    }
}
