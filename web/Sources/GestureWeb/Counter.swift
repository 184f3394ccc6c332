// Count of what there is at a time, with a limit.

import NIOConcurrencyHelpers

/// Counts up to a limit.
final class Counter: Sendable {
    private let count = NIOLockedValueBox(0)
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Whether one more is too many.
    var isFull: Bool { count.withLockedValue { $0 >= limit } }

    /// Counts one more; false if there are too many.
    func enter() -> Bool {
        count.withLockedValue { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
    }

    /// Counts one less of those that entered.
    func leave() { count.withLockedValue { $0 -= 1 } }
}
