// Properties of continuous recognizers: long press, pan, pinch, rotation and others.

internal import Gestures

extension RecognizerType {
    static let longPressProperties: [RecognizerProperty] = [
        .seconds(
            "minimumPressDuration", \LongPressGestureRecognizer.minimumPressDuration,
            "The time after which the gesture begins."),
        .count(
            "numberOfTapsRequired", \LongPressGestureRecognizer.numberOfTapsRequired, in: 0...60,
            "The number of taps before the press."),
        .count(
            "numberOfTouchesRequired", \LongPressGestureRecognizer.numberOfTouchesRequired, in: 1...60,
            "The number of fingers."),
        .points(
            "allowableMovement", \LongPressGestureRecognizer.allowableMovement,
            "The largest movement of a finger before the gesture begins."),
    ]

    static let panProperties: [RecognizerProperty] = [
        .count(
            "minimumNumberOfTouches", \PanGestureRecognizer.minimumNumberOfTouches, in: 1...60,
            "The smallest number of fingers."),
        .count(
            "maximumNumberOfTouches", \PanGestureRecognizer.maximumNumberOfTouches, in: 1...60,
            "The largest number of fingers."),
        .points(
            "hysteresis", \PanGestureRecognizer.hysteresis,
            "The movement at which the gesture begins."),
    ]

    /// A pan of one finger, so without the counts.
    static let screenEdgePanProperties: [RecognizerProperty] = [
        .edges(
            "edges", \ScreenEdgePanGestureRecognizer.edges,
            "The edges: left, right, top, bottom, or a list of these."
        ).required,
        .points(
            "edgeWidth", \ScreenEdgePanGestureRecognizer.edgeWidth,
            "The largest distance from the edge at which the finger lands."),
        .points(
            "hysteresis", \ScreenEdgePanGestureRecognizer.hysteresis,
            "The movement at which the gesture begins."),
    ]

    static let pinchProperties: [RecognizerProperty] = [
        .points(
            "hysteresis", \PinchGestureRecognizer.hysteresis,
            "The change of distance at which the gesture begins.")
    ]

    static let rotationProperties: [RecognizerProperty] = [
        .degrees(
            "hysteresis", \RotationGestureRecognizer.hysteresis,
            "The angle, in degrees, at which the gesture begins.")
    ]

    static let transformProperties: [RecognizerProperty] = [
        .count(
            "minimumNumberOfTouches", \TransformGestureRecognizer.minimumNumberOfTouches, in: 1...60,
            "The smallest number of fingers."),
        .count(
            "maximumNumberOfTouches", \TransformGestureRecognizer.maximumNumberOfTouches, in: 1...60,
            "The largest number of fingers."),
        .points(
            "hysteresis", \TransformGestureRecognizer.hysteresis,
            "The movement at which the gesture begins."),
        .points(
            "pinchHysteresis", \TransformGestureRecognizer.pinchHysteresis,
            "The change of distance at which the gesture begins."),
        .degrees(
            "rotationHysteresis", \TransformGestureRecognizer.rotationHysteresis,
            "The angle, in degrees, at which the gesture begins."),
    ]

    static let incrementalPinchProperties: [RecognizerProperty] = []
}
