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

@Suite(.serialized) struct ServiceTests {
    private let manager: NotificationSocket

    init() throws { manager = try NotificationSocket() }

    /// A daemon that is ready.
    private func start(_ configure: (inout Daemon.Options) -> Void) throws -> RunningDaemon {
        let recording = try RecordingCatalogue.recording("ed-atmel-mxt-1f-fasttaps")
        let running = try RunningDaemon(recording, isLooping: true, Fixtures.only("tap", .tap)) {
            ($0.serviceNotifier, $0.watchdogInterval) = (manager.notifier, nil)
            configure(&$0)
        }
        #expect(manager.wait { $0.hasPrefix("READY=1") })
        return running
    }

    @Test("The status names touchscreens, clients and configuration, and is updated as clients come and go")
    func status() throws {
        let running = try start { $0.configurationName = "kiosk.yaml" }
        var connections = try (0..<2).map { _ in try running.connect() }
        #expect(manager.wait { $0 == "STATUS=1 touchscreen, 2 clients, configuration kiosk.yaml" })
        connections.removeLast()
        #expect(manager.wait { $0 == "STATUS=1 touchscreen, 1 client, configuration kiosk.yaml" })
        #expect(manager.next(within: 1500) == nil, "nothing changes, so nothing is sent, whatever fingers do")
        running.stop()
        #expect(manager.wait { $0 == "STOPPING=1" })
        withExtendedLifetime(connections) {}
    }

    @Test("The watchdog is fed while the pipeline works, not while it hangs, and again when it continues")
    func watchdog() throws {
        let (isReached, isGone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let running = try start {
            $0.watchdogInterval = 100_000
            $0.prepare = { engine, _ in
                engine.root.addGestureRecognizer(Obstacle(isReached: isReached, isGone: isGone))
            }
        }
        for _ in 0..<3 { #expect(manager.wait { $0 == "WATCHDOG=1" }) }
        let connection = try running.connect()
        _ = try connection.subscribe()
        #expect(isReached.wait(timeout: .now() + 60) == .success)
        _ = manager.all()
        #expect(manager.next(within: 1000) == nil, "the process runs, and its pipeline does not")
        // From now on it blocks nothing.
        for _ in 0..<10_000 { isGone.signal() }
        for _ in 0..<3 { #expect(manager.wait { $0 == "WATCHDOG=1" }) }
        running.stop()
    }
}
