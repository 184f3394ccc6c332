// Tests of hostile requests within 64 KiB.

import GestureWire
import Testing

private func isRefused(_ bytes: [UInt8], _ codes: RequestError.Code...) -> Bool {
    refusal(IncomingRequest.decode(bytes[...]).content).map { codes.contains($0.code) } == true
}

private func isRefused(_ text: String, _ codes: RequestError.Code...) -> Bool {
    refusal(decode(text).content).map { codes.contains($0.code) } == true
}

struct HostileRequestTests {
    @Test("invalid UTF-8 is refused anywhere")
    func invalidUTF8() {
        #expect(isRefused([0xFF], .parseError))
        #expect(isRefused(Array(#"{"jsonrpc":"2.0","method":""#.utf8) + [0xC3, 0x28] + Array("\"}".utf8), .parseError))
        #expect(isRefused([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], .parseError))
        #expect(isRefused([0x7B, 0, 0x7D, 0], .parseError))
        #expect(isRefused(#"{"\ud800":1}"#, .parseError, .invalidRequest))
        #expect(isRefused(#"{"jsonrpc":"2.0","method":"\ud800"}"#, .parseError, .invalidRequest))
    }

    @Test(
        "nesting of any depth is refused", arguments: ["[", "{\"a\":", "[{\"a\":", "{\"params\":"], [500, 1000, 9000])
    func deepNesting(opening: String, depth: Int) {
        let deep = String(repeating: opening, count: depth)
        #expect(isRefused(deep, .parseError, .invalidRequest))
        let inside = #"{"jsonrpc":"2.0","id":1,"method":"list","params":{"what":\#(deep)"#
        #expect(isRefused(inside, .parseError, .invalidRequest))
        let closed = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(isRefused(#"{"id":\#(closed)}"#, .parseError, .invalidRequest))
    }

    @Test("an excessive number of values is refused before they are decoded")
    func manyValues() {
        func subscribe(_ count: Int) -> IncomingRequest {
            let states = Array(repeating: #""ended""#, count: count).joined(separator: ",")
            let text = #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"states":[\#(states)]}}"#
            return decode(text)
        }
        #expect((try? subscribe(requestValues - 20).content.get()) != nil)
        #expect((try? subscribe(requestValues + 1).content.get()) == nil)
        #expect(isRefused("[" + String(repeating: "1,", count: 30_000), .invalidRequest))
    }

    @Test("numbers of a hundred thousand digits are refused, or outside an id rounded to the nearest number")
    func longNumbers() {
        let digits = String(repeating: "9", count: 100_000)
        for (number, isTooLarge) in [
            (digits, true), ("-" + digits, true), ("1e" + digits, true), ("0." + digits, false),
            ("1e-" + digits, false),
        ] {
            for member in ["id", "subscription"] {
                let (identifier, subscription) = member == "id" ? (number, "1") : ("1", number)
                let text = #"{"id":\#(identifier),"params":{"subscription":\#(subscription)}"#
                let error = refusal(decode(text + #","jsonrpc":"2.0","method":"unsubscribe"}"#).content)
                let isRefused = isTooLarge || member == "id"
                #expect((error != nil || !isRefused) && error?.path.hasSuffix(member) != false, "\(number.prefix(5))")
            }
        }
    }
}
