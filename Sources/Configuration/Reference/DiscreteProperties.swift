// Properties of discrete recognizers: tap, swipe, stroke.

internal import Gestures

extension RecognizerType {
    static let tapProperties: [RecognizerProperty] = [
        .count(
            "numberOfTapsRequired", \TapGestureRecognizer.numberOfTapsRequired, in: 1...60,
            "The number of taps."),
        .count(
            "numberOfTouchesRequired", \TapGestureRecognizer.numberOfTouchesRequired, in: 1...60,
            "The number of fingers."),
        .seconds(
            "maximumTapDuration", \TapGestureRecognizer.maximumTapDuration,
            "The longest time from the first finger down to the last finger up."),
        .seconds(
            "maximumIntervalBetweenSuccessiveTaps", \TapGestureRecognizer.maximumIntervalBetweenSuccessiveTaps,
            "The longest time from the end of one tap to the start of the next."),
        .points(
            "allowableMovement", \TapGestureRecognizer.allowableMovement,
            "The largest distance of the fingers from the centroid of the first tap."),
    ]

    static let swipeProperties: [RecognizerProperty] = [
        .directions(
            "direction", \SwipeGestureRecognizer.direction,
            "The direction: left, right, up, down, or a list of these."),
        .count(
            "numberOfTouchesRequired", \SwipeGestureRecognizer.numberOfTouchesRequired, in: 1...60,
            "The number of fingers."),
        .seconds(
            "maximumDuration", \SwipeGestureRecognizer.maximumDuration,
            "The longest time from touch down."),
        .points(
            "minimumPrimaryMovement", \SwipeGestureRecognizer.minimumPrimaryMovement,
            "The smallest movement in the direction; less for slow fingers."),
        .points(
            "maximumSecondaryMovement", \SwipeGestureRecognizer.maximumSecondaryMovement,
            "The largest movement to a side; less for slow fingers."),
        .points(
            "maximumOppositeMovement", \SwipeGestureRecognizer.maximumOppositeMovement,
            "The largest movement against the direction."),
    ]

    static let strokeProperties: [RecognizerProperty] = [
        .templates(
            "templates", \StrokeGestureRecognizer.templates,
            "Examples of the strokes; templates with one name are different ways to draw it."
        ).required,
        .number(
            "minimumScore", \StrokeGestureRecognizer.minimumScore, in: 0...1,
            "The smallest score, 0 to 1."),
        .number(
            "minimumMargin", \StrokeGestureRecognizer.minimumMargin, in: 0...1,
            "The smallest lead of its score over that of any other name."),
        .points(
            "minimumLength", \StrokeGestureRecognizer.minimumLength,
            "The smallest length of the path."),
        .flag(
            "rotationInvariant", \StrokeGestureRecognizer.isRotationInvariant,
            "Whether the stroke may be drawn at any angle, as on a table."),
    ]

    static let checkmarkProperties: [RecognizerProperty] = []

    static let tickleProperties: [RecognizerProperty] = [
        .points(
            "tickleDistance", \TickleGestureRecognizer.tickleDistance,
            "The smallest movement that counts."),
        .count(
            "numberOfTicklesRequired", \TickleGestureRecognizer.numberOfTicklesRequired, in: 1...60,
            "The number of movements to and fro."),
    ]
}
