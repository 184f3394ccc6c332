// Tests of the recording that the view opens.

import Glibc
import NIOCore
import Testing

@testable import GestureWeb

struct RecordingTests {
    private func recording(named name: String) throws -> Recording {
        var template = Array("/tmp/gestured-web-tests-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let path = "\(folder)/\(name)"
        defer {
            unlink(path)
            rmdir(folder)
        }
        let file = try #require(fopen(path, "w"))
        fputs("# EVEMU 1.3\n", file)
        fclose(file)
        return try Recording(path: path)
    }

    @Test(
        "A file's name becomes a header's value",
        arguments: [
            ("panel.evemu", "panel.evemu"), ("two fingers.evemu", "two%20fingers.evemu"), ("a%b", "a%25b"),
            ("line\r\nfeed", "line%0d%0afeed"), ("süß", "s%c3%bc%c3%9f"),
        ])
    func name(given: String, expected: String) throws {
        let recording = try recording(named: given)
        #expect(recording.name == expected)
        #expect(String(buffer: recording.content) == "# EVEMU 1.3\n")
    }

    @Test("A recording that is missing, or a folder, is an error with its path", arguments: ["/nowhere/panel", "/tmp"])
    func missing(path: String) {
        let error = #expect(throws: Failure.self) { try Recording(path: path) }
        #expect(error?.description.hasPrefix(path) == true)
    }
}
