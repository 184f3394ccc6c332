// A daemon whose clients and fingers follow a fuzzer's script.
//
// Server and sockets, control, pipeline and engines are the daemon's own; only its thread, its clock and the kernel's
// devices are replaced.

import Configuration
import GestureWire
import Glibc
import Touch

@testable import GestureDaemon
@testable import Server

/// A daemon, clients that bytes control, and a well-behaved client.
final class FuzzedDaemon {
    private var faults: [String] = []
    private let parts: DaemonParts
    private let control: DaemonControl
    private let server: Server
    private let listeners: NotingListeners
    private let panel: FuzzedPanel
    private var clients: [FuzzedClient] = []
    private let observer: FuzzedClient
    /// Whether the observer may have been disconnected.
    private var isObserverSafe = true
    private var script: ByteReader

    /// Violations; empty when all is well.
    static func faults(of bytes: [UInt8]) -> [String] {
        RequestMeter.faults { played(bytes) }
    }

    private static func played(_ bytes: [UInt8]) -> (faults: [String], time: Int) {
        let before = descriptors()
        let (faults, time) = {
            let daemon = FuzzedDaemon(bytes)
            daemon.play()
            return (daemon.faults, daemon.parts.meter.longest)
        }()
        let after = descriptors()
        return (after == before ? faults : faults + ["\(after - before) descriptors are left open"], time)
    }

    private static func descriptors() -> Int { (0..<128).count { fcntl($0, F_GETFD) >= 0 } }

    private init(_ bytes: [UInt8]) {
        script = ByteReader(bytes)
        let switches = script.next()
        Self.write(Self.configurations[0])
        let choice = ConfigurationChoice(path: DaemonParts.folder + "/gestured.yaml")
        parts = DaemonParts(Self.initialConfiguration, choice: choice)
        (control, server, listeners, panel) = (parts.control, parts.server, parts.listeners, parts.panel)
        guard let observer = parts.connect() else { fatalError("nobody can connect") }
        self.observer = observer
        settle()
        let all = SubscriptionFilter(states: GestureStates(GestureState.allCases), touches: true)
        observer.send(.subscribe(all), identifier: .integer(1))
        settle()
        while observer.read(atMost: 65_536) {}
        listeners.published = []
        // Small buffers are soon full.
        if switches & 1 != 0 { server.parts.rules.limits.outboxLines = 8 }
        if switches & 2 != 0 { server.parts.rules.limits.peersPerUser = 3 }
        if switches & 4 != 0 { server.parts.rules.access = Self.access(switches >> 3) }
    }

    private func require(_ holds: Bool, _ fault: @autoclosure () -> String) {
        if !holds { faults.append(fault()) }
    }

    // MARK: - The loop

    private func settle() { require(parts.settle(), "the server is never at rest") }

    private func play() {
        while !script.isEmpty, faults.isEmpty {
            step()
            settle()
            // A client that reads all the time receives everything.
            while observer.read(atMost: 65_536) { settle() }
            check()
        }
        finish()
    }

    private func check() {
        faults += panel.violations(of: server.parts.connections.peers.map(\.connection))
        for client in clients + [observer] { faults += client.faults }
        for peer in server.parts.connections.peers {
            require(peer.outbox.count <= 256 + 40, "\(peer.outbox.count) lines wait")
            require(peer.lines.bytesHeld <= 2 * (65_536 + 16_384), "\(peer.lines.bytesHeld) bytes held")
            require(peer.subscriptions.count <= 16, "\(peer.subscriptions.count) subscriptions")
        }
        if isObserverSafe {
            require(!observer.hasEnded, "the observer was sent away")
            require(observer.knowledge.seen == listeners.published, difference)
        }
    }

    private var difference: String {
        let (seen, published) = (observer.knowledge.seen, listeners.published)
        let place = zip(seen, published).enumerated().first { $1.0 != $1.1 }?.offset ?? min(seen.count, published.count)
        return "the observer heard \(seen.dropFirst(place).prefix(3)) and not \(published.dropFirst(place).prefix(3))"
    }

    // MARK: - The script

    private func step() {
        let operation = script.next()
        let index = Int(operation >> 5)
        switch operation & 31 {
        case 0, 1: if clients.count < 6 { connect(isNarrow: index & 1 == 0) }
        case 2...6: client(index)?.send(request())
        case 7: client(index)?.send(script.take(Int(script.next())) + [0x0A])
        case 8: client(index)?.send(script.take(Int(script.next() & 63)))
        case 9: send(partOf: request(), to: client(index))
        case 10: client(index)?.send([UInt8](repeating: script.next() | 0x20, count: 66_000))
        case 11: client(index)?.send(Array(repeating: request(), count: Int(script.next() & 31)).flatMap(\.self))
        case 12, 13: client(index)?.read(atMost: 1 + Int(script.next()) * 16)
        case 14: readAll(client(index))
        case 15: client(index)?.endInput()
        case 16: leave(index) { $0.end() }
        case 17: leave(index) { $0.endOutput() }
        case 18...20: land(index)
        case 21...24: move(index)
        case 25, 26:
            panel.lift(index)
            panel.report()
        case 27: wait(Int(script.next()) * 4)
        case 28: wait(1000)
        case 29: change(script.next())
        case 30: Self.write(Self.configurations[script.next(below: Self.configurations.count)])
        default: control.reload { _ in }
        }
    }

