// The surface names in use, so that two devices of the same kind keep theirs.

import Configuration

/// The names of surfaces in use, and those that devices had before they went.
///
/// A surface is called after its device, `elan-touchscreen`, and the next of the same name `elan-touchscreen-2`. When
/// several are present at the start, their ports decide the order. A device that is plugged in again at the same port
/// gets its earlier name, unless another device has got that name since.
struct SurfaceNames {
    private struct Place: Hashable {
        let path: String
        let phys: String
        let serial: String

        init(of identity: DeviceIdentity) {
            (path, phys, serial) = (identity.path, identity.phys, identity.serial)
        }
    }

    /// More places than that are forgotten, the oldest first.
    static let capacity = 64
    private var known: [(place: Place, name: String)] = []

    /// The names that a device cannot have: those in use and, if it is known itself, those of others that may come
    /// back.
    func taken(for identity: DeviceIdentity, inUse: Set<String>) -> Set<String> {
        let place = Place(of: identity)
        guard known.contains(where: { $0.place == place }) else { return inUse }
        return inUse.union(known.filter { $0.place != place }.map(\.name))
    }

    mutating func remember(_ name: String, for identity: DeviceIdentity) {
        let place = Place(of: identity)
        guard ![place.path, place.phys, place.serial].allSatisfy(\.isEmpty) else { return }
        // Nodes of one panel are at one place, and each has a name of its own.
        known.removeAll { $0.name == name }
        known.append((place, name))
        if known.count > Self.capacity { known.removeFirst() }
    }
}
