// Tests of a program that is a daemon with its own recognizers.

import Configuration
import Diagnosis
import Foundation
import GestureClient
import GestureDaemon
import GestureWire
import Gestures
import Logging
import Testing
import TouchTesting

private func makeDaemon(_ socket: String, playing path: String) throws -> Daemon {
    var options = Daemon.Options(configuration: .standard, socketPath: socket)
    options.input = .recordings([NamedRecording(try RecordingFile.read(path), name: path)], isLooping: true)
    options.prepare = { engine, _ in
        engine.root.addGestureRecognizer(IncrementalPinchGestureRecognizer(name: "squeeze"))
    }
    return try Daemon(options, logger: Logger(label: "squeezed"))
}

@Suite struct OwnDaemonTests {
    @Test("A subscriber receives the examples like other recognizers: name, type and measurements")
    func publishes() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gestured-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let socket = folder.appending(path: "socket").path
        let recording = RecordingCatalogue.folder.appending(path: "ed-ep0430m09-2f-scroll-down.evemu").path
        let daemon = try makeDaemon(socket, playing: recording)
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            do { try daemon.run() } catch { Issue.record("the daemon failed: \(error)") }
            ended.signal()
        }
        let connection = try connect(socket)
        _ = try connection.subscribe(recognizers: ["squeeze"])
        var gesture: GestureNotification?
        while gesture == nil, let message = try connection.next() {
            if case .gesture(let received) = message { gesture = received.notification }
        }
        #expect(gesture?.recognizer == "squeeze" && gesture?.type == "incrementalPinch")
        guard case .custom(let members)? = gesture?.measurement else {
            Issue.record("it measures nothing of its own")
            return
        }
        let scale = try #require(members["scale"]?.number)
        #expect(scale > 0.5 && scale < 2 && scale != 1)
        daemon.stop()
        #expect(ended.wait(timeout: .now() + 60) == .success)
    }

    @Test("Explain covers the examples, with their reasons")
    func explains() throws {
        let recording = try RecordingCatalogue.recording("ed-isdv4e6-single-center-circle")
        var text = ""
        _ = try Explanation.run(
            recording, configuration: Configuration(recognizers: []),
            prepare: { engine, _ in engine.root.addGestureRecognizer(CheckmarkGestureRecognizer(name: "done")) },
            receive: { text += $0 + "\n" })
        #expect(text.contains("moved to the left by "), "\(text)")
    }

    /// A client that connects as soon as the socket exists.
    private func connect(_ socket: String) throws -> GestureConnection {
        let deadline = Date(timeIntervalSinceNow: 60)
        while true {
            do { return try GestureConnection(path: socket) } catch let error as ConnectionError {
                guard error.code == .unreachable, Date() < deadline else { throw error }
            }
        }
    }
}
