// The kernel's `input_event`, and the event codes of touchscreens.

/// One event of a device as the kernel reports it (`struct input_event`).
public struct InputEvent: Hashable, Sendable {
    /// The kernel's timestamp.
    public var time: Timestamp
    /// The type: `EV_SYN`, `EV_KEY`, `EV_ABS` and others.
    public var type: UInt16
    /// The code within the type, such as `ABS_MT_SLOT`.
    public var code: UInt16
    /// The new value.
    public var value: Int32

    /// Makes an event from its four parts.
    public init(time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }
}

/// Types of input events (`linux/input-event-codes.h`).
public enum EventType {
    /// `EV_SYN`: ends a frame, or says that events were dropped.
    public static let synchronization: UInt16 = 0x00
    /// `EV_KEY`: keys and buttons.
    public static let key: UInt16 = 0x01
    /// `EV_REL`: relative axes, as of a mouse.
    public static let relative: UInt16 = 0x02
    /// `EV_ABS`: absolute axes.
    public static let absolute: UInt16 = 0x03
}

/// Codes of `EV_SYN`.
public enum SynchronizationCode {
    /// `SYN_REPORT`: the frame is complete.
    public static let report: UInt16 = 0
    /// `SYN_MT_REPORT`: the end of one contact in protocol A.
    public static let multitouchReport: UInt16 = 2
    /// `SYN_DROPPED`: the kernel's queue overflowed; what was known is no longer true.
    public static let dropped: UInt16 = 3
}

/// Codes of `EV_ABS` that concern touch.
public enum AbsoluteAxis {
    /// `ABS_X`: the one contact of a single-touch device.
    public static let x: UInt16 = 0x00
    /// `ABS_Y`: the one contact of a single-touch device.
    public static let y: UInt16 = 0x01
    /// `ABS_Z`: the third axis of a joystick; a few touch controllers send a coordinate in it.
    public static let z: UInt16 = 0x02
    /// `ABS_RX`: as `z`.
    public static let rx: UInt16 = 0x03
    /// `ABS_PRESSURE`: that of the one contact of a single-touch device, or of a pen.
    public static let singleTouchPressure: UInt16 = 0x18
    /// `ABS_MT_SLOT`: which slot the following events are about.
    public static let slot: UInt16 = 0x2f
    /// `ABS_MT_TOUCH_MAJOR`: the long axis of the contact's ellipse.
    public static let touchMajor: UInt16 = 0x30
    /// `ABS_MT_POSITION_X`.
    public static let positionX: UInt16 = 0x35
    /// `ABS_MT_POSITION_Y`.
    public static let positionY: UInt16 = 0x36
    /// `ABS_MT_TOOL_TYPE`: what makes the contact, as of `ToolType`.
    public static let toolType: UInt16 = 0x37
    /// `ABS_MT_TRACKING_ID`: which contact is in the slot; -1 when it has lifted.
    public static let trackingID: UInt16 = 0x39
    /// `ABS_MT_PRESSURE`.
    public static let pressure: UInt16 = 0x3a
    /// `ABS_MT_DISTANCE`: how far above the surface the contact is.
    public static let distance: UInt16 = 0x3b
    /// `ABS_MT_TOOL_Y`: the last code about contacts.
    public static let lastOfContacts: UInt16 = 0x3d
}

/// Codes of `EV_KEY` that distinguish kinds of devices.
public enum KeyCode {
    /// `BTN_LEFT`: the button of a mouse, and of touch monitors that behave like one.
    public static let left: UInt16 = 0x110
    /// `BTN_TOOL_PEN`: a pen is near.
    public static let toolPen: UInt16 = 0x140
    /// `BTN_TOOL_RUBBER`: the other end of a pen is near.
    public static let toolRubber: UInt16 = 0x141
    /// `BTN_TOOL_FINGER`: touchpads and touch tablets have it, touchscreens do not.
    public static let toolFinger: UInt16 = 0x145
    /// `BTN_TOUCH`: something touches the surface.
    public static let touch: UInt16 = 0x14a
    /// `BTN_STYLUS`: the button of a pen.
    public static let stylus: UInt16 = 0x14b
    /// `BTN_TOOL_QUADTAP`: there are four fingers; the last of the codes that count them.
    public static let toolQuadrupleTap: UInt16 = 0x14f
}

/// Values of `ABS_MT_TOOL_TYPE`.
public enum ToolType {
    /// `MT_TOOL_FINGER`.
    public static let finger: Int32 = 0
    /// `MT_TOOL_PEN`.
    public static let pen: Int32 = 1
    /// `MT_TOOL_PALM`: the panel itself knows it for a palm.
    public static let palm: Int32 = 2
}
