// Tests of accepting connections: greeting, counters and limits.

import GestureWire
import Glibc
import Linux
import Testing

@testable import Server

/// Sets how many descriptors this process may have, and returns how many it might have before.
@discardableResult
private func limitDescriptors(to number: rlim_t) -> rlim_t {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    defer {
        limit.rlim_cur = number
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    return limit.rlim_cur
}

struct AcceptingTests {
    @Test("the server sends first, and logs connects and disconnects")
    func greeting() throws {
        let server = try TestServer()
        do {
            let client = try TestClient(server)
            #expect(
                client.lines() == [
                    #"{"jsonrpc":"2.0","method":"hello","params":{"protocol":1,"server":"gestured 0.1.0","#
                        + #""capabilities":["gestures","locations","touches","attach","intercept","control"]}}"#
                ])
        }
        server.settle()
        let who = "pid \(getpid()), uid \(getuid()), gid \(getgid())"
        #expect(server.messages(.info) == ["peer (\(who)) connected", "peer (\(who)) left"])
        #expect(server.watched.count == 1, "only the listening socket is left")
    }

    @Test("one peer too many is refused with a message and accepted when another has left")
    func peers() throws {
        var limits = Limits()
        limits.peers = 3
        limits.reservedPeers = 0
        let server = try TestServer(limits: limits)
        var clients = try (0..<3).map { _ in try TestClient(server) }
        for _ in 0..<2 {
            let refused = try TestClient(server)
            let line = try #require(refused.lines().first)
            #expect(line.contains(#""id":null,"error":{"code":-32000,"message":"3 peers are connected already""#))
            #expect(refused.isDisconnected())
        }
        #expect(server.messages(.warning).count == 2)
        #expect(server.log.filter { $0.level == .warning }.allSatisfy { $0.user == getuid() && $0.process == getpid() })
        clients.removeLast()
        server.settle()
        #expect(try TestClient(server).lines().first?.contains("hello") == true)
        #expect(clients.allSatisfy { !$0.isDisconnected() })
    }

    @Test("without descriptors the server logs once, pauses, and continues when a peer leaves")
    func withoutDescriptors() async {
        // In a process of its own, because the limit applies to the whole process.
        await #expect(processExitsWith: .success) {
            let server = try TestServer()
            var first: TestClient? = try TestClient(server)
            let waiting = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            limitDescriptors(to: rlim_t(waiting + 1))
            // All free numbers below the limit are used, including those that the test's own threads release.
            func fillHoles() { while dup(0) >= 0 {} }
            #expect(try #require(SocketAddress(path: server.path)).connect(waiting) == 0)
            for _ in 0..<2 {
                fillHoles()
                server.settle("it must not spin")
            }
            #expect(server.messages(.warning).count == 1)
            #expect(server.messages(.warning).first?.contains("accept4") == true)
            #expect(first?.lines().count == 1)
            first = nil
            server.settle()
            var byte: UInt8 = 0
            #expect(recv(waiting, &byte, 1, Int32(MSG_DONTWAIT)) == 1)
            #expect(byte == UInt8(ascii: "{"))
        }
    }

    @Test("without descriptors and peers, the server retries after a second")
    func withoutDescriptorsAndPeers() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer()
            let waiting = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            // Without any: the test's own threads may close one at any time.
            let usual = limitDescriptors(to: 0)
            #expect(try #require(SocketAddress(path: server.path)).connect(waiting) == 0)
            server.server?.advance(to: 5_000_000)
            server.settle()
            #expect(server.server?.nextDeadline == 6_000_000)
            server.server?.advance(to: 6_000_000)
            server.settle("it must not spin")
            #expect(server.server?.nextDeadline == 7_000_000, "the state is unchanged")
            #expect(server.messages(.warning).count == 1)
            limitDescriptors(to: usual)
            server.server?.advance(to: 7_000_000)
            server.settle()
            #expect(server.server?.nextDeadline == nil)
            var byte: UInt8 = 0
            #expect(recv(waiting, &byte, 1, Int32(MSG_DONTWAIT)) == 1)
        }
    }
}
