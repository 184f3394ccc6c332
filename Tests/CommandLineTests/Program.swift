// Runner of gestured and gesturectl for tests.

import Foundation
import Testing

/// The outcome of a program that ran to its end.
struct Outcome {
    let status: Int32
    let output: String
    let errors: String

    var lines: [Substring] { output.split(separator: "\n") }
}

/// A program that was built beside the tests.
enum Program: String {
    case gestured, gesturectl

    var url: URL {
        URL(filePath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "")
            .deletingLastPathComponent().appending(path: rawValue)
    }

    /// Runs to the end.
    func run(_ arguments: String..., environment: [String: String] = [:], input: String? = nil) throws -> Outcome {
        try run(arguments, environment: environment, input: input)
    }

    /// Runs to the end, with a file as its standard input.
    func run(_ arguments: [String], environment: [String: String] = [:], input: String? = nil) throws -> Outcome {
        let program = try RunningProgram(self, arguments, environment: environment, input: input)
        // Errors are short enough for the pipe; the output is not.
        let output = program.output.fileHandleForReading.readDataToEndOfFile()
        let status = program.wait()
        return Outcome(
            status: status, output: String(decoding: output, as: UTF8.self),
            errors: String(decoding: program.errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
    }
}

/// A program that runs for at most a minute: one that does not end must not hang the tests.
final class RunningProgram {
    let output = Pipe()
    let errors = Pipe()
    private let process = Process()
    private let killer: DispatchWorkItem

    init(
        _ program: Program, _ arguments: [String], environment: [String: String] = [:], input: String? = nil
    ) throws {
        process.executableURL = program.url
        process.arguments = arguments
        process.standardInput = try input.map { try FileHandle(forReadingFrom: URL(filePath: $0)) } ?? .nullDevice
        process.standardOutput = output
        process.standardError = errors
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        try process.run()
        let identifier = process.processIdentifier
        killer = DispatchWorkItem { kill(identifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: killer)
    }

    deinit { stop() }

    /// Sends a signal, as `kill` and systemd do.
    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Its messages, until a text is in them or until its end.
    func errors(to words: String) -> String { Self.read(errors) { $0.contains(words) } }

    /// Limits the numbers of its open files.
    func allowDescriptors(_ limit: Int) throws {
        let limits = try Process.run(
            URL(filePath: "/usr/bin/prlimit"),
            arguments: ["--pid", "\(process.processIdentifier)", "--nofile=\(limit):"])
        limits.waitUntilExit()
        #expect(limits.terminationStatus == 0)
    }

    /// Sends SIGTERM and waits.
    @discardableResult
    func stop() -> Int32 {
        if process.isRunning { process.terminate() }
        return wait()
    }

    /// The status at the end; -1 when a signal ended it.
    func wait() -> Int32 {
        process.waitUntilExit()
        killer.cancel()
        return process.terminationReason == .exit ? process.terminationStatus : -1
    }

    /// The output of a pipe until a text is in it, or until its end.
    static func read(_ pipe: Pipe, until condition: (String) -> Bool) -> String {
        var text = ""
        while !condition(text) {
            let more = pipe.fileHandleForReading.availableData
            if more.isEmpty { break }
            text += String(decoding: more, as: UTF8.self)
        }
        return text
    }
}

/// A gestured that plays a recording in a loop; it is ready once made, and is stopped with the last reference.
final class PlayingDaemon {
    let socket: String
    private let folder: TemporaryFolder
    private let program: RunningProgram

    /// - Parameter configuration: The text of its configuration file; the shipped one applies when it is nil.
    init(_ name: String, configuration: String? = nil) throws {
        folder = try TemporaryFolder()
        socket = folder.url.path + "/s"
        var arguments = ["--replay", recording(name), "--loop", "--socket", socket]
        if let configuration { arguments += ["--config", try folder.write(configuration, to: "gestured.yaml")] }
        program = try RunningProgram(.gestured, arguments)
        #expect(RunningProgram.read(program.errors) { $0.contains("ready:") }.contains("ready:"))
    }

    @discardableResult
    func stop() -> Int32 { program.stop() }

    /// Kills it as `kill -9` does, and waits for its end.
    func kill() {
        program.send(SIGKILL)
        _ = program.wait()
    }
}

/// A folder that is removed with its last reference.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "gestured-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, to name: String) throws -> String {
        let file = url.appending(path: name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }
}

/// The path of a recorded panel.
func recording(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/recordings/\(name).evemu").path
}
