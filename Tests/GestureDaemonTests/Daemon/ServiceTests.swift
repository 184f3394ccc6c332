// Tests of the daemon as a service: passed socket, notifications.

import Configuration
import Dispatch
import Foundation
import GestureClient
import GestureWire
import Gestures
import Logging
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

/// Blocks the publication of a finger, and with it the pipeline.
private final class Obstacle: GestureRecognizer {
    private let isReached: DispatchSemaphore
    private let isGone: DispatchSemaphore

    init(isReached: DispatchSemaphore, isGone: DispatchSemaphore) {
        (self.isReached, self.isGone) = (isReached, isGone)
        super.init(name: "obstacle")
    }

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        isReached.signal()
        isGone.wait()
        state = .failed
    }
}

/// A daemon that is told to stop at the end, and whose status is requested.
private final class Service {
    let manager: NotificationSocket
    let path = "/tmp/gestured-\(UUID().uuidString).sock"
    private let daemon: Daemon
    private let ended = DispatchSemaphore(value: 0)

    init(_ configure: (inout Daemon.Options) throws -> Void) throws {
        manager = try NotificationSocket()
        var options = Daemon.Options(configuration: Fixtures.only("tap", .tap), socketPath: path)
        options.input = .recordings(
            [NamedRecording(try RecordingCatalogue.recording("ed-atmel-mxt-1f-fasttaps"), name: "test")],
            isLooping: true)
        options.serviceNotifier = manager.notifier
        options.watchdogInterval = nil
        try configure(&options)
        daemon = try Daemon(options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let (daemon, ended) = (daemon, ended)
        Thread.detachNewThread {
            do { try daemon.run() } catch { Issue.record("the daemon failed: \(error)") }
            ended.signal()
        }
        #expect(manager.wait { $0.hasPrefix("READY=1") })
    }

    func stop() {
        daemon.stop()
        #expect(ended.wait(timeout: .now() + 120) == .success)
    }
}

@Suite(.serialized) struct ServiceTests {
    @Test("A given socket is kept by the daemon, and a later client waits for the next daemon")
    func passedSocket() throws {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let path = "/tmp/gestured-\(UUID().uuidString).sock"
        defer {
            close(listener)
            unlink(path)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let isBound = withUnsafeBytes(of: address) {
            bind(listener, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count)) == 0
        }
        try #require(isBound && listen(listener, 8) == 0)
        for _ in 0..<2 {
            // It waits for the daemon, which starts only now, or again.
            let outcome = DispatchSemaphore(value: 0)
            let names = Names()
            Thread.detachNewThread {
                names.value = try? GestureConnection(path: path).subscribe().recognizers.map(\.name)
                outcome.signal()
            }
            let service = try Service { $0.passedSocket = dup(listener) }
            #expect(!FileManager.default.fileExists(atPath: service.path))
            #expect(outcome.wait(timeout: .now() + 60) == .success)
            #expect(names.value == ["tap"])
            service.stop()
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("A passed socket is closed with a daemon that never ran, or could not start")
    func passedSocketUnused() throws {
        for begins in [false, true] {
            var pair: [Int32] = [-1, -1]
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            try #require(socketpair(AF_UNIX, type, 0, &pair) == 0)
            defer { close(pair[1]) }
            var options = Daemon.Options(configuration: .standard, socketPath: "/nonexistent/gestured.sock")
            options.passedSocket = pair[0]
            options.input = .device(path: "/nonexistent")
            var daemon: Daemon? = try Daemon(options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            if begins {
                daemon?.stop()
                try? daemon?.run()
            }
            daemon = nil
            // The other end is closed at once, unless a program that another test starts has the descriptor for a
            // moment.
            var other = pollfd(fd: pair[1], events: Int16(POLLIN), revents: 0)
            #expect(poll(&other, 1, 60_000) == 1 && other.revents & Int16(POLLHUP) != 0, "ran: \(begins)")
        }
    }

    @Test("The status names touchscreens, clients and configuration, and is updated as clients come and go")
    func status() throws {
        let service = try Service { $0.configurationName = "kiosk.yaml" }
        var connections = try (0..<2).map { _ in try GestureConnection(path: service.path) }
        #expect(service.manager.wait { $0 == "STATUS=1 touchscreen, 2 clients, configuration kiosk.yaml" })
        connections.removeLast()
        #expect(service.manager.wait { $0 == "STATUS=1 touchscreen, 1 client, configuration kiosk.yaml" })
        #expect(service.manager.next(within: 1500) == nil, "nothing changes, so nothing is sent, whatever fingers do")
        service.stop()
        #expect(service.manager.wait { $0 == "STOPPING=1" })
        withExtendedLifetime(connections) {}
    }

    @Test("The watchdog is fed while the pipeline works, not while it hangs, and again when it continues")
    func watchdog() throws {
        let (isReached, isGone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let service = try Service {
            $0.watchdogInterval = 100_000
            $0.prepare = { engine, _ in
                engine.root.addGestureRecognizer(Obstacle(isReached: isReached, isGone: isGone))
            }
        }
        for _ in 0..<3 { #expect(service.manager.wait { $0 == "WATCHDOG=1" }) }
        let connection = try GestureConnection(path: service.path)
        _ = try connection.subscribe()
        #expect(isReached.wait(timeout: .now() + 60) == .success)
        _ = service.manager.all()
        #expect(service.manager.next(within: 1000) == nil, "the process runs, and its pipeline does not")
        // From now on it blocks nothing.
        for _ in 0..<10_000 { isGone.signal() }
        for _ in 0..<3 { #expect(service.manager.wait { $0 == "WATCHDOG=1" }) }
        service.stop()
    }
}

private final class Names: @unchecked Sendable {
    var value: [String]?
}
