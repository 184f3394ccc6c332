// Table of the keys of `contacts`, for parser and documentation.

public import Touch

/// One key of `contacts` in the file.
public struct ContactProperty: Sendable {
    /// The key in the file: the name of the property of `ContactRules`, as an order.
    public let key: String
    /// The allowed values.
    public let kind: PropertyKind
    /// One sentence that says what the value means.
    public let documentation: String

    private let get: @Sendable (ContactRules) -> PropertyValue?
    private let set: @Sendable (inout ContactRules, PropertyValue, Surface) -> Void

    /// The value in a set of rules; nil when there is none.
    public func value(in rules: ContactRules) -> PropertyValue? { get(rules) }

    /// Puts a value into the rules of a surface; without effect when it is of another kind.
    func apply(_ value: PropertyValue, to rules: inout ContactRules, on surface: Surface) {
        set(&rules, value, surface)
    }

    private static func flag(
        _ key: String, _ path: any WritableKeyPath<ContactRules, Bool> & Sendable, _ documentation: String
    ) -> ContactProperty {
        ContactProperty(key: key, kind: .flag, documentation: documentation) {
            .flag($0[keyPath: path])
        } set: { rules, value, _ in
            if case .flag(let flag) = value { rules[keyPath: path] = flag }
        }
    }

    private static func seconds(
        _ key: String, _ path: any WritableKeyPath<ContactRules, Double?> & Sendable, in range: ClosedRange<Double>,
        _ documentation: String
    ) -> ContactProperty {
        ContactProperty(key: key, kind: .seconds(range), documentation: documentation) {
            $0[keyPath: path].map(PropertyValue.seconds)
        } set: { rules, value, _ in
            if case .seconds(let seconds) = value { rules[keyPath: path] = seconds }
        }
    }

    private init(
        key: String, kind: PropertyKind, documentation: String,
        get: @escaping @Sendable (ContactRules) -> PropertyValue?,
        set: @escaping @Sendable (inout ContactRules, PropertyValue, Surface) -> Void
    ) {
        (self.key, self.kind, self.documentation, self.get, self.set) = (key, kind, documentation, get, set)
    }

    /// All of them, in the order in which they are documented.
    public static let all: [ContactProperty] = [
        .flag(
            "ignorePalms", \.ignoresPalms,
            "Whether to filter contacts that the panel calls palms, until they lift."),
        palmSize,
        .flag(
            "ignoreHovering", \.ignoresHovering,
            "Whether to filter contacts that the panel reports above the glass, until they come down."),
        .flag(
            "ignoreRows", \.ignoresRows,
            "Whether to filter four or more contacts that land at once in an evenly spaced row: a short circuit."
        ),
        .flag(
            "ignoreUnplaced", \.ignoresUnplaced,
            "Whether to filter a contact until the panel sends a coordinate of it: for drivers that make ghosts."),
        .flag(
            "ignoreAligned", \.ignoresAligned,
            "Whether to filter contacts that land exactly beside, above or below another: noise of a line."),
        .flag(
            "ignoreSamePlace", \.ignoresSamePlace,
            "Whether to filter contacts in a place where others come and go for seconds: noise of a spot."),
        .flag(
            "ignoreEdgeNoise", \.ignoresEdgeNoise,
            "Whether to filter a contact on the border of the panel until it moves: noise of the frame."),
        minimumAge,
        .seconds(
            "liftAfterSilence", \.silence, in: 0.02...60,
            "All fingers lift when the panel has sent nothing for this time: for panels that report no lifts."),
        .seconds(
            "maximumAge", \.maximumAge, in: 1...86400,
            "A touch is cancelled after this time, as the panel is stuck or soiled; its contact is filtered until it lifts."
        ),
        .seconds(
            "leftoverAfter", \.leftoverAfter, in: 1...86400,
            "A touch that did not change for this time is cancelled when another finger lands: its lift was lost."),
        .flag(
            "joinFlicks", \.joinsFlicks,
            "Whether a fast finger that the panel loses and finds again continues; its lift is then 50 ms late."),
        .flag(
            "yieldToPen", \.yieldsToPen,
            "Whether touches are cancelled and filtered while a pen is near the same glass."),
        deadZones,
    ]

    private static let palmSize = ContactProperty(
        key: "palmSize", kind: .pointsOrMaximum(10...2000),
        documentation:
            "The length from which contacts are palms, if the panel reports it; `maximum`: the largest that it can report."
    ) {
        switch $0.palmSize {
        case .millimetres(let length): .points(length / PointUnit.millimetres)
        case .maximum: .maximum
        case nil: nil
        }
    } set: { rules, value, _ in
        switch value {
        case .points(let points): rules.palmSize = .millimetres(points * PointUnit.millimetres)
        case .maximum: rules.palmSize = .maximum
        default: break
        }
    }

    private static let minimumAge = ContactProperty(
        key: "minimumAge", kind: .seconds(0...1),
        documentation: "Contacts that lift within this time are filtered; all others are delayed by it."
    ) {
        .seconds($0.minimumAge)
    } set: { rules, value, _ in
        if case .seconds(let seconds) = value { rules.minimumAge = seconds }
    }

    private static let deadZones = ContactProperty(
        key: "deadZones", kind: .zones,
        documentation: "Parts of the surface in which no touch begins, each like the frame of a region."
    ) { rules in
        .zones(
            rules.deadZones.map {
                RegionFrame(
                    x: .points($0.origin.x), y: .points($0.origin.y), width: .points($0.size.width),
                    height: .points($0.size.height))
            })
    } set: { rules, value, surface in
        guard case .zones(let zones) = value else { return }
        rules.deadZones = zones.map {
            let (origin, size) = $0.resolved(on: surface)
            return ContactRules.DeadZone(origin: origin, size: size)
        }
    }
}
