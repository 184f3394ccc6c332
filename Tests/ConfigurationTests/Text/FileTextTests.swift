// Tests of errors for files that cannot be read or are not text.

import Configuration
import Foundation
import Testing

@Suite struct FileTextTests {
    private func load(_ path: String) throws(ConfigurationError) -> Configuration {
        try Configuration.load(ConfigurationFiles(path: path))
    }

    /// What loading a file with these bytes throws, with `file` for its path.
    private func diagnosis(of bytes: [UInt8]) throws -> String {
        let path = FileManager.default.temporaryDirectory.path + "/gestured-\(UUID().uuidString).yaml"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            _ = try load(path)
            return ""
        } catch {
            #expect(error.file == path)
            return error.description.replacingOccurrences(of: path, with: "file")
        }
    }

    @Test("A file that is not there")
    func missing() throws {
        let error = try #require(throws: ConfigurationError.self) { try load("/nonexistent.yaml") }
        #expect(error.systemError == ENOENT)
        #expect(
            error.description == """
                /nonexistent.yaml: error: the file cannot be read: No such file or directory
                    without a file, leave the option out: the standard recognizers need none
                """)
        #expect(error.problems.map(\.line) == [0])
    }

    @Test("A directory")
    func directory() throws {
        let error = try #require(throws: ConfigurationError.self) { try load("/") }
        #expect(error.systemError == EISDIR)
        #expect(error.description == "/: error: the file cannot be read: Is a directory")
    }

    @Test("A device without end")
    func endless() throws {
        let error = try #require(throws: ConfigurationError.self) { try load("/dev/zero") }
        #expect(error.problems.map(\.message) == ["the file is larger than 1 MiB"])
        #expect(error.systemError == nil)
    }

    @Test("A pipe is refused at once: it might never get a writer, and its content can be read only once")
    func pipe() throws {
        let path = NSTemporaryDirectory() + "pipe-\(UUID().uuidString)"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let error = try #require(throws: ConfigurationError.self) { try load(path) }
        #expect(
            error.description == """
                \(path): error: the file cannot be read: it is a pipe
                    write the configuration to a file, which can be read again
                """)
        #expect(error.systemError == ESPIPE)
    }

    @Test("An empty file is the standard")
    func empty() throws {
        #expect(try load("/dev/null") == .standard)
    }

    @Test("Bytes that are not UTF-8 are shown where they begin")
    func notText() throws {
        #expect(
            try diagnosis(of: Array("surfaces: []\n# f\u{FC}r ".utf8) + [0xFC, 0x72, 0x0A]) == """
                file:2:7: error: the file is not UTF-8 from here on
                    # für \u{FFFD}r
                          ^
                    save it as UTF-8
                """)
        for bytes: [UInt8] in [
            [0xFF, 0xFE, 0x61, 0x00], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
        ] {
            #expect(try diagnosis(of: bytes).hasPrefix("file:1:1: error: the file is not UTF-8 from here on\n"))
        }
    }

    @Test("A zero byte")
    func zero() throws {
        #expect(
            try diagnosis(of: [0x61, 0x00]) == """
                file:1:2: error: this is not YAML: control characters are not allowed
                    a\u{FFFD}
                     ^
                    is it a text file at all?
                """)
    }
}
