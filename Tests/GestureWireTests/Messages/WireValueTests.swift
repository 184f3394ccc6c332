// Tests of decoding and encoding any JSON value.

import GestureWire
import Testing

/// The only region of an `attach`, as the server reads it.
private func read(_ json: String) -> Result<WireValue, RequestError> {
    let line = #"{"jsonrpc":"2.0","id":1,"method":"attach","params":{"regions":[\#(json)]}}"#
    return IncomingRequest.decode(Array(line.utf8)[...]).content.map { request in
        guard case .attach(let attached) = request, attached.regions.count == 1 else { return .text("not attach") }
        return attached.regions[0]
    }
}

private func nested(_ depth: Int, _ opening: String, _ inside: String, _ closing: String) -> String {
    String(repeating: opening, count: depth) + inside + String(repeating: closing, count: depth)
}

struct WireValueTests {
    @Test(
        "a value of each kind is read as that kind",
        arguments: [
            ("null", WireValue.null), ("true", .flag(true)), ("false", .flag(false)), (#""""#, .text("")),
            (#""a\"\/\u0062""#, .text("a\"/b")), ("[]", .list([])), ("{}", .object([])),
            ("[1,[null]]", .list([.integer(1), .list([.null])])), ("0.5", .number(0.5)), ("-1.5e-3", .number(-0.0015)),
        ])
    func kinds(json: String, value: WireValue) {
        #expect(read(json) == .success(value))
    }

    @Test(
        "a whole number is an integer in any notation, if it fits",
        arguments: [
            ("7", WireValue.integer(7)), ("7.0", .integer(7)), ("-0", .integer(0)), ("70e-1", .integer(7)),
            ("1e18", .integer(1_000_000_000_000_000_000)), ("9223372036854775807", .integer(.max)),
            ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number(0x1p63)), ("1e19", .number(1e19)),
        ])
    func wholeNumbers(json: String, value: WireValue) {
        #expect(read(json) == .success(value))
    }

    @Test("members are in the order of their names, whatever the order in the text")
    func order() {
        let names = (0..<100).map { "m\($0)" }
        let expected = WireValue.object(names.sorted().map { .init(name: $0, value: .text($0)) })
        var generator = SplitMix(state: 9)
        for _ in 0..<10 {
            let text = names.shuffled(using: &generator).map { #""\#($0)":"\#($0)""# }.joined(separator: ",")
            #expect(read("{\(text)}") == .success(expected))
        }
    }

    @Test("of several members with one name the first is always read")
    func duplicates() {
        for _ in 0..<10 {
            #expect(
                read(#"{"b":0,"a":1,"a":[2],"\u0061":3}"#)
                    == .success(.object([.init(name: "a", value: .integer(1)), .init(name: "b", value: .integer(0))])))
        }
    }

    @Test(
        "sixteen nested lists and objects are read, the next is refused with its place",
        arguments: [("[", "]", "[0]"), (#"{"a":"#, "}", ".a")])
    func depth(opening: String, closing: String, place: String) throws {
        #expect(throws: Never.self) { try read(nested(valueNesting, opening, "1", closing)).get() }
        for (depth, inside) in [(valueNesting + 1, "1"), (valueNesting, "{}"), (valueNesting, "[]"), (400, "null")] {
            guard case .failure(let error) = read(nested(depth, opening, inside, closing)) else {
                Issue.record("let through: \(depth) \(inside)")
                continue
            }
            #expect(error.code == .invalidParameters && error.message == "too deep")
            #expect(error.path == "params.regions[0]" + String(repeating: place, count: valueNesting))
            #expect(error.hint.contains("16"))
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
        guard case .failure(let error) = read(json) else {
            Issue.record("let through: \(json)")
            return
        }
        #expect(error.code == .invalidParameters && error.message == message)
        #expect(error.path == "params.regions" + place && !error.hint.isEmpty)
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
            guard case .failure(let error) = read(value) else {
                Issue.record("let through: \(value)")
                continue
            }
            #expect(error.path == "params.regions[0]" + place)
        }
    }

    @Test("random values read back as written")
    func roundTrip() {
        var generator = SplitMix(state: 11)
        for _ in 0..<500 {
            let value = random(depth: Int.random(in: 0...6, using: &generator), &generator)
            let request = Request.attach(AttachRequest(regions: [value], recognizers: [.list([value])]))
            var writer = LineWriter()
            writer.append(request, identifier: .integer(1))
            #expect(IncomingRequest.decode(writer.bytes[...]).content == .success(request))
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
        guard case .failure(let error) = IncomingRequest.decode(writer.bytes[...]).content else {
            Issue.record("let through")
            return
        }
        #expect(error.code == .invalidParameters && error.path == "params.maxRate")
    }

    private func random(depth: Int, _ generator: inout SplitMix) -> WireValue {
        let texts = ["", "a", "\"\\/", " ~ ", "null", "1"]
        switch Int.random(in: 0..<(depth == 0 ? 5 : 9), using: &generator) {
        case 0: return .null
        case 1: return .flag(Bool.random(using: &generator))
        case 2: return .integer(Int64.random(in: .min ... .max, using: &generator))
        case 3: return .number(Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) + 0.1)
        case 4: return .text(texts.randomElement(using: &generator) ?? "")
        case 5, 6:
            return .list(
                (0..<Int.random(in: 0...3, using: &generator)).map { _ in random(depth: depth - 1, &generator) })
        default:
            let names = texts.shuffled(using: &generator).prefix(Int.random(in: 0...3, using: &generator)).sorted()
            return .object(names.map { .init(name: $0, value: random(depth: depth - 1, &generator)) })
        }
    }
}
