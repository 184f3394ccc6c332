// Tests of the decoder of lines, beside Foundation's.

import Foundation
import Testing

@testable import GestureWire

@Suite struct LineDecoderTests {
    private static let valid = [
        "0", "-0", "1", "-1", "1.0", "1e3", "-1.5E-2", "0.1", "123456789.123456", "9007199254740993",
        "0.30000000000000004",
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e308", "4.9e-324",
        "12345678901234567890123",
        "true", "false", "null", "\"\"", #""a\n\"\\\/\u00e4\ud83d\ude00é""#, "[]", "{}", " [ 1 , [ ] , { } ] \n",
        #"{"b":1,"a":{"c":[true,null,"x"]},"\u0064":2}"#,
    ]
    private static let invalid = [
        "", " ", "01", "1.", ".5", "+1", "-", "1e", "tru", "nul", "'a'", "\"", "\"a", "\"\\x\"", "\"\\u12\"",
        "\"\u{1}\"",
        "[", "[1", "[1,", "[,]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{a:1}", "{\"a\":1,}", "1 2", "[1]]", "\"\\\"",
        "NaN",
    ]

    private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try LineDecoder.decode(type, from: Array(text.utf8))
    }

    @Test("Every value is read as Foundation reads it", arguments: valid)
    func same(text: String) throws {
        #expect(try decode(WireValue.self, text) == JSONDecoder().decode(WireValue.self, from: Data(text.utf8)))
    }

    @Test("What is not JSON is refused", arguments: invalid)
    func refused(text: String) {
        #expect(throws: DecodingError.self) { try decode(WireValue.self, text) }
    }

    @Test("A thousand lists in each other, five thousand members, half of a surrogate pair and Latin-1 are refused")
    func limits() {
        let wide = "{" + (0..<5000).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        #expect(throws: DecodingError.self) { try decode(WireValue.self, wide) }
        #expect(throws: DecodingError.self) { try LineDecoder.decode(String.self, from: [0x22, 0xe4, 0x22]) }
        let deep = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
        #expect(throws: DecodingError.self) { try decode(WireValue.self, deep) }
        #expect(throws: DecodingError.self) { try decode(String.self, #""\ud83d""#) }
    }

    private struct Record: Decodable, Equatable {
        var name: String
        var size: Int32?
        var points: [[Double]]
        var flags: [String: Bool]
    }

    @Test("Records with optional members, nested lists and dictionaries are read as by Foundation")
    func records() throws {
        for text in [
            #"{"name":"a","size":null,"points":[[1,2.5],[]],"flags":{"x":true,"y":false}}"#,
            #"{"flags":{},"points":[],"size":7,"name":"ä","other":[{}]}"#,
        ] {
            #expect(try decode(Record.self, text) == JSONDecoder().decode(Record.self, from: Data(text.utf8)))
        }
    }

    @Test(
        "A mistake is reported with its place",
        arguments: [
            (#"{"name":"a","points":[[1],[2,"x"]],"flags":{}}"#, ["points", "1", "1"]),
            (#"{"name":"a","points":[],"flags":{"x":true,"y":0}}"#, ["flags", "y"]),
            (#"{"name":"a","points":[],"size":3000000000,"flags":{}}"#, ["size"]),
            (#"{"name":7,"points":[],"flags":{}}"#, ["name"]),
        ])
    func places(text: String, path: [String]) {
        do {
            _ = try decode(Record.self, text)
            Issue.record("read")
        } catch let DecodingError.typeMismatch(_, context), let DecodingError.dataCorrupted(context) {
            #expect(context.codingPath.map(\.stringValue) == path)
        } catch {
            Issue.record(error)
        }
    }

    @Test("A list may have nulls among its numbers")
    func nulls() throws {
        #expect(try decode([Int?].self, "[1,null,2]") == [1, nil, 2])
    }

    @Test("A missing member is reported by its name")
    func missing() {
        #expect(throws: DecodingError.self) { try decode(Record.self, #"{"points":[],"flags":{}}"#) }
    }
}
