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
}
