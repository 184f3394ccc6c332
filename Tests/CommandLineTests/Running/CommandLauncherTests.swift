// Tests of started commands: environment, session, descriptors.

import Foundation
import Testing

@testable import ControlCommands

@Suite struct CommandLauncherTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The text that a shell writes to `$OUT`.
    private func output(of script: String, _ variables: [(name: String, value: String)] = []) throws -> String {
        let file = folder.url.path + "/out"
        let launcher = CommandLauncher(["sh", "-c", script], limit: 1)
        #expect(launcher.start(variables + [("OUT", file)]) == .started)
        launcher.waitForAll()
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    @Test("A command receives its own variables, none of another gesture, and empty input")
    func environment() throws {
        setenv("GESTURED_STROKE", "of another gesture", 1)
        setenv("GESTURED_SOCKET", "/somewhere", 1)
        defer { for name in ["GESTURED_STROKE", "GESTURED_SOCKET"] { unsetenv(name) } }
        let text = try output(
            of: #"(cat; echo "$GESTURED_X,$GESTURED_STROKE,$GESTURED_SOCKET,${PATH:+path}") > "$OUT""#,
            [("GESTURED_X", "1 2")])
        #expect(text == "1 2,,/somewhere,path\n")
    }

    @Test("A command inherits variables that are not UTF-8 as they are")
    func foreignBytes() throws {
        let word: [CChar] = [0x63, -0x17, 0x3D, 0x63, 0]
        setenv("LATIN_WORD", word, 1)
        defer { unsetenv("LATIN_WORD") }
        #expect(try output(of: #"printf %s "$LATIN_WORD" | od -An -tx1 > "$OUT""#) == " 63 e9 3d 63\n")
    }

    @Test("A command has its own session, so that Ctrl-C does not reach it")
    func session() throws {
        let process = try output(of: #"cut -d" " -f1,6 /proc/$$/stat > "$OUT""#).dropLast().split(separator: " ")
        #expect(process.count == 2 && process[0] == process[1])
    }

    @Test("At most the limit of commands runs at a time; the end of one frees a slot")
    func limit() throws {
        let pipe = folder.url.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        // Opened for both reading and writing, so that opening does not wait; each command waits for a line.
        let lines = open(pipe, O_RDWR | O_CLOEXEC)
        defer { close(lines) }
        let launcher = CommandLauncher(["sh", "-c", "read line < \(pipe)"], limit: 2)
        #expect([launcher.start([]), launcher.start([]), launcher.start([])] == [.started, .started, .leftOut])
        try #require(write(lines, "a\nb\n", 4) == 4)
        launcher.waitForAll()
        #expect(launcher.start([]) == .started)
        try #require(write(lines, "c\n", 2) == 2)
        launcher.waitForAll()
    }

    @Test("A missing program is reported at once")
    func missing() {
        let launcher = CommandLauncher(["/nonexistent/program"], limit: 1)
        #expect(launcher.start([]) == .failed(ENOENT))
        #expect(launcher.start([]) == .failed(ENOENT), "it did not count")
    }

    @Test("An ended command leaves no zombie")
    func reaped() throws {
        let text = try output(of: #"echo $$ > "$OUT""#)
        let process = try #require(pid_t(text.dropLast()))
        #expect(!FileManager.default.fileExists(atPath: "/proc/\(process)"))
    }
}
