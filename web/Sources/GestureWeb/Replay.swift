// The offline pipeline for recordings that a page sends.

internal import FoundationEssentials
internal import Glibc
internal import NIOCore
internal import NIOPosix

/// Plays recordings by gesturectl, in a process with limits of its own.
struct Replay: Sendable {
    /// What a page sends.
    struct Order: Decodable {
        let recording: String
        /// The configuration as YAML; nil for that of the machine.
        let configuration: String?
    }

    /// A recording or a configuration that gesturectl refuses, in its own words.
    struct Refused: Error {
        let message: String
    }

    /// The largest order, in bytes.
    static let largest = 16 * 1024 * 1024
    /// The time and the output that gesturectl may take.
    private static let limits = ["timeout", "10", "prlimit", "--fsize=67108864", "--as=4294967296"]

    /// The path of gesturectl.
    let program: String
    let pool: NIOThreadPool

    /// Returns the answer as JSON: the lines of a subscriber, the steps of the recognizers, and the configuration.
    func answer(to order: Order) async throws -> [UInt8] {
        try await pool.runIfActive { try play(order) }
    }

    private func play(_ order: Order) throws -> [UInt8] {
        let folder = try FileManager.default.temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try write(order.recording, "\(folder)/panel")
        var options = ["--json"]
        if let configuration = order.configuration {
            try write(configuration, "\(folder)/configuration.yaml")
            options += ["--config", "\(folder)/configuration.yaml"]
        }
        let lines = try run(["replay", "--touches", "\(folder)/panel"] + options, in: folder)
        let decisions = try run(["explain", "\(folder)/panel"] + options, in: folder)
        let configuration = try run(["config", "--all"] + options.filter { $0 != "--config" }, in: folder)
        return Array(#"{"lines":["#.utf8) + lines + Array(#"],"decisions":["#.utf8) + decisions
            + Array(#"],"configuration":"#.utf8) + configuration + Array("}".utf8)
    }

    /// The schema of the configuration, as JSON.
    func schema() async throws -> [UInt8] {
        try await pool.runIfActive {
            let folder = try FileManager.default.temporaryFolder()
            defer { try? FileManager.default.removeItem(atPath: folder) }
            _ = try run(["schema"], in: folder)
            return try read("\(folder)/output")
        }
    }

    /// Runs gesturectl; returns the lines that it prints, with commas in between.
    private func run(_ words: [String], in folder: String) throws -> [UInt8] {
        let status = try spawn(Self.limits + [program] + words, output: "\(folder)/output", errors: "\(folder)/errors")
        guard status == 0 else {
            let said = (try? read("\(folder)/errors")).map { String(decoding: $0, as: UTF8.self) } ?? ""
            let reason = status == 124 ? "it takes more than 10 seconds" : said
            throw Refused(message: reason.replacing("\(folder)/", with: ""))
        }
        var output = try read("\(folder)/output")
        if output.last == 10 { output.removeLast() }
        return output.map { $0 == 10 ? UInt8(ascii: ",") : $0 }
    }

    private func spawn(_ words: [String], output: String, errors: String) throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var process: pid_t = 0
        var arguments = words.map { strdup($0) } + [nil]
        defer { for each in arguments { free(each) } }
        let failure = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
        guard failure == 0 else { throw Refused(message: "\(words[0]): \(String(cString: strerror(failure)))") }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    }

    private func write(_ text: String, _ path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    private func read(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }
}

extension FileManager {
    /// Makes a folder that nobody else can read.
    fileprivate func temporaryFolder() throws -> String {
        var template = Array("/tmp/gestured-web-XXXXXX".utf8CString)
        guard let path = mkdtemp(&template) else {
            throw Replay.Refused(message: "no folder for the recording: \(String(cString: strerror(errno)))")
        }
        return String(cString: path)
    }
}
