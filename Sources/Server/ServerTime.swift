// The time that the server knows, and when it tries again what the kernel had no room for.

final class ServerTime {
    /// The clock; see ``Server/limitRequests(by:)``.
    @exclusivity(unchecked) var clock: (() -> Int64)?
    /// The latest time that a caller has passed to the server.
    private(set) var latest: Int64 = 0
    /// The time when lines are sent and clients accepted again for which the kernel had no room; nil when there are
    /// none.
    private(set) var retry: Int64?

    /// The time of what the server itself ends.
    ///
    /// Not `latest`, which may be that of a private touch.
    var present: Int64 { clock?() ?? latest }

    /// A deadline that has passed: 0 would be no time.
    var past: Int64 { max(latest, 1) }

    func update(_ time: Int64) { latest = max(latest, time) }

    /// Has ``Server/advance(to:)`` called in a second: descriptors and memory come back without any event.
    func tryAgainLater() { retry = retry ?? latest + 1_000_000 }

    /// Returns whether it is time to try again, once.
    func takeRetry(by time: Int64) -> Bool {
        guard let due = retry, due <= time else { return false }
        retry = nil
        return true
    }
}
