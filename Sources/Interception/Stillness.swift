// Time for which five fingers have been held still.

public import Touch

/// Follows how long the same five or more contacts have been where they are, for the panic hold.
public struct Stillness: Sendable {
    /// A contact's place in the panel's units.
    public struct Place: Hashable, Sendable {
        /// The value of `ABS_MT_POSITION_X`.
        public var x: Int32
        /// The value of `ABS_MT_POSITION_Y`.
        public var y: Int32

        /// Makes a place from both values.
        public init(x: Int32, y: Int32) { (self.x, self.y) = (x, y) }
    }

    /// The fewest contacts that count.
    public static let fingers = 5
    /// The part of the panel by which a finger that is held still may move.
    private static let tolerance = 1.0 / 50

    private let distance: (x: Double, y: Double)
    private var since = Timestamp.zero
    private var places: [Int32: Place] = [:]

    /// Nothing is held still yet on a panel with these axes.
    public init(x: Axis, y: Axis) { distance = (x.range * Self.tolerance, y.range * Self.tolerance) }

    /// Updates the present contacts by their tracking ids.
    ///
    /// - Returns: Seconds for which they have been held still; 0 for fewer than five.
    public mutating func update(_ contacts: [Int32: Place], at time: Timestamp) -> Double {
        let isSame =
            contacts.count == places.count
            && contacts.allSatisfy { id, place in places[id].map { isNear(place, $0) } ?? false }
        if !isSame { (since, places) = (time, contacts) }
        return contacts.count >= Self.fingers ? time.seconds(since: since) : 0
    }

    private func isNear(_ one: Place, _ other: Place) -> Bool {
        abs(Double(one.x) - Double(other.x)) <= distance.x && abs(Double(one.y) - Double(other.y)) <= distance.y
    }
}
