// The contact of a single-touch device, from `ABS_X`, `ABS_Y` and its touch button.

/// Reads frames of a device with one contact.
///
/// The button is `BTN_TOUCH`, or `BTN_LEFT` for monitors that behave like a mouse; a device with neither touches while
/// `ABS_PRESSURE` is above its least value. The kernel leaves out coordinates that did not change, so that they are
/// kept from one contact to the next, those of a lift included, though that is not where the contact was.
///
/// The position of a new contact is known when the frame of the button contains both coordinates, or when the device
/// has sent them together before: a missing one has not changed then. Other devices send the button first, or X and Y
/// each in a frame of its own. For them the contact waits until both have arrived, until one of them arrives again
/// without the other, or until the lift:
///
///     ┌──────┐ button, place known  ┌──────┐
///     │ none ├─────────────────────►│ down │
///     │      │◄─────────────────────┤      │
///     └─┬──▲─┘        lift          └──▲───┘
///       │  │ lift: comes and goes      │ place known
///       │ ┌┴──────────┐                │
///       └►│  waiting  ├────────────────┘
///  button └───────────┘
struct SingleContact {
    private struct Freshness {
        var x = false
        var y = false
        var isWhole: Bool { x && y }
        var isNone: Bool { !x && !y }
    }

    /// Nil when the pressure says it.
    private let button: UInt16?
    private let restingPressure: Int32
    private var emitted = EmittedSlots(count: 1)

    // The frame in progress.

    private var frame = ContactReading()
    /// Whether anything of the contact came in this frame.
    private var isChanged = false
    /// The last value of the button in this frame, and whether any value was 1.
    private var buttonState: Bool?
    private var hasPressed = false

    // What is known.

    private var isPressed = false
    private var x: Int32?
    private var y: Int32?
    private var pressure: Int32?
    /// The coordinates received since the last lift, and since the button.
    private var sinceLift = Freshness()
    private var sincePress = Freshness()
    /// Whether the device has ever begun a contact with both coordinates.
    private var beginsWhole = false

    /// The number of contacts that lifted before their position was known.
    private(set) var withoutPosition = 0

    init(device: DeviceDescription) {
        button = [KeyCode.touch, KeyCode.left].first(where: device.hasKey)
        restingPressure = max(device.axes[AbsoluteAxis.singleTouchPressure]?.minimum ?? 0, 0)
    }

    /// Processes an event that is no SYN_REPORT; false when it does not concern the contact.
    mutating func process(_ event: InputEvent) -> Bool {
        switch (event.type, event.code) {
        case (EventType.key, _) where event.code == button && event.value != 2:
            press(event.value != 0)
        case (EventType.absolute, AbsoluteAxis.x):
            (frame[AbsoluteAxis.positionX], isChanged) = (event.value, true)
        case (EventType.absolute, AbsoluteAxis.y):
            (frame[AbsoluteAxis.positionY], isChanged) = (event.value, true)
        case (EventType.absolute, AbsoluteAxis.singleTouchPressure):
            (frame[AbsoluteAxis.pressure], isChanged) = (event.value, true)
            let touches = event.value > restingPressure
            if button == nil, touches != buttonState ?? isPressed { press(touches) }
        default: return false
        }
        return true
    }

    private mutating func press(_ isDown: Bool) {
        buttonState = isDown
        if isDown { hasPressed = true }
    }

    mutating func completeFrame(at time: Timestamp, _ emit: (InputEvent) -> Void) {
        if let isDown = buttonState {
            // Down twice without a lift: the lift was lost.
            if isPressed { lift(at: time, emit) }
            adoptFrame()
            if hasPressed { begin(staysDown: isDown, at: time, emit) }
            if !isDown { sinceLift = Freshness() }
        } else {
            let isRepeated = frame.x != nil && sincePress.x || frame.y != nil && sincePress.y
            adoptFrame()
            if isPressed, isChanged { go(on: time, isRepeated: isRepeated, emit) }
        }
        clearFrame()
    }

    /// Forgets the present frame and the coordinates, as events were lost.
    mutating func dropFrame() {
        clearFrame()
        (x, y, pressure) = (nil, nil, nil)
        (sinceLift, sincePress) = (Freshness(), Freshness())
    }

    /// The contact is gone, whatever the device says in this frame.
    mutating func lift(all time: Timestamp, _ emit: (InputEvent) -> Void) {
        adoptFrame()
        clearFrame()
        (isPressed, sinceLift) = (false, Freshness())
        emitted.lift(all: .max, at: time, emit)
    }

    mutating func reset() {
        dropFrame()
        emitted.reset()
        isPressed = false
    }

    /// Forgets the previous contact, and continues with the present one; returns its tracking id, or -1.
    mutating func reset(to truth: SlotState) -> Int32 {
        reset()
        guard truth.trackingID >= 0, let x = truth.x, let y = truth.y else { return -1 }
        (isPressed, self.x, self.y) = (true, x, y)
        return emitted.adopt(x: x, y: y, in: 0)
    }

    private mutating func clearFrame() {
        frame = ContactReading()
        (isChanged, buttonState, hasPressed) = (false, nil, false)
    }

    private mutating func adoptFrame() {
        (x, y, pressure) = (frame.x ?? x, frame.y ?? y, frame[AbsoluteAxis.pressure] ?? pressure)
        if frame.x != nil { (sinceLift.x, sincePress.x) = (true, true) }
        if frame.y != nil { (sinceLift.y, sincePress.y) = (true, true) }
    }

    /// The button has come, and perhaps gone again.
    private mutating func begin(staysDown: Bool, at time: Timestamp, _ emit: (InputEvent) -> Void) {
        isPressed = staysDown
        sincePress = Freshness(x: frame.x != nil, y: frame.y != nil)
        // Some send the place first and then the button.
        let isPlaced = sincePress.isWhole || sincePress.isNone && sinceLift.isWhole
        if isPlaced { beginsWhole = true }
        if beginsWhole { emitBegin(at: time, emit) }
        guard !staysDown else { return }
        if emitted.occupied != 0 { emitted.lift(0, at: time, emit) } else { withoutPosition &+= 1 }
    }

    private mutating func go(on time: Timestamp, isRepeated: Bool, _ emit: (InputEvent) -> Void) {
        if emitted.occupied != 0 {
            emitted.update(with: frame, in: 0, at: time, emit)
        } else if sincePress.isWhole || isRepeated || beginsWhole {
            emitBegin(at: time, emit)
        }
    }

    private mutating func lift(at time: Timestamp, _ emit: (InputEvent) -> Void) {
        isPressed = false
        // Waited for in vain: where the frames before say that it is, not where that of the lift does.
        if emitted.occupied == 0 { emitBegin(at: time, emit) }
        if emitted.occupied != 0 { emitted.lift(0, at: time, emit) } else { withoutPosition &+= 1 }
    }

    private mutating func emitBegin(at time: Timestamp, _ emit: (InputEvent) -> Void) {
        guard let x, let y else { return }
        var reading = ContactReading()
        reading[AbsoluteAxis.pressure] = pressure
        emitted.begin(reading, x: x, y: y, in: 0, at: time, emit)
    }
}
