// Tests of splitting bytes into lines within bounded memory.

import Testing

@testable import Server

extension RequestLines {
    fileprivate mutating func items(_ text: String) -> [String] {
        Array(text.utf8).withUnsafeBytes { append($0) }
        var items: [String] = []
        while let item = next() {
            switch item {
            case .line(let line): items.append(String(decoding: line, as: UTF8.self))
            case .tooLong: items.append("too long")
            }
        }
        return items
    }
}

struct RequestLinesTests {
    @Test("lines are complete, however their bytes arrive", arguments: 1...9)
    func pieces(size: Int) {
        var lines = RequestLines(limit: 100)
        let text = Array("one\ntwo\r\n\n  \n\r\nthree and four\nrest")
        let items = stride(from: 0, to: text.count, by: size).flatMap {
            lines.items(String(text[$0..<min($0 + size, text.count)]))
        }
        #expect(items == ["one", "two\r", "three and four"])
        #expect(lines.items("\n") == ["rest"])
    }

    @Test(
        "a line of maximum length is accepted, one more byte is not, and the next line is complete",
        arguments: [1, 3, 64])
    func limit(size: Int) {
        var lines = RequestLines(limit: 10)
        let text = Array("0123456789\n0123456789A\nnext\n" + String(repeating: "x", count: 50) + "\nlast\n")
        let items = stride(from: 0, to: text.count, by: size).flatMap {
            lines.items(String(text[$0..<min($0 + size, text.count)]))
        }
        #expect(items == ["0123456789", "too long", "next", "too long", "last"])
    }

    @Test("an endless line is reported once and takes no more memory than its limit and one piece")
    func endless() {
        var lines = RequestLines(limit: 65_536)
        let piece = String(repeating: "x", count: 16_384)
        var items: [String] = []
        for _ in 0..<1000 {
            items += lines.items(piece)
            #expect(lines.bytesHeld <= 2 * (65_536 + 16_384))
        }
        #expect(items == ["too long"])
        #expect(lines.items("\nagain\n") == ["again"])
        #expect(lines.bytesHeld <= 16_384 + 64, "a large buffer is released")
    }
}
