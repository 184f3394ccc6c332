// Tests of the words of explanations.

import Testing

@testable import Diagnosis
@testable import GestureDaemon

@Suite struct DecisionWordsTests {
    @Test("Names are listed as in a sentence")
    func names() {
        #expect(listed([]) == "" && listed(["a"]) == "a" && listed(["a", "b"]) == "a and b")
        #expect(listed(["a", "b", "c"]) == "a, b and c")
    }

    @Test("Numbers of fingers are words up to ten")
    func ordinals() {
        #expect([0, 1, 2, 10, 11].map(ordinal) == ["next", "first", "second", "tenth", "next"])
    }

    @Test("Omitted items are counted, in the singular for one")
    func leftOut() {
        #expect(more(1, "touch", "touches") == "1 touch more" && more(2, "touch", "touches") == "2 touches more")
    }
}
