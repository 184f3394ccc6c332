// Tests of locations and private touches in notifications, by capability.

import GestureWire
import Glibc
import Testing

@testable import Server

private let places = [
    "\"location\"", "\"touches\":[", "\"translation\"", "\"velocity\"", "\"projection\"", "\"delta\"",
]

/// Whether a line contains a place or a movement.
private func hasPlaces(_ line: String) -> Bool { places.contains { line.contains($0) } }

private func pan(
    _ state: GestureState, x: Double = 0, gesture: Int = 1, isPrivate: Bool = false
) -> GestureNotification {
    var notification = ServerTests.pan(state, x: x, gesture: gesture, recognizer: "move")
    notification.isPrivate = isPrivate
    return notification
}

struct ClearanceTests {
    @Test(
        "places are sent to clients with `locations` or `touches`, in notifications and in snapshots",
        arguments: [
            ([.gestures], false), ([.gestures, .locations], true), ([.gestures, .touches], true),
            ([.gestures, .attach, .control], false),
        ] as [(Set<Capability>, Bool)])
    func capabilities(allowed: Set<Capability>, expected: Bool) throws {
        let server = try TestServer()
        // Another client, with places, receives the same gestures before.
        let whole = try TestClient(server)
        try whole.subscribe()
        server.server?.parts.rules.access = rules(allowed)
        let client = try TestClient(server)
        try client.subscribe()
        for state in [GestureState.began, .changed, .ended] { server.publish(pan(state, x: 3)) }
        server.publish(pan(.began, gesture: 2))
        let lines = client.lines()
        #expect(lines.count == 4 && lines.allSatisfy { hasPlaces($0) == expected })
        #expect(whole.lines().allSatisfy(hasPlaces))
        #expect(lines.allSatisfy { $0.contains(#""region":"root""#) && $0.contains(#""type":"pan""#) })
        client.request("subscribe")
        let snapshot = try #require(client.lines().last)
        #expect(snapshot.contains(#""gesture":2"#) && hasPlaces(snapshot) == expected)
    }

