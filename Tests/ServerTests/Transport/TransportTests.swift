// Tests of the server on a transport without sockets.

import GestureWire
import Testing

@testable import Server

struct TransportTests {
    private let world: TestServer
    private let transport = MemoryTransport()
    private let poller = NotingPoller()
    private let server: Server

    init() throws {
        world = try TestServer(starting: false)
        server = try Server(transports: [transport], poller: poller) { _ in }
        server.parts.delivery.disguise = nil
        server.use(world, world.control)
    }

    /// A client that has connected.
    private func connect() -> MemoryStream {
        let client = MemoryStream(100)
        transport.waiting.append(.client(client, PeerCredentials(process: 1, user: 0, group: 0)))
        server.ready(transport.descriptor, readable: true, writable: false, hangup: false)
        return client
    }

    @Test("Clients of any transport receive greeting, answers and notifications, and their stream is closed at the end")
    func conversation() throws {
        let client = connect()
        #expect(client.takeLines().first?.contains(#""method":"hello""#) == true)
        client.input = Array(#"{"jsonrpc":"2.0","id":1,"method":"subscribe"}"#.utf8) + [10]
        server.ready(client.descriptor, readable: true, writable: false, hangup: false)
        #expect(client.takeLines().first?.contains(#""id":1,"result""#) == true)
        #expect(server.publish(tap(1)) == 1)
        #expect(client.takeLines().first?.contains(#""method":"gesture""#) == true)
        server.close()
        #expect(client.isClosed && transport.isClosed && poller.watched.isEmpty)
    }

    @Test("A line for which the kernel has no memory is sent a second later, and the poller does not spin meanwhile")
    func exhausted() throws {
        let client = connect()
        client.output = []
        server.advance(to: 5_000_000)
        client.room = .exhausted
        client.input = Array(#"{"jsonrpc":"2.0","id":1,"method":"nonsense"}"#.utf8) + [10]
        server.ready(client.descriptor, readable: true, writable: false, hangup: false)
        #expect(poller.watched[client.descriptor]?[1] == false)
        #expect(client.output.isEmpty && server.nextDeadline == 6_000_000)
        client.room = nil
        server.advance(to: 6_000_000)
        #expect(client.takeLines().count == 1 && server.nextDeadline == nil)
    }
}

/// Synthetic clients.
private final class MemoryTransport: Transport {
    let descriptor: Int32 = 99
    let address = "memory"
    let isPassed = false
    var waiting: [Acceptance] = []
    private(set) var isClosed = false

    func accept() -> Acceptance { waiting.isEmpty ? .nobody : waiting.removeFirst() }

    func close(_ close: (Int32) -> Void) -> (any Error)? {
        isClosed = true
        return nil
    }
}

/// The bytes of one client.
private final class MemoryStream: PeerStream {
    var input: [UInt8] = []
    var output: [UInt8] = []
    /// The result of sending bytes; nil while there is room.
    var room: Transfer?
    private(set) var isClosed = false

    override func send(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        if let room { return room }
        output += bytes
        return .bytes(bytes.count)
    }

    override func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        if input.isEmpty { return .wouldBlock }
        buffer.copyBytes(from: input)
        defer { input = [] }
        return .bytes(input.count)
    }

    override func close() { isClosed = true }

    /// The lines since the last call.
    func takeLines() -> [String] {
        defer { output = [] }
        return output.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Records what is watched, for reading and for writing.
private final class NotingPoller: DescriptorPoller {
    private(set) var watched: [Int32: [Bool]] = [:]

    func watch(_ descriptor: Int32, readable: Bool, writable: Bool) { watched[descriptor] = [readable, writable] }

    func unwatch(_ descriptor: Int32) { watched[descriptor] = nil }
}
