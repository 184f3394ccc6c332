// Runner of gestured and gesturectl for tests.

import Foundation
import Testing

/// The outcome of a program that ran to its end.
struct Outcome {
    let status: Int32
    let output: String
    let errors: String

    var lines: [Substring] { output.split(separator: "\n") }

    /// Its output as one JSON object.
    var json: [String: Any]? { (try? JSONSerialization.jsonObject(with: Data(output.utf8))) as? [String: Any] }
}

/// A program that was built beside the tests.
enum Program: String {
    case gestured, gesturectl

    var url: URL {
        URL(filePath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "")
            .deletingLastPathComponent().appending(path: rawValue)
    }

    /// Runs to the end.
    func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
        try run(arguments, environment: environment)
    }

    /// Runs to the end.
    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
        let program = try RunningProgram(self, arguments, environment: environment)
        // Errors are short enough for the pipe; the output is not.
        let output = program.output.fileHandleForReading.readDataToEndOfFile()
        let status = program.wait()
        return Outcome(
            status: status, output: String(decoding: output, as: UTF8.self),
            errors: String(decoding: program.errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
    }
}

/// The output, with the messages, of a shell's script to its end; `$0` and `$1`… are the arguments.
func shell(_ script: String, _ arguments: [String], in folder: URL? = nil) throws -> String {
    let (shell, output) = (Process(), Pipe())
    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = ["-c", script] + arguments
    shell.currentDirectoryURL = folder
    (shell.standardOutput, shell.standardError) = (output, output)
    try shell.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    return text
}

/// A program that runs for at most a minute: one that does not end must not hang the tests.
final class RunningProgram {
    let output = Pipe()
    let errors = Pipe()
    /// What must exist as long as it runs.
    var companion: AnyObject?
    private let process = Process()
    private let killer: DispatchWorkItem

    convenience init(_ program: Program, _ arguments: [String], environment: [String: String] = [:]) throws {
        try self.init(program.url, arguments, environment: environment)
    }

    init(_ program: URL, _ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
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

    /// Expects a text in its messages, and returns them up to it.
    @discardableResult
    func expect(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        let text = errors(to: words)
        #expect(text.contains(words), "\(text)", sourceLocation: sourceLocation)
        return text
    }

    /// Limits the numbers of its open files.
    func allowDescriptors(_ limit: Int) throws {
        #expect(
            try shell("prlimit --pid $0 --nofile=$1: && echo ok", ["\(process.processIdentifier)", "\(limit)"])
                == "ok\n")
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
    /// The path of its configuration.
    let file: String
    let program: RunningProgram
    private let folder: TemporaryFolder

    /// - Parameters:
    ///   - configuration: The text of its configuration file; the shipped one applies when it is nil.
    ///   - socket: Its socket; one of its own when it is nil.
    init(
        _ name: String = "ed-atmel-mxt-1f-fasttaps", configuration: String? = nil, at socket: String? = nil
    ) throws {
        folder = try TemporaryFolder()
        self.socket = socket ?? folder.url.path + "/s"
        file = folder.url.path + "/gestured.yaml"
        var arguments = ["--replay", recording(name), "--loop", "--socket", self.socket]
        if let configuration { arguments += ["--config", try folder.write(configuration, to: "gestured.yaml")] }
        program = try RunningProgram(.gestured, arguments)
        program.expect("ready:")
    }

    /// Runs gesturectl with its socket.
    func gesturectl(_ arguments: String...) throws -> Outcome {
        try Program.gesturectl.run(arguments + ["--socket", socket])
    }

    /// Starts gesturectl with its socket; this gestured runs as long as that is kept.
    func start(_ arguments: String..., and command: [String] = []) throws -> RunningProgram {
        let program = try RunningProgram(.gesturectl, arguments + ["--socket", socket] + command)
        program.companion = self
        return program
    }

    func write(_ text: String) throws { try text.write(toFile: file, atomically: true, encoding: .utf8) }

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

    /// Writes a file, and makes its folders.
    func write(_ text: String, to name: String) throws -> String {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }
}

/// The path of a recorded panel.
func recording(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/recordings/\(name).evemu").path
}
