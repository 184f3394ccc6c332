// The properties of each type of recognizer, as tables for parser and documentation.

internal import Gestures

extension RecognizerType {
    /// The properties of this type in the order in which they are documented; those of every type come first.
    public var properties: [RecognizerProperty] { Self.commonProperties + ownProperties }

    /// Returns the default of a property; nil when the type lacks the property.
    public func defaultValue(of property: RecognizerProperty) -> PropertyValue? {
        property.value(of: makeRecognizer(name: ""))
    }

    /// The properties of every type.
    public static let commonProperties: [RecognizerProperty] = [
        .flag(
            "enabled", \GestureRecognizer.isEnabled,
            "Whether the recognizer receives touches."),
        .flag(
            "cancelsTouchesInView", \GestureRecognizer.cancelsTouchesInView,
            "Whether a recognized gesture cancels its touches for subscribers."),
        .flag(
            "delaysTouchesBegan", \GestureRecognizer.delaysTouchesBegan,
            "Whether touches are withheld from subscribers while they may become the gesture."),
        .flag(
            "delaysTouchesEnded", \GestureRecognizer.delaysTouchesEnded,
            "Whether lifts are withheld from subscribers while the touches may become the gesture."),
        .smoothing(
            "smoothing", \GestureRecognizer.smoothing,
            "Whether published values are smoothed: false, true, or { minimumCutoff: 1, beta: 0.1 }."),
    ]

    /// The properties that a type has beside those of every type.
    public var ownProperties: [RecognizerProperty] {
        switch self {
        case .tap: Self.tapProperties
        case .longPress: Self.longPressProperties
        case .swipe: Self.swipeProperties
        case .pan: Self.panProperties
        case .screenEdgePan: Self.screenEdgePanProperties
        case .pinch: Self.pinchProperties
        case .rotation: Self.rotationProperties
        case .transform: Self.transformProperties
        case .stroke: Self.strokeProperties
        case .checkmark: Self.checkmarkProperties
        case .tickle: Self.tickleProperties
        case .incrementalPinch: Self.incrementalPinchProperties
        }
    }
}
