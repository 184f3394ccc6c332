// What does the device say of one slot?

/// The state of one slot of a protocol B device, as the kernel keeps it.
public struct SlotState: Hashable, Sendable {
    /// The contact in the slot; negative when there is none.
    public var trackingID: Int32
    /// `ABS_MT_POSITION_X`; nil when it is not known yet.
    public var x: Int32?
    /// `ABS_MT_POSITION_Y`; nil when it is not known yet.
    public var y: Int32?
    /// `ABS_MT_TOUCH_MAJOR`.
    public var touchMajor: Int32
    /// `ABS_MT_PRESSURE`.
    public var pressure: Int32

    /// A slot's state; an empty slot without a known position when nothing is given.
    public init(trackingID: Int32 = -1, x: Int32? = nil, y: Int32? = nil, touchMajor: Int32 = 0, pressure: Int32 = 0) {
        self.trackingID = trackingID
        self.x = x
        self.y = y
        self.touchMajor = touchMajor
        self.pressure = pressure
    }
}

/// A slot's state beside what was made of it.
struct ContactSlot {
    /// What the device says now.
    var state = SlotState()
    /// The touch that was delivered for the contact, while it is down.
    var touch: Touch?
    /// Whether the contact is to be passed over until it lifts: it was there before the device was opened.
    var isIgnored = false
    /// Whether anything of this slot came since the last frame.
    var isChanged = false
    /// Whether the contact that was in this slot at the last frame has lifted since, whatever came after it.
    var hasLifted = false
    /// Whether the contact in this slot came since the last frame.
    var hasArrived = false
    /// What was in this slot when a contact lifted that had also come since the last frame.
    var passed: SlotState?

    /// Whether the device says that a contact is in the slot.
    var isDown: Bool { state.trackingID >= 0 }
}
