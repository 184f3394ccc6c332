// Tests of keys of foreign text, also with long runs of combining marks.

import GestureWire
import Testing

@Suite struct UTF8KeyTests {
    @Test("Two spellings of one character are two keys")
    func spellings() {
        #expect("\u{E9}" == "e\u{301}", "as String they are one")
        #expect(UTF8Key("\u{E9}") != UTF8Key("e\u{301}"))
        #expect(Set<UTF8Key>(texts: ["\u{E9}", "e\u{301}", "\u{E9}"]).count == 2)
    }

    @Test("Keys are found by their text, and ordered by their bytes")
    func keys() {
        var places: [UTF8Key: Int] = ["b": 1]
        places["a"] = 2
        #expect(places["b"] == 1 && places["a" as String] == 2 && places["c"] == nil)
        #expect(["ä", "z", "", "Z"].map { UTF8Key($0) }.sorted().map(\.text) == ["", "Z", "z", "ä"])
    }

    private enum Word: String, CaseIterable { case one, two }

    @Test("A case is found by the bytes of its raw value", arguments: [("one", Word.one), ("two", .two), ("tw", nil)])
    private func cases(text: String, word: Word?) {
        #expect(Word(bytesOf: UTF8Key(text)) == word)
    }

    @Test("Megabytes of marks are compared and hashed as quickly as letters")
    func marks() {
        func time(_ first: String, _ second: String) -> Duration {
            ContinuousClock().measure {
                #expect(Set([UTF8Key(first), UTF8Key(second)]).count == 2)
                #expect(UTF8Key(first) != UTF8Key(second))
            }
        }
        let count = 500_000
        let letters = String(repeating: "ab", count: count)
        let marks = String(repeating: "\u{345}", count: count / 2) + String(repeating: "\u{334}", count: count / 2)
        let baseline = (0..<3).map { _ in time(letters + "x", letters + "y") }.min() ?? .zero
        #expect(time(marks + "x", marks + "y") < baseline * 50)
    }
}
