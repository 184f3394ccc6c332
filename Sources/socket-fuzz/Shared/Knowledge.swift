// State of one connection by its lines, with checks of consistency.

import GestureWire

/// All subscriptions of a connection.
struct Knowledge {
    /// The state of one subscription.
    private struct Subscription {
        let filter: SubscriptionFilter?
        var sequence = 0
        /// The gestures under way.
        var gestures: Set<Int> = []
        /// The touches that are down, and where.
        var touches: [Int: WirePoint] = [:]
        var isOver = false

        /// Whether it receives every beginning and every end.
        var receivesAll: Bool {
            filter.map { $0.states.contains(.began) && $0.states.contains(.ended) && $0.states.contains(.cancelled) }
                ?? false
        }
    }

    /// Whether a request without an answer was sent: then any notification may follow.
    var isVague = false
    /// The first inconsistency.
    private(set) var fault: String?
    /// The received configured gestures, in order of arrival.
    private(set) var seen: [String] = []
    private var subscriptions: [Int: Subscription] = [:]
    private var hasLagged = false
    /// The number of questions.
    private var asked = 0
    /// The last change of each attempt under way, and the number of attempts.
    private var attempts: [Int: Int] = [:]
    private var lastAttempt = 0

    private mutating func require(_ holds: Bool, _ words: @autoclosure () -> String) {
        if !holds, fault == nil { fault = words() }
    }

    mutating func join(_ snapshot: Snapshot, _ filter: SubscriptionFilter) {
        var subscription = Subscription(filter: filter)
        for gesture in snapshot.gestures {
            require(gesture.state.isUnderWay, "a gesture in the snapshot that is over")
            require(subscription.gestures.insert(gesture.gesture).inserted, "a gesture twice in the snapshot")
        }
        require((snapshot.touches != nil) == filter.touches, "touches in the snapshot of who did not ask")
        for touch in (snapshot.touches ?? []).flatMap(\.touches) {
            require(subscription.touches[touch.id] == nil, "a touch twice in the snapshot")
            subscription.touches[touch.id] = touch.location
        }
        let isNew = subscriptions.updateValue(subscription, forKey: snapshot.subscription) == nil
        require(isNew || isVague, "a number for a second time")
    }

    mutating func leave(_ number: Int) { subscriptions[number]?.isOver = true }

    mutating func take(_ lagged: Lagged) { hasLagged = true }

    mutating func take(_ received: ReceivedGesture) {
        let gesture = received.notification
        seen.append("\(gesture.gesture) \(gesture.recognizer) \(gesture.state)")
        require(!hasLagged, "after `lagged` comes no notification")
        if isVague { return }
        guard var subscription = subscriptions[received.subscription], let filter = subscription.filter else {
            return require(false, "no such subscription")
        }
        require(!subscription.isOver, "a subscription that is over")
        require(received.sequence > subscription.sequence, "numbers that do not rise")
        require(filter.states.contains(gesture.state), "a state that nobody asked for")
        require(filter.matches(recognizer: gesture.recognizer, surface: gesture.surface), "not what was asked for")
        subscription.sequence = received.sequence
        if subscription.receivesAll, gesture.state != .failed, gesture.state != .recognized {
            let isKnown = subscription.gestures.contains(gesture.gesture)
            require(isKnown == (gesture.state != .began), "\(gesture.state) of \(gesture.gesture)")
        }
        if gesture.state.isUnderWay {
            subscription.gestures.insert(gesture.gesture)
        } else {
            subscription.gestures.remove(gesture.gesture)
        }
        subscriptions[received.subscription] = subscription
    }

    mutating func take(_ question: Question) {
        require(!hasLagged, "after `lagged` comes no notification")
        asked += 1
        let expected = asked
        require(question.question == expected, "question \(question.question), and not \(expected)")
        switch question.subject {
        case .begin(let gesture):
            require(gesture.recognizer == question.recognizer, "a question about another's gesture")
            require(gesture.state == .began || gesture.state == .recognized, "asks about \(gesture.state)")
            require(gesture.gesture >= firstOwnNumber && gesture.location != nil, "not an own gesture")
        case .receive(let questioned):
            require(questioned.touch.phase == .began, "asks about a touch that \(questioned.touch.phase)")
        case .pair(let kind, let pair):
            require(QuestionKind.aboutPairs.contains(kind), "asks \(kind) about a pair")
            require(pair.other != question.recognizer, "asks about itself")
        }
    }

    /// Attempts are numbered one after the other; each has one `reset`, and nothing after it.
    mutating func take(_ touches: AttemptTouches) {
        require(!hasLagged, "after `lagged` comes no notification")
        let phases = Set(touches.touches.map(\.phase))
        require(phases.count == 1, "touches of \(phases.count) phases in one change")
        if attempts[touches.attempt] == nil {
            lastAttempt += 1
            let expected = lastAttempt
            require(touches.attempt == expected, "attempt \(touches.attempt), and not \(expected)")
        }
        require(attempts[touches.attempt] ?? 0 < touches.change, "changes do not grow")
        attempts[touches.attempt] = touches.change
    }

    mutating func take(_ end: AttemptEnd) {
        require(attempts.removeValue(forKey: end.attempt) != nil, "the end of an attempt that is not under way")
        let isEnd = [.recognized, .ended, .cancelled, .failed].contains(end.outcome)
        require(isEnd, "an attempt that ends as \(end.outcome)")
    }

    mutating func take(_ received: ReceivedTouches) {
        require(!hasLagged, "after `lagged` comes no notification")
        if isVague { return }
        guard var subscription = subscriptions[received.subscription], subscription.filter?.touches == true else {
            return require(false, "no such subscription")
        }
        require(!subscription.isOver, "a subscription that is over")
        require(!received.notification.touches.isEmpty, "touches without a touch")
        for touch in received.notification.touches {
            let known = subscription.touches[touch.id]
            require((known == nil) == (touch.phase == .began), "\(touch.phase) of \(touch.id)")
            require(touch.previousLocation == known ?? touch.location, "touch \(touch.id) was elsewhere")
            subscription.touches[touch.id] = touch.isOver ? nil : touch.location
        }
        subscriptions[received.subscription] = subscription
    }

    mutating func take(reloaded snapshot: Snapshot) {
        if isVague { return }
        guard let subscription = subscriptions[snapshot.subscription] else {
            return require(false, "no such subscription")
        }
        require(!subscription.isOver, "a subscription that is over")
        guard subscription.receivesAll else { return }
        let gestures = Set(snapshot.gestures.map(\.gesture))
        require(gestures == subscription.gestures, "reloaded: \(gestures) and not \(subscription.gestures)")
    }

    /// The inconsistencies when nothing is in progress.
    var faultAtRest: String? {
        if isVague || hasLagged { return nil }
        for (number, subscription) in subscriptions where !subscription.isOver {
            if subscription.receivesAll, !subscription.gestures.isEmpty {
                return "subscription \(number) waits for the end of \(subscription.gestures)"
            }
            if !subscription.touches.isEmpty { return "subscription \(number) waits for \(subscription.touches)" }
        }
        return nil
    }
}

extension WireTouch {
    fileprivate var isOver: Bool { phase == .ended || phase == .cancelled }
}
