// The types of recognizers in configurations, and their construction.

public import Gestures

/// The `type` of a recognizer; the raw values are the names in the file and on the wire.
public enum RecognizerType: String, Hashable, Sendable, CaseIterable {
    /// Fingers come down and lift, once or several times.
    case tap
    /// Fingers are held.
    case longPress
    /// A quick, straight movement.
    case swipe
    /// Fingers move.
    case pan
    /// A finger comes from an edge of its region and moves.
    case screenEdgePan
    /// Two fingers approach or part.
    case pinch
    /// Two fingers turn.
    case rotation
    /// Fingers move, approach or part, and turn, all at once.
    case transform
    /// A finger draws a figure that is given by examples.
    case stroke
    /// A finger goes down to the right, then up to the right.
    case checkmark
    /// A finger goes to and fro.
    case tickle
    /// Two fingers approach or part, measured from one event to the next.
    case incrementalPinch
    /// What a client decides.
    case custom

    /// Whether its gestures are recognized at once, or begin, change and end; nil of a type that may do both.
    public var isDiscrete: Bool? {
        switch self {
        case .tap, .swipe, .stroke, .checkmark, .tickle: true
        case .longPress, .pan, .screenEdgePan, .pinch, .rotation, .transform, .incrementalPinch: false
        case .custom: nil
        }
    }

    /// Whether it is recognized while its fingers are down, so that another one can come after it.
    var leavesFingersDown: Bool {
        switch self {
        case .tap, .stroke, .checkmark: false
        case .longPress, .swipe, .pan, .screenEdgePan, .pinch, .rotation, .transform, .tickle, .incrementalPinch,
            .custom:
            true
        }
    }

    /// A recognizer of this type with its defaults, enabled, that belongs to no region yet.
    ///
    /// - Parameter thresholds: The profile that the defaults come from.
    public func makeRecognizer(name: String, thresholds: Thresholds = .standard) -> GestureRecognizer {
        switch self {
        case .tap: TapGestureRecognizer(name: name, thresholds: thresholds)
        case .longPress: LongPressGestureRecognizer(name: name, thresholds: thresholds)
        case .swipe: SwipeGestureRecognizer(name: name, thresholds: thresholds)
        case .pan: PanGestureRecognizer(name: name, thresholds: thresholds)
        case .screenEdgePan: ScreenEdgePanGestureRecognizer(name: name, thresholds: thresholds)
        case .pinch: PinchGestureRecognizer(name: name, thresholds: thresholds)
        case .rotation: RotationGestureRecognizer(name: name, thresholds: thresholds)
        case .transform: TransformGestureRecognizer(name: name, thresholds: thresholds)
        case .stroke: StrokeGestureRecognizer(name: name, thresholds: thresholds)
        case .checkmark: CheckmarkGestureRecognizer(name: name, thresholds: thresholds)
        case .tickle: TickleGestureRecognizer(name: name, thresholds: thresholds)
        case .incrementalPinch: IncrementalPinchGestureRecognizer(name: name, thresholds: thresholds)
        case .custom: ClientGestureRecognizer(name: name, thresholds: thresholds)
        }
    }
}
