// Reader of `limits`.

import GestureWire

extension Limits {
    /// Reads the section `limits`; without what is wrong, which is then reported.
    init(_ element: Element, _ diagnostics: Diagnostics) {
        self.init()
        let what = "`limits` must be a mapping such as { peers: \(peers), peersPerUser: \(peersPerUser) }"
        guard let mapping = MappingReader(element, what, keysOf: .limits, diagnostics) else { return }
        let properties = ConfigurationPart.limitsProperties
        let values = mapping.values(of: properties)
        properties.apply(values, to: &self)
        if values["peersPerUser"] == nil {
            // A lower `peers` alone lowers the limit for one user, too.
            peersPerUser = min(peersPerUser, peers)
        } else if peersPerUser > peers, let place = mapping["peersPerUser"]?.place {
            diagnostics.report("`peersPerUser` must not be more than `peers`, \(peers)", at: place)
        }
    }
}
