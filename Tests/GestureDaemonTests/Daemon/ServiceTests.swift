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
