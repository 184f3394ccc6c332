// Chains of recognizers that wait for each other, as single, double and triple tap do.

struct RecognizerSet {
    private var words: [UInt64] = []

    func contains(_ place: Int) -> Bool {
        place >> 6 < words.count && words[place >> 6] & 1 << UInt64(place & 63) != 0
    }

    mutating func insert(_ place: Int) {
        while words.count <= place >> 6 { words.append(0) }
        words[place >> 6] |= 1 << UInt64(place & 63)
    }

    mutating func formUnion(_ other: RecognizerSet) {
        while words.count < other.words.count { words.append(0) }
        for index in other.words.indices { words[index] |= other.words[index] }
    }
}

/// The chains of recognizers that wait for each other, as single, double and triple tap do.
///
/// They are computed before any attempt is asked or decided, and apply until all are decided: a recognizer is decided
/// after those that it waited for, also when the ones in between have failed meanwhile. Otherwise the order of decisions
/// would matter.
final class WaitingChains {
    /// The number of recognizers that wait for others, at least while a decision is due.
    @exclusivity(unchecked) private var count = 0
    @exclusivity(unchecked) private var round = 0

    var mayExist: Bool { count > 0 }

    /// Whether `recognizer` waits for `other`, directly or through others, or did so when the deciding began.
    func isBehind(_ recognizer: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
        guard recognizer.attempt.isHeld, recognizer.attempt.hold?.round == round else { return false }
        return recognizer.attempt.hold?.ahead.contains(other.place) ?? false
    }

    func update(_ engine: GestureEngine) {
        count = engine.recognizers.count { $0.attempt.isHeld }
        round &+= 1
        guard count > 0 else { return }
        for recognizer in engine.recognizers { update(recognizer, engine) }
    }

    private func update(_ recognizer: GestureRecognizer, _ engine: GestureEngine) {
        guard recognizer.attempt.isHeld, recognizer.attempt.hold?.round != round else { return }
        recognizer.attempt.hold?.round = round
        recognizer.attempt.hold?.ahead = RecognizerSet()
        // Recognizers that others wait for come first: there are no cycles.
        for (other, attempt) in recognizer.attempt.hold?.pending ?? []
        where other.attempt.number == attempt && other.engine === engine {
            update(other, engine)
            recognizer.note(ahead: other)
        }
    }

    /// Computes which recognizers are ahead of one that waits from now on, and so of those behind it.
    func add(_ recognizer: GestureRecognizer, _ engine: GestureEngine) {
        count += 1
        recognizer.attempt.hold?.round = round
        // A delegate may have removed one; its place belongs to another now.
        for (other, _) in recognizer.attempt.hold?.pending ?? [] where other.engine === engine {
            recognizer.note(ahead: other)
        }
        guard count > 1, let ahead = recognizer.attempt.hold?.ahead else { return }
        for other in engine.recognizers where isBehind(other, recognizer) { other.attempt.hold?.ahead.formUnion(ahead) }
    }
}

extension GestureRecognizer {
    fileprivate final func note(ahead other: GestureRecognizer) {
        attempt.hold?.ahead.insert(other.place)
        if other.attempt.isHeld, let further = other.attempt.hold?.ahead { attempt.hold?.ahead.formUnion(further) }
    }
}
