// Which properties have gestures that happen at once? Taps, swipes, strokes.

internal import ExampleRecognizers
internal import Gestures

extension RecognizerType {
    static let tapProperties: [RecognizerProperty] = [
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

    static let swipeProperties: [RecognizerProperty] = [
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

    static let strokeProperties: [RecognizerProperty] = [
        .templates(
            "templates", \StrokeGestureRecognizer.templates,
            "Examples of the strokes; several may have one name, as different ways to draw it."
        ).required,
        .number(
            "minimumScore", \StrokeGestureRecognizer.minimumScore, in: 0...1,
            "How well the stroke must be drawn, 0 to 1."),
        .number(
            "minimumMargin", \StrokeGestureRecognizer.minimumMargin, in: 0...1,
            "By how much it must be more like its name's templates than like those of any other name."),
        .points(
            "minimumLength", \StrokeGestureRecognizer.minimumLength,
            "How long the path must be."),
        .flag(
            "rotationInvariant", \StrokeGestureRecognizer.isRotationInvariant,
            "Whether it may be drawn from any side, as on a table."),
    ]

    static let checkmarkProperties: [RecognizerProperty] = []

    static let tickleProperties: [RecognizerProperty] = [
        .points(
            "tickleDistance", \TickleGestureRecognizer.tickleDistance,
            "How far the finger goes before a movement counts."),
        .count(
            "numberOfTicklesRequired", \TickleGestureRecognizer.numberOfTicklesRequired, in: 1...60,
            "How many movements to and fro make the gesture."),
    ]
}
