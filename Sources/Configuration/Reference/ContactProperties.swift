// Table of the keys of `contacts`, for parser and documentation.

public import Touch

extension ContactsRule {
    /// All keys, in the order in which they are documented; those that say `ignore` are named as in `ContactRules`.
    public static let properties: [Property<ContactRules>] = [
        .init(
            "ignorePalms", .flag, \ContactRules.ignoresPalms,
            "Whether to filter contacts that the panel calls palms, until they lift."),
        palmSize,
        .init(
            "ignoreHovering", .flag, \ContactRules.ignoresHovering,
            "Whether to filter contacts that the panel reports above the glass, until they come down."),
        .init(
            "ignoreRows", .flag, \ContactRules.ignoresRows,
            "Whether to filter four or more contacts that land at once in an evenly spaced row: a short circuit."),
        .init(
            "ignoreUnplaced", .flag, \ContactRules.ignoresUnplaced,
            "Whether to filter a contact until the panel sends a coordinate of it: for drivers that make ghosts."),
        .init(
            "ignoreAligned", .flag, \ContactRules.ignoresAligned,
            "Whether to filter contacts that land exactly beside, above or below another: noise of a line."),
        .init(
            "ignoreSamePlace", .flag, \ContactRules.ignoresSamePlace,
            "Whether to filter contacts in a place where others come and go for seconds: noise of a spot."),
        .init(
            "ignoreEdgeNoise", .flag, \ContactRules.ignoresEdgeNoise,
            "Whether to filter a contact on the border of the panel until it moves: noise of the frame."),
        .init(
            "minimumAge", .seconds(0...1), \ContactRules.minimumAge,
            "Contacts that lift within this time are filtered; all others are delayed by it."),
        .init(
            "liftAfterSilence", .seconds(0.02...60), \ContactRules.silence,
            "All fingers lift when the panel has sent nothing for this time: for panels that report no lifts."),
        .init(
            "maximumAge", .seconds(1...86400), \ContactRules.maximumAge,
            "A touch is cancelled after this time, as the panel is stuck or soiled; its contact is filtered until it lifts."
        ),
        .init(
            "leftoverAfter", .seconds(1...86400), \ContactRules.leftoverAfter,
            "A touch that did not change for this time is cancelled when another finger lands: its lift was lost."),
        .init(
            "joinFlicks", .flag, \ContactRules.joinsFlicks,
            "Whether a fast finger that the panel loses and finds again continues; its lift is then 50 ms late."),
        .init(
            "rejectOutliers", .count(0...10), \ContactRules.outlierCount,
            "The number of wrong places in a row that are ignored: places too far from those before and after."),
        .init(
            "outlierSpeed", .number(100...100_000), \ContactRules.outlierSpeed,
            "The speed in mm/s at which a place is too far from the way of the finger."),
        .init(
            "yieldToPen", .flag, \ContactRules.yieldsToPen,
            "Whether touches are cancelled and filtered while a pen is near the same glass."),
        deadZones,
    ]

    private static let palmSize = Property<ContactRules>(
        "palmSize", .pointsOrMaximum(10...2000),
        "The length from which contacts are palms, if the panel reports it; `maximum`: the largest that it can report."
    ) {
        switch $0.palmSize {
        case .millimetres(let length): .points(length / PointUnit.millimetres)
        case .maximum: .maximum
        case nil: nil
        }
    } set: { rules, value in
        switch value {
        case .points(let points): rules.palmSize = .millimetres(points * PointUnit.millimetres)
        case .maximum: rules.palmSize = .maximum
        default: break
        }
    }

    private static let deadZones = Property<ContactRules>(
        "deadZones", .zones, "Parts of the surface in which no touch begins, each like the frame of a region."
    ) { rules in
        .zones(
            rules.deadZones.map {
                RegionFrame(
                    x: .points($0.origin.x), y: .points($0.origin.y), width: .points($0.size.width),
                    height: .points($0.size.height))
            })
    } set: { _, _ in
        // `rules(on:)` knows the surface, and so the places.
    }
}
