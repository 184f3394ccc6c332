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
        /// bases. And these touches were dropped: the next line of each counts their places.
        case dropped([WaitingGesture], [WaitingTouches])
        /// It does not fit.
        case overflow
    }

    /// A line, with what is looked for among many of them.
    private struct Entry {
        var line: WaitingLine
        let cost: Int
        let subscription: Int?
        let gesture: Int?
        let isDroppable: Bool

        init(_ line: WaitingLine) {
            (self.line, cost, subscription, isDroppable) = (line, line.cost, line.subscription, line.isDroppable)
            gesture = if case .gesture(let waiting) = line { waiting.notification.gesture } else { nil }
        }
    }

    /// The number of lines that may wait.
    var limit: Int
    /// The number of bytes that the waiting lines may take; a single line may take more.
    var byteLimit: Int
    /// The rest of a line that was sent in part.
    private(set) var rest: ArraySlice<UInt8> = []
    /// In order of arrival; few.
    private var waiting: [Entry] = []
    private var waitingBytes = 0
    /// An array with more room than this is released with its last line.
    private static let keptRoom = 16
    /// The number of lines that are encoded already: answers that the peer has not read.
    private(set) var writtenLines = 0
    private(set) var merged = 0

    init(limit: Int, byteLimit: Int = Limits().outboxBytes) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    var isEmpty: Bool { rest.isEmpty && waiting.isEmpty }

    /// The number of waiting lines, including one that was sent in part.
    var count: Int { waiting.count + (rest.isEmpty ? 0 : 1) }

    /// The largest number of bytes that the waiting lines can take.
    var bytes: Int { waitingBytes + rest.count }

    var lines: [WaitingLine] { waiting.map(\.line) }

    /// Adds a line that must not be lost; the caller ensures that there are few of them.
    mutating func append(written bytes: [UInt8]) {
        add(Entry(.written(bytes)))
        writtenLines += 1
    }

    /// Adds the last line of a subscription, which must not be lost.
    mutating func append(laggedOf subscription: Int, dropped: Int) {
        add(Entry(.lagged(subscription: subscription, dropped: dropped)))
    }

    /// Adds a notification, at the expense of older ones if need be.
    mutating func append(_ gesture: WaitingGesture) -> Outcome {
        var gesture = gesture
        if gesture.notification.state == .changed,
            let last = waiting.indices.last(where: { isOfSameGesture(as: gesture, at: $0) }), waiting[last].isDroppable,
            case .gesture(let older) = remove(at: last)
        {
            merged += 1
            gesture.base = older.base
        }
        return append(Entry(.gesture(gesture)))
    }

    /// Adds the touches of a frame, at the expense of older notifications if need be.
    mutating func append(_ touches: WaitingTouches) -> Outcome {
        var touches = touches
        if touches.hasOnlyMoves, let last = waiting.indices.last(where: { isOfSameSurface(as: touches, at: $0) }),
            waiting[last].isDroppable, case .touches(let older) = remove(at: last)
        {
            merged += 1
            touches.notification.coalesce(older.notification)
        }
        return append(Entry(.touches(touches)))
    }

    /// Adds touches of an attempt, which must not be lost.
    mutating func append(_ touches: AttemptTouches) -> Outcome {
        var touches = touches
        if let last = waiting.indices.last(where: { isOfSameAttempt(as: touches, at: $0) }),
            case .attempt(let older) = waiting[last].line, touches.areMoves, older.areMoves
        {
            _ = remove(at: last)
            merged += 1
            touches.coalesce(older)
        }
        return append(Entry(.attempt(touches)))
    }

    /// Adds a notification that is written already, at the expense of other ones if need be.
    mutating func append(notice bytes: [UInt8], subscription: Int) -> Outcome {
        append(Entry(.notice(bytes, subscription: subscription)))
    }

    private mutating func append(_ entry: Entry) -> Outcome {
        var entry = entry
        var orphans: [WaitingGesture] = []
        var lost: [WaitingTouches] = []
        var outcome: Outcome { orphans.isEmpty && lost.isEmpty ? .queued : .dropped(orphans, lost) }
        while !hasRoom(for: entry.cost) {
            guard let victim = waiting.indices.first(where: { waiting[$0].isDroppable }) else {
                guard entry.isDroppable else { return .overflow }
                merged += 1
                // Lines that were dropped to make room stay dropped.
                if case .gesture(let gesture) = entry.line { orphans.append(gesture) }
                if case .touches(let touches) = entry.line { lost.append(touches) }
                return outcome
            }
            merged += 1
            if case .touches(let touches) = waiting[victim].line { lost.append(touches) }
            if let orphan = drop(victim) { orphans.append(orphan) }
        }
        // The last `changed` of its own gesture may have made room for it.
        if case .gesture(var gesture) = entry.line, let own = orphans.firstIndex(where: gesture.isOfSameGesture) {
            gesture.base = orphans.remove(at: own).base
            entry.line = .gesture(gesture)
        }
        add(entry)
        return outcome
    }

    private mutating func add(_ entry: Entry) {
        waiting.append(entry)
        waitingBytes += entry.cost
    }

    private func hasRoom(for cost: Int) -> Bool {
        count < limit && (waiting.isEmpty || waitingBytes + cost <= byteLimit)
    }

    private func isOfSameGesture(as gesture: WaitingGesture, at index: Int) -> Bool {
        waiting[index].gesture == gesture.notification.gesture && waiting[index].subscription == gesture.subscription
    }

    private func isOfSameSurface(as touches: WaitingTouches, at index: Int) -> Bool {
        guard waiting[index].subscription == touches.subscription, case .touches(let older) = waiting[index].line else {
            return false
        }
        return older.notification.surface == touches.notification.surface
    }

    private func isOfSameAttempt(as touches: AttemptTouches, at index: Int) -> Bool {
        guard case .attempt(let older) = waiting[index].line else { return false }
        return older.attempt == touches.attempt
    }

    /// Removes a line for the sake of another one.
    ///
    /// The next line of its gesture counts from its base then; without one, the gesture is returned.
    private mutating func drop(_ index: Int) -> WaitingGesture? {
        guard case .gesture(let gesture) = remove(at: index) else { return nil }
        let next = (index..<waiting.count).first { isOfSameGesture(as: gesture, at: $0) }
        guard let next, case .gesture(var follower) = waiting[next].line else { return gesture }
        follower.base = gesture.base
        waiting[next].line = .gesture(follower)
        return nil
    }

    private mutating func remove(at index: Int) -> WaitingLine {
        let entry = waiting.remove(at: index)
        waitingBytes -= entry.cost
        if waiting.isEmpty, waiting.capacity > Self.keptRoom { waiting = [] }
        return entry.line
    }

    mutating func keep(rest bytes: ArraySlice<UInt8>) {
        // A copy: the original is as long as the whole line.
        rest = bytes.withUnsafeBytes { Array($0)[...] }
    }

    mutating func removeFirst(bytes count: Int) {
        rest = count < rest.count ? rest.dropFirst(count) : []
    }

    /// Removes the next line, once the rest of the previous one is sent.
    mutating func removeFirst() -> WaitingLine? {
        if waiting.isEmpty { return nil }
        let line = remove(at: 0)
        if case .written = line { writtenLines -= 1 }
        return line
    }

    /// Removes the lines of subscriptions and returns the subscription of each.
    mutating func removeNotifications() -> [Int] {
        defer {
            waiting.removeAll { $0.subscription != nil }
            waitingBytes = waiting.reduce(0) { $0 + $1.cost }
        }
        return waiting.compactMap(\.subscription)
    }

    /// Encodes the waiting touches of a subscription now; they cannot be dropped any more.
    mutating func writeTouches(of subscription: Int, _ write: (TouchNotification) -> [UInt8]) {
        for index in waiting.indices {
            guard case .touches(let touches) = waiting[index].line, touches.subscription == subscription else {
                continue
            }
            let entry = Entry(.notice(write(touches.notification), subscription: subscription))
            waitingBytes += entry.cost - waiting[index].cost
            waiting[index] = entry
        }
    }
}
