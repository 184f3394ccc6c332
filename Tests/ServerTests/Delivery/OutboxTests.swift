// Tests of the queue for slow peers: which lines are replaced, dropped or kept.

import GestureWire
import Glibc
import Testing

@testable import Server

private func waiting(_ notification: GestureNotification, _ sequence: Int, from base: Double = 0) -> WaitingGesture {
    WaitingGesture(
        subscription: 1, sequence: sequence, notification: notification,
        base: .pan(translation: WirePoint(x: base, y: 0), velocity: .zero, projection: nil))
}

extension Outbox {
    /// The waiting lines, as sequence numbers and the places that their deltas are relative to.
    fileprivate var contents: [String] {
        lines.map { line in
            guard case .gesture(let gesture) = line else { return "written" }
            guard case .pan(let translation, _, _) = gesture.base else { return "\(gesture.sequence)" }
            return "\(gesture.sequence) from \(Int(translation.x))"
        }
    }
}

/// The processor time of a piece of work on this thread, in nanoseconds.
private func processorTime(_ work: () -> Void) -> Int {
    func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    let start = now()
    work()
    return max(now() - start, 1)
}

private func leastTime(_ measure: () -> Int) -> Int { (0..<3).map { _ in measure() }.min() ?? 0 }

struct OutboxTests {
    @Test("a newer change replaces the waiting one and takes over its base, in the order of time")
    func replacing() {
        var outbox = Outbox(limit: 10)
        #expect(outbox.append(waiting(pan(.began, x: 1), 1)) == .queued)
        #expect(outbox.append(waiting(pan(.changed, x: 2), 2, from: 1)) == .queued)
        #expect(outbox.append(waiting(pan(.changed, x: 5, gesture: 2), 3, from: 4)) == .queued)
        #expect(outbox.append(waiting(pan(.changed, x: 3), 4, from: 2)) == .queued)
        #expect(outbox.contents == ["1 from 0", "3 from 4", "4 from 1"])
    }

    @Test("without room the oldest change is dropped, and its follower takes over its base")
    func givingWay() {
        var outbox = Outbox(limit: 3)
        #expect(outbox.append(waiting(pan(.began, x: 1), 1)) == .queued)
        #expect(outbox.append(waiting(pan(.changed, x: 2), 2, from: 1)) == .queued)
        #expect(outbox.append(waiting(pan(.ended, x: 3), 3, from: 2)) == .queued)
        #expect(outbox.append(waiting(tap(5), 4)) == .queued)
        #expect(outbox.contents == ["1 from 0", "3 from 1", "4 from 0"])
    }

    @Test("a dropped change without a follower is handed back, so that the next one takes over its base")
    func handedBack() {
        var outbox = Outbox(limit: 2)
        let change = waiting(pan(.changed, x: 2), 2, from: 1)
        #expect(outbox.append(waiting(pan(.began, x: 1), 1)) == .queued)
        #expect(outbox.append(change) == .queued)
        #expect(outbox.append(waiting(tap(5), 3)) == .gaveWay([change]))
        let next = waiting(pan(.changed, x: 4), 4, from: 1)
        #expect(outbox.append(next) == .gaveWay([next]), "no other line can be dropped for it")
        #expect(outbox.contents == ["1 from 0", "3 from 0"])
    }

    @Test("an end takes the place of its own last change if there is no other room")
    func ownEnd() {
        var outbox = Outbox(limit: 2)
        #expect(outbox.append(waiting(pan(.began, x: 1), 1)) == .queued)
        #expect(outbox.append(waiting(pan(.changed, x: 2), 2, from: 1)) == .queued)
        #expect(outbox.append(waiting(pan(.ended, x: 3), 3, from: 2)) == .queued)
        #expect(outbox.contents == ["1 from 0", "3 from 1"])
    }

    @Test("beginnings, ends and taps are never dropped: the outbox overflows")
    func overflow() {
        var outbox = Outbox(limit: 3)
        outbox.append(written: [1])
        #expect(outbox.append(waiting(pan(.began), 1)) == .queued)
        outbox.keep(rest: [1, 2])
        #expect(outbox.count == 3)
        #expect(outbox.append(waiting(pan(.ended), 2)) == .overflow)
        #expect(outbox.contents == ["written", "1 from 0"])
    }

