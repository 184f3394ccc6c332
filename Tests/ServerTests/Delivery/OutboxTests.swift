// Tests of the queue for slow peers: which lines are replaced, dropped or kept.

import GestureWire
import Testing

@testable import Server

private func waiting(_ notification: GestureNotification, _ sequence: Int, from base: Double = 0) -> WaitingGesture {
    WaitingGesture(
        subscription: 1, sequence: sequence, notification: notification,
        base: .pan(translation: WirePoint(x: base, y: 0), velocity: .zero, projection: nil))
}

struct OutboxTests {
    @Test("lines with long names are bounded by their bytes, changes are dropped for them first")
    func bytes() {
        let name = String(repeating: "n", count: 256)
        func long(_ state: GestureState, _ gesture: Int) -> GestureNotification {
            var notification = pan(state, x: 1, gesture: gesture, recognizer: name, surface: name)
            (notification.type, notification.region) = (name, name)
            return notification
        }
        var outbox = Outbox(limit: 256)
        #expect(outbox.append(waiting(long(.began, 1), 1)) == .queued)
        #expect(outbox.append(waiting(long(.changed, 1), 2, from: 1)) == .queued)
        var (sequence, orphans) = (2, [Int]())
        while true {
            sequence += 1
            let outcome = outbox.append(waiting(long(.began, sequence), sequence))
            #expect(outbox.bytes <= Limits().outboxBytes)
            if case .dropped(let victims, _) = outcome { orphans += victims.map(\.sequence) }
            if outcome == .overflow { break }
        }
        #expect(orphans == [2], "the change, once there was no room")
        #expect((50...255).contains(outbox.count), "1.5 KB each")
        #expect(outbox.removeNotifications().count == sequence - 2 && outbox.bytes == 0)
    }

    @Test("a line that alone exceeds the limit waits nevertheless")
    func largeLine() {
        var outbox = Outbox(limit: 4, byteLimit: 1000)
        #expect(outbox.append(notice: [UInt8](repeating: 1, count: 5000), subscription: 1) == .queued)
        #expect(outbox.append(waiting(pan(.began), 1)) == .overflow)
    }

    @Test("the waiting part of a long line takes its own bytes, not those of the writer's buffer")
    func exactRest() {
        var buffer = [UInt8](repeating: 1, count: 100)
        buffer.reserveCapacity(1 << 20)
        var outbox = Outbox(limit: 4)
        outbox.keep(rest: buffer[50...])
        buffer.withUnsafeBytes { kept in
            outbox.rest.withUnsafeBytes {
                #expect($0.count == 50 && $0.baseAddress != kept.baseAddress?.advanced(by: 50))
            }
        }
    }

    @Test(
        "whichever changes are dropped, the received values add up to the end of the gesture", arguments: 1...40,
        [4, 1000])
    func randomOperations(seed: UInt64, limit: Int) {
        var generator = Lehmer(state: seed)
        // If bytes are scarce, a frame of many fingers needs more of them than a dropped gesture frees.
        var outbox = Outbox(limit: limit, byteLimit: limit > 4 ? 3300 : 1 << 20)
        var subscription = Subscription(number: 1, filter: SubscriptionFilter())
        var position: [Int: Double] = [:]
        var received: [Int: Double] = [:]
        var nextGesture = 1
        // Beginnings and ends, which are never dropped, in order.
        var (kept, arrived): ([String], [String]) = ([], [])

        func read() {
            guard case .gesture(let gesture)? = outbox.removeFirst() else { return }
            let notification = gesture.notification
            if notification.state != .changed { arrived.append("\(notification.gesture) \(notification.state)") }
            if case .translation(let delta) = notification.measurement.change(since: gesture.base) {
                received[notification.gesture, default: 0] += delta.x
                // A client's last received value always equals its sum.
                if case .pan(let translation, _, _) = notification.measurement {
                    #expect(received[notification.gesture] == translation.x)
                }
            }
        }

        func note(_ outcome: Outbox.Outcome) {
            guard case .dropped(let victims, _) = outcome else { return }
            for victim in victims { subscription.pass(over: victim.notification, since: victim.base) }
        }

        func publish(_ state: GestureState, _ gesture: Int, from base: Measurement) {
            let notification = pan(state, x: position[gesture] ?? 0, gesture: gesture)
            if state != .changed { kept.append("\(gesture) \(state)") }
            let item = WaitingGesture(
                subscription: 1, sequence: subscription.nextSequence(), notification: notification,
                base: subscription.takeBase(of: gesture) ?? base)
            var outcome = outbox.append(item)
            while outcome == .overflow {
                read()
                outcome = outbox.append(item)
            }
            note(outcome)
            #expect(outbox.count <= limit)
        }

        func publishTouches() {
            let fingers = Array(1...Int.random(in: 1...12, using: &generator))
            let touches = fingers.map { touch in
                WireTouch(id: touch, phase: .moved, location: .zero, previousLocation: .zero, region: "root")
            }
            let notification = TouchNotification(surface: "panel", time: 1, touches: touches)
            note(outbox.append(WaitingTouches(subscription: 1, notification: notification)))
        }

        for _ in 0..<300 {
            let gesture = position.keys.sorted().randomElement(using: &generator)
            let base = gesture.map { pan(.changed, x: position[$0] ?? 0).measurement } ?? .none
            switch (Int.random(in: 0..<10, using: &generator), gesture) {
            case (0...1, _) where position.count < 3:
                position[nextGesture] = 1
                publish(.began, nextGesture, from: .none)
                nextGesture += 1
            case (2...6, let gesture?):
                position[gesture, default: 0] += Double(Int.random(in: 1...9, using: &generator))
                publish(.changed, gesture, from: base)
            case (7, let gesture?):
                position[gesture, default: 0] += 1
                publish(.ended, gesture, from: base)
                position[gesture] = nil
            case (8, _) where limit > 4:
                publishTouches()
            default:
                read()
            }
        }
        while !outbox.isEmpty { read() }
        #expect(arrived == kept)
    }
}

/// Random numbers that are the same every time.
struct Lehmer: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
    }
}
