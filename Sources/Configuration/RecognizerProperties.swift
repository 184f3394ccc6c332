// Which properties does each type of recognizer have? The tables that parser and documentation read.

internal import Gestures

extension RecognizerType {
    /// The properties of this type in the order in which they are documented; those of every type come first.
    public var properties: [RecognizerProperty] { Self.commonProperties + ownProperties }

    /// What a property is when the file does not say; nil when the type lacks the property.
    public func defaultValue(of property: RecognizerProperty) -> PropertyValue? {
        property.value(of: makeRecognizer(name: ""))
    }

    /// The properties of every type.
    public static let commonProperties: [RecognizerProperty] = [
        .flag(
            "enabled", \GestureRecognizer.isEnabled,
            "Whether the recognizer watches the touches at all."),
        .flag(
            "cancelsTouchesInView", \GestureRecognizer.cancelsTouchesInView,
            "Whether the gesture, once recognized, cancels its touches for those who are sent touches."),
        .flag(
            "delaysTouchesBegan", \GestureRecognizer.delaysTouchesBegan,
            "Whether touches are sent to nobody as long as they may still become the gesture."),
        .flag(
            "delaysTouchesEnded", \GestureRecognizer.delaysTouchesEnded,
            "Whether lifts are sent to nobody as long as the touches may still become the gesture."),
        .smoothing(
            "smoothing", \GestureRecognizer.smoothing,
            "Whether what is published is smoothed: false, true, or { minimumCutoff: 1, beta: 0.1 }."),
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
