// Tests of SIGHUP when a terminal is closed.

import Foundation
import Glibc
import Testing

@Suite struct ActionReloadTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What `gesturectl run` says after its terminal was closed, until it ends or has run five commands.
    ///
    /// - Parameter prefix: A command that starts it.
    private func words(after prefix: String) throws -> String {
        let daemon = try PlayingDaemon()
        let path = try folder.write("actions: [{ on: tap, command: [echo, tapped] }]\n", to: "actions.yaml")
        let (pipe, number) = (folder.url.path + "/errors", folder.url.path + "/number")
        #expect(mkfifo(pipe, 0o600) == 0)
        let terminal = Process()
        terminal.executableURL = URL(filePath: "/usr/bin/script")
        terminal.arguments = [
            "--quiet", "--command",
            "echo $$ >'\(number)'; exec \(prefix) '\(Program.gesturectl.url.path)' run --config '\(path)' "
                + "--socket '\(daemon.socket)' 2>'\(pipe)'",
            "/dev/null",
        ]
        terminal.currentDirectoryURL = folder.url
        terminal.standardInput = FileHandle.nullDevice
        terminal.standardOutput = FileHandle.nullDevice
        try terminal.run()
        let errors = Pipe(reading: pipe)
        #expect(errors.read { $0.contains("tapped\n") }.contains("tapped\n"))
        kill(terminal.processIdentifier, SIGKILL)
        let said = errors.read { $0.components(separatedBy: "tapped\n").count > 5 }
        let process = try String(contentsOfFile: number, encoding: .utf8)
        kill(try #require(Int32(process.dropLast())), SIGTERM)
        // Not before: for Foundation it runs as long as somebody has its descriptors.
        terminal.waitUntilExit()
        daemon.stop()
        return said
    }

    /// The end of a pipe with a name.
    private struct Pipe {
        let descriptor: Int32

        init(reading path: String) { descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }

        /// The output until a text is in it, until the end, or until nothing comes for a minute.
        func read(until isEnough: (String) -> Bool) -> String {
            var (text, bytes) = ("", [UInt8](repeating: 0, count: 4096))
            while !isEnough(text) {
                var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&event, 1, 60_000) == 1 else { break }
                let count = Glibc.read(descriptor, &bytes, bytes.count)
                guard count > 0 else { break }
                text += String(decoding: bytes[..<count], as: UTF8.self)
            }
            return text
        }
    }

    @Test("It ends with its terminal, unless nohup has started it", arguments: ["", "nohup"])
    func terminal(prefix: String) throws {
        let isThere = try words(after: prefix).components(separatedBy: "tapped\n").count > 5
        #expect(isThere == (prefix == "nohup"))
    }
}
