// Tests of started commands: environment, session, descriptors.

import Foundation
import Synchronization
import Testing

@testable import ControlCommands

@Suite struct SpawnedCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Waits for a command's end.
    private func end(of command: SpawnedCommand) -> CommandFailure? {
        let ended = DispatchSemaphore(value: 0)
        let failure = Mutex<CommandFailure?>(nil)
        command.whenEnded { end in
            failure.withLock { $0 = end }
            ended.signal()
        }
        ended.wait()
        return failure.withLock { $0 }
    }

    /// The text that a shell writes to `$OUT`.
    private func output(of script: String, _ variables: [(name: String, value: String)] = []) throws -> String {
        let file = folder.url.path + "/out"
        #expect(try end(of: SpawnedCommand(["sh", "-c", script], variables + [("OUT", file)])) == nil)
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

    @Test("A command inherits variables that are not UTF-8 as they are, and has its own session, against Ctrl-C")
    func inherited() throws {
        let word: [CChar] = [0x63, -0x17, 0x3D, 0x63, 0]
        setenv("LATIN_WORD", word, 1)
        defer { unsetenv("LATIN_WORD") }
        #expect(try output(of: #"printf %s "$LATIN_WORD" | od -An -tx1 > "$OUT""#) == " 63 e9 3d 63\n")
        let process = try output(of: #"cut -d" " -f1,6 /proc/$$/stat > "$OUT""#).dropLast().split(separator: " ")
        #expect(process.count == 2 && process[0] == process[1])
        #expect(!FileManager.default.fileExists(atPath: "/proc/\(process[0])"), "an ended command leaves no zombie")
    }

    @Test("A missing program is reported at once, and an exit status at the end")
    func failures() throws {
        #expect(throws: SpawnedCommand.Failure(number: ENOENT)) { try SpawnedCommand(["/nonexistent/program"], []) }
        #expect(try end(of: SpawnedCommand(["sh", "-c", "exit 3"], [])) == .status(3))
        let ends = [0, 255 << 8, 9, 11 | 0x80].map { CommandFailure(waitStatus: $0) }
        #expect(ends == [nil, .status(255), .signal(9), .signal(11)], "the last with a core dump")
    }
}
