// Does the whole daemon tell a real client on a real socket what a recorded panel's fingers do?

import Configuration
import Foundation
import GestureClient
import GestureDaemon
import GestureWire
import Logging
import Testing
import Touch
import TouchTesting

/// A daemon on a thread of its own, with a socket in a folder of its own.
private final class RunningDaemon {
    let daemon: Daemon
    let socket: String
    private let folder: URL
    private let ended = DispatchSemaphore(value: 0)

    init(_ recording: Recording, isLooping: Bool = false, _ configuration: Configuration = .standard) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("gestured-\(UUID().uuidString)")
        socket = folder.appendingPathComponent("gestured.sock").path
        var options = Daemon.Options(configuration: configuration, socketPath: socket)
        options.input = .recording(recording, name: "test", isLooping: isLooping)
        daemon = try Daemon(options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let (daemon, ended) = (daemon, ended)
        Thread.detachNewThread {
            do { try daemon.run() } catch { Issue.record("the daemon failed: \(error)") }
            ended.signal()
        }
    }

    /// A client, as soon as the socket is there.
    func connect() throws -> GestureConnection {
        let deadline = Date(timeIntervalSinceNow: 120)
        while true {
            do { return try GestureConnection(path: socket) } catch let error as ConnectionError {
                guard error.code == .unreachable, Date() < deadline else { throw error }
            }
        }
    }

    func waitForEnd() {
        #expect(ended.wait(timeout: .now() + 120) == .success)
        try? FileManager.default.removeItem(at: folder)
    }
}

private func nextGesture(_ connection: GestureConnection) throws -> ReceivedGesture? {
    while let message = try connection.next() {
        if case .gesture(let gesture) = message { return gesture }
    }
    return nil
}

@Suite(.serialized) struct DaemonTests {
    @Test("A subscriber gets the taps of a recorded panel, with times of the monotonic clock")
    func taps() throws {
        let running = try RunningDaemon(
            try RecordingCatalogue.recording("ed-atmel-mxt-1f-fasttaps"), isLooping: true, Fixtures.only("tap", .tap))
        let connection = try running.connect()
        let snapshot = try connection.subscribe()
        #expect(snapshot.surfaces.map(\.name) == ["atmel-maxtouch-touchscreen"])
        #expect(snapshot.recognizers == [RecognizerDescription(name: "tap", type: "tap", enabled: true)])
        var clock = timespec()
        clock_gettime(CLOCK_MONOTONIC, &clock)
        let now = Int64(clock.tv_sec) * 1_000_000
        for sequence in 1...10 {
            let gesture = try #require(try nextGesture(connection))
            #expect(gesture.sequence == sequence)
            #expect(gesture.notification.state == .recognized)
            #expect(gesture.notification.time > now - 2_000_000 && gesture.notification.time < now + 20_000_000)
        }
        running.daemon.stop()
        running.waitForEnd()
        #expect(!FileManager.default.fileExists(atPath: running.socket))
    }

    @Test("When the daemon stops in mid-gesture, the subscriber is told `cancelled` before the connection ends")
    func stop() throws {
        let running = try RunningDaemon(
            try RecordingCatalogue.recording("ed-atmel-mxt-1f-updown"), isLooping: true, Fixtures.only("pan", .pan))
        let connection = try running.connect()
        _ = try connection.subscribe()
        while let gesture = try nextGesture(connection), gesture.notification.state != .changed {}
        running.daemon.stop()
        var last: GestureState?
        while let gesture = try nextGesture(connection) { last = gesture.notification.state }
        #expect(last == .cancelled)
        running.waitForEnd()
    }

    @Test("A recording that is not looped ends the daemon when it is over")
    func once() throws {
        let running = try RunningDaemon(try RecordingCatalogue.recording("ed-isdv4e6-single-tap-center"))
        running.waitForEnd()
        #expect(!FileManager.default.fileExists(atPath: running.socket))
    }

    @Test("It lists the recording as its device, with surface and region in the same unit")
    func lists() throws {
        let configuration = Configuration(
            surfaces: [SurfaceRule(name: "panel", settings: SurfaceSettings(pixels: Size(width: 800, height: 480)))])
        let running = try RunningDaemon(
            try RecordingCatalogue.recording("ed-atmel-mxt-1f-updown"), isLooping: true, configuration)
        let connection = try running.connect()
        let surface = try #require(try connection.surfaces().first)
        #expect(surface.name == "panel" && surface.unit == .pixels)
        #expect(abs(surface.width - 800) < 1e-6 && abs(surface.height - 480) < 1e-6)
        let device = try #require(try connection.devices().first)
        #expect(device.used && device.path == "test" && device.slots == 10 && device.surface == "panel")
        #expect(try connection.regions().map(\.name) == ["root"])
        running.daemon.stop()
        running.waitForEnd()
    }

    @Test("A recording of something else than a touchscreen is an error, and leaves no socket")
    func refused() throws {
        let socket = FileManager.default.temporaryDirectory.path + "/gestured-\(UUID().uuidString).sock"
        var options = Daemon.Options(configuration: .standard, socketPath: socket)
        options.input = .recording(
            try RecordingCatalogue.recording("neg-dellcanvas-pen"), name: "pen", isLooping: false)
        let daemon = try Daemon(options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        #expect(throws: ReplayError.self) { try daemon.run() }
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test("A daemon that has run is gone when nobody holds it, and with it its descriptors")
    func released() throws {
        let socket = FileManager.default.temporaryDirectory.path + "/gestured-\(UUID().uuidString).sock"
        weak var released: Daemon?
        do {
            var options = Daemon.Options(configuration: .standard, socketPath: socket)
            options.input = .recording(
                try RecordingCatalogue.recording("ed-isdv4e6-single-tap-center"), name: "tap", isLooping: false)
            let daemon = try Daemon(options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            try daemon.run()
            released = daemon
        }
        #expect(released == nil)
    }
}
