// Retries for devices that failed to open, with growing pauses up to a minute.

import Evdev
import Touch

/// The devices that could not be opened for a reason that may pass, and when each is due again.
struct OpenRetries {
    private struct Waiting {
        let node: DeviceNode
        let attempts: Int
        let due: Timestamp
    }

    /// Seconds between two attempts, at most.
    static let longest = 60.0
    private var waiting: [String: Waiting] = [:]

    /// The time when the next is due; nil when none waits.
    var nextDeadline: Timestamp? { waiting.isEmpty ? nil : waiting.values.lazy.map(\.due).min() }

    /// A device could not be opened, at this time.
    ///
    /// - Returns: How often that has been so, one after the other.
    @discardableResult mutating func add(_ node: DeviceNode, at time: Timestamp) -> Int {
        let before = waiting[node.path].flatMap { $0.node.system == node.system ? $0 : nil }
        let attempts = (before?.attempts ?? 0) + 1
        let delay = min(Double(1 << min(attempts - 1, 16)), Self.longest)
        waiting[node.path] = Waiting(node: node, attempts: attempts, due: time.adding(seconds: delay))
        return attempts
    }

    /// A device was opened, or went, or will never do.
    mutating func forget(_ path: String) { waiting[path] = nil }

    /// Forgets all but these.
    mutating func keep(_ nodes: [DeviceNode]) {
        waiting = waiting.filter { path, entry in
            nodes.contains { $0.path == path && $0.system == entry.node.system }
        }
    }

    /// Removes and returns the devices that are due; the caller adds those that fail again.
    func due(at time: Timestamp) -> [DeviceNode] {
        waiting.values.filter { $0.due <= time }.map(\.node).sorted { $0.path < $1.path }
    }
}
