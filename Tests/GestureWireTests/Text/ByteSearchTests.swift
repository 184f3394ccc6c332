// Tests of the search for bytes and words.

import GestureWire
import Testing

struct ByteSearchTests {
    @Test("Bytes are found where they stand first, also at both ends")
    func places() {
        let bytes = Array("aabab".utf8)
        #expect(bytes[...].firstPlace(of: "ab".utf8) == 1..<3)
        #expect(bytes[2...].firstPlace(of: "ab".utf8) == 3..<5)
        #expect(bytes[...].firstPlace(of: "bb".utf8) == nil && bytes[5...].firstPlace(of: "a".utf8) == nil)
        #expect("use: never".has("use") && "use: never".has("never") && !"use".has("uses"))
    }

    @Test("A text has as many parts as separators, and one more", arguments: ["", "a", ", ", "a, b", "a,b, , c, "])
    func parts(text: String) {
        let parts = text.parts(separatedBy: ", ")
        #expect(parts.joined(separator: ", ") == text)
        #expect(parts.allSatisfy { !$0.has(", ") })
    }

    @Test(
        "A number is one that JSON has",
        arguments: [
            ("0", true), ("-1.5e+3", true), ("10E-2", true), ("007", false), ("+1", false), (".5", false),
            ("1.", false), ("1e", false), ("", false), ("-", false), ("1 ", false),
        ])
    func numbers(text: String, isNumber: Bool) {
        #expect(WireValue.isNumber(text) == isNumber)
    }
}
