// The contact rules of a configuration.

public import Touch

/// The rules for the contacts of a touchscreen, where they differ from the standard ones.
public struct ContactsRule: Hashable, Sendable {
    /// The values in the file, by the keys of `properties`.
    public var values: [String: PropertyValue]

    /// A rule from its values; a file is read by `Configuration.init(yaml:file:)`, which also checks them.
    public init(values: [String: PropertyValue] = [:]) {
        self.values = values
    }

    /// The rules that this makes on a surface.
    public func rules(on surface: Surface) -> ContactRules {
        var rules = ContactRules()
        Self.properties.apply(values, to: &rules)
        if case .zones(let zones)? = values["deadZones"] {
            rules.deadZones = zones.map { zone in
                let (origin, size) = zone.resolved(in: surface.size, on: surface)
                return ContactRules.DeadZone(origin: origin, size: size)
            }
        }
        return rules
    }
}
