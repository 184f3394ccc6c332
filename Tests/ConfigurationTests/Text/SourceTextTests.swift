// Tests of the caret under a place.

import Testing

@testable import Configuration

@Suite struct SourceTextTests {
    @Test("Tabs before the place are tabs before the caret")
    func tabs() {
        #expect(SourceText("\ta:\tx").excerpt(at: Place(line: 1, column: 5)) == "    \ta:\tx\n    \t  \t^\n")
    }

    @Test("Wide characters take two columns, combining ones take none")
    func wide() {
        #expect(SourceText("日本: x").excerpt(at: Place(line: 1, column: 5)) == "    日本: x\n          ^\n")
        #expect(SourceText("e\u{301}: x").excerpt(at: Place(line: 1, column: 5)) == "    e\u{301}: x\n       ^\n")
    }

    @Test("A long line is shown in part, with the place in it")
    func long() {
        let text = String(repeating: "a", count: 300) + "!" + String(repeating: "b", count: 300)
        let lines = SourceText(text).excerpt(at: Place(line: 1, column: 301)).split(separator: "\n").map(Array.init)
        #expect(lines[0].count == 4 + 1 + 120 + 1)
        #expect(lines[0].firstIndex(of: "!") == lines[1].firstIndex(of: "^"))
    }

    @Test("Columns count characters of a line, with any line ends")
    func places() {
        let text = SourceText("ab\r\ncd\ref\n\u{2028}gh")
        #expect(text.place(at: 0) == Place(line: 1, column: 1))
        #expect(text.place(at: 4) == Place(line: 2, column: 1))
        #expect(text.place(at: 8) == Place(line: 3, column: 2))
        #expect(text.place(at: 11) == Place(line: 5, column: 1))
        #expect(text.index(of: Place(line: 5, column: 2)) == 12)
        #expect(text.index(of: Place(line: 5, column: 3)) == nil)
        #expect(text.index(of: Place(line: 6, column: 1)) == nil)
    }

    @Test("A place after the text is the end of its last line")
    func behind() {
        let text = SourceText("a: [\nbc\n\n")
        #expect(text.clamped(Place(line: 4, column: 1)) == Place(line: 2, column: 3))
        #expect(text.clamped(Place(line: 9, column: 7)) == Place(line: 2, column: 3))
        #expect(text.clamped(Place(line: 1, column: 80)) == Place(line: 1, column: 5))
        #expect(SourceText("").clamped(Place(line: 3, column: 3)) == Place(line: 1, column: 1))
    }
}
