// Tests of random orders of events: each beginning is closed once, deltas add up.

import GestureWire
import Glibc
import Testing

@testable import Server

/// A daemon with random events.
private final class World {
    let server: TestServer
    private var generator: Lehmer
    private var listeners: [Listener] = []
    private let reference: Listener
    private var time: Int64 = 1_000_000
    /// The gestures in progress, and their owners; nil for configured recognizers.
    private var gestures: [(notification: GestureNotification, owner: Int?)] = []
    private var lastGesture = 0
    /// The fingers that are down, and the connections that see them differently.
    private var fingers: [(touch: WireTouch, surface: String, seenBy: Set<Int>)] = []
    private var lastFinger = 0
    /// The notifications that every connection may receive, in order.
    private var published: [String] = []
    private(set) var counts: [String: Int] = [:]

    init(seed: UInt64) throws {
        var limits = Limits()
        limits.outboxLines = seed.isMultiple(of: 2) ? 256 : 12
        server = try TestServer(limits: limits, access: rules([], session: Set(Capability.allCases)))
        server.server?.use(sessionOf: getuid(), firstTouch: TouchMark(1), at: 0)
        generator = Lehmer(state: seed)
        reference = try Listener(server)
        server.peers.last?.granted = Set(Capability.allCases)
        reference.ask(.subscribe(touches: true), #"{"touches":true}"#)
        server.control.detaching = { [unowned self] connection, _ in end(ownedBy: connection) }
    }

    private func chance(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    func step() throws {
        time += Int64(chance(0...40_000))
        if let deadline = server.server?.nextDeadline, deadline <= time { server.server?.advance(to: time) }
        switch chance(0...99) {
        case 0...7: begin()
        case 8...34: change()
        case 35...39: end(at: gestures.indices.randomElement(using: &generator))
        case 40...44: land()
        case 45...69: move()
        case 70...73: lift(fingers.indices.randomElement(using: &generator))
        case 74...76: try connect()
        case 77...81: subscribe()
        case 82...83: unsubscribe()
        case 84...86: attach()
        case 87...88: listeners.randomElement(using: &generator)?.ask(.detach, "{}")
        case 89: try leave()
        case 90: changeSession()
        default: try (0..<3).forEach { _ in try listeners.randomElement(using: &generator)?.read() }
        }
        try reference.read()
        server.settle()
        #expect(server.peers.allSatisfy { $0.outbox.count <= 256 + 18 })
    }

    /// Ends everything, and lets every connection read it.
    func finish() throws {
        while !gestures.isEmpty { end(at: 0) }
        while !fingers.isEmpty { lift(0) }
        server.server?.advance(to: time + 10_000_000)
        for listener in listeners {
            var notifications = -1
            while listener.lines != notifications {
                notifications = listener.lines
                try listener.read()
                server.settle()
            }
        }
        for listener in listeners { listener.verifyRest() }
        try reference.read()
        reference.verifyRest()
        #expect(reference.notifications == published.count, "a client that keeps up receives everything public")
        for listener in listeners { counts[listener.client.hasEnded ? "lagged" : "whole", default: 0] += 1 }
        for listener in listeners {
            counts["heard", default: 0] += listener.notifications
            counts["silences", default: 0] += listener.silences
            counts["returns", default: 0] += listener.returns
        }
        counts["merged"] = server.peers.reduce(0) { $0 + $1.outbox.merged }
        let parts = try #require(server.server?.parts)
        #expect(parts.progress.gestures.latest.isEmpty && parts.progress.touches.ids.isEmpty)
        let peers = parts.connections.peers
        #expect(peers.allSatisfy { $0.hiddenGestures.isEmpty && $0.underWay.latest.isEmpty }, "nothing is kept")
    }

    // MARK: - Gestures

    private func publish(_ notification: GestureNotification, _ owner: Int?) {
        if owner == nil { published.append("gesture") }
        server.publish(notification, to: owner.map(Audience.connection) ?? .everybody(except: []))
    }

    private func begin() {
        if gestures.count >= 6 { return }
        lastGesture += 1
        let owners = server.control.own.keys.sorted()
        let owner = Bool.random(using: &generator) ? owners.randomElement(using: &generator) : nil
        let names = owner.map { server.control.own[$0]?.recognizers ?? [] } ?? ["move", "zoom", "turn"]
        guard let name = names.randomElement(using: &generator) else { return }
        let surface = Bool.random(using: &generator) ? "panel" : "pad"
        var notification = pan(
            .began, x: Double(chance(0...9)), gesture: lastGesture, recognizer: name, surface: surface)
        (notification.time, notification.touches) = (time, [lastFinger])
        if owner != nil { notification.region = "own" }
        gestures.append((notification, owner))
        publish(notification, owner)
    }

    private func advance(_ index: Int, to state: GestureState) {
        let (last, owner) = gestures[index]
        var next = pan(
            state, x: last.distance + Double(chance(-9...9)), gesture: last.gesture, recognizer: last.recognizer,
            surface: last.surface)
        (next.time, next.region) = (time, last.region)
        gestures[index].notification = next
        if !state.isUnderWay { gestures.remove(at: index) }
        publish(next, owner)
    }

    private func change() {
        if let index = gestures.indices.randomElement(using: &generator) { advance(index, to: .changed) }
    }

    private func end(at index: Int?) {
        if let index { advance(index, to: Bool.random(using: &generator) ? .ended : .cancelled) }
    }

    private func end(ownedBy connection: Int) {
        while let index = gestures.firstIndex(where: { $0.owner == connection }) { advance(index, to: .cancelled) }
    }

    // MARK: - Touches

    private func tell(_ touches: [WireTouch], on surface: String, seenBy: Set<Int>) {
        let notification = TouchNotification(surface: surface, time: time, touches: touches)
        // Connections with own recognizers see the surface like this.
        let otherwise = Set(server.control.own.keys)
        published.append("touch")
        server.publish(notification, to: .everybody(except: otherwise))
        for connection in otherwise.intersection(seenBy) { server.publish(notification, to: .connection(connection)) }
    }

    private func land() {
        if fingers.count >= 5 { return }
        lastFinger += 1
        let place = WirePoint(x: Double(chance(0...900)), y: Double(chance(0...900)))
        let touch = WireTouch(id: lastFinger, phase: .began, location: place, previousLocation: place, region: "root")
        let surface = Bool.random(using: &generator) ? "panel" : "pad"
        let seenBy = Set(server.control.own.keys)
        fingers.append((touch, surface, seenBy))
        tell([touch], on: surface, seenBy: seenBy)
    }

    private func move() {
        guard let surface = fingers.randomElement(using: &generator)?.surface else { return }
        var touches: [WireTouch] = []
        for index in fingers.indices where fingers[index].surface == surface {
            fingers[index].touch.previousLocation = fingers[index].touch.location
            fingers[index].touch.location.x += Double(chance(-9...9))
            fingers[index].touch.phase = .moved
            touches.append(fingers[index].touch)
        }
        published.append("touch")
        let notification = TouchNotification(surface: surface, time: time, touches: touches)
        let otherwise = Set(server.control.own.keys)
        server.publish(notification, to: .everybody(except: otherwise))
        for connection in otherwise {
            let seen = fingers.filter { $0.surface == surface && $0.seenBy.contains(connection) }.map(\.touch)
            let own = TouchNotification(surface: surface, time: time, touches: seen)
            server.publish(own, to: .connection(connection))
        }
    }

    private func lift(_ index: Int?) {
        guard let index else { return }
        var finger = fingers.remove(at: index)
        finger.touch.phase = Bool.random(using: &generator) ? .ended : .cancelled
        finger.touch.previousLocation = finger.touch.location
        tell([finger.touch], on: finger.surface, seenBy: finger.seenBy)
    }

    // MARK: - Connections

    private func connect() throws {
        if listeners.count >= 8 { return }
        let listener = try Listener(server)
        let peer = try #require(server.peers.last)
        // A few lines fill its socket.
        var size: Int32 = 0
        setsockopt(peer.descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        let granted: [Set<Capability>] = [Set(Capability.allCases), [.gestures, .attach], [.gestures], []]
        peer.granted = granted[chance(0...3)]
        listeners.append(listener)
    }

    /// The user at the screen leaves, or a user comes.
    private func changeSession() {
        let user = server.server?.parts.rules.sessionUser == nil ? getuid() : nil
        server.server?.use(sessionOf: user, firstTouch: TouchMark(lastFinger + 1), at: time)
        counts["sessions", default: 0] += 1
    }

    private func leave() throws {
        guard listeners.count > 2, let index = listeners.indices.randomElement(using: &generator) else { return }
        let connection = listeners[index].connection
        listeners.remove(at: index)
        server.settle()
        gestures.removeAll { $0.owner == connection }
    }

    private func subscribe() {
        guard let listener = listeners.randomElement(using: &generator), listener.current.count < 5 else { return }
        let params = [
            "{}", #"{"touches":true}"#, #"{"touches":true,"surfaces":["pad"]}"#, #"{"maxRate":5}"#,
            #"{"recognizers":["mo*","own"],"maxRate":20,"touches":true}"#,
            #"{"states":["began","ended","cancelled"]}"#,
        ]
        let choice = params[chance(0...params.count - 1)]
        listener.ask(.subscribe(touches: choice.contains("touches")), choice)
        counts["subscribed", default: 0] += 1
    }

    private func unsubscribe() {
        guard let listener = listeners.randomElement(using: &generator),
            let number = listener.current.randomElement(using: &generator)
        else { return }
        listener.ask(.unsubscribe(number), #"{"subscription":\#(number)}"#)
    }

    private func attach() {
        guard let listener = listeners.randomElement(using: &generator) else { return }
        let name = ["move", "zoom", "own"][chance(0...2)]
        listener.ask(.attach([name]), #"{"recognizers":[{"name":"\#(name)","type":"pan"}]}"#)
        counts["attached", default: 0] += 1
    }
}

struct RandomOrderTests {
    @Test("in any order of events, each begin is closed once, numbers rise and sums are right", arguments: 1...6)
    func invariants(seed: UInt64) throws {
        let world = try World(seed: seed)
        for _ in 0..<1500 { try world.step() }
        try world.finish()
        #expect(world.counts["heard", default: 0] > 50, "\(world.counts)")
        #expect(world.counts["sessions", default: 0] > 3, "\(world.counts)")
    }
}
