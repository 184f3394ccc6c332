// Table of the keys of `thresholds`, for parser and documentation.

public import Gestures

extension ThresholdsRule {
    /// All keys but `scale`, named as in `Thresholds`, in the order in which they are documented.
    public static let properties: [Property<Thresholds>] = [
        .init(
            "panHysteresis", .anyLength, \Thresholds.panHysteresis,
            "A pan begins after the fingers have moved this far."),
        .init("edgeWidth", .anyLength, \Thresholds.edgeWidth, "A pan from an edge starts within this distance of it."),
        .init(
            "tapMaximumDuration", .anyTime, \Thresholds.tapMaximumDuration,
            "A tap lasts at most this long."),
        .init(
            "tapMaximumInterval", .anyTime, \Thresholds.tapMaximumInterval,
            "The next tap begins within this time of the one before."),
        .init(
            "tapAllowableMovement", .anyLength, \Thresholds.tapAllowableMovement,
            "Fingers that tap may move this far."),
        .init(
            "longPressMinimumDuration", .anyTime, \Thresholds.longPressMinimumDuration,
            "A long press begins after this time."),
        .init(
            "longPressAllowableMovement", .anyLength, \Thresholds.longPressAllowableMovement,
            "Fingers that press may move this far before the gesture begins."),
        .init(
            "swipeMaximumDuration", .anyTime, \Thresholds.swipeMaximumDuration,
            "A swipe is made within this time of touch down."),
        .init(
            "swipeMinimumPrimaryMovement", .anyLength, \Thresholds.swipeMinimumPrimaryMovement,
            "A swipe moves this far in its direction; less when it is slow."),
        .init(
            "swipeMaximumSecondaryMovement", .anyLength, \Thresholds.swipeMaximumSecondaryMovement,
            "A swipe may move this far to a side; less when it is slow."),
        .init(
            "swipeMaximumOppositeMovement", .anyLength, \Thresholds.swipeMaximumOppositeMovement,
            "A swipe may move this far against its direction."),
        .init(
            "pinchHysteresis", .anyLength, \Thresholds.pinchHysteresis,
            "A pinch begins when the distance of the fingers has changed this much."),
        .init(
            "pinchBaselineShift", .anyLength, \Thresholds.pinchBaselineShift,
            "The scale does not include this much of that change."),
        .init(
            "rotationHysteresis", .anyAngle, \Thresholds.rotationHysteresis,
            "A rotation begins when the fingers have turned this far."),
        .init(
            "rotationBaselineShift", .anyAngle, \Thresholds.rotationBaselineShift,
            "The rotation does not include this much of that turn."),
        .init(
            "landingInterval", .anyTime, \Thresholds.landingInterval,
            "Within this time of the first landing, a gesture of more fingers may take back one of fewer."),
        .init(
            "mergeInterval", .anyTime, \Thresholds.mergeInterval,
            "A finger that the panel loses and sees again within this time has not lifted."),
        .init(
            "mergeDistance", .anyLength, \Thresholds.mergeDistance,
            "The panel may merge contacts this near to each other."),
        .init(
            "sequenceDistance", .anyLength, \Thresholds.sequenceDistance,
            "Touches this near to each other belong to one person."),
        .init(
            "sequenceInterval", .anyTime, \Thresholds.sequenceInterval,
            "Touches that land within this time belong to one person, however far apart."),
        .init("strokeMinimumLength", .anyLength, \Thresholds.strokeMinimumLength, "A stroke is at least this long."),
        .init(
            "tickleDistance", .anyLength, \Thresholds.tickleDistance,
            "A movement of a tickle is at least this long."),
    ]
}
