// Tests of the README's configuration, in both places that it names.

import Configuration
import Foundation
import GestureDaemon
import GestureWire
import Testing
import Touch
import TouchTesting

@Suite struct ReadmeConfigurationTests {
    private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardizedFileURL

    /// The block of "Configure it".
    private static func block() throws -> String {
        let text = try String(contentsOf: project.appending(path: "README.md"), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## Configure it\n").last)
        let blocks = section.components(separatedBy: "\n## ")[0].components(separatedBy: "\n```yaml\n")
        try #require(blocks.count == 2)
        return blocks[1].components(separatedBy: "\n```\n")[0] + "\n"
    }

    /// The files of a system with the vendor's file and this one; the folder is removed afterwards.
    private func review(_ path: String, _ text: String) throws -> ConfigurationReview {
        let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: root) }
        let vendor = try String(contentsOf: Self.project.appending(path: "config/gestured.yaml"), encoding: .utf8)
        for (path, text) in [("usr/share/gestured/gestured.yaml", vendor), (path, text)] {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: false, encoding: .utf8)
        }
        return try ConfigurationReview(ConfigurationFiles(root: root.path))
    }

    /// Three fingers side by side that move to the left by 400 units of 2000 in a fifth of a second.
    private static func swipe() -> Recording {
        var signals: [Signal] = []
        for step in 0...20 {
            for finger in 0..<3 {
                signals.append(.slot(Int32(finger)))
                if step == 0 { signals.append(.id(Int32(finger + 1))) }
                signals += [.x(Int32(1200 - 20 * step)), .y(Int32(300 + 150 * finger))]
            }
            signals.append(.report(Int64(1_000_000 + 10_000 * step)))
        }
        for finger in 0..<3 { signals += [.slot(Int32(finger)), .id(-1)] }
        return Fixtures.recording(signals + [.report(1_210_000)])
    }

    /// Which recognizers were recognized, began and ended.
    private func received(_ configuration: Configuration) throws -> [String] {
        try Fixtures.gestures(Self.swipe(), configuration).filter { $0.state != .changed }
            .map { "\($0.recognizer) \($0.state)" }
    }

    @Test(
        "The example has no problem or warning as the administrator's file or as a drop-in, and three fingers are recognized",
        arguments: ["etc/gestured/gestured.yaml", "etc/gestured/gestured.yaml.d/50-own.yaml"])
    func works(path: String) throws {
        let review = try review(path, Self.block())
        #expect(review.warnings.map(\.description) == [])
        #expect(try received(review.configuration) == ["back recognized"])
    }

    @Test("Without `blocks`, which its last sentence is about, the pan begins first, with a warning")
    func withoutBlocks() throws {
        let text = try Self.block().replacing(", blocks: three-finger-pan", with: "")
        let review = try review("etc/gestured/gestured.yaml.d/50-own.yaml", text)
        #expect(review.warnings.count == 1)
        #expect(
            review.warnings.first?.hint
                == "let `three-finger-pan` wait: `blocks: [three-finger-pan]` in `back`, or "
                + "`requireToFail: [back]` in `three-finger-pan`")
        #expect(try received(review.configuration) == ["three-finger-pan began", "three-finger-pan ended"])
    }
}
