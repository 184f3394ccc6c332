// Are the words and numbers of an explanation right at their edges?

import Testing

@testable import GestureDaemon

@Suite struct DecisionWordsTests {
    @Test("Numbers have the decimals that are asked for, rounded, and no sign when they are nothing")
    func fixed() {
        #expect(12.345.fixed(2) == "12.35" && 12.344.fixed(2) == "12.34")
        #expect((-0.05).fixed(1) == "-0.1" && (-0.04).fixed(1) == "0.0")
        #expect(0.999.fixed(1) == "1.0" && 7.5.fixed(0) == "8" && 0.05.fixed(3) == "0.050")
        #expect(Double.nan.fixed(1) == "nan" && Double.infinity.fixed(3) == "inf" && 1e300.fixed(3) == "1e+300")
    }

    @Test("Names are listed as in a sentence")
    func names() {
        #expect(listed([]) == "" && listed(["a"]) == "a" && listed(["a", "b"]) == "a and b")
        #expect(listed(["a", "b", "c"]) == "a, b and c")
    }

    @Test("Fingers are counted in words as far as hands go")
    func ordinals() {
        #expect([0, 1, 2, 10, 11].map(ordinal) == ["next", "first", "second", "tenth", "next"])
    }
}
