// Who waits for whom, directly or through others: of three taps, the first waits for two, the third for nobody.

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
    /// Notes for all that wait who is ahead of them, before the next of those that need not wait is decided.
    ///
    /// It stays noted until the event is over: whoever waited for somebody is decided after it, also when those in between
    /// have failed meanwhile. Otherwise, which of several is decided first would matter.
    func noteWhoIsAhead() {
        heldCount = 0
        for recognizer in recognizers where recognizer.notices.contains(.held) { heldCount += 1 }
        guard heldCount > 0 else { return }
        // Those for whom others wait come first: nobody waits for somebody who waits for it.
        for (place, recognizer) in recognizers.enumerated() { recognizer.place = place }
        waitRound &+= 1
        for recognizer in recognizers { noteWhoIsAhead(of: recognizer) }
    }

    private func noteWhoIsAhead(of recognizer: GestureRecognizer) {
        guard recognizer.notices.contains(.held), recognizer.hold?.round != waitRound else { return }
        recognizer.hold?.round = waitRound
        if recognizer.hold?.aheadEvent != eventNumber { recognizer.hold?.ahead = RecognizerSet() }
        recognizer.hold?.aheadEvent = eventNumber
        for (other, attempt) in recognizer.hold?.pending ?? [] where other.attempt == attempt {
            noteWhoIsAhead(of: other)
            recognizer.hold?.ahead.insert(other.place)
            if let further = other.hold?.ahead { recognizer.hold?.ahead.formUnion(further) }
        }
    }
}

extension GestureRecognizer {
    /// Whether it waits for `other`, directly or through others, or has done so in this event.
    final func isBehind(_ other: GestureRecognizer) -> Bool {
        guard notices.contains(.held), hold?.aheadEvent == engine?.eventNumber else { return false }
        return hold?.ahead.contains(other.place) ?? false
    }

    /// Whether it waits for `other` now, directly or through others.
    final func waits(for other: GestureRecognizer) -> Bool {
        guard notices.contains(.held) else { return false }
        // Each is looked at once: those that wait for many, which wait for many, have more ways than can be counted.
        var (seen, open) = (Set<ObjectIdentifier>(), [self])
        while let next = open.popLast() {
            guard next.notices.contains(.held), let hold = next.hold else { continue }
            for (pending, attempt) in hold.pending where pending.attempt == attempt {
                guard seen.insert(ObjectIdentifier(pending)).inserted else { continue }
                if pending === other { return true }
                open.append(pending)
            }
        }
        return false
    }
}