    private func wait(_ milliseconds: Int) {
        panel.wait(milliseconds)
        server.advance(to: panel.time.microseconds)
    }

    private func client(_ index: Int) -> FuzzedClient? { clients.isEmpty ? nil : clients[index % clients.count] }

    private func connect(isNarrow: Bool) {
        let count = server.parts.connections.peers.count
        guard let client = parts.connect() else { return require(false, "nobody can connect") }
        clients.append(client)
        settle()
        guard isNarrow, server.parts.connections.peers.count > count, let peer = server.parts.connections.peers.last
        else { return }
        // A few lines fill it.
        var size: Int32 = 0
        setsockopt(peer.descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    private func leave(_ index: Int, _ how: (FuzzedClient) -> Void) {
        guard !clients.isEmpty else { return }
        let client = clients.remove(at: index % clients.count)
        how(client)
        faults += client.faults
        settle()
    }

    private func readAll(_ client: FuzzedClient?) {
        var turns = 0
        while client?.read(atMost: 65_536) == true, turns < 10_000 {
            settle()
            turns += 1
        }
        require(turns < 10_000, "what is read never ends")
    }

    private func send(partOf bytes: [UInt8], to client: FuzzedClient?) {
        let count = script.next(below: bytes.count)
        client?.send(Array(bytes[..<count]))
        settle()
        client?.send(Array(bytes[count...]))
    }

    private func request() -> [UInt8] {
        var chosen = ChosenRequest(script)
        defer { script = chosen.rest }
        return chosen.next()
    }

    private func land(_ finger: Int) {
        panel.touch(finger, x: script.next(), y: script.next())
        panel.report()
    }

    private func move(_ finger: Int) {
        let (x, y, count) = (script.next(), script.next(), script.next() & 15)
        for step in 0...count {
            panel.wait(8)
            panel.touch(finger, x: x &+ step &* 3, y: y &+ step)
            panel.report()
        }
        server.advance(to: panel.time.microseconds)
    }

    /// Changes the access rules.
    private func change(_ switches: UInt8) {
        // A client that loses a capability is disconnected, even if it is well-behaved.
        isObserverSafe = false
        server.use(Self.access(switches), limits: server.parts.rules.limits)
    }

    private static func access(_ switches: UInt8) -> Access {
        let capabilities = Capability.allCases.enumerated().filter { switches & (1 << UInt8($0.offset)) != 0 }
        var access = Access(grants: [])
        access.privilegedUsers = []
        let allowed = Set(capabilities.map(\.element))
        access.grants = [AccessGrant(switches & 32 == 0 ? .user(geteuid()) : .group(getegid()), allow: allowed)]
        return access
    }

    // MARK: - The end

    private func finish() {
        if !faults.isEmpty { return }
        panel.liftAll()
        for _ in 0..<4 { wait(3000) }
        settle()
        for client in clients { readAll(client) }
        wait(3000)
        settle()
        for client in clients + [observer] { readAll(client) }
        check()
        require(control.deadline == nil, "a reload waits for ever")
        for client in clients + [observer] {
            client.verifyRest()
            faults += client.faults
            client.end()
        }
        settle()
        require(server.parts.connections.peers.isEmpty, "\(server.parts.connections.peers.count) peers are left")
        require(server.parts.progress.gestures.latest.isEmpty, "a gesture is left")
        require(server.parts.progress.touches.ids.isEmpty, "a touch is left")
        require(control.attachments.all.isEmpty, "something is left attached")
        require(parts.close(), "descriptors are left watched")
    }

    // MARK: - Configurations

    private static let initialConfiguration: Configuration = {
        do { return try Configuration(yaml: configurations[0], file: "file") } catch { fatalError("\(error)") }
    }()

    /// The content of the file.
    nonisolated(unsafe) private static var written = ""

    private static func write(_ text: String) {
        if written == text { return }
        written = text
        let descriptor = open(DaemonParts.folder + "/gestured.yaml", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        _ = Array(text.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    private static let configurations = [
        """
        surfaces: [{ name: panel }]
        regions:
        - { name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% }, private: false }
        - { name: inner, parent: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
        recognizers:
        - { name: tap, type: tap, requireToFail: double-tap }
        - { name: double-tap, type: tap, numberOfTapsRequired: 2 }
        - { name: pan, type: pan, region: left }
        - { name: pinch, type: pinch, simultaneousWith: rotation }
        - { name: rotation, type: rotation }
        - { name: press, type: longPress, region: inner }
        """,
        """
        surfaces: [{ name: panel, pixels: 1920 x 1080 }]
        recognizers:
        - { name: tap, type: tap }
        - { name: pan, type: pan, delaysTouchesBegan: true, requireToFail: a }
        - { name: a, type: custom }
        """,
        """
        regions: [{ name: left, frame: { x: 10%, y: 0%, width: 50%, height: 100% } }]
        recognizers: [{ name: pinch, type: pinch, region: left }]
        limits: { peers: 5, peersPerUser: 4 }
        """,
        "recognizers: [{ name: tap, type: clap }]",
    ]
}
