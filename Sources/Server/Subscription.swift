// What has one subscription been told, and what does it want to hear?

import GestureWire

/// One subscription of one peer.
struct Subscription {
    let number: Int
    let filter: SubscriptionFilter
    private(set) var sequence = 0
    /// The `changed` for which it is too early.
    var rate: ChangeRate
    /// The touches of which it knows.
    var touches = KnownTouches()

    /// What was told last of gestures of which this subscription did not get the last notification.
    ///
    /// A notification can be passed over because `states` leaves it out, because `maxRate` keeps it waiting, or because
    /// the outbox had no room. What comes next of the same gesture counts its `delta` from here, so that the sum stays
    /// right.
    private var told: [Int: Measurement] = [:]

    init(number: Int, filter: SubscriptionFilter) {
        self.number = number
        self.filter = filter
        rate = ChangeRate(interval: filter.leastInterval)
    }

    private struct Names: Hashable {
        let recognizer, surface: String
    }
    /// What its globs have come to: they cost far more than a look-up, and the client chooses them.
    private var outcomes: [Names: Bool] = [:]
    /// Who has more names is looked at anew: nobody makes the daemon grow by names.
    private static let mostOutcomes = 512

    /// Whether it wants to know of a recognizer on a surface, whatever the state.
    mutating func matches(recognizer: String, surface: String) -> Bool {
        if filter.matchesEverything { return true }
        let names = Names(recognizer: recognizer, surface: surface)
        if let known = outcomes[names] { return known }
        if outcomes.count >= Self.mostOutcomes { outcomes.removeAll(keepingCapacity: true) }
        let isMatch = filter.matches(recognizer: recognizer, surface: surface)
        outcomes[names] = isMatch
        return isMatch
    }

    /// Whether it wants to know of a surface.
    func wants(surface: String) -> Bool {
        filter.surfaces.contains { $0.matches(surface) }
    }

    /// Whether it wants to know of the touches of a surface.
    func wantsTouches(of surface: String) -> Bool {
        filter.touches && wants(surface: surface)
    }

    mutating func nextSequence() -> Int {
        sequence += 1
        return sequence
    }

    /// Remembers that a notification was passed over.
    ///
    /// - Parameter base: The measurement before it.
    mutating func pass(over notification: GestureNotification, since base: Measurement) {
        if !notification.state.isUnderWay {
            told[notification.gesture] = nil
        } else if told[notification.gesture] == nil {
            told[notification.gesture] = base
        }
    }

    /// Remembers that a notification gave way after it had been told: what comes next counts from before it.
    ///
    /// - Parameter goesOn: Whether the gesture is under way, so that more of it comes than waits for its time.
    mutating func restore(_ base: Measurement, of gesture: Int, goesOn: Bool) {
        if goesOn { told[gesture] = base }
        rate.restore(base, of: gesture)
    }

    /// From where the next notification counts, if not from the one before it; it is told with this.
    mutating func takeBase(of gesture: Int) -> Measurement? {
        told.isEmpty ? nil : told.removeValue(forKey: gesture)
    }
}
