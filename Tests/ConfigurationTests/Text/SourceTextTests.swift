// Tests of the caret under a place.

import Testing

@testable import Configuration

@Suite struct SourceTextTests {
    @Test("Tabs before the place are tabs before the caret")
    func tabs() {
        #expect(SourceText("\ta:\tx").excerpt(at: Place(line: 1, column: 5)) == "    \ta:\tx\n    \t  \t^\n")
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
        #expect([0, 4, 8, 11].map { text.place(at: $0) } == places((1, 1), (2, 1), (3, 2), (5, 1)))
        #expect(places((5, 2), (5, 3), (6, 1)).map { text.index(of: $0) } == [12, nil, nil])
    }

    private func places(_ numbers: (Int, Int)...) -> [Place] { numbers.map { Place(line: $0.0, column: $0.1) } }

    @Test("A place after the text is the end of its last line")
    func behind() {
        let text = SourceText("a: [\nbc\n\n")
        #expect(places((4, 1), (9, 7), (1, 80)).map(text.clamped) == places((2, 3), (2, 3), (1, 5)))
        #expect(SourceText("").clamped(Place(line: 3, column: 3)) == Place(line: 1, column: 1))
    }
}
