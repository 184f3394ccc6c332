// The deadlines of an engine's recognizers.

import Touch

extension GestureEngine {
    /// The first of the recognizers' deadlines.
    var nextRecognizerDeadline: Timestamp? {
        guard mayHaveDeadlines else { return nil }
        var first: Timestamp?
        recognizers.forEachUncounted { recognizer in
            if let deadline = recognizer.deadline, deadline < (first ?? Timestamp(microseconds: .max)) {
                first = deadline
            }
        }
        mayHaveDeadlines = first != nil
        return first
    }

    func fireDeadlines() {
        for recognizer in recognizers {
            guard let deadline = recognizer.deadline, deadline <= time else { continue }
            recognizer.fireDeadline(at: time)
            releaseWaiters(ofUndecided: recognizer)
        }
    }

    /// Postpones deadlines that are due again after they have fired: a recognizer that sets a deadline of now or
    /// earlier again and again must neither stop the time nor loop for ever.
    func postponeRepeatedDeadlines() {
        for recognizer in recognizers {
            guard let again = recognizer.deadline, again <= time else { continue }
            recognizer.deadline = time.adding(seconds: 1e-3)
        }
    }
}
