// Tests of requests that change the daemon, and of the rights they need.

import GestureWire
import Glibc
import Testing

@testable import Server

private let turn = #"{"surface":"pad","rotation":180}"#

final class ControlTests: ServedClientTests {
    override init() throws {
        try super.init()
        #expect(client.lines().count == 1)
    }

    @Test("rotate answers with the new surface, after subscriptions have received it")
    func rotate() throws {
        try client.subscribe()
        let other = try TestClient(server)
        try other.subscribe(#"{"surfaces":["pan*"]}"#)
        client.request("rotate", turn)
        let messages = client.lines()
        #expect(messages.count == 2)
        let pad = server.surfaces[1]
        #expect(pad.rotation == 180)
        let change = SurfaceChange(subscription: 1, change: .changed, surface: pad)
        #expect(try ServerMessage.decode(Array(messages[0].utf8)) == .surface(change))
        #expect(try ServerMessage.result(of: Array(messages[1].utf8), as: SurfaceDescription.self) == pad)
        #expect(other.lines().isEmpty, "its globs leave that surface out")
    }

    @Test("reload is answered when it is done, and later requests wait for it")
    func order() throws {
        client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"reload"}"# + "\n"
                + #"{"jsonrpc":"2.0","id":2,"method":"list","params":{"what":"regions"}}"#)
        #expect(client.lines().isEmpty && server.control.reloads.count == 1)
        let other = try TestClient(server)
        try other.subscribe()
        server.publish(tap(1))
        #expect(try other.gestures().count == 1, "others need not wait")
        server.control.finish()
        server.settle()
        let lines = client.lines()
        #expect(lines.count == 2 && lines.last?.hasPrefix(#"{"jsonrpc":"2.0","id":2,"#) == true)
        #expect(
            try ServerMessage.result(of: Array(lines[0].utf8), as: ReloadReport.self) == TestControl.report)
    }

    @Test("a peer that closes its side still gets its answer, and a disconnected peer is harmless")
    func leaving() throws {
        client.request("reload")
        shutdown(client.descriptor, Int32(SHUT_WR))
        var gone: TestClient? = try TestClient(server)
        gone?.request("reload")
        #expect(server.control.reloads.count == 2)
        gone = nil
        server.settle("a peer that waits for its answer must not keep the loop busy")
        server.control.finish()
        #expect(client.lines().count == 1)
        server.settle()
        #expect(client.isDisconnected() && server.peers.isEmpty)
    }

    @Test("requests without an id are both carried out silently")
    func silence() {
        client.send(#"{"jsonrpc":"2.0","method":"rotate","params":\#(turn)}"#)
        client.send(#"{"jsonrpc":"2.0","method":"reload"}"#)
        #expect(server.surfaces[1].rotation == 180 && server.control.reloads.count == 1)
        server.control.finish()
        #expect(client.lines().isEmpty)
        client.request("list", #"{"what":"regions"}"#)
        #expect(client.lines().count == 1)
    }
}
