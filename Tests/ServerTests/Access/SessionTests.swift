// Tests of access by active session: only its user receives notifications.

import Glibc
import Testing

@testable import GestureWire
@testable import Server

struct SessionTests {
    @Test("the greeting has the present capabilities of the active session's user; others keep what else they have")
    func greeting() throws {
        for (user, capabilities) in [
            (nil, ["gestures"]), (getuid() + 1, ["gestures"]), (getuid(), ["gestures", "touches"]),
        ] {
            let server = try TestServer(access: sessionRules(.touches, group: [.gestures]))
            server.leave(for: user)
            #expect(try TestClient(server).greeting() == capabilities)
        }
        let server = try TestServer(access: sessionRules(.touches))
        let client = try TestClient(server)
        #expect(client.lines().first?.contains(#""capabilities":[]"#) == true)
        client.request("subscribe")
        #expect(client.lines().last?.contains(#""hint":"use root, or grant it"#) == true)
        client.request("subscribe", #"{"touches":true}"#)
        server.server?.use(sessionRules(.gestures), limits: Limits())
        client.request("status")
        let line = try #require(client.lines().last)
        #expect(line.contains("`gestures` is missing") && line.contains("`session: active`"))
        #expect(line.contains("the user \(getuid()) is at the screen"))
    }

    @Test("when the session ends, all gestures are cancelled, then nothing is sent; when it is back, new ones are")
    func switching() throws {
        let server = try TestServer(access: sessionRules(.gestures, .touches))
        server.enter()
        let client = try TestClient(server)
        try client.subscribe(#"{"touches":true}"#)
        server.server?.publish(touch(1, .began))
        server.publish(pan(.began, gesture: 1, finger: 1))
        server.publish(pan(.changed, x: 5, gesture: 1, finger: 1))
        #expect(try words(client) == ["touch began 1", "began 1", "changed 1"])
        server.leave(firstTouch: 2)
        let gestures = try client.messages()
        guard case .gesture(let end)? = gestures.first else { throw TestClient.UnexpectedMessage(gestures.first) }
        #expect(end.sequence == 3 && end.notification.state == .cancelled && end.notification.time == 3_000_000)
        #expect(end.translation == 5 && end.step == 0)
        #expect(gestures.count == 3 && gestures.last == .capabilities(PresentCapabilities(capabilities: [])))
        // The finger continues, others land, a surface is removed: absent users receive nothing of it.
        server.server?.publish(touch(1, .moved, x: 9))
        server.publish(pan(.changed, x: 9, gesture: 1, finger: 1))
        server.server?.publish(touch(2, .began))
        server.publish(pan(.began, gesture: 2, finger: 2))
        let panel = server.surfaces.removeFirst()
        server.server?.publishSurfaces()
        server.surfaces.insert(panel, at: 0)
        server.server?.publishSurfaces()
        server.server?.publishReloaded()
        #expect(client.lines() == [])
        server.enter(firstTouch: 3)
        #expect(try words(client) == ["capabilities gestures touches", "reloaded 1, 2 surfaces"])
        // Earlier gestures stay unknown, however they continue and whichever gestures they join.
        server.server?.publish(touch(2, .moved, x: 9))
        server.publish(pan(.changed, x: 9, gesture: 2, finger: 2))
        server.publish(pan(.ended, x: 9, gesture: 2, finger: 2))
        server.publish(pan(.began, gesture: 3, finger: 2))
        server.publish(pan(.ended, gesture: 3, finger: 2))
        server.server?.publish(touch(2, .ended))
        #expect(client.lines() == [])
        server.server?.publish(touch(3, .began))
        server.publish(pan(.began, gesture: 4, finger: 3))
        server.publish(pan(.ended, x: 1, gesture: 4, finger: 3))
        server.server?.publish(touch(3, .ended))
        #expect(try words(client) == ["touch began 3", "began 4", "ended 4", "touch ended 3"])
    }

    @Test("a client that connects or subscribes after the change receives nothing of fingers that were down before")
    func newcomers() throws {
        let server = try TestServer(access: sessionRules(.gestures, .touches))
        server.server?.parts.rules.access.privilegedUsers = [getuid()]
        let root = try TestClient(server)
        try root.subscribe(#"{"touches":true}"#)
        server.server?.parts.rules.access.privilegedUsers = []
        server.server?.publish(touch(1, .began))
        server.publish(pan(.began, gesture: 1, finger: 1))
        server.enter(firstTouch: 2)
        let client = try TestClient(server)
        for _ in 0..<2 {
            let snapshot = try client.subscribe(#"{"touches":true}"#)
            #expect(snapshot.gestures.isEmpty && snapshot.touches?.isEmpty == true && !snapshot.surfaces.isEmpty)
            server.server?.publish(touch(1, .moved, x: 5))
            server.publish(pan(.changed, x: 5, gesture: 1, finger: 1))
            server.publish(pan(.began, gesture: 2, finger: 1))
            server.publish(pan(.cancelled, gesture: 2, finger: 1))
            #expect(client.lines() == [])
        }
        #expect(try words(root).suffix(3) == ["changed 1", "began 2", "cancelled 2"], "others continue")
        // A gesture of its own continues, even if an earlier finger joins it.
        server.server?.publish(touch(2, .began))
        server.publish(pan(.began, gesture: 3, finger: 2))
        var joined = pan(.changed, x: 1, gesture: 3, finger: 2)
        joined.touches = [1, 2]
        server.publish(joined)
        #expect(try words(client).suffix(2) == ["changed 3", "changed 3"])
        #expect(try client.subscribe().gestures.map(\.gesture) == [3])
    }

    @Test("demand stops meanwhile, and attached recognizers stay and are idle")
    func demand() throws {
        let server = try TestServer(access: sessionRules(.gestures, .attach))
        server.enter()
        let client = try TestClient(server)
        client.attach("own")
        try client.subscribe()
        var own = pan(.began, gesture: 1, finger: 1)
        own.recognizer = "own"
        server.publish(own, to: .connection(1))
        #expect(try words(client) == ["began 1"])
        func isWanted() -> [Bool] {
            [("zoom", nil), ("own", 1)].map { name, connection in
                server.server?.wants(recognizer: name, surface: "panel", own: connection) == true
            }
        }
        #expect(isWanted() == [true, true])
        server.leave(firstTouch: 2)
        #expect(isWanted() == [false, false])
        #expect(server.control.news.last == "demand", "the daemon is notified at once")
        #expect(try words(client) == ["cancelled 1", "capabilities "])
        for request in ["attach", "detach", "subscribe", "status", "list"] {
            let params = ["list": #"{"what":"surfaces"}"#, "attach": #"{"regions":[]}"#][request] ?? "{}"
            client.request(request, params)
            #expect(try words(client) == ["error -32001"], "\(request)")
        }
        client.request("setEnabled", #"{"recognizer":"own","enabled":false}"#)
        #expect(try words(client) == ["error -32001"])
        server.enter(firstTouch: 2)
        #expect(isWanted() == [true, true] && server.control.own[1]?.recognizers == ["own"])
        own.state = .ended
        server.publish(own, to: .connection(1))
        #expect(try words(client) == ["capabilities gestures attach", "reloaded 1, 2 surfaces"])
    }

    @Test("without `attach` the attached recognizers are idle, while the subscription continues with configured ones")
    func attached() throws {
        let server = try TestServer(access: sessionRules(.attach, group: [.gestures]))
        server.enter()
        let client = try TestClient(server)
        client.attach("own")
        try client.subscribe()
        var own = pan(.began, gesture: 1, finger: 1)
        own.recognizer = "own"
        server.publish(own, to: .connection(1))
        server.leave(firstTouch: 2)
        #expect(try words(client) == ["began 1", "cancelled 1", "capabilities gestures"])
        #expect(server.server?.wants(recognizer: "own", surface: "panel", own: 1) == false)
        for (state, gesture) in [(GestureState.changed, 1), (.cancelled, 1), (.began, 2), (.ended, 2)] {
            (own.state, own.gesture) = (state, gesture)
            server.publish(own, to: .connection(1))
        }
        server.publish(pan(.began, gesture: 3, finger: 2))
        #expect(try words(client) == ["began 3"])
        let peer = server.peers.first
        #expect(peer?.subscriptions.first?.hiddenGestures == [], "nothing is kept")
    }

    @Test("decisions and counters reveal nothing of the fingers of the previous user at the screen")
    func former() throws {
        let server = try TestServer(access: sessionRules(.touches, group: [.gestures]))
        server.decisions = [
            1: DecisionReport(recognizer: "move", surface: "panel", outcome: .failed, fingers: 1, time: 5),
            7: DecisionReport(recognizer: "zoom", surface: "panel", outcome: .ended, fingers: 2, time: 9),
        ]
        server.control.status.frames = 1200
        server.control.status.touches = 14
        server.server?.parts.rules.access.privilegedUsers = [getuid()]
        let root = try TestClient(server)
        try root.subscribe(#"{"touches":true}"#)
        server.server?.parts.rules.access.privilegedUsers = []
        let client = try TestClient(server)
        func decisions(_ client: TestClient) throws -> [String] {
            let reports: [DecisionReport] = try client.result("list", #"{"what":"decisions"}"#)
            return reports.map(\.recognizer)
        }
        func counts(_ client: TestClient) throws -> [Int] {
            let report: StatusReport = try client.result("status")
            return [report.frames, report.touches, report.notifications, report.merged]
        }
        server.server?.publish(touch(1, .began))
        #expect(try counts(client) == [0, 0, 0, 0] && counts(root) == [1200, 14, 1, 0])
        server.enter(firstTouch: 5)
        #expect(try decisions(client) == ["zoom"] && decisions(root) == ["move", "zoom"])
        server.control.status.frames += 3
        server.control.status.touches += 1
        server.server?.publish(touch(5, .began))
        #expect(try counts(client) == [3, 1, 2, 0], "one of them is the line with its capabilities")
        server.leave(firstTouch: 6)
        server.enter(firstTouch: 8)
        #expect(try decisions(client) == [] && counts(client).prefix(2) == [0, 0])
        #expect(try counts(root).prefix(2) == [1203, 15])
    }

    @Test("a reload that removes the rule closes the connections that used it; one that adds more notifies them")
    func reloads() throws {
        let server = try TestServer(access: sessionRules(.gestures))
        server.enter()
        let client = try TestClient(server)
        try client.subscribe()
        server.server?.use(sessionRules(.gestures, .touches), limits: Limits())
        #expect(try words(client) == ["capabilities gestures touches", "reloaded 1, 2 surfaces"])
        server.leave()
        server.server?.use(sessionRules(.gestures), limits: Limits())
        #expect(try words(client) == ["capabilities "])
        server.enter()
        server.server?.use(sessionRules(), limits: Limits())
        #expect(try words(client).suffix(1) == ["error -32001"])
        #expect(client.isDisconnected())
    }
}
