// A recognizer as arbitration knows it: its touches, its attempt, and its rules.

import Touch

/// A recognizer as the arbiter sees it: data, which the recognizer and the engine keep up to date.
final class Participant {
    // The marked ones are used for every frame, on the queue that calls the engine: no run-time exclusivity check.

    /// The touches of the attempt in the order in which they joined, with those that have lifted and still count.
    @exclusivity(unchecked) var involved: [Touch] = []
    /// The places in their table of those that are down, or lift in this event.
    var trackedMask: UInt64 = 0
    /// The time when the first finger of the attempt landed.
    var firstLanding = Timestamp.zero
    @exclusivity(unchecked) var attempt = Attempt()
    /// The time at which it wants to be called.
    var deadline: Timestamp?
    /// Its place among the recognizers of its engine.
    var place = 0
    /// What it has said about itself and others.
    @exclusivity(unchecked) var rules: Rules
    /// The recognizers that it requires to fail, and those that are allowed beside it.
    var relations = Relations()
    /// When it started, if another recognizer comes before it.
    var start = Start()
    /// The object by which others refer to it, once one of them has a relation to it.
    private var knownReference: Relations.Reference?

    /// What a recognizer says about itself and others; the engine asks before arbitration needs it.
    struct Rules {
        /// The time after the first landing for which fingers of one gesture may still land, in seconds.
        let landingInterval: Double
        /// The time after which fingers that do not move are at rest, in seconds.
        let restingInterval: Double
        /// Whether it belongs to the engine, and is not idle.
        var isPresent = false
        var isEnabled = true
        /// With how many fingers the gesture can be made.
        var acceptedTouches = 1...Int.max
        /// Whether fingers that have lifted stay in its attempt now.
        var keepsLiftedTouches = false
        /// Whether a gesture of more fingers may take it back while fingers land.
        var canBeTakenBack = true
        /// Whether its outcome is decided elsewhere, so that it is decided first.
        var isDecidedElsewhere = false
        /// The number of taps that it counts, if it counts taps and nothing else; 0 otherwise.
        var countedTaps = 0
        /// Its rank in the order of the engine's recognizers; those of which neither comes before the other share one.
        var rank = 0
        /// Those that it would keep from being recognized, by what both say; their places.
        var prevented = PlaceSet()
    }

    init(thresholds: Thresholds) {
        rules = Rules(
            landingInterval: thresholds.landingInterval, restingInterval: thresholds.longPressMinimumDuration)
        involved.reserveCapacity(TouchTable.capacity)
    }

    deinit { knownReference?.participant = nil }

    var reference: Relations.Reference {
        let known = knownReference ?? Relations.Reference(self)
        knownReference = known
        return known
    }

    // MARK: - Its attempt

    /// Whether something can still come of it without a new touch of a new attempt.
    ///
    /// No recognizer waits for one that is `possible` without touches and without a deadline.
    var mayStillBeRecognized: Bool {
        rules.isPresent && rules.isEnabled && attempt.isUndecided
            && (trackedMask != 0 || deadline != nil || attempt.isWanting)
    }

    /// Whether it still wants to leave `possible`: a delegate that was asked may have disabled or removed it.
    var isStillWanting: Bool { rules.isPresent && attempt.isWanting }

    // MARK: - Its touches

    /// Whether touches count in it that are down no more.
    var hasLiftedTouches: Bool { involved.count > trackedMask.nonzeroBitCount }

    /// Whether both are different and have a touch in common.
    ///
    /// Recognizers of disjoint touches do not interact.
    func sharesTouches(with other: Participant) -> Bool {
        guard self !== other else { return false }
        if trackedMask & other.trackedMask != 0 { return true }
        // Touches that have lifted are in no mask, but still in the attempts of taps and of waiting recognizers.
        guard hasLiftedTouches || other.hasLiftedTouches else { return false }
        return involved.contains { touch in other.involved.contains { $0 === touch } }
    }

    /// Whether fingers of this attempt may still be landing.
    func isLanding(at time: Timestamp) -> Bool { !involved.isEmpty && time < landingEnd }

    var landingEnd: Timestamp { firstLanding.adding(seconds: rules.landingInterval) }

    // MARK: - Others

    /// Whether it would keep `other` from being recognized, by what both say.
    func canPrevent(_ other: Participant) -> Bool { rules.prevented.contains(other.place) }

    /// The same, if nothing declared allows both; delegates are asked only when an attempt is decided.
    func excludes(_ other: Participant) -> Bool { canPrevent(other) && !allows(other) }

    /// Whether something declared allows both to be recognized.
    func allows(_ other: Participant) -> Bool {
        relations.allows(other) || other.relations.allows(self) || comesAfter(other) || other.comesAfter(self)
    }
}