    @Test(
        "a `changed` that `maxRate` delays has its places if its recognizer was an own one, whatever is attached meanwhile",
        arguments: [true, false])
    func delayed(isOwn: Bool) throws {
        let server = try TestServer(access: rules([.gestures, .attach]))
        let client = try TestClient(server)
        if isOwn { client.attach("move") }
        try client.subscribe(#"{"states":["began","changed"],"maxRate":1}"#)
        for (state, x) in [(GestureState.began, 0.0), (.changed, 1), (.changed, 2), (.ended, 2)] {
            server.publish(pan(state, x: x), to: isOwn ? .connection(1) : .everybody(except: []))
        }
        if isOwn { client.request("detach") } else { client.attach("move") }
        #expect(client.lines().contains(where: hasPlaces) == isOwn)
        server.server?.advance(to: 60_000_000)
        #expect(client.lines().map(hasPlaces) == [isOwn])
    }

    @Test(
        "lines name their own recognizer, also if those of two connections have one number, or none because they failed"
    )
    func ownNames() throws {
        let server = try TestServer(access: rules([.gestures, .touches, .attach]))
        let clients = [try TestClient(server), try TestClient(server)]
        let names = ["secret", "mine"]
        for (client, name) in zip(clients, names) {
            client.attach(name)
            try client.subscribe(#"{"states":["began","changed","ended","failed"]}"#)
        }
        for state in [GestureState.began, .changed, .changed, .ended, .failed] {
            let gesture = state == .failed ? 0 : firstOwnNumber
            for (connection, name) in zip(1..., names) {
                server.publish(
                    ServerTests.pan(state, gesture: gesture, recognizer: name), to: .connection(connection))
            }
        }
        for name in ["move", "zoom"] { server.publish(ServerTests.pan(.failed, gesture: 0, recognizer: name)) }
        for (client, name) in zip(clients, names) {
            let received = try client.gestures().map(\.notification.recognizer)
            #expect(received == Array(repeating: name, count: 5) + ["move", "zoom"])
        }
    }

    @Test("gestures of two connections' own recognizers may have one number, and neither receives the other's")
    func sameNumber() throws {
        let server = try TestServer(access: rules([], session: [.gestures, .attach]))
        server.server?.use(sessionOf: getuid(), firstTouch: TouchMark(1), at: 1)
        let clients = [try TestClient(server), try TestClient(server)]
        for client in clients {
            client.attach("mine")
            try client.subscribe()
        }
        var own = ServerTests.pan(.began, gesture: firstOwnNumber, recognizer: "mine")
        for connection in 1...2 { server.publish(own, to: .connection(connection)) }
        #expect(clients.map { $0.lines().count } == [1, 1])
        // The gesture under way now counts as earlier, and is hidden; its end with one connection changes nothing for
        // the other.
        server.server?.use(sessionOf: nil, firstTouch: TouchMark(2), at: 2)
        server.server?.use(sessionOf: getuid(), firstTouch: TouchMark(2), at: 2)
        own.state = .ended
        server.publish(own, to: .connection(1))
        own.state = .changed
        server.publish(own, to: .connection(2))
        for client in clients {
            let received = try client.gestures().map(\.notification.state)
            #expect(received == [.cancelled], "\(received)")
        }
        #expect(try clients[1].subscribe().gestures.isEmpty)
    }

    @Test(
        "a line that waited without places is written without them, also after a session that may receive them begins")
    func waiting() throws {
        let server = try TestServer(access: rules([.gestures], session: [.gestures, .locations]))
        let client = try TestClient(server)
        try client.subscribe()
        let peer = try #require(server.peers.first)
        let gesture = server.fill(peer, lines: 20) { server.publish(tap($0)) }
        server.server?.use(sessionOf: getuid(), firstTouch: TouchMark(1), at: 3_000_000)
        server.publish(tap(gesture + 1))
        server.settle()
        let lines = client.lines()
        let first = try #require(lines.firstIndex { $0.contains(#""method":"capabilities""#) })
        #expect(lines[..<first].count { $0.contains(#""method":"gesture""#) } == gesture)
        let last = try #require(lines.last)
        #expect(!lines[..<first].contains(where: hasPlaces) && hasPlaces(last))
    }

    @Test("A private touch cancels a gesture for clients without `touches`; they receive nothing more of it")
    func hidden() throws {
        let server = try TestServer(access: rules([.gestures, .locations, .attach]))
        let open = try TestClient(server)
        try open.subscribe()
        server.server?.parts.rules.access = rules([.gestures, .touches])
        let shell = try TestClient(server)
        try shell.subscribe()
        server.publish(pan(.began))
        var other = pan(.began, gesture: 2)
        other.surface = "wall"
        server.publish(other)
        server.publish(pan(.began, gesture: firstOwnNumber), to: .connection(1))
        server.server?.hideGestures(on: "panel")
        server.settle()
        func states(_ client: TestClient) -> [String] {
            client.lines().compactMap { $0.firstMatch(of: /"state":"(\w+)"/).map { String($0.1) } }
        }
        #expect(states(open) == ["began", "began", "began", "cancelled", "cancelled"])
        #expect(states(shell) == ["began", "began"])
        for gesture in [1, 3] {
            for state in [GestureState.began, .changed, .ended] where gesture == 3 || state != .began {
                server.publish(pan(state, gesture: gesture, isPrivate: true))
                server.publish(pan(state, gesture: firstOwnNumber + gesture - 1, isPrivate: true), to: .connection(1))
                open.request("subscribe")
                let lines = open.lines()
                #expect(lines.count == 1 && lines[0].ranges(of: #""gesture":"#).count == 1, "\(lines)")
            }
        }
        #expect(states(shell) == ["changed", "ended", "began", "changed", "ended"])
        server.publish(pan(.began, gesture: 4))
        #expect(states(shell) == ["began"])
        #expect(!states(open).isEmpty)
    }

    @Test("the present privacy of a region, defects of a device and why it is not intercepted need a capability")
    func lists() throws {
        let server = try TestServer(access: rules([.gestures, .locations]))
        server.regions[0].isPrivate = true
        server.devices[0].defects = ["eventsLost": 7]
        server.devices[0].interception = InterceptionReport(reason: "it is touched")
        let client = try TestClient(server)
        client.request("list", #"{"what":"regions"}"#)
        client.request("list", #"{"what":"devices"}"#)
        var lines = client.lines()
        #expect(!lines[1].contains("private") && lines[2].contains(#""interception":{},"defects":{}"#))
        server.server?.parts.rules.access = rules([.gestures, .touches, .control])
        let operatorsClient = try TestClient(server)
        operatorsClient.request("list", #"{"what":"regions"}"#)
        operatorsClient.request("list", #"{"what":"devices"}"#)
        operatorsClient.request("setPrivate", #"{"region":"root","private":false}"#)
        operatorsClient.request("swallow", #"{"surface":"panel"}"#)
        operatorsClient.request("swallow", "{}")
        lines = operatorsClient.lines()
        #expect(lines[1].contains(#""private":true"#) && lines[2].contains(#""defects":{"eventsLost":7}"#))
        #expect(lines[2].contains(#""interception":{"reason":"it is touched"}"#))
        #expect(lines[3...].allSatisfy { $0.contains(#""result":{}"#) })
        #expect(
            server.control.news.suffix(3) == [
                "root not private", "touches of panel swallowed", "touches of all surfaces swallowed",
            ])
    }
}
