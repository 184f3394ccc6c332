// Table of the keys of `thresholds`, for parser and documentation.

public import Gestures

/// One key of `thresholds` in the file.
public struct ThresholdProperty: Sendable {
    /// The key in the file: the name of the property of `Thresholds`.
    public let key: String
    /// The allowed values.
    public let kind: PropertyKind
    /// One sentence that says what the number means.
    public let documentation: String

    private let path: any WritableKeyPath<Thresholds, Double> & Sendable

    private init(
        _ key: String, _ kind: PropertyKind, _ path: any WritableKeyPath<Thresholds, Double> & Sendable,
        _ documentation: String
    ) {
        self.key = key
        self.kind = kind
        self.path = path
        self.documentation = documentation
    }

    /// The value in a profile.
    public func value(in thresholds: Thresholds) -> PropertyValue {
        let number = thresholds[keyPath: path]
        switch kind {
        case .seconds: return .seconds(number)
        case .points: return .points(number)
        case .degrees: return .radians(number)
        default: return .number(number)
        }
    }

    /// Puts a value into a profile; without effect when it is of another kind.
    func apply(_ value: PropertyValue, to thresholds: inout Thresholds) {
        switch (kind, value) {
        case (.seconds, .seconds(let number)), (.points, .points(let number)), (.degrees, .radians(let number)):
            thresholds[keyPath: path] = number
        default: break
        }
    }

    /// All of them, in the order in which they are documented.
    public static let all: [ThresholdProperty] = [
        ThresholdProperty(
            "panHysteresis", .anyLength, \.panHysteresis,
            "A pan begins after the fingers have moved this far."),
        ThresholdProperty(
            "edgeWidth", .anyLength, \.edgeWidth,
            "A pan from an edge starts within this distance of it."),
        ThresholdProperty(
            "tapMaximumDuration", .anyTime, \.tapMaximumDuration,
            "A tap ends within this time, from the first finger down to the last finger up."),
        ThresholdProperty(
            "tapMaximumInterval", .anyTime, \.tapMaximumInterval,
            "The next tap of several begins within this time of the end of the one before."),
        ThresholdProperty(
            "tapAllowableMovement", .anyLength, \.tapAllowableMovement,
            "Fingers that tap may move this far from the centroid of the first tap."),
        ThresholdProperty(
            "longPressMinimumDuration", .anyTime, \.longPressMinimumDuration,
            "A long press begins after this time."),
        ThresholdProperty(
            "longPressAllowableMovement", .anyLength, \.longPressAllowableMovement,
            "Fingers that press may move this far before the gesture begins."),
        ThresholdProperty(
            "swipeMaximumDuration", .anyTime, \.swipeMaximumDuration,
            "A swipe is made within this time of touch down."),
        ThresholdProperty(
            "swipeMinimumPrimaryMovement", .anyLength, \.swipeMinimumPrimaryMovement,
            "A swipe moves this far in its direction; less when it is slow."),
        ThresholdProperty(
            "swipeMaximumSecondaryMovement", .anyLength, \.swipeMaximumSecondaryMovement,
            "A swipe may move this far to a side; less when it is slow."),
        ThresholdProperty(
            "swipeMaximumOppositeMovement", .anyLength, \.swipeMaximumOppositeMovement,
            "A swipe may move this far against its direction."),
        ThresholdProperty(
            "pinchHysteresis", .anyLength, \.pinchHysteresis,
            "A pinch begins when the distance of the fingers has changed this much."),
        ThresholdProperty(
            "pinchBaselineShift", .anyLength, \.pinchBaselineShift,
            "The scale does not include this much of that change."),
        ThresholdProperty(
            "rotationHysteresis", .anyAngle, \.rotationHysteresis,
            "A rotation begins when the fingers have turned this far, in degrees."),
        ThresholdProperty(
            "rotationBaselineShift", .anyAngle, \.rotationBaselineShift,
            "The rotation does not include this much of that turn."),
        ThresholdProperty(
            "settlingInterval", .anyTime, \.settlingInterval,
            "A pinch and a rotation ignore 4 points of slow movement within this time of the second landing."),
        ThresholdProperty(
            "landingInterval", .anyTime, \.landingInterval,
            "Within this time of the first landing, a gesture of more fingers may take back one of fewer."),
        ThresholdProperty(
            "mergeInterval", .anyTime, \.mergeInterval,
            "A finger that the panel loses and sees again within this time has not lifted."),
        ThresholdProperty(
            "mergeDistance", .anyLength, \.mergeDistance,
            "The panel may merge contacts this near to each other."),
        ThresholdProperty(
            "sequenceDistance", .anyLength, \.sequenceDistance,
            "Touches this near to each other belong to one person."),
        ThresholdProperty(
            "sequenceInterval", .anyTime, \.sequenceInterval,
            "Touches that land within this time belong to one person, however far apart."),
        ThresholdProperty(
            "strokeMinimumLength", .anyLength, \.strokeMinimumLength,
            "A stroke is at least this long."),
        ThresholdProperty(
            "tickleDistance", .anyLength, \.tickleDistance,
            "A movement of a tickle is at least this long."),
    ]
}
