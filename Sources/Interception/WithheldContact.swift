// The changes of a withheld contact, until it is released or dropped.

import Touch

/// One contact that the clone has not seen.
struct WithheldContact {
    /// Its number in the stream, by which it is released or dropped.
    let number: Int
    /// Its slot on the panel.
    let slot: Int
    let trackingID: Int32
    var isLifted = false
}

/// One change of a withheld contact.
struct WithheldChange {
    let contact: Int
    /// The number of the panel's frame.
    let frame: Int
    /// A code of `EV_ABS`; `ABS_MT_TRACKING_ID` for the lift.
    let code: UInt16
    let value: Int32
}

/// The changes of all withheld contacts, in their order.
///
/// It does not grow beyond its room: then what is between is forgotten, and a contact is released with where it landed
/// and where it is.
struct WithheldHistory {
    private(set) var changes: [WithheldChange] = []
    private static let room = 4096

    init() { changes.reserveCapacity(Self.room) }

    mutating func append(_ change: WithheldChange) {
        if changes.count == Self.room { thin() }
        changes.append(change)
    }

    mutating func forget(_ contact: Int) { changes.removeAll { $0.contact == contact } }

    /// Removes the changes of these contacts, and returns them.
    mutating func removeAll(_ isTaken: (_ contact: Int) -> Bool) -> [WithheldChange] {
        let taken = changes.filter { isTaken($0.contact) }
        changes.removeAll { isTaken($0.contact) }
        return taken
    }

    /// Keeps the first and the last change of each contact and code.
    private mutating func thin() {
        let all = changes
        changes = all.indices.filter { index in
            func isSame(_ other: WithheldChange) -> Bool {
                other.contact == all[index].contact && other.code == all[index].code
            }
            return all.firstIndex(where: isSame) == index || all.lastIndex(where: isSame) == index
        }.map { all[$0] }
        changes.reserveCapacity(Self.room)
    }
}
