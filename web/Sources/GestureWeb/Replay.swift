// The offline pipeline for recordings that a page sends.

import Glibc
import NIOCore
import NIOPosix

/// Plays recordings by gesturectl, in a process with limits of its own.
struct Replay: Sendable {
    /// What a page sends.
    struct Request: Decodable {
        let recording: String
        /// The configuration as YAML; nil for that of the machine.
        let configuration: String?
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
    func answer(to request: Request) async throws -> ByteBuffer {
        try await pool.runIfActive { try play(request) }
    }

    /// Returns the schema of the configuration, as JSON.
    func schema() async throws -> ByteBuffer {
        try await pool.runIfActive { try run(["schema"], []) }
    }

    private func play(_ request: Request) throws -> ByteBuffer {
        var files = [try TemporaryFile(Self.recording, request.recording)]
        let recording = files[0].path
        var options = ["--json"], named: [String] = []
        if let text = request.configuration {
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

    /// Runs gesturectl; returns what it prints, or throws why it refuses the recording, in its own words.
    private func run(_ words: [String], _ files: [TemporaryFile]) throws -> ByteBuffer {
        let output = try TemporaryFile(STDOUT_FILENO), errors = try TemporaryFile(STDERR_FILENO)
        let status = try spawn(Self.limits + [program] + words, files + [output, errors])
        // By the size: SIGXFSZ does not end it when whoever started gestured-web ignores that signal.
        guard let text = output.content(Limits.output - 1) else {
            throw Failure(description: "it makes more than \(Limits.output / 1_048_576) MiB of output")
        }
        switch status {
        case 0: return text
        case 124, 137: throw Failure(description: "it takes more than \(Limits.playTime) seconds")
        default:
            let said = errors.content(Limits.errors).map { String(buffer: $0) } ?? ""
            throw Failure(description: said.isEmpty ? "\(program) ended with status \(status)" : Self.named(said))
        }
    }

    private static func named(_ text: String) -> String {
        text.replacing("/dev/fd/\(recording)", with: "recording")
            .replacing("/dev/fd/\(configuration)", with: "configuration")
    }

    private func spawn(_ words: [String], _ files: [TemporaryFile]) throws -> Int32 {
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(null) }
        var descriptors = Dictionary(uniqueKeysWithValues: files.map { ($0.number, $0.descriptor) })
        descriptors[STDIN_FILENO] = null
        let status = try Child.run(words, descriptors: descriptors)
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
