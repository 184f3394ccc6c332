// A scripted daemon on a real socket for tests.

import Foundation
import GestureWire
import Linux
import Testing

@testable import GestureClient

/// A listening socket in a folder that is removed with it.
final class ScriptedPeer: Sendable {
    let path: String
    private let socket: Descriptor

    /// - Parameter path: The path to listen on; nil for a new one.
    init(path: String? = nil) throws {
        let path = path ?? Self.newPath()
        self.path = path
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        socket = try Descriptor("socket", Glibc.socket(AF_UNIX, kind, 0))
        try #require(SocketAddress(path: path)?.bind(socket.number) == 0 && listen(socket.number, 8) == 0)
    }

    deinit { unlink(path) }

    /// A path on which no process listens.
    static func newPath() -> String {
        FileManager.default.temporaryDirectory.path + "/gestured-\(UUID().uuidString).sock"
    }

    /// Accepts the next client.
    func accept() throws -> ScriptedCaller {
        ScriptedCaller(try Descriptor("accept", Glibc.accept(socket.number, nil, nil)))
    }

    /// Accepts and greets the next client.
    func greet() throws -> ScriptedCaller {
        let caller = try accept()
        try caller.say(#"{"jsonrpc":"2.0","method":"hello","params":{"protocol":1,"server":"s 1","capabilities":[]}}"#)
        return caller
    }

    /// Accepts and greets the next client, and answers its subscription.
    func admit(_ snapshot: Snapshot = .empty) throws -> ScriptedCaller {
        let (caller, requests) = try admitAttaching(snapshot)
        #expect(requests == [])
        return caller
    }

    /// Accepts and greets the next client, answers what it asks before it subscribes, and its subscription.
    func admitAttaching(_ snapshot: Snapshot = .empty) throws -> (ScriptedCaller, [String]) {
        let caller = try greet()
        var requests: [String] = []
        while case let request = try caller.nextLine(), !request.contains(#""method":"subscribe""#) {
            try #require(!request.isEmpty, "the client has left")
            requests.append(request)
            try caller.answer(
                requests.count, request.contains("attach") ? #"{"regions":[],"recognizers":[],"surfaces":[]}"# : "{}")
        }
        try caller.answer(requests.count + 1, snapshot)
        return (caller, requests)
    }

    /// Runs a script on a thread of its own; callers wait for its effects.
    func play(_ part: @escaping @Sendable (ScriptedPeer) throws -> Void) {
        Thread.detachNewThread {
            do { try part(self) } catch { Issue.record("the peer could not play its part: \(error)") }
        }
    }
}

/// A client, as the daemon sees it; closed with the last reference.
final class ScriptedCaller {
    private let socket: Descriptor
    var descriptor: Int32 { socket.number }
    private var buffer: [UInt8] = []

    init(_ socket: consuming Descriptor) {
        self.socket = socket
        // A test that waits in vain fails instead of hanging; on a busy machine other tests may come first.
        var limit = timeval(tv_sec: 3600, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends a line.
    func say(_ line: String) throws { try send(Array((line + "\n").utf8)) }

    /// Answers a request.
    func answer(_ id: Int, _ result: String = "{}") throws {
        try say(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#)
    }

    func answer(_ id: Int, _ snapshot: Snapshot) throws {
        try say { $0.appendResult(snapshot, to: .integer(Int64(id))) }
    }

    /// Sends what is written.
    func say(_ write: (inout LineWriter) -> Void) throws {
        var writer = LineWriter()
        write(&writer)
        try send(writer.bytes)
    }

    /// Sends a notification of a gesture.
    func say(_ gesture: GestureNotification, sequence: Int = 1) throws {
        try say {
            $0.appendGestureHead(subscription: 1, sequence: sequence)
            $0.appendGestureTail(gesture, since: .none)
        }
    }

    /// Sends a notification of touches.
    func say(_ frame: TouchNotification) throws { try say { $0.append(frame, subscription: 1) } }

    /// The next line of the client; empty at its end.
    func nextLine() throws -> String {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer.removeSubrange(...end) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            var piece = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &piece, piece.count, 0)
            // With a time limit, a process that was stopped and continued gets EINTR.
            if count < 0, errno == EINTR { continue }
            try #require(count >= 0, "\(String(cString: strerror(errno)))")
            if count == 0 { return "" }
            buffer += piece[..<count]
        }
    }

    /// Waits until the client has sent something that was not read yet.
    func awaitBytes() throws {
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var count: Int32 = 0
        repeat { count = poll(&interest, 1, 3_600_000) } while count < 0 && errno == EINTR
        try #require(count == 1)
    }

    private func send(_ bytes: [UInt8]) throws {
        let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        try #require(count == bytes.count)
    }
}

extension GestureEvent {
    /// The event in a word or two.
    var words: String {
        switch self {
        case .connected: "connected"
        case .gesture(let gesture): gesture.notification.state.rawValue
        case .touch(let touches): "touch " + touches.notification.touches.map(\.phase.rawValue).joined(separator: " ")
        case .lagged(let lagged): "lagged \(lagged.dropped)"
        case .disconnected: "disconnected"
        case .surface, .reloaded: "?"
        }
    }
}

extension Snapshot {
    static let empty = Snapshot(subscription: 1, surfaces: [], recognizers: [], gestures: [])
}

/// A pan on `panel` that has moved 5 to the right.
func pan(_ state: GestureState, gesture: Int = 7) -> GestureNotification {
    GestureNotification(
        recognizer: "move", type: "pan", gesture: gesture, state: state, surface: "panel", region: "root",
        time: 1_500_000, location: WirePoint(x: 10, y: 20), touches: [3],
        measurement: .pan(translation: WirePoint(x: 5, y: 0), velocity: .zero, projection: nil))
}

/// One finger on `panel`.
func touch(_ phase: WireTouchPhase, id: Int = 3, x: Double = 10) -> TouchNotification {
    TouchNotification(
        surface: "panel", time: 1_500_000,
        touches: [
            WireTouch(
                id: id, phase: phase, location: WirePoint(x: x, y: 20), previousLocation: WirePoint(x: 9, y: 20),
                region: "root", force: 0.5)
        ])
}
