// Tests of `status`: counters, and connections by capability.

import GestureWire
import Glibc
import Testing

@testable import Server

struct StatusTests {
    private func status(_ client: TestClient) throws -> StatusReport {
        client.request("status")
        return try ServerMessage.result(of: Array(try #require(client.lines().last).utf8), as: StatusReport.self)
    }

    @Test("the daemon's part is passed on, and the server fills in its own")
    func counters() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        try client.subscribe()
        try client.subscribe(#"{"recognizers":["move"],"touches":true}"#)
        let other = try TestClient(server)
        other.request("attach", #"{"recognizers":[{"name":"a"},{"name":"b"}]}"#)
        server.publish(tap(1))
        server.publish(pan(.began))
        let place = WirePoint(x: 1, y: 1)
        let touch = WireTouch(id: 1, phase: .began, location: place, previousLocation: place, region: "root")
        server.publish(TouchNotification(surface: "panel", time: 1, touches: [touch]))
        let report = try status(client)
        #expect(report.uptime == 86.25 && report.frames == 1200)
        #expect(report.peers == 2 && report.subscriptions == 2 && report.lagged == 0 && report.merged == 0)
        #expect(report.notifications == 4)
        let connections = try #require(report.connections)
        #expect(connections.map(\.subscriptions) == [2, 0] && connections.map(\.attached) == [0, 2])
        #expect(connections.allSatisfy { $0.process == getpid() && $0.user == getuid() && $0.group == getgid() })
    }

    @Test("a client without `control` does not learn who is connected")
    func withoutControl() throws {
        var access = Access(grants: [AccessGrant(.user(getuid()), allow: [.gestures])])
        access.privilegedUsers = []
        let client = try TestClient(TestServer(access: access))
        #expect(try status(client).connections == nil)
    }

    @Test("clients without `touches` receive nothing that grows with every finger")
    func withoutTouches() throws {
        let server = try TestServer()
        server.devices[0].rate = 120
        server.devices[0].unwanted = ["palm": 3]
        let all = try TestClient(server)
        try all.subscribe(#"{"touches":true}"#)
        let grant = AccessGrant(.user(getuid()), allow: [.gestures, .control])
        server.server?.parts.rules.access = Access(grants: [grant])
        server.server?.parts.rules.access.privilegedUsers = []
        let client = try TestClient(server)
        func devices(_ client: TestClient) throws -> [DeviceReport] {
            client.request("list", #"{"what":"devices"}"#)
            return try ServerMessage.result(
                of: Array(try #require(client.lines().last).utf8), as: [DeviceReport].self)
        }
        var before = try status(client)
        let peer = try #require(server.server?.parts.connections.peers.first)
        let place = WirePoint(x: 1, y: 1)
        var id = 0
        while peer.outbox.count < 2, id < 100_000 {
            id += 1
            let touch = WireTouch(id: id, phase: .began, location: place, previousLocation: place, region: "root")
            server.publish(TouchNotification(surface: "panel", time: 1, touches: [touch]))
        }
        #expect(id < 100_000 && peer.outbox.count == 2)
        let after = try status(client)
        before.uptime = after.uptime
        #expect(before == after && after.connections?.count == 2)
        #expect(try devices(client).first?.rate == 0 && devices(client).first?.unwanted == [:])
        #expect(try devices(client).first?.surface == "panel")
        #expect(try devices(all).first?.rate == 120 && devices(all).first?.unwanted == ["palm": 3])
        #expect(try status(all).notifications == id)
    }

    @Test("clients without `touches` see no count of clients that were disconnected, as any finger may cause that")
    func lagging() throws {
        let server = try TestServer()
        let all = try TestClient(server)
        let slow = try TestClient(server)
        try slow.subscribe(#"{"touches":true}"#)
        server.server?.parts.rules.access = Access(grants: [AccessGrant(.user(getuid()), allow: [.gestures])])
        server.server?.parts.rules.access.privilegedUsers = []
        let client = try TestClient(server)
        var id = 0
        while try status(all).lagged == 0, id < 100_000 {
            for _ in 0..<100 {
                id += 1
                let touch = WireTouch(
                    id: id, phase: .began, location: .zero, previousLocation: .zero, region: "root")
                server.publish(TouchNotification(surface: "panel", time: 1, touches: [touch]))
            }
        }
        #expect(try status(all).lagged == 1 && status(client).lagged == 0)
        withExtendedLifetime(slow) {}
    }

    @Test("sent and merged lines are counted, also when their connection is closed")
    func slow() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        var slow: TestClient? = try TestClient(server)
        try slow?.subscribe()
        let peer = try #require(server.server?.parts.connections.peers.last)
        server.publish(pan(.began))
        var published = 1
        while peer.outbox.count < 2, published < 100_000 {
            server.publish(pan(.changed, x: Double(published)))
            published += 1
        }
        for x in 1...10 { server.publish(pan(.changed, x: Double(x))) }
        var report = try status(client)
        #expect(report.notifications == published + 10 && report.merged == 10)
        #expect(report.connections?.map(\.waiting) == [0, 2] && report.connections?.map(\.merged) == [0, 10])
        #expect(try slow?.gestures().count == report.notifications - report.merged)
        slow = nil
        server.serve { server.server?.parts.connections.peers.count == 1 }
        report = try status(client)
        #expect(report.merged == 10 && report.peers == 1)
    }

    @Test("a connection that does not read is counted once")
    func lagged() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        let slow = try TestClient(server)
        try slow.subscribe()
        var gesture = 0
        while try status(client).lagged == 0, gesture < 100_000 {
            for _ in 0..<100 {
                gesture += 1
                server.publish(tap(gesture))
            }
        }
        #expect(try status(client).lagged == 1)
        withExtendedLifetime(slow) {}
    }
}
