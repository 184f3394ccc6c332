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
        let recording = try Recording(evemu: Data(contentsOf: URL(filePath: file)))
        let streamed = try RecordingFile.read(file)
        #expect(!(streamed is Recording))
        #expect(streamed.device == recording.device && streamed.endTime == recording.events.last?.time)
        #expect(Array(streamed.makeEvents()) == recording.events)
        let (first, second) = (streamed.makeEvents(), streamed.makeEvents())
        _ = first.next()
        #expect(Array(second) == recording.events, "both read independently")
    }

    @Test("Of several devices by libinput the touchscreens are read, each with its own events")
    func several() throws {
        func device(_ name: String, _ position: Int, _ properties: String) -> String {
            """
            - node: /dev/input/event\(position)
              evdev:
                name: "\(name)"
                id: [3, 1, 1, 1]
                codes:
                  1: [330]
                  3: [0, 1, 47, 53, 54, 57]
                absinfo:
                  0: [0, 100, 0, 0, 10]
                  1: [0, 100, 0, 0, 10]
                  47: [0, 9, 0, 0, 0]
                  53: [0, 100, 0, 0, 10]
                  54: [0, 100, 0, 0, 10]
                  57: [0, 65535, 0, 0, 0]
                properties: [\(properties)]
              events:
              - evdev:
                - [0, 0, 3, 53, \(position)]
                - [0, 0, 0, 0, 0]

            """
        }
        let text = "devices:\n" + device("pad", 1, "0") + device("panel", 2, "1") + device("other", 3, "1")
        let file = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID().uuidString)")
        try text.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        var remarks: [String] = []
        let recording = try RecordingFile.read(file.path) { remarks.append($0) }
        #expect(recording.device.name == (try Recording(libinput: text.utf8).device.name))
        #expect(Array(recording.makeEvents()) == (try Recording(libinput: text.utf8).events))
        #expect(Array(recording.makeEvents()).count == 2)
        #expect(recording.others.map(\.device.name) == ["other"])
        #expect(recording.others.map { Array($0.makeEvents()).first?.value } == [3])
        #expect(remarks == ["1 of its 3 devices is ignored: neither a touchscreen nor a pen"])
    }
}
