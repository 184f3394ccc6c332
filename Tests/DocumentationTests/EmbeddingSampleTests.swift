// Tests of the sample of an embedding program: its output and its size.

import Foundation
import Testing

/// The folder of this package.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

@Suite struct EmbeddingSampleTests {
    @Test("The sample prints the gestures of its simulated fingers")
    func output() throws {
        let program = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            .deletingLastPathComponent().appending(path: "embedding-sample")
        let (process, output) = (Process(), Pipe())
        // A sample that does not end must not hang the tests.
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["60", program.path]
        process.standardOutput = output
        try process.run()
        let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(
            printed == """
                0.01 zoom began pinch(scale: 1.5384615384615385, velocity: 53.84615384615385)
                0.02 zoom ended pinch(scale: 1.5384615384615385, velocity: 53.84615384615385)
                1.5 menu began longPress(duration: 0.5)

                """)
    }
}
