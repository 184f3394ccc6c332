// Assignment of protocol A's listed contacts, which are in any order, to slots.

/// Keeps a slot for each contact that frames of protocol A list (`Documentation/input/multi-touch-protocol.rst`).
///
/// A contact with a number is the one that had it in the frame before, wherever it is. The others are matched to where
/// they can have come from with the least sum of squared distances.
///
/// No contact is there after a list without any, and after `BTN_TOUCH` 0, whatever else its frame lists. A contact
/// with a long axis of 0 has lifted (the kernel's first way to say so, kept by mtdev and by drivers of e-readers),
/// unless the device has never said more than 0. Pressure says nothing about it. A frame that neither lists nor
/// says `BTN_TOUCH` 0 changes nothing.
///
/// Contacts that were down before the device was opened have slots as well, but are not reported until they lift.
struct ListedContacts {
    static let capacity = ContactList.capacity
    /// After so many seconds without a list, contacts are not those of before.
    static let longestSilence = 5.0

    private let reach: FingerReach
    private var list: ContactList
    private var emitted = EmittedSlots(count: Self.capacity)
    private var lastTime: Timestamp?
    /// Whether the contacts of the next list were down before the device was opened.
    private var passesOverNext = false
    /// The slots of such contacts, one bit each, and how many there were so far.
    private var unseen: UInt64 = 0
    private(set) var unseenStarts = 0
    /// Contacts that came with a number but no position so far.
    private var numbersWithoutPosition = 0

    // Room for the assignment.

    private var matching = ContactMatching(capacity: Self.capacity)
    /// The slot of each listed contact; -1 for none.
    private var slotOf: [Int] = Array(repeating: -1, count: Self.capacity)
    private var rows: [Int] = []
    private var columns: [Int] = []

    init(readsTrackingIDs: Bool, reach: FingerReach) {
        self.reach = reach
        list = ContactList(readsTrackingIDs: readsTrackingIDs)
        rows.reserveCapacity(Self.capacity)
        columns.reserveCapacity(Self.capacity)
    }

    var surplus: Int { list.surplus }

    var withoutPosition: Int { list.withoutPosition &+ numbersWithoutPosition }

    /// Whether contacts that were there before are passed over, or will be.
    var isPassingOver: Bool { passesOverNext || unseen != 0 }

    /// Whether contacts were listed since the last frame, and the button does not say that there are none.
    var isUnderWay: Bool { list.isList && list.button != false }

    /// Processes an event that is no SYN_REPORT; false when it does not concern contacts.
    mutating func process(_ event: InputEvent) -> Bool { list.process(event) }

    mutating func completeFrame(at time: Timestamp, _ emit: (InputEvent) -> Void) {
        list.close()
        // A contact that presses now was not down before.
        if list.hasPressed || list.button == false { passesOverNext = false }
        let before = emitted.occupied
        if list.beginsWithLift { lift(all: time, emit) }
        // Contacts that are listed along with the lift of all are those that lift, wherever the device says that they
        // are now; but they are news when the button came in this frame as well.
        if list.isList, list.button != false || list.hasPressed { emitContacts(at: time, avoiding: before, emit) }
        if list.button == false { lift(all: time, emit) }
        if list.isList { passesOverNext = false }
        list.clear()
    }

    mutating func lift(all time: Timestamp, _ emit: (InputEvent) -> Void) {
        lift(.max, at: time, emit)
    }

    private mutating func lift(_ mask: UInt64, at time: Timestamp, _ emit: (InputEvent) -> Void) {
        emitted.lift(all: mask & unseen, at: time) { _ in }
        unseen &= ~mask
        emitted.lift(all: mask, at: time, emit)
    }

    mutating func dropFrame() {
        list.clear()
    }

    /// - Parameter passesOver: Whether what the next list names is there already, and is passed over until it goes.
    mutating func reset(passesOver: Bool) {
        list.clear()
        emitted.reset()
        lastTime = nil
        (passesOverNext, unseen) = (passesOver, 0)
    }

