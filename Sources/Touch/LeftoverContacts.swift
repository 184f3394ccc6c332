// Cancellation of touches that the panel forgot to lift.

extension FrameAssembler {
    /// Cancels touches of which nothing came for so many seconds, if another contact came in this frame.
    ///
    /// In a frame of its own, or one finger that lands would be the second of two.
    func cancelLeftovers(of seconds: Double, deliver: (TouchFrame) -> Void) {
        guard slots.contains(where: { $0.hasArrived && $0.isDown }) else { return }
        for index in slots.indices where !slots[index].isChanged {
            guard let touch = slots[index].touch, slots[index].lastTime.adding(seconds: seconds) <= time else {
                continue
            }
            note(.contactLeftOver)
            table.cancel(touch, time: time)
            slots[index].vacate()
            slots[index].standing = .leftover
            slots[index].arrival = (time, slots[index].state.x ?? 0, slots[index].state.y ?? 0)
        }
        table.deliver(at: time, to: deliver)
    }

    /// Whether a contact that was left over is somewhere else now, and so a finger after all.
    func hasMoved(_ slot: inout ContactSlot) -> Bool {
        if let arrival = slot.arrival, slot.state.x == arrival.x, slot.state.y == arrival.y { return false }
        slot.release()
        return true
    }
}
