// Presence of a pen near the panel, with a delay after it leaves.

struct PenPresence {
    /// Another device that lies on the same glass, as a tool; the device's own are known by the codes of their buttons.
    static let sibling: UInt16 = 0
    private var near: Set<UInt16> = []
    private var lastTime: Timestamp?

    mutating func set(_ tool: UInt16, isNear: Bool, at time: Timestamp) {
        guard isNear || near.contains(tool) else { return }
        if isNear { near.insert(tool) } else { near.remove(tool) }
        lastTime = time
    }

    /// Forgets the device's own tools, because their events were lost: a tool that stays near for ever would block the
    /// panel.
    mutating func lose(at time: Timestamp) {
        for tool in PenTools.codes { set(tool, isNear: false, at: time) }
    }

    /// Whether a pen is near, or was a moment ago.
    func isNear(at time: Timestamp) -> Bool {
        guard let lastTime else { return false }
        return !near.isEmpty || time.seconds(since: lastTime) < Self.delay
    }

    /// The time that the hand stays after its pen has left, in seconds.
    private static let delay = 0.3
}
