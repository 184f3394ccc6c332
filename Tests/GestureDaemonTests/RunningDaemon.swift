// A whole daemon with a recorded panel for tests.

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
final class RunningDaemon {
    let daemon: Daemon
    let socket: String
    private let folder: URL
    private let ended = DispatchSemaphore(value: 0)

    init(
        _ recording: Recording, isLooping: Bool = false, _ configuration: Configuration = .standard,
        log: any LogHandler = SwiftLogNoOpLogHandler(), _ configure: (inout Daemon.Options) -> Void = { _ in }
    ) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("gestured-\(UUID().uuidString)")
        socket = folder.appendingPathComponent("gestured.sock").path
        var options = Daemon.Options(configuration: configuration, socketPath: socket)
        options.input = .recordings([NamedRecording(recording, name: "test")], isLooping: isLooping)
        configure(&options)
        let daemon = try Daemon(options, logger: Logger(label: "test") { _ in log })
        self.daemon = daemon
        Thread.detachNewThread { [ended] in
            do { try daemon.run() } catch { Issue.record("the daemon failed: \(error)") }
            ended.signal()
        }
    }

    /// With a configuration from a file.
    convenience init(_ recording: Recording, file: ConfigurationFile, lines: LogLines = LogLines()) throws {
        let choice = ConfigurationChoice(path: file.path)
        try self.init(recording, isLooping: true, choice.load(), log: lines) {
            ($0.configurationName, $0.configurationChoice) = (choice.name, choice)
        }
    }

    /// A client that connects as soon as the socket exists.
    func connect() throws -> GestureConnection {
        let deadline = Date(timeIntervalSinceNow: 120)
        while true {
            do { return try GestureConnection(path: socket) } catch let error as ConnectionError {
                guard error.code == .unreachable, Date() < deadline else { throw error }
            }
        }
    }

    /// A client with a subscription to everything, which has read the gestures up to one in a state.
    func subscriber(until state: GestureState? = nil) throws -> GestureConnection {
        let connection = try connect()
        _ = try connection.subscribe()
        while let state, let gesture = try nextGesture(connection), gesture.notification.state != state {}
        return connection
    }

    func stop() {
        daemon.stop()
        waitForEnd()
    }

    func waitForEnd() {
        #expect(ended.wait(timeout: .now() + 120) == .success)
        try? FileManager.default.removeItem(at: folder)
    }
}

func nextGesture(_ connection: GestureConnection) throws -> ReceivedGesture? {
    while let message = try connection.next() {
        if case .gesture(let gesture) = message { return gesture }
    }
    return nil
}

/// A configuration file that is removed with its last reference.
final class ConfigurationFile {
    let path = FileManager.default.temporaryDirectory.path + "/gestured-\(UUID().uuidString).yaml"

    init(_ text: String) throws { try write(text) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }
}

/// Stores log lines.
final class LogLines: LogHandler, @unchecked Sendable {
    var logLevel = Logger.Level.notice
    var metadata: Logger.Metadata = [:]
    private let lock = NSLock()
    private var lines: [String] = []

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        lock.withLock { lines.append("\(event.level): \(event.message)") }
    }

    var all: [String] { lock.withLock { lines } }
}

/// Recordings of synthetic fingers.
enum Finger {
    /// One finger that moves back and forth for this many seconds before it lifts.
    static func restless(seconds: Int) -> Recording {
        let frames = (1...(seconds * 100)).map { frame in
            let place = Int32(frame % 200)
            return (Int64(frame) * 10_000, 500 + (place < 100 ? place : 200 - place) * 4)
        }
        return recording(frames)
    }

    /// One finger that moves 600 units to the right within 0.3 s and lifts.
    static var drawn: Recording { recording((1...30).map { (Int64($0) * 10_000, 500 + Int32($0) * 20) }) }

    /// Two fingers that move apart and together for this many seconds before they lift.
    static func pinching(seconds: Int) -> Recording {
        let start: Int64 = 1_000_000
        var signals: [Signal] = [
            .report(0), .slot(0), .id(1), .x(1500), .y(500), .slot(1), .id(2), .x(1700), .y(500), .report(start),
        ]
        for frame in 1...(seconds * 100) {
            let place = Int32(frame % 200)
            let way = (place < 100 ? place : 200 - place) * 8
            signals += [.slot(0), .x(1500 - way), .slot(1), .x(1700 + way), .report(start + Int64(frame) * 10_000)]
        }
        let end = start + Int64(seconds) * 1_000_000 + 10_000
        return Fixtures.recording(signals + [.slot(0), .id(-1), .slot(1), .id(-1), .report(end)])
    }

    /// The finger lands a second after the recording begins, so that a client can connect first: recognizers without
    /// subscribers are idle, and do not see fingers that are down when they wake up.
    private static func recording(_ frames: [(time: Int64, x: Int32)]) -> Recording {
        let start: Int64 = 1_000_000
        var signals: [Signal] = [.report(0), .slot(0), .id(1), .x(500), .y(500), .report(start)]
        for frame in frames { signals += [.x(frame.x), .report(start + frame.time)] }
        return Fixtures.recording(signals + [.id(-1), .report(start + (frames.last?.time ?? 0) + 10_000)])
    }
}
