// Tests of the demonstration's recordings.

import Configuration
import Diagnosis
import Foundation
import GestureDaemon
import GestureWire
import Testing
import Touch

@Suite struct DemoTests {
    private static let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The words of a list in `scripts/demo`.
    private static func words(of list: String) throws -> [String] {
        let script = try String(contentsOf: project.appending(path: "scripts/demo"), encoding: .utf8)
        let start = try #require(script.firstRange(of: "\n\(list)=(")).upperBound
        return script[start...].prefix { $0 != ")" }.split { $0.isWhitespace }.map { String($0) }
    }

    @Test("The demo shows a recognizer of each type once, in 25 s, without defects of the panel")
    func recognizers() throws {
        let path = Self.project.appending(path: "Tests/Fixtures/demo/gestured.yaml").path
        let configuration = try Configuration.load(ConfigurationFiles(path: path))
        var (previous, shown, remarks): (PlaybackOutcome?, [String], [String]) = (nil, [], [])
        var end: Timestamp = .zero
        for file in try Self.words(of: "RECORDINGS") {
            let path = Self.project.appending(path: file).path
            let recording = try RecordingFile.read(path) { remarks.append($0) }
            let outcome = try Replay.run(recording, after: previous, configuration: configuration) { gesture in
                end = Timestamp(microseconds: gesture.time)
                if [.recognized, .ended, .cancelled].contains(gesture.state) {
                    shown.append("\(gesture.recognizer) \(gesture.state)")
                }
            }
            // A panel that does not report its size is not a defect.
            remarks += outcome.warnings.filter { !$0.contains("its size") }
            previous = outcome
        }
        #expect(remarks == [])
        #expect(
            shown == [
                "tap recognized", "long-press ended", "swipe recognized", "pan ended", "edge-pan ended", "pinch ended",
                "rotation ended", "transform ended", "circle recognized", "checkmark recognized", "tickle recognized",
                "zoom-by-steps ended",
            ])
        let names = configuration.recognizers.map(\.name)
        #expect(shown.map { String($0.prefix { $0 != " " }) } == names)
        #expect(try Self.words(of: "RECOGNIZERS") == names, "the script compares with this")
        // What a client decides, no recording can show.
        #expect(Set(configuration.recognizers.map(\.type)) == Set(RecognizerType.allCases).subtracting([.custom]))
        #expect(end.seconds(since: .zero) < 25)
    }
}
