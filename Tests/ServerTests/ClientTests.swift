// Tests of clients in Swift and at byte level with the server.

import Foundation
import GestureClient
import GestureWire
import Testing

@testable import Server

struct ClientTests {
    @Test("a connection subscribes, lists and receives")
    func connection() throws {
        let server = try TestServer()
        let path = server.path
        server.publish(pan(.began, x: 1))
        let lists = try server.serving {
            let connection = try GestureConnection(path: path)
            #expect(connection.hello.server == "gestured 0.1.0")
            #expect(try connection.subscribe(recognizers: ["mo*"]).gestures.count == 1)
            try connection.unsubscribe(1)
            let error = #expect(throws: ServerError.self) { try connection.unsubscribe(1) }
            #expect(error?.code == -32602)
            #expect(String(decoding: try connection.result(of: .list(.regions)), as: UTF8.self).contains("root"))
            return (
                try connection.surfaces(), try connection.devices(), try connection.recognizers(),
                try connection.regions()
            )
        }
        #expect(lists.0 == server.surfaces)
        #expect(lists.1 == server.devices)
        #expect(lists.2 == server.recognizers)
        #expect(lists.3 == server.regions)
    }

    @Test("the lines of a connection are the server's, byte by byte, until its end")
    func rawLines() throws {
        let server = try TestServer()
        let path = server.path
        let observer = try TestClient(server)
        try observer.subscribe()
        let isSubscribed = Signal(false, server.bell)
        let outcome = Signal<Result<[[UInt8]], any Error>?>(nil, server.bell)
        Thread.detachNewThread {
            outcome.set(
                Result {
                    let connection = try GestureConnection(path: path)
                    _ = try connection.subscribe()
                    isSubscribed.set(true)
                    var lines: [[UInt8]] = []
                    while let line = try connection.nextLine() { lines.append(line) }
                    return lines
                })
        }
        server.serve { isSubscribed.value }
        server.publish(pan(.began, x: 1))
        server.publish(tap(2))
        let expected = observer.lines()
        server.stop()
        server.serve { outcome.value != nil }
        let lines = try #require(outcome.value).get().map { String(decoding: $0, as: UTF8.self) }
        #expect(lines == expected)
        #expect(lines.count == 2)
    }

    @Test("without a daemon, or without permission, a connection's error says what to do")
    func unreachable() throws {
        let server = try TestServer(starting: false)
        let error = #expect(throws: ConnectionError.self) { try GestureConnection(path: server.path) }
        #expect(error?.code == .unreachable)
        #expect(error?.errorNumber == ENOENT)
        #expect(error?.description.contains("is it running?") == true)
        let tooLong = #expect(throws: ConnectionError.self) {
            try GestureConnection(path: String(repeating: "x", count: 200))
        }
        #expect(tooLong?.code == .unreachable)
    }

    @Test("a refused client gets the reason")
    func refused() throws {
        var limits = Limits()
        limits.peers = 0
        limits.reservedPeers = 0
        let server = try TestServer(limits: limits)
        let path = server.path
        let error = #expect(throws: ServerError.self) { try server.serving { _ = try GestureConnection(path: path) } }
        #expect(error?.code == -32000)
        #expect(error?.description.contains("0 peers are connected already") == true)
    }

    @Test("an asynchronous sequence yields published events and ends with the server")
    func events() async throws {
        // Created here, used by the serving thread only.
        nonisolated(unsafe) let server = try TestServer()
        let path = server.path
        Thread.detachNewThread {
            server.serve { server.server?.parts.connections.peers.first?.subscriptions.count == 1 }
            for number in 1...200 { server.publish(tap(number)) }
            server.serve { server.server?.parts.connections.peers.first?.outbox.isEmpty == true }
            server.stop()
        }
        var received: [Int] = []
        for try await message in try GestureEvents(path: path, states: GestureStates(.recognized)) {
            if case .gesture(let gesture) = message { received.append(gesture.notification.gesture) }
        }
        #expect(received == Array(1...200))
    }

    @Test("a released sequence disconnects from the server")
    func abandonedEvents() async throws {
        let server = try TestServer()
        let path = server.path
        try server.serving { _ = try GestureEvents(path: path) }
        server.serve { server.server?.parts.connections.peers.isEmpty == true }
        #expect(server.messages(.info).last?.contains("left") == true)
    }

    @Test("ten lines of Python receive a gesture")
    func python() throws {
        let server = try TestServer()
        let script = """
            import json, socket, sys
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(sys.argv[1])
            lines = connection.makefile("r", encoding="utf-8")
            assert json.loads(next(lines))["params"]["protocol"] == 1
            connection.sendall(b'{"jsonrpc":"2.0","id":2,"method":"subscribe","params":{"recognisers":[]}}\\n')
            print(json.loads(next(lines))["error"]["data"]["hint"], flush=True)
            connection.sendall(b'{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"recognizers":["mo*"]}}\\n')
            assert json.loads(next(lines))["result"]["subscription"] == 1
            for line in lines:
                params = json.loads(line)["params"]
                print(params["seq"], params["state"], params["translation"]["x"], params["delta"]["x"], flush=True)
                if params["state"] == "ended": break
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, server.path]
        let output = Pipe()
        process.standardOutput = output
        let isRunning = Signal(true, server.bell)
        process.terminationHandler = { _ in isRunning.set(false) }
        try process.run()
        server.serve {
            server.server?.parts.connections.peers.first?.subscriptions.count == 1
        }
        server.publish(pan(.began, x: 1.5))
        server.publish(tap(2))
        server.publish(pan(.changed, x: 4))
        server.publish(pan(.ended, x: 4.25))
        server.serve { !isRunning.value }
        // Foundation keeps it until this thread has also noticed its end.
        process.waitUntilExit()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(process.terminationStatus == 0)
        #expect(
            text.split(separator: "\n") == [
                "did you mean `recognizers`?", "1 began 1.5 1.5", "2 changed 4.0 2.5", "3 ended 4.25 0.25",
            ])
    }
}
