// Tests of hostile clients: floods, endless subscriptions, half requests.

import Foundation
import GestureWire
import Glibc
import Testing

@testable import Server

/// The resident memory of this process, in bytes.
private func residentMemory() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return try #require(Int(fields[1])) * sysconf(Int32(_SC_PAGESIZE))
}

/// Sends a request 20,000 times, and checks that memory does not grow, and what the server refuses and keeps.
private func flood(_ method: String, _ params: String, refused expected: Int, subscriptions: Int) throws {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
    let server = try TestServer()
    let client = try TestClient(server)
    let many = Array(String(repeating: request + "\n", count: 100).utf8)
    var (refused, before) = (0, 0)
    for round in 0..<200 {
        client.send(many)
        server.clearLog()
        server.control.news = []
        refused += client.lines().count { $0.contains(#""code":-32000"#) }
        if round == 100 { before = try residentMemory() }
    }
    #expect(refused == expected)
    #expect(try residentMemory() - before < 1_000_000, "it does not grow")
    #expect(server.peers.first?.subscriptions.count == subscriptions)
}

struct HostileTests {
    @Test("any number of requests to subscribe, for touches, or to attach leaves nothing behind")
    func floods() async {
        await #expect(processExitsWith: .success) {
            try flood("subscribe", "{}", refused: 20_000 - 16, subscriptions: 16)
            try flood("subscribe", #"{"touches":true,"maxRate":1}"#, refused: 20_000 - 16, subscriptions: 16)
            try flood("attach", #"{"recognizers":[{"name":"x"}]}"#, refused: 20_000 - 64, subscriptions: 0)
        }
    }

    @Test("endless subscribing, attaching and detaching leaves nothing behind")
    func comingAndGoing() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer()
            let client = try TestClient(server)
            var before = 0
            for round in 1...2000 {
                let gesture = round
                server.publish(pan(.began, gesture: gesture))
                client.request("subscribe", #"{"touches":true,"maxRate":1}"#)
                server.publish(pan(.changed, x: 1, gesture: gesture))
                server.publish(pan(.changed, x: 2, gesture: gesture))
                client.request("attach", #"{"recognizers":[{"name":"move"}]}"#)
                client.request("unsubscribe", #"{"subscription":\#(round)}"#)
                client.request("detach")
                server.publish(pan(.ended, gesture: gesture))
                #expect(client.lines().allSatisfy { !$0.contains("error") })
                server.clearLog()
                server.control.news = []
                if round == 500 { before = try residentMemory() }
            }
            #expect(try residentMemory() - before < 1_000_000, "it does not grow")
            #expect(server.server?.nextDeadline == nil)
        }
    }

    @Test("connections that send half a line or an endless one do not delay others")
    func halfLines() throws {
        let server = try TestServer()
        let mute = try (0..<6).map { _ in try TestClient(server) }
        for client in mute { client.send(Array(#"{"jsonrpc":"2.0","id":1,"method":"#.utf8)) }
        let endless = try TestClient(server)
        endless.send([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
        let client = try TestClient(server)
        try client.subscribe()
        server.publish(tap(1))
        #expect(try client.gestures().count == 1)
        #expect(mute.allSatisfy { $0.lines().count == 1 })
        let held = server.peers.map(\.lines.bytesHeld)
        #expect(held.allSatisfy { $0 <= 2 * (Limits().requestBytes + 16_384) })
    }

    @Test("root is accepted even if others have filled all places", .enabled(if: geteuid() == 0))
    func fullHouse() async {
        // In a process of its own, because the user id applies to the whole process.
        await #expect(processExitsWith: .success) {
            let server = try TestServer()
            #expect(chmod(server.directory, 0o755) == 0 && chmod(server.path, 0o666) == 0)
            var crowd: [TestClient] = []
            var refused = 0
            for user in 1000..<1010 as Range<uid_t> {
                #expect(seteuid(user) == 0)
                for _ in 0..<20 {
                    let client = try TestClient(server)
                    let isGreeted = client.lines().first?.contains(#""hello""#) == true
                    if isGreeted { crowd.append(client) } else { refused += 1 }
                }
                #expect(seteuid(0) == 0)
            }
            #expect(crowd.count == 64 && refused == 136)
            let root = try (0..<3).map { _ in try TestClient(server) }
            #expect(root.map { $0.lines().first?.contains(#""hello""#) } == [true, true, false])
            root[0].request("status")
            // An optimized build would release, and so close, the connections after their last use.
            let status = withExtendedLifetime((crowd, root)) { root[0].lines().first }
            #expect(status?.contains(#""peers":66"#) == true)
        }
    }
}
