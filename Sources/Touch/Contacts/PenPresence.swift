// Presence of a pen near the panel, with a delay after it leaves.

struct PenPresence {
    struct Tool: OptionSet {
        let rawValue: UInt8

        /// The device's own pen.
        static let tip = Tool(rawValue: 1)
        /// The other end of it.
        static let rubber = Tool(rawValue: 2)
        /// Another device that lies on the same glass.
        static let sibling = Tool(rawValue: 4)
    }

    private var near: Tool = []
    private var lastTime: Timestamp?

    mutating func set(_ tool: Tool, isNear: Bool, at time: Timestamp) {
        guard isNear || near.contains(tool) else { return }
        if isNear { near.insert(tool) } else { near.remove(tool) }
        lastTime = time
    }

    /// Forgets the device's own tools, because their events were lost: a tool that stays near for ever would block the
    /// panel.
    mutating func lose(at time: Timestamp) {
        for tool in [Tool.tip, .rubber] { set(tool, isNear: false, at: time) }
    }

    /// Whether a pen is near, or was a moment ago.
    func isNear(at time: Timestamp) -> Bool {
        guard let lastTime else { return false }
        return !near.isEmpty || time.seconds(since: lastTime) < Self.delay
    }

    /// The time that the hand stays after its pen has left, in seconds.
    private static let delay = 0.3
}
