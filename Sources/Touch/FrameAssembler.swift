// Which touches do a device's events make? Protocol B: slots and tracking ids, one frame per SYN_REPORT.

/// Turns the events of one protocol B device into frames of touches on its surface.
///
///     event ─► slot state ─(SYN_REPORT)─► touch table ─► TouchFrame
///
/// Events are applied in order and decided upon at SYN_REPORT only. A contact becomes a touch when it has a tracking
/// id and both coordinates, which are kept per slot for ever because the kernel leaves out values that did not
/// change. A tracking id that changes without a lift is a lift and a new contact. Nothing a device sends traps.
public final class FrameAssembler {
    /// The touches that are down.
    public let table: TouchTable
    private let surface: Surface
    private let radiusScale: Double
    private let pressureAxis: Axis?

    // Both are used for every event, on one queue: no run-time exclusivity check, as in `Touch`.

    @exclusivity(unchecked) private var slots: [ContactSlot]
    /// The slot that the next events are about; nil after the device named one that it does not have.
    @exclusivity(unchecked) private var current: Int? = 0

    /// An assembler for a device of this description; the touches' ids come from `serialNumbers`.
    public init(device: DeviceDescription, surface: Surface, serialNumbers: TouchSerialNumbers) {
        self.surface = surface
        table = TouchTable(serialNumbers: serialNumbers)
        slots = Array(
            repeating: ContactSlot(), count: min(max(device.slotCount, 1), DeviceVerdict.maximumSlots))
        // The size axis has the unit of X; half of the long axis is the radius.
        radiusScale =
            device.hasAxis(AbsoluteAxis.touchMajor)
            ? Vector(x: surface.deviceToSurface.a, y: surface.deviceToSurface.d).length / 2 : 0
        pressureAxis = device.axes[AbsoluteAxis.pressure].flatMap { $0.range > 0 ? $0 : nil }
    }

    /// How many slots the device has.
    public var slotCount: Int { slots.count }

    /// Takes over what the slots hold when the device is opened.
    ///
    /// Contacts that are down already are passed over until they lift: where and when they began is not known.
    ///
    /// - Parameter currentSlot: The slot that the device's next events are about.
    public func adopt(currentSlot: Int, _ stateOfSlot: (Int) -> SlotState) {
        select(slot: currentSlot)
        for index in slots.indices {
            // A touch of before cannot go on; it is cancelled with the next frame.
            if let touch = slots[index].touch { table.cancel(touch, time: touch.timestamp) }
            slots[index] = ContactSlot(state: stateOfSlot(index))
            slots[index].isIgnored = slots[index].isDown
        }
    }

    /// Takes one event; a SYN_REPORT that completes a change delivers it (two frames at most, see
    /// `TouchTable.deliver`).
    public func process(_ event: InputEvent, deliver: (TouchFrame) -> Void) {
        switch (event.type, event.code) {
        case (EventType.synchronization, SynchronizationCode.report):
            commit(at: event.time)
            table.deliver(at: event.time, to: deliver)
        case (EventType.absolute, AbsoluteAxis.slot):
            select(slot: Int(event.value))
        case (EventType.absolute, let code):
            guard let current else { return }
            apply(code, event.value, to: &slots[current])
        default:
            break
        }
    }

    /// Compares what was delivered with what is true now, after events were lost, and delivers the difference.
    ///
    /// A touch whose contact is gone or replaced is cancelled: only a lift that was seen may complete a gesture.
    ///
    /// - Parameter currentSlot: The slot that the device's next events are about: it may have changed among those that
    ///   were lost, and the kernel does not repeat it.
    public func resynchronize(
        at time: Timestamp, currentSlot: Int, _ stateOfSlot: (Int) -> SlotState, deliver: (TouchFrame) -> Void
    ) {
        select(slot: currentSlot)
        for index in slots.indices {
            let (truth, known) = (stateOfSlot(index), slots[index])
            slots[index].state = truth
            slots[index].isChanged = true
            slots[index].hasLifted = false
            slots[index].hasArrived = false
            slots[index].passed = nil
            guard truth.trackingID != known.deliveredID else { continue }
            if let touch = known.touch { table.cancel(touch, time: time) }
            slots[index].touch = nil
            slots[index].isIgnored = false
        }
        commit(at: time)
        table.deliver(at: time, to: deliver)
    }

    /// Cancels every touch that is down, because the device went.
    public func cancelAll(at time: Timestamp, deliver: (TouchFrame) -> Void) {
        for touch in table.all { table.cancel(touch, time: time) }
        for index in slots.indices { slots[index] = ContactSlot() }
        table.deliver(at: time, to: deliver)
    }

    private func select(slot: Int) {
        current = slots.indices.contains(slot) ? slot : nil
    }

    private func apply(_ code: UInt16, _ value: Int32, to slot: inout ContactSlot) {
        switch code {
        case AbsoluteAxis.trackingID:
            guard value != slot.state.trackingID else { return }
            if slot.isDown {
                if slot.hasArrived { slot.passed = slot.state } else { slot.hasLifted = true }
            }
            slot.hasArrived = value >= 0
            slot.state.trackingID = value
        case AbsoluteAxis.positionX: slot.state.x = value
        case AbsoluteAxis.positionY: slot.state.y = value
        case AbsoluteAxis.touchMajor: slot.state.touchMajor = value
        case AbsoluteAxis.pressure: slot.state.pressure = value
        default: return
        }
        slot.isChanged = true
    }

    private func commit(at time: Timestamp) {
        for index in slots.indices where slots[index].isChanged {
            commit(&slots[index], at: time)
        }
    }

    private func commit(_ slot: inout ContactSlot, at time: Timestamp) {
        slot.isChanged = false
        if slot.hasLifted {
            slot.hasLifted = false
            slot.isIgnored = false
            // The touch ends where it was in the last frame: some panels send a wrong place along with the lift.
            if let touch = slot.touch { table.end(touch, time: time) }
            slot.touch = nil
        }
        // A contact that came and lifted within this frame is a touch all the same.
        if let passed = slot.passed, let place = location(of: passed), let touch = table.begin(at: place, time: time) {
            describe(touch, passed)
            table.end(touch, time: time)
        }
        slot.passed = nil
        slot.hasArrived = false
        guard slot.isDown, !slot.isIgnored, let place = location(of: slot.state) else { return }
        if let touch = slot.touch {
            table.move(touch, to: place, time: time)
        } else {
            slot.touch = table.begin(at: place, time: time)
            slot.isIgnored = slot.touch == nil
        }
        if let touch = slot.touch { describe(touch, slot.state) }
    }

    /// Where a contact is on the surface; nil while a coordinate is not known.
    private func location(of state: SlotState) -> Point? {
        guard let x = state.x, let y = state.y else { return nil }
        return surface.deviceToSurface.apply(Point(x: Double(x), y: Double(y)))
    }

    private func describe(_ touch: Touch, _ state: SlotState) {
        let pressure = pressureAxis.map { (Double(state.pressure) - Double($0.minimum)) / $0.range } ?? 0
        table.setContact(
            of: touch, majorRadius: Double(state.touchMajor) * radiusScale, force: min(max(pressure, 0), 1))
    }
}

extension ContactSlot {
    /// The tracking id that the delivered touch stands for; nil when that contact is gone, in a frame that was not
    /// completed.
    fileprivate var deliveredID: Int32? { hasLifted ? nil : state.trackingID }
}
