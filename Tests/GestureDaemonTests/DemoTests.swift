// Check of what the demonstration shows.

import Configuration
import Foundation
import GestureDaemon
import GestureWire
import Testing
import Touch

@Suite struct DemoTests {
    private static let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The recordings that `scripts/demo` plays, in its order.
    private static func recordings() throws -> [String] {
        let script = try String(contentsOf: project.appending(path: "scripts/demo"), encoding: .utf8)
        let list = try #require(script.firstMatch(of: /(?m)^RECORDINGS=\(([^)]*)\)$/))
        return list.1.split { $0.isWhitespace }.map { project.appending(path: String($0)).path }
    }

    @Test("Its recordings show each recognizer of the standard configuration once, and no panel does anything wrong")
    func recognizers() throws {
        let configuration = try Configuration.load(path: Self.project.appending(path: "config/gestured.yaml").path)
        var (previous, shown, remarks): (Replay.Outcome?, [String], [String]) = (nil, [], [])
        for file in try Self.recordings() {
            let recording = try RecordingFile.read(file) { remarks.append($0) }
            let outcome = try Replay.run(recording, after: previous, configuration: configuration) { gesture in
                if [.recognized, .ended, .cancelled].contains(gesture.state) {
                    shown.append("\(gesture.recognizer) \(gesture.state)")
                }
            }
            // That the panel does not say how large it is, is no fault.
            remarks += outcome.warnings.filter { !$0.contains("how large") }
            previous = outcome
        }
        #expect(remarks == [])
        #expect(
            shown == [
                "tap recognized", "two-finger-tap recognized", "long-press ended", "pan ended", "two-finger-pan ended",
                "pinch ended", "rotation ended", "three-finger-pan ended",
            ])
        #expect(shown.map { String($0.prefix { $0 != " " }) } == configuration.recognizers.map(\.name))
    }
}
