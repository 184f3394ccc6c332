// The properties of each type of recognizer, as tables for parser and documentation.

import Gestures

extension RecognizerType {
    /// The properties of this type in the order in which they are documented; those of every type come first.
    public var properties: [RecognizerProperty] { Self.commonProperties + ownProperties }

    /// The properties of every type.
    public static let commonProperties: [RecognizerProperty] = [
        .init("enabled", .flag, \GestureRecognizer.isEnabled, "Whether the recognizer receives touches."),
        .init(
            "cancelsTouchesInView", .flag, \GestureRecognizer.cancelsTouchesInView,
            "Whether a recognized gesture cancels its touches for subscribers."),
        .init(
            "delaysTouchesBegan", .flag, \GestureRecognizer.delaysTouchesBegan,
            "Whether touches are withheld from subscribers while they may become the gesture."),
        .init(
            "delaysTouchesEnded", .flag, \GestureRecognizer.delaysTouchesEnded,
            "Whether lifts are withheld from subscribers while the touches may become the gesture."),
        .init(
            "intercepts", .word(InterceptionMode.allCases.map(\.rawValue)),
            "When it takes its touches from applications, on a surface with `intercept: true`."
        ) {
            .word($0.intercepts.rawValue)
        } set: { recognizer, value in
            if case .word(let word) = value, let mode = InterceptionMode(rawValue: word) {
                recognizer.intercepts = mode
            }
        },
        .init(
            "smoothing", .smoothing, \GestureRecognizer.smoothing, "Whether published values are smoothed."),
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
        case .checkmark, .incrementalPinch: []
        case .tickle: Self.tickleProperties
        case .custom: Self.customProperties
        }
    }

    private static let tapProperties: [RecognizerProperty] = [
        .init("numberOfTapsRequired", .fingers, \TapGestureRecognizer.numberOfTapsRequired, "The number of taps."),
        .init(
            "numberOfTouchesRequired", .fingers, \TapGestureRecognizer.numberOfTouchesRequired,
            "The number of fingers."),
        .init(
            "maximumTapDuration", .anyTime, \TapGestureRecognizer.maximumTapDuration,
            "The longest time from the first finger down to the last finger up."),
        .init(
            "maximumIntervalBetweenSuccessiveTaps", .anyTime,
            \TapGestureRecognizer.maximumIntervalBetweenSuccessiveTaps,
            "The longest time from the end of one tap to the start of the next."),
        .init(
            "allowableMovement", .anyLength, \TapGestureRecognizer.allowableMovement,
            "The largest distance of the fingers from the centroid of the first tap."),
    ]

    private static let swipeProperties: [RecognizerProperty] = [
        .init("direction", .directions, \SwipeGestureRecognizer.direction, "The direction."),
        .init(
            "numberOfTouchesRequired", .fingers, \SwipeGestureRecognizer.numberOfTouchesRequired,
            "The number of fingers."),
        .init(
            "maximumDuration", .anyTime, \SwipeGestureRecognizer.maximumDuration,
            "The longest time from touch down."),
        .init(
            "minimumPrimaryMovement", .anyLength, \SwipeGestureRecognizer.minimumPrimaryMovement,
            "The smallest movement in the direction; less for slow fingers."),
        .init(
            "maximumSecondaryMovement", .anyLength, \SwipeGestureRecognizer.maximumSecondaryMovement,
            "The largest movement to a side; less for slow fingers."),
        .init(
            "maximumOppositeMovement", .anyLength, \SwipeGestureRecognizer.maximumOppositeMovement,
            "The largest movement against the direction."),
    ]

    private static let strokeProperties: [RecognizerProperty] = [
        .init(
            "templates", .templates, \StrokeGestureRecognizer.templates,
            "Examples of the strokes; templates with one name are different ways to draw it.", isRequired: true),
        .init("minimumScore", .fraction, \StrokeGestureRecognizer.minimumScore, "The smallest score."),
        .init(
            "minimumMargin", .fraction, \StrokeGestureRecognizer.minimumMargin,
            "The smallest lead of its score over that of any other name."),
        .init("minimumLength", .anyLength, \StrokeGestureRecognizer.minimumLength, "The smallest length of the path."),
        .init(
            "rotationInvariant", .flag, \StrokeGestureRecognizer.isRotationInvariant,
            "Whether the stroke may be drawn at any angle, as on a table."),
    ]

    private static let tickleProperties: [RecognizerProperty] = [
        .init(
            "tickleDistance", .anyLength, \TickleGestureRecognizer.tickleDistance,
            "The smallest movement that counts."),
        .init(
            "numberOfTicklesRequired", .fingers, \TickleGestureRecognizer.numberOfTicklesRequired,
            "The number of movements to and fro."),
    ]

    private static let customProperties: [RecognizerProperty] = [
        .init(
            "minimumNumberOfTouches", .fingers, \ClientGestureRecognizer.minimumNumberOfTouches,
            "The smallest number of fingers."),
        .init(
            "maximumNumberOfTouches", .fingers, \ClientGestureRecognizer.maximumNumberOfTouches,
            "The largest number of fingers; others are ignored."),
        .init(
            "answerTimeout", .seconds(0.001...1), \ClientGestureRecognizer.decisionTimeout,
            "The longest time that the client takes to decide, while others wait and after the last lift."),
        .init(
            "predicted", .flag, \ClientGestureRecognizer.predictsTouches,
            "Whether the client receives where the fingers are expected."),
    ]

    private static let longPressProperties: [RecognizerProperty] = [
        .init(
            "minimumPressDuration", .anyTime, \LongPressGestureRecognizer.minimumPressDuration,
            "The time after which the gesture begins."),
        .init(
            "numberOfTapsRequired", .count(0...60), \LongPressGestureRecognizer.numberOfTapsRequired,
            "The number of taps before the press."),
        .init(
            "numberOfTouchesRequired", .fingers, \LongPressGestureRecognizer.numberOfTouchesRequired,
            "The number of fingers."),
        .init(
            "allowableMovement", .anyLength, \LongPressGestureRecognizer.allowableMovement,
            "The largest movement of a finger before the gesture begins."),
    ]

    private static let panProperties: [RecognizerProperty] = [
        .init(
            "minimumNumberOfTouches", .fingers, \PanGestureRecognizer.minimumNumberOfTouches,
            "The smallest number of fingers."),
        .init(
            "maximumNumberOfTouches", .fingers, \PanGestureRecognizer.maximumNumberOfTouches,
            "The largest number of fingers."),
        .init("hysteresis", .anyLength, \PanGestureRecognizer.hysteresis, "The movement at which the gesture begins."),
    ]

    /// A pan of one finger, so without the counts.
    private static let screenEdgePanProperties: [RecognizerProperty] = [
        .init(
            "edges", .edges, \ScreenEdgePanGestureRecognizer.edges,
            "The edges at which the finger may land.", isRequired: true),
        edgeWidth,
        .init(
            "hysteresis", .anyLength, \ScreenEdgePanGestureRecognizer.hysteresis,
            "The movement at which the gesture begins."),
    ]

    private static let edgeWidth = RecognizerProperty(
        "edgeWidth", .pointsOfRegion(0...10000), "The largest distance from the edge at which the finger lands."
    ) {
        ($0 as? ScreenEdgePanGestureRecognizer).map { pan in
            pan.edgeFraction.map(PropertyValue.fraction) ?? .points(pan.edgeWidth)
        }
    } set: { target, value in
        guard let pan = target as? ScreenEdgePanGestureRecognizer else { return }
        switch value {
        case .points(let points): pan.edgeWidth = points
        case .fraction(let fraction): pan.edgeFraction = fraction
        default: break
        }
    }

    private static let pinchProperties: [RecognizerProperty] = [
        .init(
            "hysteresis", .anyLength, \PinchGestureRecognizer.hysteresis,
            "The change of distance at which the gesture begins.")
    ]

    private static let rotationProperties: [RecognizerProperty] = [
        .init(
            "hysteresis", .anyAngle, \RotationGestureRecognizer.hysteresis,
            "The angle at which the gesture begins.")
    ]

    private static let transformProperties: [RecognizerProperty] = [
        .init(
            "minimumNumberOfTouches", .fingers, \TransformGestureRecognizer.minimumNumberOfTouches,
            "The smallest number of fingers."),
        .init(
            "maximumNumberOfTouches", .fingers, \TransformGestureRecognizer.maximumNumberOfTouches,
            "The largest number of fingers."),
        .init(
            "hysteresis", .anyLength, \TransformGestureRecognizer.hysteresis,
            "The movement at which the gesture begins."),
        .init(
            "pinchHysteresis", .anyLength, \TransformGestureRecognizer.pinchHysteresis,
            "The change of distance at which the gesture begins."),
        .init(
            "rotationHysteresis", .anyAngle, \TransformGestureRecognizer.rotationHysteresis,
            "The angle at which the gesture begins."),
    ]
}
