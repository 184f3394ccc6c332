// Count of what there is at a time, with a limit.

internal import NIOConcurrencyHelpers

/// Counts connections up to a limit.
final class Counter: Sendable {
    private let count = NIOLockedValueBox(0)
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Counts one more; false if there are too many.
    func enter() -> Bool {
        count.withLockedValue { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
    }

    func leave() { count.withLockedValue { $0 -= 1 } }
}
