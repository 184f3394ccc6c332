// The offline pipeline for recordings that a page sends.

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
    struct Refused: Error, CustomStringConvertible {
        let message: String
        var description: String { message }
    }

    /// What limits gesturectl; by their paths, so that no folder of PATH can put others in their place.
    private static let limits = [
        "/usr/bin/timeout", "--kill-after=1", "\(Limits.playTime)",
        "/usr/bin/prlimit", "--fsize=\(Limits.output)", "--as=\(Limits.playMemory)", "--core=0", "--",
    ]
    /// The descriptors of the recording and of the configuration in gesturectl.
    private static let recording: Int32 = 3, configuration: Int32 = 4

    /// The name or path of gesturectl.
    let program: String
    let pool: NIOThreadPool

    /// Returns the answer as JSON: the lines of a subscriber, the steps of the recognizers, and the configuration.
    func answer(to order: Order) async throws -> ByteBuffer {
        try await pool.runIfActive { try play(order) }
    }

    /// Returns the schema of the configuration, as JSON.
    func schema() async throws -> ByteBuffer {
        try await pool.runIfActive { try run(["schema"], []) }
    }

    private func play(_ order: Order) throws -> ByteBuffer {
        var files = [try TemporaryFile(Self.recording, order.recording)]
        let recording = files[0].path
        var options = ["--json"], named: [String] = []
        if let text = order.configuration {
            let file = try TemporaryFile(Self.configuration, text)
            files.append(file)
            (options, named) = (["--json", "--config", file.path], [file.path])
        }
        var answer = ByteBuffer(string: #"{"lines":["#)
        try answer.writeLines(run(["replay", "--touches", recording] + options, files))
        answer.writeString(#"],"decisions":["#)
        try answer.writeLines(run(["explain", recording] + options, files))
        answer.writeString(#"],"configuration":"#)
        try answer.writeLines(run(["config", "--all", "--json"] + named, files))
        answer.writeString("}")
        return answer
    }

    /// Runs gesturectl; returns what it prints.
    private func run(_ words: [String], _ files: [TemporaryFile]) throws -> ByteBuffer {
        let output = try TemporaryFile(STDOUT_FILENO), errors = try TemporaryFile(STDERR_FILENO)
        let status = try spawn(Self.limits + [program] + words, files + [output, errors])
        let size = "it makes more than \(Limits.output / 1_048_576) MiB of output"
        switch status {
        case 0:
            guard let text = output.content(Limits.output) else { throw Refused(message: size) }
            return text
        case 124, 137: throw Refused(message: "it takes more than \(Limits.playTime) seconds")
        case 128 + SIGXFSZ: throw Refused(message: size)
        default:
            let said = errors.content(Limits.errors).map { String(buffer: $0) } ?? ""
            throw Refused(message: said.isEmpty ? "\(program) ended with status \(status)" : Self.named(said))
        }
    }

    private static func named(_ text: String) -> String {
        text.replacing("/dev/fd/\(recording)", with: "recording")
            .replacing("/dev/fd/\(configuration)", with: "configuration")
    }

    private func spawn(_ words: [String], _ files: [TemporaryFile]) throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for file in files { posix_spawn_file_actions_adddup2(&actions, file.descriptor, file.number) }
        // The sockets here are not closed by exec; their peers must not wait for the end of gesturectl, too.
        let used = Set(files.map(\.number))
        for number in 3..<Int32(min(sysconf(Int32(_SC_OPEN_MAX)), 1024)) where !used.contains(number) {
            posix_spawn_file_actions_addclose(&actions, number)
        }
        var process: pid_t = 0
        var arguments = words.map { strdup($0) } + [nil]
        defer { for each in arguments { free(each) } }
        let failure = posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
        guard failure == 0 else { throw Refused(message: "\(words[0]): \(String(cString: strerror(failure)))") }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}

extension ByteBuffer {
    /// Adds lines, with commas in place of the line feeds between them.
    fileprivate mutating func writeLines(_ lines: ByteBuffer) {
        var lines = lines
        lines.withUnsafeMutableReadableBytes { bytes in
            for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: ",") }
        }
        let last = lines.getInteger(at: lines.writerIndex - 1, as: UInt8.self)
        if last == UInt8(ascii: ",") { lines.moveWriterIndex(to: lines.writerIndex - 1) }
        writeBuffer(&lines)
    }
}
