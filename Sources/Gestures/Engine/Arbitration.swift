// Rules for which of several recognizers with the same touches may be recognized: prevention and simultaneity.

internal import Touch

enum Arbitration {
    /// Whether both are different and have a touch in common.
    ///
    /// Recognizers of disjoint touches do not interact.
    static func shareTouches(_ first: GestureRecognizer, _ second: GestureRecognizer) -> Bool {
        guard first !== second else { return false }
        if first.trackedMask & second.trackedMask != 0 { return true }
        // Touches that have lifted are in no mask, but still in the attempts of taps and of waiting recognizers.
        guard first.hasLiftedTouches || second.hasLiftedTouches else { return false }
        return first.involved.contains { touch in second.involved.contains { $0 === touch } }
    }

    /// Whether `recognized` keeps `other` from being recognized, as far as the recognizers themselves say.
    static func canPrevent(_ recognized: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
        recognized.canPrevent(other) && other.canBePrevented(by: recognized)
    }

    /// The same, if nothing declared allows both; delegates are asked only when an attempt is decided.
    static func excludes(_ recognized: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
        canPrevent(recognized, other) && !recognized.relations.allows(other) && !other.relations.allows(recognized)
    }

    /// Whether `recognized` keeps `other` from being recognized: unless either side lets both be.
    static func prevents(_ recognized: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
        canPrevent(recognized, other) && !mayBeSimultaneous(recognized, other)
    }

    private static func mayBeSimultaneous(_ first: GestureRecognizer, _ second: GestureRecognizer) -> Bool {
        first.relations.allows(second) || second.relations.allows(first)
            || first.answers { $0.gestureRecognizer(first, shouldRecognizeSimultaneouslyWith: second) }
            || second.answers { $0.gestureRecognizer(second, shouldRecognizeSimultaneouslyWith: first) }
    }

    /// Whether the delegate and the region let a recognizer leave `possible`.
    static func mayBegin(_ recognizer: GestureRecognizer) -> Bool {
        !recognizer.answers { !$0.gestureRecognizerShouldBegin(recognizer) }
            && recognizer.region?.gestureRecognizerShouldBegin?(recognizer) ?? true
    }

    /// Whether `recognizer` has to wait for `other`: declared, or said by either of them or by their delegates.
    static func requires(_ recognizer: GestureRecognizer, toFail other: GestureRecognizer) -> Bool {
        recognizer.relations.requires(other) || recognizer.shouldRequireFailure(of: other)
            || other.shouldBeRequiredToFail(by: recognizer)
            || recognizer.answers { $0.gestureRecognizer(recognizer, shouldRequireFailureOf: other) }
            || other.answers { $0.gestureRecognizer(other, shouldBeRequiredToFailBy: recognizer) }
    }
}

extension GestureRecognizer {
    /// Whether touches count in it that are down no more.
    final var hasLiftedTouches: Bool { involved.count > trackedMask.nonzeroBitCount }

    /// Whether there is a delegate, and it says so.
    final func answers(_ question: (any GestureRecognizerDelegate) -> Bool) -> Bool {
        guard hasDelegate, let delegate else { return false }
        return question(delegate)
    }
}
