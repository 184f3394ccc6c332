// Reader of `limits`.

internal import GestureWire

/// Reads the section `limits`.
struct LimitsReader {
    static let count = PropertyKind.count(1...4096)

    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// The limits; without what is wrong, which is then reported.
    func read(_ element: Element) -> Limits {
        var limits = Limits()
        let what = "`limits` must be a mapping such as { peers: \(limits.peers), peersPerUser: \(limits.peersPerUser) }"
        guard let mapping = MappingReader(element, what, diagnostics) else { return limits }
        mapping.check(keysOf: .limits)
        if let peers = count("peers", of: mapping) { limits.peers = peers }
        // A lower `peers` alone lowers the limit for one user, too.
        limits.peersPerUser = min(limits.peersPerUser, limits.peers)
        if let ofOne = count("peersPerUser", of: mapping), let place = mapping["peersPerUser"]?.place {
            limits.peersPerUser = ofOne
            if ofOne > limits.peers {
                diagnostics.report("`peersPerUser` must not be more than `peers`, \(limits.peers)", at: place)
            }
        }
        return limits
    }

    private func count(_ key: String, of mapping: MappingReader) -> Int? {
        guard let element = mapping[key], case .count(let count) = Self.count.value(of: key, from: element, diagnostics)
        else { return nil }
        return count
    }
}
