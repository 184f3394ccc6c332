// Tests of recordings read from files while they are played.

import Foundation
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

@Suite struct RecordingFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/recordings")

    private static var files: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".evemu") }.sorted().map { folder.path + "/" + $0 }
    }

    @Test("Each recording of a panel has the same device and events from its file as in memory", arguments: files)
    func same(file: String) throws {
        let recording = try Recording(text: Data(contentsOf: URL(filePath: file)))
        let streamed = try RecordingFile.read(file)
        #expect(!(streamed is Recording))
        #expect(streamed.device == recording.device && streamed.endTime == recording.events.last?.time)
        #expect(Array(streamed.makeEvents()) == recording.events)
        let (first, second) = (streamed.makeEvents(), streamed.makeEvents())
        _ = first.next()
        #expect(Array(second) == recording.events, "both read independently")
    }
}
