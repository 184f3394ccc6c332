// The changes that one event makes to a slot.

extension FrameAssembler {
    /// The next events are about this slot.
    func select(slot: Int) {
        current = slots.indices.contains(slot) ? slot : nil
        if current == nil { note(.slotOutOfRange) }
    }

    /// A value of the contact in the slot is another now.
    func apply(_ code: UInt16, _ value: Int32, to slot: inout ContactSlot) {
        switch code {
        case AbsoluteAxis.trackingID:
            if value < 0, !slot.isDown, !isRepeated { note(.liftWithoutContact) }
            guard value != slot.state.trackingID else { return }
            hasTurnover = true
            if slot.isDown { leave(&slot, isReplaced: value >= 0) }
            slot.hasArrived = value >= 0
            slot.state.trackingID = value
        case AbsoluteAxis.positionX: (slot.state.x, slot.isPlaced) = (value, true)
        case AbsoluteAxis.positionY: (slot.state.y, slot.isPlaced) = (value, true)
        case AbsoluteAxis.touchMajor: slot.state.touchMajor = value
        case AbsoluteAxis.pressure: slot.state.pressure = value
        case AbsoluteAxis.toolType: slot.state.toolType = value
        case AbsoluteAxis.distance: slot.state.distance = value
        default: return
        }
        slot.isChanged = true
    }

    /// The contact in the slot is gone; what becomes of it is decided at SYN_REPORT.
    private func leave(_ slot: inout ContactSlot, isReplaced: Bool) {
        if isReplaced { note(.trackingIDReplaced) }
        if slot.hasArrived {
            // Several contacts that land and lift within a frame are not several fingers.
            if slot.passed != nil { _ = unwanted.note(.brief) }
            slot.passed = slot.state
            if location(of: slot) == nil { slot.passed?.x = nil }
        } else {
            slot.hasLifted = true
            slot.liftedToolType = slot.state.toolType
        }
        slot.isPlaced = false
    }
}
