// Lifts and landings that a driver reports by BTN_TOUCH only.

/// Completes the tracking ids of drivers that never end a contact with -1.
///
/// BTN_TOUCH 0 of such a driver means that nothing touches. The driver numbers contacts by finger, so the next contact
/// in a slot mostly has the number of the one before, which the kernel does not send again: BTN_TOUCH 1, or a place
/// while it is 1, is the landing.
///
/// ```
///   held ──BTN_TOUCH 0, as the whole frame: -1 is added──► over ──BTN_TOUCH 1, or a value while it is 1: the id is added──► held
///     ▲                                                     │
///     └───────────────────── another id ────────────────────┘
/// ```
/// A driver is taken for one of these until its first -1. From then on it `isNeeded` no more, and slots that hold
/// contacts at BTN_TOUCH 0 are a defect. In the report of a machine that goes to sleep, which has the value 1, the
/// kernel has released the button, and no finger has lifted. One of several fingers that lifts is not told by anything,
/// and ends with the last.
package struct ButtonLifts: Sendable {
    private struct Slot: Sendable {
        var id: Int32 = -1
        /// Whether the contact has lifted, while the kernel still has it.
        var isOver = false
        /// Whether the contact may have lifted unseen: it was there when the device was opened or asked, or before
        /// sleep.
        var isUncertain = false
        /// Whether anything of it, and whether its id, came since the last report.
        var isChanged = false
        var hasArrived = false
        var isHeld: Bool { id >= 0 && !isOver }
    }

    private var slots: [Slot]
    /// The slot that the next events are about, as the device names it.
    private var current = 0
    /// The last value of BTN_TOUCH; nil when it is not known.
    private var button: Bool?
    /// Whether it became 1 since the last report.
    private var hasPressed = false
    /// Whether events were lost since then.
    private var isTorn = false
    /// Whether the driver has sent no -1 so far.
    package private(set) var isNeeded = true
    /// Whether no contact is over or uncertain, and neither an id nor BTN_TOUCH has come since the last report: then
    /// nothing is added to the frame.
    private var isQuiet = true

    package init(slotCount: Int) { slots = Array(repeating: Slot(), count: slotCount) }

    /// Takes over what the kernel has of a slot.
    ///
    /// - Parameter isStart: Whether the device has just been opened.
    /// - Returns: The tracking id that is true.
    package mutating func adopt(_ id: Int32, ofSlot slot: Int, isStart: Bool) -> Int32 {
        guard slots.indices.contains(slot) else { return id }
        let known = slots[slot]
        if !isStart, known.id >= 0, id < 0 { isNeeded = false }
        let isOver = !isStart && known.isOver && known.id == id
        slots[slot] = Slot(id: id, isOver: isOver, isUncertain: id >= 0)
        isQuiet = false
        return isOver ? -1 : id
    }

    /// Continues with the adopted slots; the next events are about this one.
    package mutating func resume(inSlot slot: Int) {
        (current, button, hasPressed, isTorn) = (slot, nil, false, false)
    }

    /// Whether an event stays as it is, and need not be processed; asked for each event of fingers that only move.
    mutating func passes(_ event: InputEvent) -> Bool {
        guard isQuiet else { return false }
        guard event.type == EventType.absolute else { return event.isReport && event.value == 0 }
        if event.code == AbsoluteAxis.slot { current = Int(event.value) }
        return event.code != AbsoluteAxis.trackingID
    }

    package mutating func process(_ event: InputEvent, emit: (InputEvent) -> Void) {
        switch (event.type, event.code) {
        case (EventType.synchronization, SynchronizationCode.report): return report(event, emit)
        case (EventType.synchronization, SynchronizationCode.dropped):
            (isTorn, button, isQuiet) = (true, nil, false)
        case _ where isTorn: break
        case (EventType.absolute, AbsoluteAxis.slot): current = Int(event.value)
        case (EventType.absolute, AbsoluteAxis.trackingID):
            if slots.indices.contains(current), !updateID(event.value) { return }
        case (EventType.absolute, let code) where code > AbsoluteAxis.slot:
            if slots.indices.contains(current) { slots[current].isChanged = true }
        case (EventType.key, KeyCode.touch) where event.value != 2:
            if event.value != 0, button != true { hasPressed = true }
            button = event.value != 0
            isQuiet = false
        default: break
        }
        emit(event)
    }

    /// Updates a tracking id; returns false when it repeats the last one.
    private mutating func updateID(_ id: Int32) -> Bool {
        let isKnown = id < 0 && slots[current].isOver
        if id < 0 { isNeeded = false }
        slots[current] = Slot(id: id, hasArrived: id >= 0)
        isQuiet = false
        return !isKnown
    }

    private mutating func report(_ event: InputEvent, _ emit: (InputEvent) -> Void) {
        if !isTorn {
            if event.value == 0 { emitChanges(at: event.time, emit) } else { doubtHeldContacts() }
        }
        for index in slots.indices { (slots[index].isChanged, slots[index].hasArrived) = (false, false) }
        (hasPressed, isTorn) = (false, false)
        isQuiet = !slots.contains { $0.isOver || $0.isUncertain }
        emit(event)
    }

    private mutating func doubtHeldContacts() {
        for index in slots.indices where slots[index].isHeld { slots[index].isUncertain = true }
    }

    private mutating func emitChanges(at time: Timestamp, _ emit: (InputEvent) -> Void) {
        var hasSelected = false
        func emitID(_ slot: Int, _ id: Int32) {
            hasSelected = true
            emit(InputEvent(time: time, type: EventType.absolute, code: AbsoluteAxis.slot, value: Int32(slot)))
            emit(InputEvent(time: time, type: EventType.absolute, code: AbsoluteAxis.trackingID, value: id))
        }
        if hasPressed {
            for index in slots.indices where slots[index].isHeld && slots[index].isUncertain {
                slots[index].isOver = true
                emitID(index, -1)
            }
        }
        if hasPressed || button != false {
            let isNamed = slots.contains { $0.hasArrived || $0.isOver && $0.isChanged }
            for index in slots.indices
            where slots[index].isOver && (slots[index].isChanged || hasPressed && !isNamed && index == current) {
                (slots[index].isOver, slots[index].isUncertain) = (false, false)
                emitID(index, slots[index].id)
            }
        }
        if button == false, isNeeded {
            for index in slots.indices where slots[index].isHeld {
                slots[index].isOver = true
                emitID(index, -1)
            }
        }
        guard hasSelected, let slot = Int32(exactly: current) else { return }
        emit(InputEvent(time: time, type: EventType.absolute, code: AbsoluteAxis.slot, value: slot))
    }
}
