// The surface names in use, so that two devices of the same kind keep theirs.

internal import GestureWire
internal import Configuration

/// The names of surfaces in use, and those that devices had before they went.
///
/// A surface is called after its device, `elan-touchscreen`, and the next of the same name `elan-touchscreen-2`. When
/// several are there at the start, the order is that of where they are plugged in. A device that comes back to where it
/// was gets the name that it had; only if that has been given to a newcomer meanwhile another one.
struct SurfaceNames {
    private struct Place: Hashable {
        let path: UTF8Key
        let phys: UTF8Key
        let serial: UTF8Key

        init(of identity: DeviceIdentity) {
            (path, phys, serial) = (UTF8Key(identity.path), UTF8Key(identity.phys), UTF8Key(identity.serial))
        }
    }

    /// More places than that are forgotten, the oldest first.
    static let capacity = 64
    private var known: [(place: Place, name: String)] = []

    /// The names that a device cannot have: those in use and, if it is known itself, those of others that may come back.
    func taken(for identity: DeviceIdentity, inUse: Set<UTF8Key>) -> Set<UTF8Key> {
        let place = Place(of: identity)
        guard known.contains(where: { $0.place == place }) else { return inUse }
        return inUse.union(known.filter { $0.place != place }.map { UTF8Key($0.name) })
    }

    mutating func remember(_ name: String, for identity: DeviceIdentity) {
        let place = Place(of: identity)
        guard ![place.path, place.phys, place.serial].allSatisfy(\.text.isEmpty) else { return }
        // Nodes of one panel are at one place, and each has a name of its own.
        known.removeAll { $0.name == name }
        known.append((place, name))
        if known.count > Self.capacity { known.removeFirst() }
    }
}
