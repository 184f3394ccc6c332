// Which properties does each type of recognizer have? The tables that parser and documentation read.

internal import Gestures

extension RecognizerType {
    /// The properties of this type in the order in which they are documented; those of every type come first.
    public var properties: [RecognizerProperty] {
        switch self {
        case .tap: Self.common + Self.tapProperties
        case .longPress: Self.common + Self.longPressProperties
        case .swipe: Self.common + Self.swipeProperties
        case .pan: Self.common + Self.panProperties
        case .pinch: Self.common + Self.pinchProperties
        case .rotation: Self.common + Self.rotationProperties
        }
    }

    /// What a property is when the file does not say; nil when the type lacks the property.
    public func defaultValue(of property: RecognizerProperty) -> PropertyValue? {
        property.value(of: makeRecognizer(name: ""))
    }

    private static let common: [RecognizerProperty] = [
        .flag(
            "enabled", \GestureRecognizer.isEnabled,
            "Whether the recognizer watches the touches at all.")
    ]

    private static let tapProperties: [RecognizerProperty] = [
        .count(
            "numberOfTapsRequired", \TapGestureRecognizer.numberOfTapsRequired, in: 1...60,
            "How many taps make the gesture."),
        .count(
            "numberOfTouchesRequired", \TapGestureRecognizer.numberOfTouchesRequired, in: 1...60,
            "How many fingers make a tap."),
        .seconds(
            "maximumTapDuration", \TapGestureRecognizer.maximumTapDuration,
            "The longest time from the first finger down to the last finger up."),
        .seconds(
            "maximumIntervalBetweenSuccessiveTaps", \TapGestureRecognizer.maximumIntervalBetweenSuccessiveTaps,
            "The longest time from the end of one tap to the begin of the next."),
        .points(
            "allowableMovement", \TapGestureRecognizer.allowableMovement,
            "How far the fingers may stray from the centroid of the first tap."),
    ]

    private static let longPressProperties: [RecognizerProperty] = [
        .seconds(
            "minimumPressDuration", \LongPressGestureRecognizer.minimumPressDuration,
            "How long the fingers must be held before the gesture begins."),
        .count(
            "numberOfTapsRequired", \LongPressGestureRecognizer.numberOfTapsRequired, in: 0...60,
            "How many taps must come before the press."),
        .count(
            "numberOfTouchesRequired", \LongPressGestureRecognizer.numberOfTouchesRequired, in: 1...60,
            "How many fingers must be held."),
        .points(
            "allowableMovement", \LongPressGestureRecognizer.allowableMovement,
            "How far a finger may move before the gesture begins; afterwards as far as it likes."),
    ]

    private static let swipeProperties: [RecognizerProperty] = [
        .directions(
            "direction", \SwipeGestureRecognizer.direction,
            "Where the swipe may go: left, right, up, down, or a list of these."),
        .count(
            "numberOfTouchesRequired", \SwipeGestureRecognizer.numberOfTouchesRequired, in: 1...60,
            "How many fingers make the swipe."),
        .seconds(
            "maximumDuration", \SwipeGestureRecognizer.maximumDuration,
            "The time from touch down within which the swipe must be made."),
        .points(
            "minimumPrimaryMovement", \SwipeGestureRecognizer.minimumPrimaryMovement,
            "How far the fingers must go in the direction; the slower they are, the shorter."),
        .points(
            "maximumSecondaryMovement", \SwipeGestureRecognizer.maximumSecondaryMovement,
            "How far the fingers may stray to a side; the slower they are, the less."),
        .points(
            "maximumOppositeMovement", \SwipeGestureRecognizer.maximumOppositeMovement,
            "How far the fingers may go against the direction."),
    ]

    private static let panProperties: [RecognizerProperty] = [
        .count(
            "minimumNumberOfTouches", \PanGestureRecognizer.minimumNumberOfTouches, in: 1...60,
            "The fewest fingers that pan."),
        .count(
            "maximumNumberOfTouches", \PanGestureRecognizer.maximumNumberOfTouches, in: 1...60,
            "The most fingers that pan."),
        .points(
            "hysteresis", \PanGestureRecognizer.hysteresis,
            "How far the fingers move before the gesture begins."),
    ]

    private static let pinchProperties: [RecognizerProperty] = [
        .points(
            "hysteresis", \PinchGestureRecognizer.hysteresis,
            "How much the distance of the fingers changes before the gesture begins.")
    ]

    private static let rotationProperties: [RecognizerProperty] = [
        .degrees(
            "hysteresis", \RotationGestureRecognizer.hysteresis,
            "How far, in degrees, the fingers turn before the gesture begins.")
    ]
}
