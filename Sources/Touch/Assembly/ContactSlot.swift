// The state of one slot of a device, and the touch that belongs to it.

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
    /// `ABS_MT_TOOL_TYPE`, as of `ToolType`.
    public var toolType: Int32
    /// `ABS_MT_DISTANCE`.
    public var distance: Int32

    /// A slot's state; an empty slot without a known position when nothing is given.
    public init(
        trackingID: Int32 = -1, x: Int32? = nil, y: Int32? = nil, touchMajor: Int32 = 0, pressure: Int32 = 0,
        toolType: Int32 = ToolType.finger, distance: Int32 = 0
    ) {
        self.trackingID = trackingID
        self.x = x
        self.y = y
        self.touchMajor = touchMajor
        self.pressure = pressure
        self.toolType = toolType
        self.distance = distance
    }

    /// The state in which a kernel's slot begins, and that of a device that was just made from a recording.
    ///
    /// The first contact on the border has a coordinate that is 0, too, and so is never sent.
    public static let initial = SlotState(x: 0, y: 0)

    /// Whether it may never have had a place: one coordinate alone that a kernel's slot began with is a true one.
    var isAtOrigin: Bool { x == 0 && y == 0 }
}

/// What was made of a contact.
public enum ContactStanding {
    /// It is this touch.
    case touch(Touch)
    /// It may become a touch.
    case undecided
    /// It is none: there is no contact, or it is left out, or it was a touch before.
    case leftOut
}

/// A slot's state beside what was made of it.
struct ContactSlot {
    enum Standing {
        /// It is not known yet whether it is a finger.
        case undecided
        /// It is a touch.
        case accepted
        /// It is ignored until it lifts.
        case refused
        /// It was a touch before, and nothing came of it for so long that its lift was lost; it is passed over until it
        /// lifts or moves.
        case leftover
        /// It was decided upon before, and has left the glass or fallen silent since; it may be a touch again.
        case released
    }

    let number: Int
    var state = SlotState()
    var standing = Standing.undecided
    /// The touch that was delivered for the contact, while it is down.
    var touch: Touch?
    /// Whether anything of this slot came since the last frame.
    var isChanged = false
    /// Whether the contact that was in this slot at the last frame has lifted since, whatever came after it.
    var hasLifted = false
    /// Whether the contact in this slot came since the last frame.
    var hasArrived = false
    /// The values of a contact that both landed and lifted since the last frame.
    var passed: SlotState?
    /// The `ToolType` of the contact that has lifted since the last frame.
    var liftedToolType = ToolType.finger
    /// Whether a coordinate came since the contact before this one lifted.
    var isPlaced = false
    /// The previous location of the touch and its time; only when flicks are joined.
    var before: (place: Point, time: Timestamp)?
    /// The time and place at which the contact was first seen complete and on the glass, or left over; nil before.
    var arrival: (time: Timestamp, x: Int32, y: Int32)?
    /// Whether the touch was reported where it landed, and has moved since.
    var isBehind = false
    /// The time of the last event of this slot.
    var lastTime = Timestamp.zero

    init(_ number: Int, state: SlotState = SlotState()) { (self.number, self.state) = (number, state) }

    /// The tracking id that the delivered touch stands for; nil when that contact is gone, in a frame that was not
    /// completed.
    var deliveredID: Int32? { hasLifted ? nil : state.trackingID }

    var isDown: Bool { state.trackingID >= 0 }

    /// Updates a value of the contact in the slot, other than its tracking id.
    mutating func update(_ code: UInt16, _ value: Int32) {
        guard state.set(code, value) else { return }
        isChanged = true
        if code == AbsoluteAxis.positionX || code == AbsoluteAxis.positionY { isPlaced = true }
    }

    /// Forgets what was made of a contact that is gone.
    mutating func vacate() {
        touch = nil
        standing = .undecided
        arrival = nil
        before = nil
        isBehind = false
    }

    /// The same of a contact that may come back without a new tracking id.
    mutating func release() {
        vacate()
        standing = .released
    }
}
