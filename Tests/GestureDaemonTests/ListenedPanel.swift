// Daemon without a clock for tests, whose clients record every line that they receive.

import Configuration
import Foundation
import GestureWire
import Glibc
import Interception
import Linux
import Logging
import ServiceManager
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon
@testable import Server

/// Server, control and one recorded touchscreen; the test sets the time.
final class ListenedPanel {
    /// A connection with capabilities of its own, independent of the user who runs the test.
    final class Client {
        let connection: Int
        private let socket: Descriptor
        fileprivate var descriptor: Int32 { socket.number }
        private(set) var received: [UInt8] = []

        fileprivate init(connection: Int, _ socket: consuming Descriptor) {
            self.connection = connection
            self.socket = socket
        }

        fileprivate func read() {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                guard count > 0 else { return }
                received += buffer[..<count]
            }
        }

        /// Forgets the received lines.
        func forget() { received = [] }

        /// Returns the gestures and changes of surfaces since the last call, without updates in between: `tap recognized on
        /// panel`, `panel added`.
        func takeEvents() -> [String] {
            defer { forget() }
            return lines.compactMap { line in
                let gesture = /"recognizer":"([\w-]+)",.*"state":"(\w+)","surface":"([\w-]+)"/
                if let match = line.firstMatch(of: gesture) {
                    return match.2 == "changed" ? nil : "\(match.1) \(match.2) on \(match.3)"
                }
                return line.firstMatch(of: /"change":"(\w+)","surface":\{"name":"([\w-]+)"/).map { "\($0.2) \($0.1)" }
            }
        }

        /// The lines, without members that depend on the time of the test.
        var lines: [String] {
            String(decoding: received, as: UTF8.self).split(separator: "\n").map { line in
                String(line)
                    .replacing(/"time":[0-9.]+/, with: "\"time\":T")
                    .replacing(/"uptime":[0-9.]+/, with: "\"uptime\":T")
                    .replacing(/"(sum|p50|p90|p99|p999|max)":[0-9.]+/) { "\"\($0.1)\":T" }
            }
        }
    }

    private let folder: URL
    private let server: Server
    private let socket: ListeningSocket
    let control: DaemonControl
    private let inventory: DaemonInventory
    private let input: LiveReplay
    private var clients: [Client] = []
    private let poller = IdlePoller()
    private let start = MonotonicClock.now
    private var now: Timestamp

    /// - Parameters:
    ///   - more: Events to play after the recording.
    ///   - isDisguised: Whether touches and gestures have permuted numbers, as in a daemon.
    ///   - file: The file that a reload reads.
    init(
        _ recording: Recording, then more: [Recording] = [], isLooping: Bool = false, _ configuration: Configuration,
        isDisguised: Bool = false, file: ConfigurationFile? = nil
    ) throws {
        now = start
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("gestured-\(UUID().uuidString)")
        let path = folder.appendingPathComponent("gestured.sock").path
        let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var options = Daemon.Options(configuration: configuration, socketPath: path)
        options.configurationChoice = file.map { ConfigurationChoice(path: $0.path) }
        socket = try ListeningSocket(path: path)
        server = try Server(transports: [socket], poller: poller) { _ in }
        let (attachments, counters) = (ConnectionAttachments(), GestureCounters())
        let factory = SurfaceFactory(configuration: configuration)
        let recordings = ([recording] + more).enumerated().map { index, each in
            NamedRecording(each, name: index == 0 ? "test" : "test \(index)")
        }
        input = try LiveReplay(
            recordings, isLooping: isLooping, factory: factory, now: start, logger: quiet, didEnd: {},
            listeners: ServerListeners(server: server, attachments: attachments, counters: counters, logger: quiet))
        input.didChange = { [server] in server.publishSurfaces() }
        if !isDisguised { server.parts.delivery.disguise = nil }
        inventory = DaemonInventory(input: input, attachments: attachments)
        control = DaemonControl(
            options, server: server, input: input, inventory: inventory, attachments: attachments, counters: counters,
            logger: quiet, life: ServiceLife(ServiceNotifier(path: nil), watchdog: nil, at: start))
        server.use(inventory, control)
        control.clock = { [weak self] in self?.now ?? .zero }
    }

    deinit {
        server.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Whether a reload could be carried out now.
    var isAtRest: Bool { input.isAtRest }

    /// Connects a client with exactly these capabilities.
    func connect(_ capabilities: Set<Capability>) throws -> Client {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let own = try Descriptor("socket", Glibc.socket(AF_UNIX, kind, 0))
        let failure = try #require(SocketAddress(path: socket.address)).connect(own.number)
        #expect(failure == 0)
        server.ready(socket.descriptor, readable: true, writable: false, hangup: false)
        let peer = try #require(server.parts.connections.peers.last)
        let client = Client(connection: peer.connection, own)
        clients.append(client)
        allow(capabilities, to: client)
        peer.isDisguised = !capabilities.contains(.touches)
        client.read()
        client.forget()
        return client
    }

    /// Changes the capabilities of a client.
    func allow(_ capabilities: Set<Capability>, to client: Client) {
        guard let peer = server.parts.connections.peers.first(where: { $0.connection == client.connection }) else {
            return
        }
        peer.granted = capabilities
        server.capabilities.apply(capabilities, of: peer)
        server.advance(to: now.microseconds)
        settle()
    }

    /// Gives the user of all connections the active session, which grants these capabilities.
    func enterSession(granting capabilities: Set<Capability>) {
        server.parts.rules.access = Access(grants: [AccessGrant(.activeSession, allow: capabilities)])
        server.use(sessionOf: getuid(), firstTouch: input.numbers.mark, at: now.microseconds)
        settle()
    }

    /// Has applications receive what recognizers leave; the words say of what.
    func intercept(takesUnsubscribed: Bool = true) throws -> CloneWords {
        let pipeline = try #require(input.pipelines.first)
        let device = try ClonedDevice(of: pipeline.source.device)
        let clone = CloneWords(of: device)
        pipeline.intercept(to: device, takesUnsubscribed: takesUnsubscribed, send: clone.take)
        return clone
    }

    /// Disconnects a client.
    func disconnect(_ client: Client) {
        shutdown(client.descriptor, Int32(SHUT_RDWR))
        settle()
    }

    /// Sends a request.
    func request(_ method: String, _ params: String = "{}", by client: Client) {
        let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"# + "\n"
        let sent = Array(line.utf8).withUnsafeBytes { send(client.descriptor, $0.baseAddress, $0.count, 0) }
        #expect(sent == line.utf8.count)
        settle()
    }

    /// Plays the recording up to a time in milliseconds; `poll` is called between the steps, every 250 ms.
    func play(until end: Int, _ poll: () -> Void = {}) {
        let limit = start.adding(seconds: Double(end) / 1000)
        var step = Int((now.microseconds - start.microseconds) / 5000)
        while now < limit {
            now = now.adding(seconds: 0.005)
            step += 1
            input.advance(to: now)
            server.advance(to: now.microseconds)
            settle()
            if step.isMultiple(of: 50) { poll() }
        }
    }

    private func settle() {
        if control.isDemandOutdated { control.meetDemand() }
        for peer in server.parts.connections.peers {
            server.ready(peer.descriptor, readable: true, writable: true, hangup: false)
        }
        if control.isDemandOutdated { control.meetDemand() }
        for client in clients { client.read() }
    }
}

/// Watches nothing: the test polls all connections.
private final class IdlePoller: DescriptorPoller {
    func watch(_ descriptor: Int32, readable: Bool, writable: Bool) {}
    func unwatch(_ descriptor: Int32) {}
}