    @Test("changes of other subscriptions are not replaced")
    func otherSubscriptions() {
        var outbox = Outbox(limit: 10)
        #expect(outbox.append(waiting(pan(.changed, x: 2), 2)) == .queued)
        let other = WaitingGesture(subscription: 2, sequence: 1, notification: pan(.changed, x: 3), base: .none)
        #expect(outbox.append(other) == .queued)
        #expect(outbox.lines.count == 2)
    }

    @Test("the work for a change does not depend on the number of waiting lines")
    func constantWork() {
        func time(behind others: Int) -> Int {
            var outbox = Outbox(limit: .max, byteLimit: .max)
            for gesture in 1...others { _ = outbox.append(waiting(pan(.began, gesture: gesture), gesture)) }
            _ = outbox.append(waiting(pan(.changed, gesture: 1), 1))
            let time = processorTime {
                for x in 1...300 { _ = outbox.append(waiting(pan(.changed, x: Double(x), gesture: 1), 1 + x)) }
            }
            #expect(outbox.count == others + 1)
            return time
        }
        let (few, many) = (leastTime { time(behind: 10) }, leastTime { time(behind: 20_000) })
        #expect(many < few * 12, "\(many) ns behind 20000 lines, \(few) ns behind 10")
    }

    @Test("the work for a line that replaces another does not depend on the number of waiting lines")
    func constantWorkOfGivingWay() {
        func time(_ lines: Int) -> Int {
            var outbox = Outbox(limit: 2 * lines, byteLimit: .max)
            for gesture in 1...lines { _ = outbox.append(waiting(pan(.began, gesture: gesture), gesture)) }
            for gesture in 1...lines { _ = outbox.append(waiting(pan(.changed, gesture: gesture), lines + gesture)) }
            let time = processorTime {
                for gesture in 1...lines { _ = outbox.append(waiting(tap(2 * lines + gesture), gesture)) }
            }
            #expect(outbox.merged == lines && outbox.count == 2 * lines)
            #expect(outbox.append(waiting(tap(0), 0)) == .overflow)
            return time / lines
        }
        let (few, many) = (leastTime { time(50) }, leastTime { time(10_000) })
        #expect(many < few * 12, "\(many) ns a line of 10000, \(few) ns of 50")
    }

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
            if case .gaveWay(let victims) = outcome { orphans += victims.map(\.sequence) }
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

    @Test("an outbox that was full keeps no storage once it is read")
    func memory() {
        var outbox = Outbox(limit: 256)
        for number in 1...200 { #expect(outbox.append(waiting(tap(number), number)) == .queued) }
        #expect(outbox.room >= 200)
        while outbox.removeFirst() != nil {}
        #expect(outbox.isEmpty && outbox.bytes == 0 && outbox.room == 0)
        outbox.keep(rest: [UInt8](repeating: 1, count: 100_000)[...])
        outbox.removeFirst(bytes: 60_000)
        #expect(outbox.bytes == 40_000)
        outbox.removeFirst(bytes: 40_000)
        #expect(outbox.isEmpty && outbox.bytes == 0)
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

        func read() {
            guard case .gesture(let gesture)? = outbox.removeFirst() else { return }
            let notification = gesture.notification
            if case .translation(let delta) = notification.measurement.change(since: gesture.base) {
                received[notification.gesture, default: 0] += delta.x
                // A client's last received value always equals its sum.
                if case .pan(let translation, _, _) = notification.measurement {
                    #expect(received[notification.gesture] == translation.x)
                }
            }
        }

        func note(_ outcome: Outbox.Outcome) {
            guard case .gaveWay(let victims) = outcome else { return }
            for victim in victims { subscription.pass(over: victim.notification, since: victim.base) }
        }

        func publish(_ state: GestureState, _ gesture: Int, from base: Measurement) {
            let notification = pan(state, x: position[gesture] ?? 0, gesture: gesture)
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
