// The rules of the regions and recognizers that an application has attached.

/// The own regions and recognizers of one connection.
///
/// A name in them means the connection's own thing if there is one, else the configured one. A length without a unit is
/// in the unit of the surface, which each surface reads as its own, again whenever that changes.
public struct AttachedRules: Hashable, Sendable {
    /// In the order in which they lie on each other: the last lies on top.
    public var regions: [RegionRule]
    /// In the order of their attachment.
    public var recognizers: [RecognizerRule]
    /// The names of configured recognizers of the type `custom` that the connection decides.
    public var decided: [String] = []
    /// How the regions of a request are to lie, which ``adding(_:)`` carries out; empty of rules that are attached.
    public var moves: [RegionMove] = []

    /// The largest number of a connection's regions, and of its recognizers.
    public static let maximumCount = 64

    /// Rules from their parts; requests are read by `Configuration.attached(regions:recognizers:beside:surfaces:)`,
    /// which also checks them.
    public init(regions: [RegionRule] = [], recognizers: [RecognizerRule] = []) {
        self.regions = regions
        self.recognizers = recognizers
    }

    /// Whether there is neither a region nor a recognizer.
    public var isEmpty: Bool { regions.isEmpty && recognizers.isEmpty }

    /// These, and then the others, with their regions moved to where they are to lie.
    public func adding(_ others: AttachedRules) -> AttachedRules {
        var all = AttachedRules(regions: regions + others.regions, recognizers: recognizers + others.recognizers)
        all.decided = decided + others.decided
        for move in others.moves { all.carryOut(move) }
        return all
    }

    mutating func carryOut(_ move: RegionMove) {
        guard let index = regions.firstIndex(where: { $0.name == move.region }) else { return }
        let rule = regions.remove(at: index)
        let below = move.above.flatMap { name in regions.firstIndex { $0.name == name } }
        regions.insert(rule, at: below.map { $0 + 1 } ?? regions.count)
    }

    /// Returns the surfaces that have any of these regions or recognizers.
    ///
    /// - Parameters:
    ///   - surfaces: The names of those among which to choose.
    ///   - present: What the connection had attached before, which these may refer to.
    ///   - configuration: The configuration, which these may also refer to.
    public func surfaces(
        among surfaces: [String], beside present: AttachedRules, _ configuration: Configuration
    ) -> [String] {
        let tree = RegionTree(configuration.regions, own: present.regions + regions)
        let decided = configuration.recognizers.filter { self.decided.contains($0.name) }
        let places = regions.map(\.name) + (recognizers + decided).map(\.region)
        let named = places.compactMap { tree.surface(of: $0) }
        if named.count < places.count { return surfaces }
        let reached = Set(named)
        return surfaces.filter { reached.contains($0) }
    }

    /// Returns the remaining rules without these; unknown names are ignored.
    ///
    /// With a region go the own regions within it and the own recognizers in them. What is left forgets how it stood
    /// to recognizers that go, as relations last for the life of both.
    public func removing(regions: [String], recognizers: [String]) -> AttachedRules {
        var goneRegions = Set(regions).intersection(self.regions.map(\.name))
        var children: [String: [String]] = [:]
        for region in self.regions { children[region.parent, default: []].append(region.name) }
        var open = Array(goneRegions)
        while let next = open.popLast() {
            for child in children[next] ?? [] where goneRegions.insert(child).inserted { open.append(child) }
        }
        let named = Set(recognizers)
        let gone = Set(
            self.recognizers.map { (name: $0.name, region: $0.region) }
                .filter { named.contains($0.name) || goneRegions.contains($0.region) }.map(\.name))
        var left = AttachedRules(
            regions: self.regions.filter { !goneRegions.contains($0.name) },
            recognizers: self.recognizers.filter { !gone.contains($0.name) }.map { $0.forgetting(gone) })
        left.decided = decided.filter { !named.contains($0) }
        return left
    }
}

/// A change of the order in which own regions of one parent lie on each other.
public struct RegionMove: Hashable, Sendable {
    /// The region that moves.
    public var region: String
    /// The one over which it lies then; nil for all of them.
    public var above: String?
}
