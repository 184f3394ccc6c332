// Tests of the secret that a page needs.

import Testing

@testable import GestureWeb

struct TokenTests {
    @Test("A token has 32 hexadecimal digits in lower case")
    func digits() {
        for _ in 0..<100 {
            let digits = Token().description
            #expect(digits.utf8.count == 32)
            #expect(digits.allSatisfy { "0123456789abcdef".contains($0) })
        }
    }

    @Test("Tokens differ")
    func differ() {
        #expect(Set((0..<100).map { _ in Token().description }).count == 100)
    }

    @Test("A token matches itself only, whatever digit is changed, to whatever")
    func matches() {
        let token = Token()
        #expect(token.matches(token.description))
        let digits = Array(token.description)
        for place in digits.indices {
            for digit in "0123456789abcdefABCDEF \0" where digit != digits[place] {
                var changed = digits
                changed[place] = digit
                #expect(!token.matches(String(changed)))
            }
        }
    }

    @Test("Texts of other lengths, and of other characters with the same length, do not match")
    func lengths() {
        let token = Token()
        let digits = token.description
        for text in [
            "", String(digits.dropLast()), digits + "0", String(digits.dropFirst()), digits + digits,
            String(repeating: "é", count: 16), String(repeating: "\u{1F600}", count: 8), digits.uppercased() + "x",
        ] {
            #expect(!token.matches(text))
        }
    }
}
