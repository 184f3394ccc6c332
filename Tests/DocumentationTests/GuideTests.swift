// Tests that the code in the guide and in the DocC articles is compiled code.

import Foundation
import Testing

@Suite struct GuideTests {
    private struct Block: CustomTestStringConvertible {
        let file: String
        let line: Int
        let language: String
        let text: [String]
        var testDescription: String { "\(file), line \(line)" }
    }

    /// The lines of a text, without surrounding blanks, and without empty lines.
    private static func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !$0.isEmpty }
    }

    private static let guide = blocks("docs/write-your-own-recognizer.md")
    private static let articles = [
        "Gestures/Gestures.docc/RecognizingGestures.md", "Gestures/Gestures.docc/WritingARecognizer.md",
        "GestureClient/GestureClient.docc/ReceivingGestures.md",
    ].map { blocks("Sources/" + $0) }

    private static func blocks(_ path: String) -> [Block] {
        let file = repository.appending(path: path)
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        var (blocks, open) = ([Block](), (line: 0, language: String?.none, text: ""))
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                if let language = open.language {
                    blocks.append(
                        Block(file: file.lastPathComponent, line: open.line, language: language, text: lines(open.text))
                    )
                    open.language = nil
                } else {
                    open = (index + 1, String(line.dropFirst(3)), "")
                }
            } else {
                open.text += line + "\n"
            }
        }
        return blocks
    }

    private static let sources: [[String]] = {
        let folders = [
            "Sources/Gestures", "Sources/embedding-sample", "Sources/swift-client-example", "Tests/GesturesTests",
            "Tests/GestureClientTests", "Tests/GestureDaemonTests/Daemon", "Tests/DocumentationTests",
        ]
        return folders.flatMap { folder in
            let path = repository.appending(path: folder).path
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
            return names.filter { $0.hasSuffix(".swift") }
                .map { lines((try? String(contentsOfFile: "\(path)/\($0)", encoding: .utf8)) ?? "") }
        }
    }()

    @Test("Each piece of Swift is in a file that is compiled, word for word", arguments: guide + articles.joined())
    private func excerpts(_ block: Block) {
        guard block.language == "swift" else { return }
        #expect(Self.sources.contains { $0.contains(block.text) })
    }

    @Test("The guide begins with the example of the Python library, word for word")
    func python() throws {
        let path = repository.appending(path: "clients/python/examples/checkmark.py")
        let example = Self.lines(try String(contentsOf: path, encoding: .utf8))
        let block = try #require(Self.guide.first)
        #expect(block.language == "python" && block.text == Array(example.drop { $0 != "import gestured" }))
    }

    @Test("The guide has the page of the JavaScript library, word for word")
    func javascript() throws {
        let path = repository.appending(path: "clients/javascript/examples/tickle/tickle.js")
        let block = try #require(Self.guide.first { $0.language == "javascript" })
        #expect(block.text == Self.lines(try String(contentsOf: path, encoding: .utf8)))
    }

    @Test("The guide has a part of the example of the C library, word for word")
    func c() throws {
        let path = repository.appending(path: "clients/c/checkmark.c")
        let block = try #require(Self.guide.first { $0.language == "c" })
        #expect(Self.lines(try String(contentsOf: path, encoding: .utf8)).contains(block.text))
    }

    @Test("The guide and each article have code, that of articles is Swift, and none is empty")
    func languages() {
        for article in Self.articles { #expect(article.count >= 2 && article.allSatisfy { $0.language == "swift" }) }
        #expect(Self.guide.count { $0.language == "swift" } >= 4)
        let languages: Set = ["swift", "python", "javascript", "c", "sh", "yaml", "yaml drop-in", "text"]
        #expect(Set(Self.guide.map(\.language)).isSubset(of: languages))
        #expect((Self.guide + Self.articles.joined()).allSatisfy { !$0.text.isEmpty })
    }
}
