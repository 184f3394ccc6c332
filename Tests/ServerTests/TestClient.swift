// A non-blocking client for tests at byte level.

import GestureWire
import Glibc
import Linux
import Testing

@testable import Server

/// A client that has only a socket.
final class TestClient {
    private let server: TestServer
    var descriptor: Int32 { socket.number }
    private let socket: Descriptor
    private let stream: PeerStream
    private var received: [UInt8] = []
    private(set) var hasEnded = false

    /// Connects, and is accepted or refused.
    init(_ server: TestServer) throws {
        self.server = server
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        socket = try Descriptor("socket", Glibc.socket(AF_UNIX, kind, 0))
        stream = PeerStream(socket.number)
        #expect(try #require(SocketAddress(path: server.path)).connect(descriptor) == 0)
        server.settle()
    }

    deinit {
        // A program that another test starts has a copy for a moment, which keeps the connection open.
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Sends bytes as far as the server takes them, and lets it work; returns the number of sent bytes.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        var rest = bytes[...]
        while !rest.isEmpty {
            let transfer = rest.withUnsafeBytes(stream.send)
            guard case .bytes(let count) = transfer else { break }
            rest = rest.dropFirst(count)
            server.settle()
        }
        return bytes.count - rest.count
    }

    @discardableResult
    func send(_ line: String) -> Int {
        send(Array(line.utf8) + [UInt8(ascii: "\n")])
    }

    /// Sends a request with the id 1.
    func request(_ method: String, _ params: String = "{}") {
        send(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#)
    }

    /// The result of a request.
    func result<Value: Decodable>(_ method: String, _ params: String = "{}") throws -> Value {
        request(method, params)
        return try ServerMessage.result(of: Array(try #require(lines().last).utf8), as: Value.self)
    }

    /// Reads the greeting and the snapshot of a subscription.
    @discardableResult
    func subscribe(_ params: String = "{}") throws -> Snapshot { try result("subscribe", params) }

    /// Attaches a pan recognizer of this name.
    func attach(_ name: String) { request("attach", #"{"recognizers":[{"name":"\#(name)","type":"pan"}]}"#) }

    /// The last line that has arrived, which must be the reason for the end.
    func lagged() throws -> Lagged {
        let last = try messages().last
        guard case .lagged(let lagged)? = last else { throw UnexpectedMessage(last) }
        return lagged
    }

    /// The snapshot of the last line that has arrived.
    func reloaded() throws -> Snapshot {
        let last = try messages().last
        guard case .reloaded(let snapshot)? = last else { throw UnexpectedMessage(last) }
        return snapshot
    }

    /// The capabilities in the greeting.
    func greeting() throws -> [String] {
        let first = try messages().first
        guard case .hello(let hello)? = first else { throw UnexpectedMessage(first) }
        return hello.capabilities
    }

    struct UnexpectedMessage: Error {
        let message: ServerMessage?
        init(_ message: ServerMessage?) { self.message = message }
    }

    /// The complete lines that have arrived.
    func lines() -> [String] {
        receive()
        guard let end = received.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        let lines = received[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        received.removeSubrange(...end)
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The parsed lines that have arrived.
    func messages() throws -> [ServerMessage] {
        try lines().map { try ServerMessage.decode(Array($0.utf8)) }
    }

    /// The gestures among them.
    func gestures() throws -> [ReceivedGesture] {
        try messages().compactMap { if case .gesture(let gesture) = $0 { gesture } else { nil } }
    }

    /// Whether the server has closed the connection and everything was read.
    func isDisconnected() -> Bool {
        receive()
        return hasEnded
    }

    private func receive() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !hasEnded {
            switch buffer.withUnsafeMutableBytes(stream.receive) {
            case .bytes(let count):
                received += buffer[..<count]
                server.settle()
            case .wouldBlock, .exhausted:
                return
            case .gone, .descriptors:
                hasEnded = true
            }
        }
    }
}

/// Tests with a server and one client.
class ServedClientTests {
    let server: TestServer
    let client: TestClient

    init() throws {
        server = try TestServer()
        client = try TestClient(server)
    }
}

/// A notification of a pan at x, or with the given state and so on.
func pan(
    _ state: GestureState, x: Double = 0, gesture: Int = 1, recognizer: String = "move", surface: String = "panel"
) -> GestureNotification {
    GestureNotification(
        recognizer: recognizer, type: "pan", gesture: gesture, state: state, surface: surface, region: "root",
        time: 1_000_000, location: WirePoint(x: 100 + x, y: 50), touches: [1],
        measurement: .pan(translation: WirePoint(x: x, y: 0), velocity: .zero, projection: nil))
}

/// A notification of a tap.
func tap(_ gesture: Int, surface: String = "panel") -> GestureNotification {
    GestureNotification(
        recognizer: "select", type: "tap", gesture: gesture, state: .recognized, surface: surface, region: "root",
        time: 1_000_000, location: .zero, touches: [], measurement: .tap(taps: 1))
}

extension ReceivedGesture {
    /// The movement of the pan to the right since the last notification.
    var step: Double {
        if case .translation(let point) = change { point.x } else { .nan }
    }

    /// The movement of the pan to the right since it began.
    var translation: Double {
        if case .pan(let translation, _, _) = notification.measurement { translation.x } else { .nan }
    }
}
