// Selection of recognizers that can be idle, as no observer needs them and no needed recognizer depends on them.

extension GestureEngine {
    /// Makes recognizers idle that are not needed and cannot affect a needed one; activates all others.
    ///
    /// An idle recognizer receives no touches and costs nothing; a gesture that it has begun is cancelled. An activated
    /// recognizer receives touches that begin from then on.
    ///
    /// A recognizer with actions is needed, too. Recognizers that may prevent a needed one, or that a needed one waits
    /// for, stay active, so that one observer's gestures do not depend on other observers.
    ///
    /// - Parameters:
    ///   - takes: Whether a recognizer may take touches from applications.
    ///   - isWanted: Whether an observer needs a recognizer of this engine.
    package func makeIdle(
        takes: (GestureRecognizer) -> Bool = { _ in true }, except isWanted: (GestureRecognizer) -> Bool
    ) {
        let all = root.allRecognizersOfTree()
        // Everything decides what the regions' own touches are; what applications receive, those that ask for it.
        let isAllNeeded = streams?.regions != nil
        let intercepts = streams?.applications != nil
        for recognizer in all { recognizer.takesTouches = takes(recognizer) }
        var active = all.map {
            isAllNeeded || $0.hasActions || intercepts && $0.interception != .never || isWanted($0)
        }
        var open = all.indices.filter { active[$0] }
        while let index = open.popLast() {
            for other in all.indices where !active[other] && all[other].mayAffect(all[index]) {
                active[other] = true
                open.append(other)
            }
        }
        let changed = all.indices.filter { all[$0].isIdle == active[$0] }
        guard !changed.isEmpty else { return }
        for index in changed { all[index].isIdle = !active[index] }
        structureChanged()
        detach(changed.map { all[$0] }.filter(\.isIdle), because: .idle)
    }
}

extension Region {
    /// Returns the recognizers of `recognizersOfTree()` and the idle ones.
    fileprivate func allRecognizersOfTree() -> [GestureRecognizer] {
        gestureRecognizers + children.flatMap { $0.allRecognizersOfTree() }
    }
}

extension GestureRecognizer {
    /// Whether it can keep `other` from being recognized, or waiting, whatever delegates say.
    fileprivate final func mayAffect(_ other: GestureRecognizer) -> Bool {
        guard let region, let place = other.region, region.isWithin(place) || place.isWithin(region) else {
            return false
        }
        if hasDelegate || other.hasDelegate { return true }
        if other.mayWait(for: self) { return true }
        // When two recognizers exclude each other, either can prevent the other or take it back.
        return excludes(other) || other.excludes(self)
    }

    private final func mayWait(for other: GestureRecognizer) -> Bool {
        participant.relations.requires(other.participant) || participant.predecessor === other.participant
            || shouldRequireFailure(of: other)
            || other.shouldBeRequiredToFail(by: self)
    }
}
