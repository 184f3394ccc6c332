// A value handed over between a test's threads.

import Foundation

/// A value that one thread sets and another waits for.
final class Handover<Value: Sendable>: @unchecked Sendable {
    // Guarded by the lock.
    private var values: [Value] = []
    private let lock = NSCondition()

    func give(_ value: Value) {
        lock.withLock { values.append(value) }
        lock.signal()
    }

    /// Waits for the value; returns nil when it does not arrive, however busy the machine is.
    func take() -> Value? {
        let deadline = Date(timeIntervalSinceNow: 3600)
        lock.lock()
        defer { lock.unlock() }
        while values.isEmpty { if !lock.wait(until: deadline) { return nil } }
        return values.removeFirst()
    }
}
