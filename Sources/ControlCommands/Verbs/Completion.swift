// Shell completion of names that only the daemon knows.

import ArgumentParser
import GestureClient
import GestureWire

extension CompletionKind {
    /// The names of the recognizers; nothing while gestured is not reachable.
    static let recognizers = custom { _, _, _ in snapshot?.recognizers.map(\.name) ?? [] }

    /// The names of the surfaces.
    static let surfaces = custom { _, _, _ in snapshot?.surfaces.map(\.name) ?? [] }

    /// The names of the configured regions that can be private; those of all where it may not be known.
    static let regions = custom { _, _, _ in
        let regions = (try? GestureConnection(path: nil, patience: 1).regions()) ?? []
        let switchable = regions.filter { $0.isPrivate != nil }
        return (switchable.isEmpty ? regions.filter { $0.name != "root" } : switchable).map(\.name)
    }

    private static var snapshot: Snapshot? { try? GestureConnection(path: nil, patience: 1).subscribe() }
}
