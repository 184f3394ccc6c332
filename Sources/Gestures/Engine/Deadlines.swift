// The deadlines of an engine's recognizers.

internal import Touch

final class Deadlines {
    /// Whether a recognizer may have a deadline; looked at for every frame.
    @exclusivity(unchecked) private(set) var mayExist = false

    /// A recognizer set a deadline, or recognizers were added.
    func noteDeadline() { mayExist = true }

    func next(_ engine: GestureEngine) -> Timestamp? {
        guard mayExist else { return nil }
        var first: Timestamp?
        engine.recognizers.forEachUncounted { recognizer in
            if let deadline = recognizer.deadline, deadline < (first ?? Timestamp(microseconds: .max)) {
                first = deadline
            }
        }
        mayExist = first != nil
        return first
    }

    func fire(_ engine: GestureEngine) {
        for recognizer in engine.recognizers {
            guard let deadline = recognizer.deadline, deadline <= engine.time else { continue }
            recognizer.fireDeadline(at: engine.time)
            engine.settling.releaseWaiters(ofUndecided: recognizer, engine)
        }
    }

    /// Postpones deadlines that are due again after they have fired: a recognizer that sets a deadline of now or earlier
    /// again and again must neither stop the time nor loop for ever.
    func postponeRepeated(_ engine: GestureEngine) {
        for recognizer in engine.recognizers {
            guard let again = recognizer.deadline, again <= engine.time else { continue }
            recognizer.deadline = engine.time.adding(seconds: 1e-3)
        }
    }
}
