// What waits for a peer that does not read, and what gives way when there is no more room?
//
//     append ─► room, or replaces a `changed` ─────────────► queued
//               no room: the oldest `changed` gives way ───► queued, and told from where to count on
//               no room, and none of them can give way ────► overflow: the peer has to go

import GestureWire

/// A notification for one subscription that waits.
///
/// It is written only when its turn comes, because what came before it may still give way and so change its `delta`.
struct WaitingGesture: Equatable {
    let subscription: Int
    let sequence: Int
    let notification: GestureNotification
    /// The measurement that the subscription was or will be told before this one.
    var base: Measurement

    func isOfSameGesture(as other: WaitingGesture) -> Bool {
        subscription == other.subscription && notification.gesture == other.notification.gesture
    }
}

/// The lines that wait for one peer, bounded.
struct Outbox {
    /// A line that waits.
    enum Line: Equatable {
        // Indirect, so that lines are small to move.
        indirect case gesture(WaitingGesture)
        /// An answer or a notification that is written already and never gives way.
        case written([UInt8])
        /// A notification of a subscription that is written already and never gives way, but counts.
        case notice([UInt8], subscription: Int)
    }

    /// What became of a notification.
    enum Outcome: Equatable {
        /// It waits.
        case queued
        /// This `changed` gave way, and nothing of its gesture waits after it: the next one counts from its base.
        case gaveWay(WaitingGesture)
        /// It does not fit.
        case overflow
    }

    private let limit: Int
    /// What is left of a line that went out in part.
    private(set) var rest: ArraySlice<UInt8> = []
    private(set) var lines: [Line] = []
    /// How many of the lines are written ones: answers that the peer has not read.
    private(set) var writtenLines = 0

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

    /// Adds a notification, at the expense of an older `changed` if need be.
    mutating func append(_ gesture: WaitingGesture) -> Outcome {
        var gesture = gesture
        if gesture.notification.state == .changed, let older = remove(where: { $0.isOfSameGesture(as: gesture) }) {
            gesture.base = older.base
            lines.append(.gesture(gesture))
            return .queued
        }
        let outcome = append(.gesture(gesture))
        return outcome == .overflow && gesture.notification.state == .changed ? .gaveWay(gesture) : outcome
    }

    /// Adds a notification that is written already, at the expense of a `changed` if need be.
    mutating func append(notice bytes: [UInt8], subscription: Int) -> Outcome {
        append(.notice(bytes, subscription: subscription))
    }

    private mutating func append(_ line: Line) -> Outcome {
        if count < limit {
            lines.append(line)
            return .queued
        }
        guard let victim = remove(where: { _ in true }) else { return .overflow }
        lines.append(line)
        return hand(on: victim)
    }

    /// Keeps the part of a line that did not go out.
    mutating func keep(rest bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Removes the line that is next, once the rest of the one before it is gone.
    mutating func removeFirst() -> Line? {
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

    /// Removes the oldest `changed` that fits.
    private mutating func remove(where condition: (WaitingGesture) -> Bool) -> WaitingGesture? {
        for (index, line) in lines.enumerated() {
            if case .gesture(let gesture) = line, gesture.notification.state == .changed, condition(gesture) {
                lines.remove(at: index)
                return gesture
            }
        }
        return nil
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

extension Outbox.Line {
    /// The subscription whose notification it is; nil of an answer.
    fileprivate var subscription: Int? {
        switch self {
        case .gesture(let gesture): gesture.subscription
        case .notice(_, let subscription): subscription
        case .written: nil
        }
    }
}
