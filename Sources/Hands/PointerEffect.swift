// What a gesture does with the pointer.

/// An effect of an action that needs gestured-hands.
public enum PointerEffect: Hashable, Sendable {
    /// A button of the pointer.
    public enum Button: String, CaseIterable, Sendable {
        case left
        case right
        case middle

        /// Its code.
        var code: UInt16 {
            switch self {
            case .left: HandsDevice.buttons[0]
            case .right: HandsDevice.buttons[1]
            case .middle: HandsDevice.buttons[2]
            }
        }
    }

    /// How a pan scrolls.
    public struct Scroll: Hashable, Sendable {
        /// The directions in which it scrolls.
        public var (isHorizontal, isVertical) = (true, true)
        /// Whether what is scrolled follows the fingers; otherwise it goes the other way, as with a wheel.
        public var isNatural = true
        /// A factor of the way.
        public var speed = 1.0

        /// Both directions, naturally.
        public init() {}
    }

    /// Clicks so many times at the gesture's place.
    case click(Button, count: Int)
    /// Holds a button from the place where the gesture began, and follows it.
    case drag(Button)
    /// Turns the wheels by the gesture's way; after the lift it glides.
    case scroll(Scroll)
    /// Ends the glide of a scroll, as when a finger lands; so does the beginning of every other effect.
    case stop
    /// Turns the wheel while Ctrl is held, by the gesture's scale.
    case zoom

    /// Whether it follows a gesture from its beginning to its end; the others need one state only.
    public var isContinuous: Bool {
        switch self {
        case .click, .stop: false
        case .drag, .scroll, .zoom: true
        }
    }
}
