// The pauses between attempts to reconnect.

/// Pauses that double from 0.1 to 5 seconds, and start again at 0.1 after a connection of at least 5 seconds.
///
/// So a daemon that restarts is back at once, and one that ends every connection is not asked ten times a second.
struct ReconnectionPauses {
    static let shortest = 0.1
    static let longest = 5.0

    private var upcoming = shortest

    mutating func next() -> Double {
        defer { upcoming = min(2 * upcoming, Self.longest) }
        return upcoming
    }

    /// A connection has ended that was there for so many seconds.
    mutating func connectionEnded(after seconds: Double) {
        if seconds >= Self.longest { upcoming = Self.shortest }
    }
}
