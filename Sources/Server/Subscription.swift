// What has one subscription been told, and what does it want to hear?

import GestureWire

/// One subscription of one peer.
struct Subscription {
    let number: Int
    let filter: SubscriptionFilter
    private(set) var sequence = 0

    /// What was told last of gestures of which this subscription did not get the last notification.
    ///
    /// A notification can be passed over because `states` leaves it out, or because the outbox had no room. What comes
    /// next of the same gesture counts its `delta` from here, so that the sum stays right.
    private var told: [Int: Measurement] = [:]

    init(number: Int, filter: SubscriptionFilter) {
        self.number = number
        self.filter = filter
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

    /// From where the next notification counts, if not from the one before it; it is told with this.
    mutating func takeBase(of gesture: Int) -> Measurement? {
        told.isEmpty ? nil : told.removeValue(forKey: gesture)
    }
}
