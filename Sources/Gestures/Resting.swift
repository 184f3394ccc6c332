// Selection of recognizers that can be idle, as no observer needs them and no needed recognizer depends on them.

extension GestureEngine {
    /// Lets recognizers rest that neither are wanted nor can change what a wanted one does; wakes all others.
    ///
    /// One that rests sees no touch and costs nothing; a gesture that it has begun is cancelled. One that is woken sees
    /// touches that begin from then on.
    ///
    /// A recognizer counts as wanted, too, if it has actions; and what may prevent a wanted one, or what one waits for, is
    /// kept awake, so that nobody's gestures depend on who else listens.
    ///
    /// - Parameter isWanted: Whether somebody hears of a recognizer of this engine.
    package func letRest(exceptWanted isWanted: (GestureRecognizer) -> Bool) {
        let all = root.allRecognizersOfTree()
        // Everything decides what the regions' own touches are.
        var awake = stream == nil ? all.map { $0.hasActions || isWanted($0) } : all.map { _ in true }
        var open = all.indices.filter { awake[$0] }
        while let index = open.popLast() {
            for other in all.indices where !awake[other] && all[other].mayAffect(all[index]) {
                awake[other] = true
                open.append(other)
            }
        }
        let changed = all.indices.filter { all[$0].isResting == awake[$0] }
        guard !changed.isEmpty else { return }
        for index in changed { all[index].isResting = !awake[index] }
        structureChanged()
        detach(changed.map { all[$0] }.filter(\.isResting), because: .resting)
    }
}

extension Region {
    /// As `recognizersOfTree()`, with those that rest.
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
        // Of two that exclude each other either prevents the other, or takes it back.
        return Arbitration.excludes(self, other) || Arbitration.excludes(other, self)
    }

    private final func mayWait(for other: GestureRecognizer) -> Bool {
        relations.requires(other) || shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
    }
}
