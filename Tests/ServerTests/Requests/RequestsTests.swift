// Tests of the server's answers to valid and invalid requests.

import GestureWire
import Glibc
import Testing

@testable import Server

final class RequestsTests: ServedClientTests {
    override init() throws {
        try super.init()
        #expect(client.lines().count == 1)
    }

    @Test("list answers with all elements", arguments: ["surfaces", "devices", "recognizers", "regions", "decisions"])
    func list(what: String) throws {
        let params = #"{"what":"\#(what)"}"#
        switch what {
        case "surfaces": #expect(try client.result("list", params) == server.surfaces)
        case "devices": #expect(try client.result("list", params) == server.devices)
        case "recognizers": #expect(try client.result("list", params) == server.recognizers)
        case "decisions": #expect(try client.result("list", params) == Array(server.decisions.values))
        default: #expect(try client.result("list", params) == server.regions)
        }
    }

    @Test("errors carry code, path and hint to the client")
    func errors() {
        client.request("subscribe", #"{"states":["change"]}"#)
        client.send("[]")
        client.send("nonsense")
        client.request("stats")
        client.request("unsubscribe", #"{"subscription":5}"#)
        #expect(
            client.lines() == [
                #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unknown state","data":"#
                    + #"{"path":"params.states[0]","hint":"did you mean `changed`?"}}}"#,
                #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batches are not supported","data":"#
                    + #"{"path":"","hint":"send one request per line"}}}"#,
                #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not JSON","data":{"path":"","hint":"#
                    + #""send {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\"} and a line feed"}}}"#,
                #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"unknown method","data":"#
                    + #"{"path":"method","hint":"did you mean `status`?"}}}"#,
                #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no such subscription","data":"#
                    + #"{"path":"params.subscription","hint":"this connection has none"}}}"#,
            ])
    }

    @Test("an over-long request is refused once, and the next one is answered")
    func tooLong() throws {
        let allowed = #"{"jsonrpc":"2.0","id":1,"method":"list","params":{"what":"regions"}}"#
        let padding = String(repeating: " ", count: Limits().requestBytes - allowed.utf8.count)
        client.send(allowed + padding)
        #expect(client.lines().first?.contains("result") == true)
        client.send(allowed + padding + " ")
        client.send(allowed)
        let answers = client.lines()
        #expect(answers.count == 2)
        #expect(answers.first?.contains(#""id":null,"error":{"code":-32700"#) == true)
        #expect(answers.last?.contains("result") == true)
        #expect(server.messages(.warning).count == 1)
    }

    @Test("a client that does not read the answers is not read either, and others are served", arguments: [0, 20_000])
    func unreadAnswers(padding: Int) throws {
        let request = #"{"jsonrpc":"2.0","id":1,"method":"list","params":{"what":"surfaces"}}"#
        let many = Array(String(repeating: request + String(repeating: " ", count: padding) + "\n", count: 20).utf8)
        let peer = try #require(server.peers.first)
        var requests = 0
        while requests < 50_000, peer.outbox.count <= 2, client.send(many) == many.count { requests += 20 }
        #expect(peer.outbox.count <= 2, "the half-sent line, and one more")
        #expect(requests < 50_000, "the socket's buffers fill up")
        let other = try TestClient(server)
        other.request("list", #"{"what":"regions"}"#)
        #expect(other.lines().count == 2)
        var answers = 0
        // Each time the answers are read, the server continues with the unread requests.
        while case let count = client.lines().count, count > 0 { answers += count }
        #expect(answers >= requests)
        #expect(peer.outbox.isEmpty)
    }

    @Test("a client that closed its side still receives its subscriptions, or is disconnected without any")
    func halfClosed() throws {
        client.request("subscribe")
        shutdown(client.descriptor, Int32(SHUT_WR))
        server.settle("a half-closed connection must not spin")
        server.publish(tap(1))
        #expect(try client.gestures().count == 1)
        do {
            let leaver = try TestClient(server)
            try leaver.subscribe()
            shutdown(leaver.descriptor, Int32(SHUT_WR))
            server.settle()
            #expect(server.peers.count == 2)
        }
        server.settle()
        #expect(server.peers.count == 1, "and is removed when it has disconnected")
        let other = try TestClient(server)
        other.request("list", #"{"what":"regions"}"#)
        shutdown(other.descriptor, Int32(SHUT_WR))
        server.settle()
        #expect(other.lines().count == 2)
        #expect(other.isDisconnected())
    }

    @Test("a connection has a limited number of subscriptions")
    func subscriptions() {
        for _ in 0..<Limits().subscriptionsPerPeer { client.request("subscribe") }
        #expect(client.lines().allSatisfy { $0.contains("result") })
        client.request("subscribe")
        #expect(client.lines().first?.contains(#""code":-32000"#) == true)
        client.request("unsubscribe", #"{"subscription":3}"#)
        client.request("subscribe")
        #expect(client.lines().last?.contains(#""subscription":17,"#) == true, "numbers are never used again")
    }
}
