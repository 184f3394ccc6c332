// What must always hold between two events? Tests ask after each one.

internal import Touch

extension GestureEngine {
    /// What does not hold although it must, in sentences; empty in a sound engine.
    ///
    /// Not to be called from within an event.
    package func verifyInvariants() -> [String] {
        recognizers.flatMap { recognizer in
            recognizer.violations.map { "\(recognizer.name) (\(recognizer.state)): \($0)" }
        }
    }
}

extension GestureRecognizer {
    fileprivate final var violations: [String] {
        let down = involved.filter { !$0.isOver }
        let isHeld = notices.contains(.held)
        let rules: [(Bool, String)] = [
            (engine != nil, "belongs to no engine"),
            (notices.isEmpty || isHeld, "something is left to be told"),
            (isHeld == (hold != nil), "waits, and for nobody"),
            (isHeld || (currentState != .ended && currentState != .cancelled), "was not reset"),
            (hasBegun == (isActivated && currentState.isActive), "began and its end do not pair"),
            (!isHeld || !isActivated && state == .possible, "waits, and others see it"),
            (!isHeld || !(hold?.isOver ?? true), "waits for those that cannot be recognized any more"),
            (currentState != .failed || trackedMask != 0, "failed, and waits for no finger"),
            (currentState != .failed || deadline == nil, "failed, and waits for a deadline"),
            (!currentState.isActive || isHeld || trackedMask != 0 || deadline != nil, "nothing can end it"),
            (isEnabled || !currentState.isActive && deadline == nil, "is disabled and goes on"),
            (down.reduce(0) { $0 | $1.mask } == trackedMask, "tracks other touches than are in it"),
            (Set(involved).count == involved.count, "has a touch twice"),
            (keepsLiftedTouches || isHeld || down.count == involved.count, "holds a touch that is over"),
            (
                down.count == involved.count || isHeld || deadline != nil || !down.isEmpty,
                "holds lifted touches for nothing"
            ),
            (centroid.x.isFinite && centroid.y.isFinite, "is nowhere"),
        ]
        return rules.filter { !$0.0 }.map(\.1)
    }
}
