// Tests of decoding and encoding any JSON value.

import GestureWire
import Testing

/// The only region of an `attach`, as the server reads it.
private func read(_ json: String) -> Result<Request, RequestError> { request("attach", #"{"regions":[\#(json)]}"#) }

private func refusal(of json: String) -> RequestError? { refusal(read(json)) }

private func nested(_ depth: Int, _ opening: String, _ inside: String, _ closing: String) -> String {
    String(repeating: opening, count: depth) + inside + String(repeating: closing, count: depth)
}

struct WireValueTests {
    @Test(
        "a whole number is an integer in any notation, if it fits",
        arguments: [
            ("7", WireValue.integer(7)), ("7.0", .integer(7)), ("-0", .integer(0)), ("70e-1", .integer(7)),
            ("1e18", .integer(1_000_000_000_000_000_000)), ("9223372036854775807", .integer(.max)),
            ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number(0x1p63)), ("1e19", .number(1e19)),
        ])
    func wholeNumbers(json: String, value: WireValue) {
        #expect(read(json) == .success(.attach(AttachRequest(regions: [value]))))
    }

    @Test(
        "sixteen nested lists and objects are read, the next is refused with its place",
        arguments: [("[", "]", "[0]"), (#"{"a":"#, "}", ".a")])
    func depth(opening: String, closing: String, place: String) throws {
        #expect(throws: Never.self) { try read(nested(valueNesting, opening, "1", closing)).get() }
        for (depth, inside) in [(valueNesting + 1, "1"), (valueNesting, "{}"), (valueNesting, "[]"), (400, "null")] {
            let error = refusal(of: nested(depth, opening, inside, closing))
            #expect(error?.code == .invalidParameters && error?.message == "too deep")
            #expect(error?.path == "params.regions[0]" + String(repeating: place, count: valueNesting))
            #expect(error?.hint.contains("16") == true)
        }
    }

    @Test(
        "excessive numbers and half characters are refused with their places",
        arguments: [
            ("1e400", "[0]", "too large a number"), (#"{"frame":{"x":-1e999}}"#, "[0].frame.x", "too large a number"),
            (#"{"b":[0,1e400],"a":1}"#, "[0].b[1]", "too large a number"), (#""\ud800""#, "[0]", "half a character"),
            (#"[{"\ud800":1}]"#, "[0][0]", "half a character"),
            (#"{"name":"\udc00\ud800"}"#, "[0].name", "half a character"),
        ])
    func unreadable(json: String, place: String, message: String) {
        let error = refusal(of: json)
        #expect(error?.code == .invalidParameters && error?.message == message)
        #expect(error?.path == "params.regions" + place && error?.hint.isEmpty == false)
    }

    @Test("Of several mistakes the first in the line is reported, with names of members shortened")
    func firstMistake() {
        let longest = String(repeating: "x", count: memberNameBytes)
        let mistakes = [
            (#"{"b":1e999,"a":1e999}"#, ".b"), (#"{"b":{"c":"ü"},"a":"ü"}"#, ".b.c"), (#"{"a":1e999,"b":"ü"}"#, ".b"),
            (#"{"\#(longest)":{"\#(longest)":1e999}}"#, ".\(longest).\(longest)"),
            (#"{"b":1,"\#(longest)x":1,"a":1e999}"#, ""),
        ]
        for (value, place) in mistakes {
            #expect(refusal(of: value)?.path == "params.regions[0]" + place)
        }
    }

    @Test("a number that JSON cannot express is written as null", arguments: [Double.nan, .infinity, -.infinity])
    func notANumber(number: Double) {
        var writer = LineWriter()
        writer.append(.attach(AttachRequest(regions: [.list([.number(number), .number(0.5)])])), identifier: .null)
        #expect(
            IncomingRequest.decode(writer.bytes[...]).content
                == .success(.attach(AttachRequest(regions: [.list([.null, .number(0.5)])]))))
    }

    @Test("a rate that JSON cannot express is refused", arguments: [Double.nan, .infinity, -.infinity])
    func noRate(number: Double) {
        var writer = LineWriter()
        writer.append(.subscribe(SubscriptionFilter(maxRate: number)), identifier: .null)
        let error = refusal(IncomingRequest.decode(writer.bytes[...]).content)
        #expect(error?.code == .invalidParameters && error?.path == "params.maxRate")
    }
}
