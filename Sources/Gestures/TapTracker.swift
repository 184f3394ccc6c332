// Are these touches taps? Counts complete taps of some fingers; shared by tap and by long press with taps before it.

internal import Touch

/// Follows one recognizer's touches through a row of taps.
///
/// ```
///   waiting ──finger──► landing ──all fingers──► down ──a lift──► lifting ──all lifted──► waiting (one tap more)
///      │                   └── too many, too far, too long, lifted too soon, down again too soon ──► failed
///      └── the next tap does not come in time ──► failed
/// ```
struct TapTracker {
    /// What an input led to.
    enum Outcome {
        case undecided
        /// One more complete tap.
        case tap
        case failed
    }

    private enum Phase { case waiting, landing, down, lifting }

    var fingers = 1
    var maximumDuration = Thresholds.tapMaximumDuration
    var maximumInterval = Thresholds.tapMaximumInterval
    var allowableMovement = Thresholds.tapAllowableMovement

    /// Complete taps so far.
    private(set) var taps = 0
    private var phase = Phase.waiting
    /// The centroid of the first tap: movement is measured from there, also for later taps.
    private var origin: Point?

    mutating func reset() {
        taps = 0
        phase = .waiting
        origin = nil
    }

    /// Whether all fingers of the current tap are down.
    var isDown: Bool { phase == .down }

    /// Fingers came down.
    ///
    /// `recognizer.deadline` becomes the tap's end.
    mutating func began(_ recognizer: GestureRecognizer, at time: Timestamp) -> Outcome {
        if phase == .waiting {
            recognizer.dropLiftedTouches()
            recognizer.deadline = time.adding(seconds: maximumDuration)
            phase = .landing
        }
        guard phase == .landing, recognizer.numberOfTouches <= fingers else { return .failed }
        guard recognizer.numberOfTouches == fingers else { return .undecided }
        phase = .down
        origin = origin ?? recognizer.centroid
        return strayed(recognizer) ? .failed : .undecided
    }

    /// Fingers moved.
    func moved(_ recognizer: GestureRecognizer) -> Outcome {
        strayed(recognizer) ? .failed : .undecided
    }

    /// Fingers lifted.
    ///
    /// After a complete tap `recognizer.deadline` is the latest begin of the next.
    mutating func ended(_ recognizer: GestureRecognizer, at time: Timestamp) -> Outcome {
        guard phase == .down || phase == .lifting else { return .failed }
        phase = .lifting
        guard recognizer.numberOfTouchesDown == 0 else { return .undecided }
        phase = .waiting
        taps += 1
        recognizer.deadline = time.adding(seconds: maximumInterval)
        return .tap
    }

    private func strayed(_ recognizer: GestureRecognizer) -> Bool {
        if let origin, phase != .landing, (recognizer.centroid - origin).length > allowableMovement { return true }
        // Two fingers that spread keep their centroid; each by itself must stay, too.
        for touch in recognizer.involved where (touch.location - touch.startLocation).length > allowableMovement {
            return true
        }
        return false
    }
}
