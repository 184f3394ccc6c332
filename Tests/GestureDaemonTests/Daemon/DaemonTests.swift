// Tests of the whole daemon with a real client and a recorded panel.

import Configuration
import Foundation
import GestureClient
import GestureDaemon
import GestureWire
import Gestures
import Logging
import Testing
import Touch
import TouchTesting

/// Recognizes a finger as soon as it lands, and reports the number of touches.
private final class Landing: GestureRecognizer {
    override var typeName: String { "landing" }
    override var measurement: GestureMeasurement { .custom([.init("fingers", .count(numberOfTouches))]) }

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        state = .recognized
    }
}

@Suite(.serialized) struct DaemonTests {
    @Test("A subscriber receives the taps of a recorded panel, with times of the monotonic clock")
    func taps() throws {
        let running = try RunningDaemon(
            try RecordingCatalogue.recording("ed-atmel-mxt-1f-fasttaps"), isLooping: true, Fixtures.only("tap", .tap))
        let connection = try running.connect()
        let snapshot = try connection.subscribe()
        #expect(snapshot.surfaces.map(\.name) == ["atmel-maxtouch-touchscreen"])
        #expect(
            snapshot.recognizers == [RecognizerDescription(name: "tap", type: "tap", region: "root", enabled: true)])
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

    @Test("When the daemon stops during a gesture, the subscriber receives `cancelled` before the connection ends")
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

    @Test("A recording that is not looped ends the daemon at its end")
    func once() throws {
        let running = try RunningDaemon(try RecordingCatalogue.recording("ed-isdv4e6-single-tap-center"))
        running.waitForEnd()
        #expect(!FileManager.default.fileExists(atPath: running.socket))
    }

    @Test("The daemon lists the recording as its device, with surface and region in the same unit")
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

    @Test("A custom recognizer in a custom region is listed and published like the others")
    func own() throws {
        let recording = try RecordingCatalogue.recording("ed-isdv4e6-single-tap-center")
        let configuration = Configuration(
            surfaces: [SurfaceRule(name: "panel", settings: SurfaceSettings(pixels: Size(width: 800, height: 480)))],
            recognizers: [RecognizerRule(name: "tap", type: .tap)])
        let running = try RunningDaemon(recording, isLooping: true, configuration) { engine, surface in
            let lower = Region(
                name: "lower", origin: Point(x: 0, y: surface.size.height / 4),
                size: Size(width: surface.size.width, height: surface.size.height * 3 / 4))
            engine.root.addRegion(lower)
            let landing = Landing(name: "down")
            for tap in engine.root.gestureRecognizers { landing.allowSimultaneousRecognition(with: tap) }
            lower.addGestureRecognizer(landing)
        }
        let connection = try running.connect()
        let snapshot = try connection.subscribe()
        #expect(
            snapshot.recognizers == [
                RecognizerDescription(name: "tap", type: "tap", region: "root", enabled: true),
                RecognizerDescription(name: "down", type: "landing", region: "lower", enabled: true),
            ])
        let (surface, regions) = (try #require(snapshot.surfaces.first), try connection.regions())
        #expect(regions.map(\.name) == ["root", "lower"] && regions.allSatisfy { $0.surface == surface.name })
        #expect(abs(regions[1].frame.y - 120) < 0.01 && abs(regions[1].frame.height - 360) < 0.01)
        // A round may be in progress, so two gestures in a row may belong to one.
        var received = [try #require(try nextGesture(connection)).notification]
        if received[0].recognizer == "tap" { received = [try #require(try nextGesture(connection)).notification] }
        received.append(try #require(try nextGesture(connection)).notification)
        #expect(received.map(\.recognizer) == ["down", "tap"] && received.map(\.region) == ["lower", "root"])
        #expect(received[0].type == "landing" && received[0].state == .recognized)
        #expect(received[0].measurement == .custom(CustomMembers([.init("fingers", .count(1))])))
        running.daemon.stop()
        running.waitForEnd()
    }

    @Test("A recording of another kind of device is an error, and leaves no socket")
    func refused() throws {
        let socket = FileManager.default.temporaryDirectory.path + "/gestured-\(UUID().uuidString).sock"
        var options = Daemon.Options(configuration: .standard, socketPath: socket)
        options.input = .recordings(
            [NamedRecording(try RecordingCatalogue.recording("neg-dellcanvas-pen"), name: "pen")],
            isLooping: false)
        let daemon = try Daemon(options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        #expect(throws: ReplayError.self) { try daemon.run() }
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test("A daemon that has run is freed when it is released, with its descriptors")
    func released() throws {
        let socket = FileManager.default.temporaryDirectory.path + "/gestured-\(UUID().uuidString).sock"
        weak var released: Daemon?
        do {
            var options = Daemon.Options(configuration: .standard, socketPath: socket)
            options.input = .recordings(
                [NamedRecording(try RecordingCatalogue.recording("ed-isdv4e6-single-tap-center"), name: "tap")],
                isLooping: false)
            let daemon = try Daemon(options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            try daemon.run()
            released = daemon
        }
        #expect(released == nil)
    }
}
