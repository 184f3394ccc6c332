// Queue of lines for a slow peer, with the rules that drop lines when it is full.
//
//     append ─► room, or the line replaces an outdated one ──► queued
//               no room: the oldest droppable line is dropped ► queued, and the base of its `delta` restored
//               no room, and no line is droppable ───────────► overflow: the server disconnects the peer

import GestureWire

struct Outbox {
    enum Outcome: Equatable {
        /// It waits, or was dropped without consequences.
        case queued
        /// These `changed` were dropped, and no later line of their gestures waits: the next `delta` counts from their
        /// bases.
        case dropped([WaitingGesture])
        /// It does not fit.
        case overflow
    }

    /// The number of lines that may wait.
    var limit: Int
    /// The number of bytes that the waiting lines may take; a single line may take more.
    var byteLimit: Int
    /// The rest of a line that was sent in part.
    private(set) var rest: ArraySlice<UInt8> = []
    private var waiting = WaitingLines()
    /// The number of lines that are encoded already: answers that the peer has not read.
    private(set) var writtenLines = 0
    private(set) var merged = 0

    init(limit: Int, byteLimit: Int = Limits().outboxBytes) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    var isEmpty: Bool { rest.isEmpty && waiting.count == 0 }

    /// The number of waiting lines, including one that was sent in part.
    var count: Int { waiting.count + (rest.isEmpty ? 0 : 1) }

    /// The largest number of bytes that the waiting lines can take.
    var bytes: Int { waiting.bytes + rest.count }

    var lines: [WaitingLine] { waiting.all }

    /// Adds a line that must not be lost; the caller ensures that there are few of them.
    mutating func append(written bytes: [UInt8]) {
        // A copy: the original has the room of the longest line there ever was.
        add(.written(bytes.withUnsafeBytes { Array($0) }))
        writtenLines += 1
    }

    /// Adds the last line of a subscription, which must not be lost.
    mutating func append(laggedOf subscription: Int, dropped: Int) {
        add(.lagged(subscription: subscription, dropped: dropped))
    }

    /// Adds a notification, at the expense of older ones if need be.
    mutating func append(_ gesture: WaitingGesture) -> Outcome {
        var gesture = gesture
        let isDroppable = gesture.notification.state == .changed
        if isDroppable, let older = waiting.removeChange(of: gesture) {
            merged += 1
            gesture.base = older.base
        }
        return append(.gesture(gesture), isDroppable: isDroppable)
    }

    /// Adds the touches of a frame, at the expense of older notifications if need be.
    mutating func append(_ touches: WaitingTouches) -> Outcome {
        let isDroppable = touches.hasOnlyMoves
        if isDroppable, waiting.removeMoves(of: touches) { merged += 1 }
        return append(.touches(touches), isDroppable: isDroppable)
    }

    /// Adds a notification that is written already, at the expense of other ones if need be.
    mutating func append(notice bytes: [UInt8], subscription: Int) -> Outcome {
        append(.notice(bytes.withUnsafeBytes { Array($0) }, subscription: subscription), isDroppable: false)
    }

    private mutating func append(_ line: WaitingLine, isDroppable: Bool) -> Outcome {
        let cost = line.cost
        var orphans: [WaitingGesture] = []
        while !hasRoom(for: cost) {
            guard let victim = waiting.removeOldestDroppable() else {
                guard isDroppable else { return .overflow }
                merged += 1
                // Lines that were dropped to make room stay dropped.
                if case .gesture(let gesture) = line { orphans.append(gesture) }
                return orphans.isEmpty ? .queued : .dropped(orphans)
            }
            merged += 1
            if let orphan = victim.orphan { orphans.append(orphan) }
        }
        // The last `changed` of its own gesture may have made room for it.
        if case .gesture(var gesture) = line, let own = orphans.firstIndex(where: { gesture.isOfSameGesture(as: $0) }) {
            gesture.base = orphans.remove(at: own).base
            waiting.append(.gesture(gesture), cost: cost)
        } else {
            waiting.append(line, cost: cost)
        }
        return orphans.isEmpty ? .queued : .dropped(orphans)
    }

    private mutating func add(_ line: WaitingLine) { waiting.append(line, cost: line.cost) }

    private func hasRoom(for cost: Int) -> Bool {
        count < limit && (waiting.count == 0 || waiting.bytes + cost <= byteLimit)
    }

    mutating func keep(rest bytes: ArraySlice<UInt8>) {
        // A copy, as above.
        rest = bytes.withUnsafeBytes { Array($0)[...] }
    }

    mutating func removeFirst(bytes count: Int) {
        rest = count < rest.count ? rest.dropFirst(count) : []
    }

    /// Removes the next line, once the rest of the previous one is sent.
    mutating func removeFirst() -> WaitingLine? {
        let line = waiting.removeFirst()
        if case .written = line { writtenLines -= 1 }
        return line
    }

    mutating func removeNotifications() -> [Int] { waiting.removeNotifications() }

    /// Encodes the waiting touches of a subscription now; they cannot be dropped any more.
    mutating func writeTouches(of subscription: Int, _ write: (TouchNotification) -> [UInt8]) {
        waiting.writeTouches(of: subscription) { touches in write(touches).withUnsafeBytes { Array($0) } }
    }
}
