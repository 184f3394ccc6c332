// Tests of the whole daemon with a real client and a recorded panel.

import Configuration
import Foundation
import GestureClient
import GestureDaemon
import GestureWire
import Logging
import Testing
import Touch
import TouchTesting

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
        running.stop()
        #expect(!FileManager.default.fileExists(atPath: running.socket))
    }

    @Test("When the daemon stops during a gesture, the subscriber receives `cancelled` before the connection ends")
    func stop() throws {
        let running = try RunningDaemon(
            try RecordingCatalogue.recording("ed-atmel-mxt-1f-updown"), isLooping: true, Fixtures.only("pan", .pan))
        let connection = try running.subscriber(until: .changed)
        running.daemon.stop()
        var last: GestureState?
        while let gesture = try nextGesture(connection) { last = gesture.notification.state }
        #expect(last == .cancelled)
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
