// Tests of capabilities: granted, changed and revoked.

import GestureWire
import Glibc
import Testing

@testable import Server

/// The capabilities in the greeting of a new connection.
private func greeting(_ access: Access) throws -> [String] { try TestClient(TestServer(access: access)).greeting() }

struct AccessTests {
    @Test("without grants only root and the daemon's own user have capabilities")
    func standard() throws {
        #expect(try greeting(rules()) == [])
        #expect(try greeting(Access()) == ["gestures", "locations", "touches", "attach", "intercept", "control"])
    }

    @Test("grants to the user and to its group add up, those to others do not apply")
    func grants() throws {
        let (user, group) = (getuid(), getgid())
        let access = rules(
            AccessGrant(.user(user), allow: [.attach]), AccessGrant(.group(group), allow: [.gestures]),
            AccessGrant(.user(user + 1), allow: [.control]), AccessGrant(.group(group + 1), allow: [.touches]))
        #expect(try greeting(access) == ["gestures", "attach"])
    }

    @Test("supplementary groups apply, however many", .enabled(if: geteuid() == 0))
    func supplementaryGroups() async {
        // In a process of its own, because the groups apply to the whole process.
        await #expect(processExitsWith: .success) {
            for count in [1, 40, 65_536] {
                let groups = (0..<count).map { gid_t(100_000 + $0) }
                #expect(setgroups(groups.count, groups) == 0)
                let last = try #require(groups.last)
                #expect(try greeting(rules(AccessGrant(.group(last), allow: [.touches]))) == ["touches"])
                #expect(try greeting(rules(AccessGrant(.group(last + 1), allow: [.touches]))) == [])
            }
        }
    }

    @Test("a client without capabilities receives with each refusal what is missing")
    func nothing() throws {
        let server = try TestServer(access: rules())
        let client = try TestClient(server)
        #expect(client.lines().count == 1)
        for (method, params, missing) in [
            ("subscribe", "{}", "gestures"), ("list", #"{"what":"regions"}"#, "gestures"), ("status", "{}", "gestures"),
            ("subscribe", #"{"touches":true}"#, "gestures"), ("attach", #"{"regions":[]}"#, "attach"),
            ("detach", "{}", "attach"), ("update", #"{"regions":[]}"#, "attach"), ("reload", "{}", "control"),
            ("rotate", #"{"surface":"pad","rotation":180}"#, "control"),
            ("setEnabled", #"{"recognizer":"zoom","enabled":false}"#, "control"), ("swallow", "{}", "control"),
        ] {
            client.request(method, params)
            let line = try #require(client.lines().last)
            #expect(line.contains(#""code":-32001,"message":"the capability `\#(missing)` is missing""#), "\(method)")
            #expect(line.contains(#""path":"method","hint":"use root, or grant it"#))
            #expect(line.contains("access: [{ user: \(getuid()), allow: ["))
        }
        #expect(server.surfaces[1].rotation == nil && server.control.reloads.isEmpty)
    }

    @Test("touches need a capability of their own; the hint keeps the present ones")
    func touches() throws {
        let client = try TestClient(TestServer(access: rules([.gestures])))
        client.request("subscribe", #"{"touches":true}"#)
        let line = try #require(client.lines().last)
        #expect(line.contains("`touches` is missing"))
        #expect(line.contains("allow: [gestures, touches] }], then gesturectl"))
    }

    @Test("a client that loses a capability is notified and disconnected, one that gains one continues with it")
    func changedRules() throws {
        let server = try TestServer(access: rules([.gestures]))
        let client = try TestClient(server)
        try client.subscribe()
        server.server?.use(rules([.gestures, .touches]), limits: Limits())
        try client.subscribe(#"{"touches":true}"#)
        server.server?.use(rules([.touches]), limits: Limits())
        #expect(server.control.news.last == "demand", "the consequences are sent later")
        let line = try #require(client.lines().last)
        #expect(line.contains(#""id":null,"error":{"code":-32001,"message":"the configuration no longer grants"#))
        #expect(client.isDisconnected() && server.peers.isEmpty)
        #expect(server.server?.nextDeadline != nil)
        server.server?.advance(to: 1)
        #expect(server.control.news.suffix(2) == ["1 ended", "demand"] && server.server?.nextDeadline == nil)
    }

    @Test("an idle client that loses a capability and reads nothing is disconnected after ten seconds")
    func unread() throws {
        let server = try TestServer(access: rules([.gestures]))
        let client = try TestClient(server)
        // Answers that it does not read.
        while server.peers.first?.outbox.isEmpty == true { client.request("status") }
        server.server?.use(rules(), limits: Limits())
        server.settle()
        #expect(server.server?.peerCount == 1)
        let due = try #require(server.server?.nextDeadline)
        server.server?.advance(to: max(due, 1_000_000_000))
        #expect(server.server?.nextDeadline == 1_010_000_000 && server.server?.peerCount == 1)
        server.server?.advance(to: 1_009_999_999)
        #expect(server.server?.peerCount == 1)
        server.server?.advance(to: 1_010_000_000)
        #expect(server.server?.peerCount == 0 && server.server?.nextDeadline == nil)
        #expect(server.messages(.warning).last?.hasSuffix("did not read its last lines, disconnected") == true)
    }

    @Test("a client that loses a capability without reading receives none of the waiting lines")
    func slow() throws {
        let server = try TestServer(access: rules([.gestures, .touches]))
        let client = try TestClient(server)
        try client.subscribe()
        let peer = try #require(server.peers.first)
        let gesture = server.fill(peer, lines: 20) { server.publish(tap($0)) }
        server.server?.use(rules(), limits: Limits())
        #expect(peer.outbox.count == 2, "the half-sent line, and the reason for the end")
        #expect(server.server?.wants(recognizer: "select", surface: "panel", own: nil) == false)
        let lines = client.lines()
        #expect(lines.count < gesture && lines.last?.contains("no longer grants") == true)
        #expect(client.isDisconnected())
    }
}
