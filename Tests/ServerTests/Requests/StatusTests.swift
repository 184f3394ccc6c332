// Tests of `status`: counters, and connections by capability.

import GestureWire
import Glibc
import Testing

@testable import Server

struct StatusTests {
    private func status(_ client: TestClient) throws -> StatusReport {
        try client.result("status")
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
        server.publish(touch(1, .began))
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
        let client = try TestClient(TestServer(access: rules([.gestures])))
        #expect(try status(client).connections == nil)
    }

    @Test("clients without `touches` receive nothing that grows with every finger")
    func withoutTouches() throws {
        let server = try TestServer()
        server.devices[0].rate = 120
        server.devices[0].unwanted = ["palm": 3]
        let all = try TestClient(server)
        try all.subscribe(#"{"touches":true}"#)
        server.server?.parts.rules.access = rules([.gestures, .control])
        let client = try TestClient(server)
        func devices(_ client: TestClient) throws -> [DeviceReport] {
            try client.result("list", #"{"what":"devices"}"#)
        }
        var before = try status(client)
        let peer = try #require(server.peers.first)
        let id = server.fill(peer, lines: 2) { server.publish(touch($0, .began)) }
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
        server.server?.parts.rules.access = rules([.gestures])
        let client = try TestClient(server)
        var id = 0
        while try status(all).lagged == 0, id < 100_000 {
            for _ in 0..<100 {
                id += 1
                server.publish(touch(id, .began))
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
        let peer = try #require(server.peers.last)
        server.publish(pan(.began))
        let published = 1 + server.fill(peer, lines: 2) { server.publish(pan(.changed, x: Double($0))) }
        for x in 1...10 { server.publish(pan(.changed, x: Double(x))) }
        var report = try status(client)
        #expect(report.notifications == published + 10 && report.merged == 10)
        #expect(report.connections?.map(\.waiting) == [0, 2] && report.connections?.map(\.merged) == [0, 10])
        #expect(try slow?.gestures().count == report.notifications - report.merged)
        slow = nil
        server.settle()
        report = try status(client)
        #expect(report.merged == 10 && report.peers == 1)
    }
}
