// Warnings about a subscription's globs that match nothing.

import GestureWire

struct UnmatchedWarnings {
    /// The globs of which nothing has been said yet.
    private var recognizers: Set<String>
    private var surfaces: Set<String>
    private let warn: @Sendable (String) -> Void

    init(_ filter: SubscriptionFilter, warn: @escaping @Sendable (String) -> Void) {
        recognizers = Set(filter.recognizers.map(\.pattern))
        surfaces = Set(filter.surfaces.map(\.pattern))
        self.warn = warn
    }

    /// Warns of what a snapshot lists, and was asked for.
    mutating func report(_ event: GestureEvent) {
        guard let snapshot = event.snapshot else { return }
        let news =
            snapshot.unmatched.filter { recognizers.remove($0.glob) != nil }
            + snapshot.unmatchedSurfaces.filter { surfaces.remove($0.glob) != nil }
        for glob in news { warn(Self.text(glob)) }
    }

    /// The sentence; a server that is not gestured writes nothing into a terminal by it.
    private static func text(_ glob: UnmatchedGlob) -> String {
        var glob = glob
        if let nearest = glob.nearest, !NameRule.allows(nearest) { glob.nearest = nil }
        return glob.description
    }

}
