// Which kinds of recognizers can a configuration ask for, and how is one of each made?

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
    /// Two fingers approach or part.
    case pinch
    /// Two fingers turn.
    case rotation

    /// Types that are planned; a file that names one is told so.
    static let planned = ["screenEdgePan", "transform", "stroke", "checkmark", "tickle"]

    /// A recognizer of this type with its defaults, enabled, that belongs to no region yet.
    public func makeRecognizer(name: String) -> GestureRecognizer {
        switch self {
        case .tap: TapGestureRecognizer(name: name)
        case .longPress: LongPressGestureRecognizer(name: name)
        case .swipe: SwipeGestureRecognizer(name: name)
        case .pan: PanGestureRecognizer(name: name)
        case .pinch: PinchGestureRecognizer(name: name)
        case .rotation: RotationGestureRecognizer(name: name)
        }
    }
}
