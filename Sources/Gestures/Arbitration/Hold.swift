// A wait of a recognizer for others to fail, or for an answer.

import Touch

/// A wait for others to fail or for answers, and the gesture as it was when it began.
final class Hold {
    /// The recognizers that it waits for, with their attempts.
    private(set) var pending: [(participant: Participant, attempt: Int)]
    /// Whether a question is open: about its beginning, or about one of the touches that it would begin with.
    var awaitsAnswer: Bool
    /// The time when the recognizer first wanted to begin.
    let since: Timestamp
    /// The number of the event in which the wait began.
    let event: Int
    /// The gesture's location and measurement at that time, which the engine notes.
    var location = Point.zero
    var measurement = GestureMeasurement.none
    /// The recognizers that it waits for, directly or through others; see `WaitingChains`.
    var ahead = PlaceSet()
    /// The round in which that was computed last.
    var round = -1

    init(
        for pending: [(participant: Participant, attempt: Int)], awaitsAnswer: Bool, since: Timestamp, event: Int
    ) {
        self.pending = pending
        self.awaitsAnswer = awaitsAnswer
        self.since = since
        self.event = event
    }

    /// Whether it need not wait any more: all have failed, or cannot be recognized, and no question is open.
    var isOver: Bool {
        !awaitsAnswer
            && !pending.contains { $0.participant.attempt.number == $0.attempt && $0.participant.mayStillBeRecognized }
    }

    /// Waits for the present attempt of a recognizer instead of the one with this number.
    func follow(_ other: Participant, from attempt: Int) {
        for index in pending.indices
        where pending[index].participant === other && pending[index].attempt == attempt {
            pending[index].attempt = other.attempt.number
        }
    }

    /// Whether it waits for this one, in the attempt that it is in now.
    func isPending(_ other: Participant) -> Bool {
        pending.contains { $0.participant === other && $0.attempt == other.attempt.number }
    }
}
