// Tests of words that are wrapped and shortened for a picture.

import Testing

@testable import Diagnosis

@Suite struct PlotWordsTests {
    @Test("Words are wrapped at blanks")
    func wraps() {
        #expect(PlotWords.wrapped("one two three four", to: 55, size: 10, lines: 3) == ["one two", "three four"])
    }

    @Test("A word that is too wide is broken, and text that does not fit ends with an ellipsis")
    func breaks() {
        #expect(PlotWords.wrapped("abcdefghijklm", to: 55, size: 10, lines: 3) == ["abcdefghij", "klm"])
        #expect(PlotWords.wrapped("one two three four five", to: 55, size: 10, lines: 2) == ["one two", "three fou…"])
        #expect(PlotWords.shortened("abcdefghijklm", to: 55, size: 10) == "abcdefghi…")
        #expect(PlotWords.shortened("abcdefghij", to: 55, size: 10) == "abcdefghij")
    }

    @Test("Wide characters take the room of two; endless combining marks are cut, too")
    func measures() {
        #expect(PlotWords.shortened("漢字漢字漢字", to: 55, size: 10) == "漢字漢字…")
        let marks = "a" + String(repeating: "\u{301}", count: 1_000_000)
        #expect(PlotWords.shortened(marks, to: 55, size: 10).unicodeScalars.count == 10)
    }

    @Test("Nothing gives no line, and a place without room still one")
    func extremes() {
        #expect(PlotWords.wrapped("", to: 55, size: 10, lines: 3).isEmpty)
        #expect(PlotWords.shortened("abc", to: 0, size: 10) == "a…")
    }
}
