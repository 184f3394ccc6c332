// Count of the commands that are running.

import Dispatch
import Synchronization

/// The number of running commands, counted on any thread.
final class CommandCount: Sendable {
    private let number = Atomic(0)
    private let group = DispatchGroup()

    var count: Int { number.load(ordering: .relaxed) }

    /// One more runs.
    func enter() {
        number.add(1, ordering: .relaxed)
        group.enter()
    }

    /// One has ended.
    func leave() {
        number.subtract(1, ordering: .relaxed)
        group.leave()
    }

    /// Waits until none runs.
    func waitForAll() { group.wait() }
}
