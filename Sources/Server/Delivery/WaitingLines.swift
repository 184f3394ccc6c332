// Linked list of waiting lines in order of arrival; each operation takes constant time.

import GestureWire

/// A linked list of lines in one array, with an index of the gestures and fingers that they are about.
///
/// Appending a line, finding the `changed` of a gesture or the moves of fingers, finding the oldest line that may be
/// dropped, and removing any of them take constant time, amortized.
struct WaitingLines {
    /// A gesture, or a set of fingers, of one subscription.
    private struct Subject: Hashable {
        let subscription, first, second: Int

        init(_ gesture: WaitingGesture) {
            (subscription, first, second) = (gesture.subscription, gesture.notification.gesture, -1)
        }

        /// Different fingers may share a subject; the caller compares them.
        init(_ touches: WaitingTouches) {
            var (sum, mix) = (0, 0)
            for touch in touches.notification.touches { (sum, mix) = (sum &+ touch.id, mix ^ touch.id) }
            (subscription, first, second) = (touches.subscription, sum, mix & .max)
        }
    }

    private struct Node {
        var line: WaitingLine?
        var cost = 0
        var previous = WaitingLines.none
        /// The line after it; of a free node, another free one.
        var next = WaitingLines.none
        /// The next line of the same gesture.
        var follower = WaitingLines.none
    }

    private static let none = -1
    /// An array with more room than this is released when the last line is removed.
    private static let keptRoom = 16

    private var nodes: [Node] = []
    private var first = Self.none, last = Self.none, firstFree = Self.none
    /// No line before this one may be dropped.
    private var oldestDroppable = Self.none
    /// The newest line of each gesture, and the newest moves of fingers.
    private var newest: [Subject: Int] = [:]

    private(set) var count = 0
    /// The largest number of bytes that they take; see ``WaitingLine/cost``.
    private(set) var bytes = 0

    var all: [WaitingLine] {
        var lines: [WaitingLine] = []
        var index = first
        while index != Self.none {
            if let line = nodes[index].line { lines.append(line) }
            index = nodes[index].next
        }
        return lines
    }

    /// Adds a line behind all others.
    ///
    /// - Parameter cost: ``WaitingLine/cost``.
    mutating func append(_ line: WaitingLine, cost: Int) {
        let index = makeNode(line, cost)
        nodes[index].previous = last
        if last == Self.none { first = index } else { nodes[last].next = index }
        last = index
        if oldestDroppable == Self.none { oldestDroppable = index }
        guard let subject = Self.subject(of: line) else { return }
        if let older = newest.updateValue(index, forKey: subject) { nodes[older].follower = index }
    }

    mutating func removeFirst() -> WaitingLine? {
        first == Self.none ? nil : remove(first)
    }

    mutating func removeChange(of newer: WaitingGesture) -> WaitingGesture? {
        guard let index = newest[Subject(newer)], case .gesture(let older)? = nodes[index].line,
            older.notification.state == .changed
        else { return nil }
        _ = remove(index)
        return older
    }

    /// Removes the waiting moves of the same fingers; whether there were any.
    mutating func removeMoves(of newer: WaitingTouches) -> Bool {
        guard let index = newest[Subject(newer)], case .touches(let older)? = nodes[index].line,
            older.isOfSameFingers(as: newer)
        else { return false }
        _ = remove(index)
        return true
    }

    /// Removes the oldest line that may be dropped.
    ///
    /// The next line of its gesture counts from its base then; without one, the gesture is returned.
    ///
    /// - Returns: Nil when no line may be dropped.
    mutating func removeOldestDroppable() -> (line: WaitingLine, orphan: WaitingGesture?)? {
        while oldestDroppable != Self.none, nodes[oldestDroppable].line?.isDroppable != true {
            oldestDroppable = nodes[oldestDroppable].next
        }
        guard oldestDroppable != Self.none else { return nil }
        let follower = nodes[oldestDroppable].follower
        let line = remove(oldestDroppable)
        guard case .gesture(let gesture) = line else { return (line, nil) }
        guard follower != Self.none, case .gesture(var next)? = nodes[follower].line else { return (line, gesture) }
        next.base = gesture.base
        nodes[follower].line = .gesture(next)
        return (line, nil)
    }

    /// Removes the lines of subscriptions and returns the subscription of each.
    mutating func removeNotifications() -> [Int] {
        var subscriptions: [Int] = []
        var index = first
        while index != Self.none {
            let next = nodes[index].next
            if let subscription = nodes[index].line?.subscription {
                subscriptions.append(subscription)
                _ = remove(index)
            }
            index = next
        }
        return subscriptions
    }

    /// Replaces the touches that wait for a subscription by written lines.
    mutating func writeTouches(of subscription: Int, _ write: (TouchNotification) -> [UInt8]) {
        var index = first
        while index != Self.none {
            if case .touches(let touches)? = nodes[index].line, touches.subscription == subscription {
                let subject = Subject(touches)
                if newest[subject] == index { newest[subject] = nil }
                let line = WaitingLine.notice(write(touches.notification), subscription: subscription)
                bytes += line.cost - nodes[index].cost
                (nodes[index].line, nodes[index].cost) = (line, line.cost)
            }
            index = nodes[index].next
        }
    }

    /// Returns the key by which a line can be found.
    private static func subject(of line: WaitingLine) -> Subject? {
        switch line {
        case .gesture(let gesture): Subject(gesture)
        case .touches(let touches): touches.hasOnlyMoves ? Subject(touches) : nil
        case .written, .notice, .lagged: nil
        }
    }

    private mutating func makeNode(_ line: WaitingLine, _ cost: Int) -> Int {
        count += 1
        bytes += cost
        if firstFree == Self.none {
            nodes.append(Node(line: line, cost: cost))
            return nodes.count - 1
        }
        let index = firstFree
        firstFree = nodes[index].next
        nodes[index] = Node(line: line, cost: cost)
        return index
    }

    private mutating func remove(_ index: Int) -> WaitingLine {
        let node = nodes[index]
        guard let line = node.line else { preconditionFailure("a free node is in the list") }
        if let subject = Self.subject(of: line), newest[subject] == index { newest[subject] = nil }
        if node.previous == Self.none { first = node.next } else { nodes[node.previous].next = node.next }
        if node.next == Self.none { last = node.previous } else { nodes[node.next].previous = node.previous }
        if oldestDroppable == index { oldestDroppable = node.next }
        count -= 1
        bytes -= node.cost
        nodes[index] = Node(next: firstFree)
        firstFree = index
        if count == 0, nodes.count > Self.keptRoom { (nodes, newest, firstFree) = ([], [:], Self.none) }
        return line
    }
}
