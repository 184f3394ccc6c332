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

    @Test("A file that cannot be read is refused with the reason, a pipe at once; an empty file is the standard")
    func unreadable() throws {
        let pipe = NSTemporaryDirectory() + "pipe-\(UUID().uuidString)"
        try #require(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        let cannot = "error: the file cannot be read:"
        for (path, number, words) in [
            (
                "/nonexistent.yaml", ENOENT,
                "\(cannot) No such file or directory\n    "
                    + "without a file, leave the option out: the standard recognizers "
                    + "need none"
            ), ("/", EISDIR, "\(cannot) Is a directory"),
            (pipe, ESPIPE, "\(cannot) it is a pipe\n    write the configuration to a file, which can be read again"),
        ] {
            let error = try #require(throws: ConfigurationError.self) { try load(path) }
            #expect(error.systemError == number && error.description == "\(path): \(words)")
        }
        let endless = try #require(throws: ConfigurationError.self) { try load("/dev/zero") }
        #expect(endless.problems.map(\.message) == ["the file is larger than 1 MiB"] && endless.systemError == nil)
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
