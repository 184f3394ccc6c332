// Tests of the request parser against Foundation's JSON parser.

import Foundation
import Testing

@testable import GestureWire

private enum Outcome: Equatable {
    case value(WireValue)
    /// JSON that exceeds the limits of a request.
    case refused
    case notJSON
}

private func parse(_ bytes: [UInt8]) -> Outcome {
    var parser = RequestParser(bytes[...])
    do {
        let value = try parser.parse()
        return parser.refusal == nil && parser.largeNumber == nil ? .value(value) : .refused
    } catch {
        return error.code == .parseError ? .notJSON : .refused
    }
}

struct RequestParserTests {
    @Test(
        "Text that is not JSON is refused",
        arguments: [
            "", " ", "nul", "nulll", "True", "+1", "01", "-", "1.", ".5", "1e", "1e+", "0x10", "NaN", "Infinity", "'a'",
            "[1,]", "[,1]", "[1 2]", "[1", "]", "{\"a\":1,}", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\" 1}", "{1:1}",
            "\"", "\"\\\"", "\"\\x41\"", "\"\\u12\"", "\"\\u12g4\"", "\"a\nb\"", "\"\t\"", "\u{feff}1", "1 1", "/**/1",
            "{\"a\":1}}", "[1]\u{0}", "\"\\",
        ])
    func notJSON(text: String) {
        #expect(parse(Array(text.utf8)) == .notJSON)
    }

    @Test(
        "Escapes have their meaning in JSON",
        arguments: [
            (#""\"\\\/""#, "\"\\/"), (#""\u0041\u007e""#, "A~"), (#""\u006A\u006a""#, "jj"), (#""a b""#, "a b"),
        ])
    func escapes(json: String, text: String) {
        #expect(parse(Array(json.utf8)) == .value(.text(text)))
        #expect(parse(Array("{\(json):1}".utf8)) == .value(.object([.init(name: text, value: .integer(1))])))
    }

    @Test(
        "Escapes of anything but printable ASCII are refused",
        arguments: [
            #""\n""#, #""\b""#, #""\u0000""#, #""\u007f""#, #""\u0080""#, #""\ud83d\ude00""#, #""\udc00""#,
            #""\ud800\u0041""#,
        ])
    func refusedEscapes(json: String) {
        #expect(parse(Array(json.utf8)) == .refused)
        #expect(parse(Array("{\(json):1}".utf8)) == .refused)
    }

    @Test("Foundation reads the same from every accepted line, and every accepted line is JSON")
    func reference() throws {
        let seeds = [
            #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"recognizers":["zoom*"],"states":["began"]}}"#,
            #"[{"a":0.5,"b":-1.5e3,"a":null,"\u0061":true},[],{},[[1,2],[3]],"\"\\\/\u0041",false, 0,-0,1e2,7.0]"#,
            #" {"regions" : [ {"frame":{"x":"0%","y":-1},"name":"canvas"} ] , "n":[12345678901234567890,1E-7]} "#,
        ].map { Array($0.utf8) }
        let tokens = ["{", "}", "[", "]", "\"", ",", ":", "null", "1e999", "\\u0041", "\\", "-", "0", ".", " "].map {
            Array($0.utf8)
        }
        var generator = SplitMix(state: 12)
        var (read, refused) = (0, 0)
        for round in 0..<6000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: tokens[round % tokens.count], at: place)
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let expected = try? JSONDecoder().decode(WireValue.self, from: Data(bytes))
            switch parse(bytes) {
            case .value(let value):
                read += 1
                #expect(value == expected, "\(text)")
            case .refused: refused += 1
            case .notJSON:
                // Foundation accepts a trailing comma.
                let dense = text.replacing(" ", with: "")
                let hasLastComma = dense.contains(",]") || dense.contains(",}")
                if !hasLastComma { #expect(expected == nil, "\(text)") }
            }
        }
        #expect(read > 500 && refused > 5)
    }
}
