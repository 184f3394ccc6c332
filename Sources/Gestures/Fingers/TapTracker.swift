// State machine that counts consecutive taps, shared by tap and long press.

import Touch

/// Follows one recognizer's touches through a row of taps.
///
/// ```
///   waiting ──finger──► landing ──all fingers──► down ──a lift──► lifting ──all lifted──► waiting (one tap more)
///      │                   │                       ▲───seen again────┘
///      │                   └── too many, too far, too long, all lifted too soon ──► failed
///      └── the next tap does not come in time ──► failed
/// ```
/// Fingers may land and lift one by one. A finger that lifts before the last has landed counts; one that is lost and
/// seen again, because the panel merged two that came near, has not lifted: see `replaceLostTouches(at:)`.
struct TapTracker {
    enum Outcome {
        case undecided
        /// One more complete tap.
        case tap
        case failed(Reason)
    }

    private enum Phase { case waiting, landing, down, lifting }

    var fingers = 1
    var maximumDuration: Double
    var maximumInterval: Double
    var allowableMovement: Double

    init(thresholds: Thresholds) {
        maximumDuration = thresholds.tapMaximumDuration
        maximumInterval = thresholds.tapMaximumInterval
        allowableMovement = thresholds.tapAllowableMovement
    }

    private(set) var taps = 0
    private var phase = Phase.waiting
    /// The centroid of the first tap: movement is measured from there, also for later taps.
    private var origin: Point?
    private var startTime = Timestamp.zero

    mutating func reset() {
        taps = 0
        phase = .waiting
        origin = nil
    }

    var isDown: Bool { phase == .down }

    /// Fingers came down.
    ///
    /// `recognizer.deadline` becomes the tap's end.
    ///
    /// - Parameter known: The bits of those that have taken the places of lost ones.
    mutating func began(_ recognizer: GestureRecognizer, at time: Timestamp, except known: UInt64 = 0) -> Outcome {
        if phase == .waiting {
            recognizer.dropLiftedTouches()
            recognizer.deadline = time.adding(seconds: maximumDuration)
            startTime = time
            phase = .landing
        }
        recognizer.replaceLostTouches(at: time, except: known)
        let count = recognizer.numberOfTouches
        guard count <= fingers else { return .failed(.tooManyFingers(count, allowed: fingers)) }
        guard count == fingers else { return .undecided }
        phase = .down
        origin = origin ?? recognizer.centroid
        return moved(recognizer)
    }

    func moved(_ recognizer: GestureRecognizer) -> Outcome {
        let way = strayed(recognizer)
        return way.exceeds(allowableMovement)
            ? .failed(.tooMuch("moved", way, allowed: allowableMovement, .points)) : .undecided
    }

    /// Fingers lifted.
    ///
    /// After a complete tap `recognizer.deadline` is the latest begin of the next.
    mutating func ended(_ recognizer: GestureRecognizer, at time: Timestamp) -> Outcome {
        let isLast = recognizer.numberOfTouchesDown == 0
        if phase == .landing, !isLast { return .undecided }
        guard phase == .down || phase == .lifting else {
            return .failed(.tooFewFingers(recognizer.numberOfTouches, needed: fingers))
        }
        phase = .lifting
        guard isLast else { return .undecided }
        phase = .waiting
        taps += 1
        recognizer.deadline = time.adding(seconds: maximumInterval)
        return .tap
    }

    func overdue(_ recognizer: GestureRecognizer, at time: Timestamp) -> Reason {
        phase == .waiting
            ? .because("no other tap within", maximumInterval, .seconds)
            : .because("still down after", time.seconds(since: startTime), .seconds)
    }

    /// Returns the larger of two distances: of the centroid from its required place, and of a finger from its landing.
    private func strayed(_ recognizer: GestureRecognizer) -> Double {
        var way = 0.0
        if let origin, phase != .landing, phase != .lifting { way = (recognizer.centroid - origin).length }
        // Two fingers that spread keep their centroid; each by itself must stay, too.
        for touch in recognizer.involved { way = max(way, (touch.location - touch.startLocation).length) }
        return way
    }
}