    /// - Parameter before: The slots that held contacts in the frame before.
    private mutating func emitContacts(at time: Timestamp, avoiding before: UInt64, _ emit: (InputEvent) -> Void) {
        let silence = lastTime.map { time.seconds(since: $0) } ?? 0
        lastTime = time
        // A device that lists all contacts in every frame and was silent for so long has lost the lifts.
        if silence >= Self.longestSilence { lift(all: time, emit) }
        let kept = claimNumbered() | claimNearest(within: silence)
        lift(~kept, at: time, emit)
        for (index, contact) in list.contacts.enumerated() where slotOf[index] >= 0 {
            let bit: UInt64 = 1 &<< UInt64(slotOf[index])
            if !isDown(contact) {
                lift(bit, at: time, emit)
            } else if unseen & bit != 0 {
                emitted.update(with: contact, in: slotOf[index], at: time) { _ in }
            } else {
                emitted.update(with: contact, in: slotOf[index], at: time, emit)
            }
        }
        for (index, contact) in list.contacts.enumerated() where slotOf[index] < 0 && isDown(contact) {
            guard let x = contact.x, let y = contact.y else {
                numbersWithoutPosition &+= 1
                continue
            }
            guard let slot = freeSlot(avoiding: before) else { break }
            if passesOverNext {
                emitted.begin(contact, x: x, y: y, in: slot, at: time) { _ in }
                unseen |= 1 &<< UInt64(slot)
                unseenStarts &+= 1
            } else {
                emitted.begin(contact, x: x, y: y, in: slot, at: time, emit)
            }
        }
    }

    private func isDown(_ contact: ContactReading) -> Bool {
        contact[AbsoluteAxis.touchMajor] != 0 || !list.reportsSizes
    }

    /// The first empty slot; one that has just been left only when there is no other.
    private func freeSlot(avoiding before: UInt64) -> Int? {
        let free = ~emitted.occupied & UInt64.max &>> UInt64(UInt64.bitWidth - Self.capacity)
        let fresh = free & ~before
        return free == 0 ? nil : (fresh != 0 ? fresh : free).trailingZeroBitCount
    }

    private mutating func claimNumbered() -> UInt64 {
        var claimed: UInt64 = 0
        for (index, contact) in list.contacts.enumerated() {
            slotOf[index] = -1
            guard let number = contact.trackingID else { continue }
            var rest = emitted.occupied & ~claimed
            while rest != 0 {
                let slot = rest.trailingZeroBitCount
                if emitted.slots[slot].number == number {
                    slotOf[index] = slot
                    claimed |= 1 &<< UInt64(slot)
                    break
                }
                rest &= rest &- 1
            }
        }
        return claimed
    }

    /// Finds the slots of the contacts without a number; one bit for each slot.
    ///
    /// A pair beyond reach costs as much as the reach, however far apart they are, and is none in the end: a contact
    /// that can have come from nowhere else does not take another's place.
    private mutating func claimNearest(within seconds: Double) -> UInt64 {
        rows.removeAll(keepingCapacity: true)
        for (index, contact) in list.contacts.enumerated() where contact.trackingID == nil { rows.append(index) }
        columns.removeAll(keepingCapacity: true)
        var rest = emitted.occupied
        while rest != 0 {
            let slot = rest.trailingZeroBitCount
            if emitted.slots[slot].number == nil { columns.append(slot) }
            rest &= rest &- 1
        }
        guard !rows.isEmpty, !columns.isEmpty else { return 0 }
        let limit = reach.limit(after: seconds)
        matching.prepare(rows: rows.count, columns: columns.count)
        for row in rows.indices {
            for column in columns.indices { matching[row, column] = min(square(rows[row], columns[column]), limit) }
        }
        matching.assign()
        var claimed: UInt64 = 0
        for row in rows.indices {
            guard let column = matching.column(of: row), matching[row, column] < limit else { continue }
            slotOf[rows[row]] = columns[column]
            claimed |= 1 &<< UInt64(columns[column])
        }
        return claimed
    }

    private func square(_ index: Int, _ slot: Int) -> Double {
        let (contact, from) = (list.contacts[index], emitted.slots[slot])
        return reach.square(from: (from.x, from.y), to: (contact.x ?? 0, contact.y ?? 0))
    }
}
