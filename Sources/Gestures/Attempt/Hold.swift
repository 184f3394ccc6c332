// A wait of a recognizer for others to fail, or for an answer.

internal import Touch

/// A wait for others to fail or for answers, and the gesture as it was when it began.
final class Hold {
    /// The recognizers that it waits for, with their attempts.
    private(set) var pending: [(recognizer: GestureRecognizer, attempt: Int)]
    /// Whether a question is open: about its beginning, or about one of the touches that it would begin with.
    var awaitsAnswer: Bool
    /// The time when the recognizer first wanted to begin.
    let since: Timestamp
    /// The number of the event in which the wait began.
    let event: Int
    let location: Point
    /// The measurement at that time.
    let measurement: GestureMeasurement
    /// The recognizers that it waits for, directly or through others; see `WaitingChains`.
    var ahead = RecognizerSet()
    /// The round in which that was computed last.
    var round = -1

    init(
        for pending: [(recognizer: GestureRecognizer, attempt: Int)], awaitsAnswer: Bool, since: Timestamp, event: Int,
        location: Point, measurement: GestureMeasurement
    ) {
        self.pending = pending
        self.awaitsAnswer = awaitsAnswer
        self.since = since
        self.event = event
        self.location = location
        self.measurement = measurement
    }

    /// Whether it need not wait any more: all have failed, or cannot be recognized, and no question is open.
    var isOver: Bool {
        !awaitsAnswer
            && !pending.contains { $0.recognizer.attempt.number == $0.attempt && $0.recognizer.mayStillBeRecognized }
    }

    /// Waits for the present attempt of a recognizer instead of the one with this number.
    func follow(_ other: GestureRecognizer, from attempt: Int) {
        for index in pending.indices
        where pending[index].recognizer === other && pending[index].attempt == attempt {
            pending[index].attempt = other.attempt.number
        }
    }

    /// Whether it waits for this one, in the attempt that it is in now.
    func isPending(_ other: GestureRecognizer) -> Bool {
        pending.contains { $0.recognizer === other && $0.attempt == other.attempt.number }
    }
}
