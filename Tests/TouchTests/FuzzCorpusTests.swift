// Tests with every input that the fuzzer of events has kept, and with random ones.

import Foundation
import Testing
import TouchTesting

@Suite struct FuzzCorpusTests {
    private static let folder = RecordingCatalogue.folder.deletingLastPathComponent().appending(path: "fuzz")

    private static let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []

    @Test("No collected input of a device or a recording does harm", arguments: names)
    func harmless(name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
        #expect(FuzzedDevice(bytes).faults == [])
        #expect(FuzzedRecording(bytes).faults == [])
    }

    @Test("No random bytes of a device do harm")
    func random() {
        var frames = 0
        for seed in 1...20 as ClosedRange<UInt64> {
            var random = SeededNumbers(seed: seed)
            let device = FuzzedDevice((0..<20_000).map { _ in .random(in: 0...255, using: &random) })
            #expect(device.faults == [], "seed \(seed)")
            frames += device.frames
        }
        #expect(frames > 1000)
    }

    @Test("Bytes do reach frames and gestures")
    func reach() throws {
        let tap = FuzzedDevice([0, 0, 0, 0, 0x11, 0x02, 0x10, 1, 0x03, 0x20, 1, 0x04, 0x10, 0x01, 0x04, 0x20])
        #expect(tap.frames == 2 && tap.gestures >= 1 && Self.names.count >= 2)
    }
}
