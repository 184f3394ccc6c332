// What waits for a peer that does not read, and what gives way when there is no more room?
//
//     append ─► room, or replaces what it makes out of date ───► queued
//               no room: the oldest that may gives way ────────► queued, and told from where to count on
//               no room, and none of them may give way ────────► overflow: the peer has to go

import GestureWire

/// The lines that wait for one peer, bounded.
struct Outbox {
    /// What became of a notification.
    enum Outcome: Equatable {
        /// It waits, or gave way without anything to remember.
        case queued
        /// This `changed` gave way, and nothing of its gesture waits after it: the next one counts from its base.
        case gaveWay(WaitingGesture)
        /// It does not fit.
        case overflow
    }

    var limit: Int
    /// What is left of a line that went out in part.
    private(set) var rest: ArraySlice<UInt8> = []
    private(set) var lines: [WaitingLine] = []
    /// How many of the lines are written ones: answers that the peer has not read.
    private(set) var writtenLines = 0
    /// How many lines have given way.
    private(set) var merged = 0

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { rest.isEmpty && lines.isEmpty }

    /// How many lines wait, one that went out in part included.
    var count: Int { lines.count + (rest.isEmpty ? 0 : 1) }

    /// Adds a line that must not be lost; the caller sees to it that there are few of them.
    mutating func append(written bytes: [UInt8]) {
        lines.append(.written(bytes))
        writtenLines += 1
    }

    /// Adds a notification, at the expense of an older one if need be.
    mutating func append(_ gesture: WaitingGesture) -> Outcome {
        var gesture = gesture
        if gesture.notification.state == .changed, let older = removeChange(of: gesture) {
            gesture.base = older.base
            lines.append(.gesture(gesture))
            return .queued
        }
        let outcome = append(.gesture(gesture))
        if outcome != .overflow || gesture.notification.state != .changed { return outcome }
        merged += 1
        return .gaveWay(gesture)
    }

    /// Adds the touches of a frame, at the expense of an older notification if need be.
    mutating func append(_ touches: WaitingTouches) -> Outcome {
        let mayGiveWay = touches.hasOnlyMoves
        if mayGiveWay, removeMoves(of: touches) {
            lines.append(.touches(touches))
            return .queued
        }
        let outcome = append(.touches(touches))
        if outcome != .overflow || !mayGiveWay { return outcome }
        merged += 1
        return .queued
    }

    /// Adds a notification that is written already, at the expense of another one if need be.
    mutating func append(notice bytes: [UInt8], subscription: Int) -> Outcome {
        append(.notice(bytes, subscription: subscription))
    }

    private mutating func append(_ line: WaitingLine) -> Outcome {
        if count < limit {
            lines.append(line)
            return .queued
        }
        guard let index = lines.firstIndex(where: \.mayGiveWay) else { return .overflow }
        let victim = lines.remove(at: index)
        merged += 1
        lines.append(line)
        if case .gesture(let gesture) = victim { return hand(on: gesture) }
        return .queued
    }

    /// Keeps the part of a line that did not go out.
    mutating func keep(rest bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Removes the line that is next, once the rest of the one before it is gone.
    mutating func removeFirst() -> WaitingLine? {
        guard let line = lines.first else { return nil }
        lines.removeFirst()
        if case .written = line { writtenLines -= 1 }
        return line
    }

    /// Removes all notifications and returns the subscription of each.
    mutating func removeNotifications() -> [Int] {
        let subscriptions = lines.compactMap(\.subscription)
        lines.removeAll { $0.subscription != nil }
        return subscriptions
    }

    /// Has the touches that wait for a subscription written now; they give way no more.
    mutating func writeTouches(of subscription: Int, _ write: (TouchNotification) -> [UInt8]) {
        for (index, line) in lines.enumerated() {
            if case .touches(let touches) = line, touches.subscription == subscription {
                lines[index] = .notice(write(touches.notification), subscription: subscription)
            }
        }
    }

    /// Removes the `changed` that a newer one makes out of date.
    private mutating func removeChange(of newer: WaitingGesture) -> WaitingGesture? {
        for (index, line) in lines.enumerated() {
            if case .gesture(let gesture) = line, line.mayGiveWay, gesture.isOfSameGesture(as: newer) {
                lines.remove(at: index)
                merged += 1
                return gesture
            }
        }
        return nil
    }

    /// Removes the moves that newer ones make out of date.
    private mutating func removeMoves(of newer: WaitingTouches) -> Bool {
        for (index, line) in lines.enumerated() {
            if case .touches(let touches) = line, line.mayGiveWay, touches.isOfSameFingers(as: newer) {
                lines.remove(at: index)
                merged += 1
                return true
            }
        }
        return false
    }

    /// Lets the notification that follows a removed one count from where that one did.
    private mutating func hand(on removed: WaitingGesture) -> Outcome {
        for (index, line) in lines.enumerated() {
            if case .gesture(var follower) = line, follower.isOfSameGesture(as: removed) {
                // The follower was queued later, so an earlier line of the same gesture cannot be met here.
                guard follower.sequence > removed.sequence else { continue }
                follower.base = removed.base
                lines[index] = .gesture(follower)
                return .queued
            }
        }
        return .gaveWay(removed)
    }
}
