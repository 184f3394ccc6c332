// What a withheld contact has done, until it is released or dropped.

internal import Touch

/// One contact that the clone has not seen.
struct WithheldContact {
    /// Its number in the stream, by which it is released or dropped.
    let number: Int
    /// Its slot on the panel.
    let slot: Int
    let trackingID: Int32
    var isLifted = false

    init(number: Int, slot: Int, trackingID: Int32) {
        (self.number, self.slot, self.trackingID) = (number, slot, trackingID)
    }
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
/// It never grows beyond its room: then the frames in the middle are forgotten first, and a contact is released with
/// where it landed and where it is.
struct WithheldHistory {
    private(set) var changes: [WithheldChange] = []
    private let room: Int

    init(room: Int) {
        self.room = room
        changes.reserveCapacity(room)
    }

    mutating func append(_ change: WithheldChange) {
        if changes.count == room { thin() }
        changes.append(change)
    }

    mutating func forget(_ contact: Int) { changes.removeAll { $0.contact == contact } }

    /// Of each contact and code keeps the first and the last change, and every other one if those are too many.
    private mutating func thin() {
        var kept = 0
        for index in changes.indices {
            let change = changes[index]
            let isFirst = !changes[..<kept].contains { $0.contact == change.contact && $0.code == change.code }
            let isLast = !changes[(index + 1)...].contains { $0.contact == change.contact && $0.code == change.code }
            guard isFirst || isLast else { continue }
            changes[kept] = change
            kept += 1
        }
        changes.removeLast(changes.count - kept)
    }
}
