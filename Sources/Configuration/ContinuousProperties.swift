// Which properties have gestures that go on? Presses, pans, pinches, rotations.

internal import Gestures

extension RecognizerType {
    static let longPressProperties: [RecognizerProperty] = [
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

    static let panProperties: [RecognizerProperty] = [
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

    /// A pan of one finger, so without the counts.
    static let screenEdgePanProperties: [RecognizerProperty] = [
        .edges(
            "edges", \ScreenEdgePanGestureRecognizer.edges,
            "Where the pan may come from: left, right, top, bottom, or a list of these."
        ).required,
        .points(
            "edgeWidth", \ScreenEdgePanGestureRecognizer.edgeWidth,
            "How far from the edge the finger may land."),
        .points(
            "hysteresis", \ScreenEdgePanGestureRecognizer.hysteresis,
            "How far the finger moves before the gesture begins."),
    ]

    static let pinchProperties: [RecognizerProperty] = [
        .points(
            "hysteresis", \PinchGestureRecognizer.hysteresis,
            "How much the distance of the fingers changes before the gesture begins.")
    ]

    static let rotationProperties: [RecognizerProperty] = [
        .degrees(
            "hysteresis", \RotationGestureRecognizer.hysteresis,
            "How far, in degrees, the fingers turn before the gesture begins.")
    ]

    static let transformProperties: [RecognizerProperty] = [
        .count(
            "minimumNumberOfTouches", \TransformGestureRecognizer.minimumNumberOfTouches, in: 1...60,
            "The fewest fingers that make the gesture."),
        .count(
            "maximumNumberOfTouches", \TransformGestureRecognizer.maximumNumberOfTouches, in: 1...60,
            "The most fingers that make the gesture."),
        .points(
            "hysteresis", \TransformGestureRecognizer.hysteresis,
            "How far the fingers move for the gesture to begin."),
        .points(
            "pinchHysteresis", \TransformGestureRecognizer.pinchHysteresis,
            "Or how much their distance changes."),
        .degrees(
            "rotationHysteresis", \TransformGestureRecognizer.rotationHysteresis,
            "Or how far, in degrees, they turn."),
    ]

    static let incrementalPinchProperties: [RecognizerProperty] = []
}
