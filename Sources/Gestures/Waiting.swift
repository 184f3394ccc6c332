// Chains of recognizers that wait for each other, as single, double and triple tap do.

/// Recognizers of one engine, as a set of their places in it.
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

extension GestureEngine {
    /// Computes for all waiting recognizers which ones are ahead of them, before any is asked or decided.
    ///
    /// The result applies until all are decided: a recognizer is decided after those that it waited for, also when the
    /// ones in between have failed meanwhile. Otherwise the order of decisions would matter.
    func noteWhoIsAhead() {
        heldCount = 0
        waitRound &+= 1
        for recognizer in recognizers where recognizer.notices.contains(.held) { heldCount += 1 }
        guard heldCount > 0 else { return }
        for recognizer in recognizers { noteWhoIsAhead(of: recognizer) }
    }

    private func noteWhoIsAhead(of recognizer: GestureRecognizer) {
        guard recognizer.notices.contains(.held), recognizer.hold?.round != waitRound else { return }
        recognizer.hold?.round = waitRound
        recognizer.hold?.ahead = RecognizerSet()
        // Recognizers that others wait for come first: there are no cycles.
        for (other, attempt) in recognizer.hold?.pending ?? [] where other.attempt == attempt && other.engine === self {
            noteWhoIsAhead(of: other)
            recognizer.note(ahead: other)
        }
    }

    /// Computes which recognizers are ahead of one that waits from now on, and so of those behind it.
    func noteNewlyHeld(_ recognizer: GestureRecognizer) {
        heldCount += 1
        recognizer.hold?.round = waitRound
        // A delegate may have removed one; its place belongs to another now.
        for (other, _) in recognizer.hold?.pending ?? [] where other.engine === self { recognizer.note(ahead: other) }
        guard heldCount > 1, let ahead = recognizer.hold?.ahead else { return }
        for other in recognizers where other.isBehind(recognizer) { other.hold?.ahead.formUnion(ahead) }
    }
}

extension GestureRecognizer {
    /// Whether it waits for `other`, directly or through others, or did so when the deciding began.
    final func isBehind(_ other: GestureRecognizer) -> Bool {
        guard notices.contains(.held), hold?.round == engine?.waitRound else { return false }
        return hold?.ahead.contains(other.place) ?? false
    }

    fileprivate final func note(ahead other: GestureRecognizer) {
        hold?.ahead.insert(other.place)
        if other.notices.contains(.held), let further = other.hold?.ahead { hold?.ahead.formUnion(further) }
    }
}
