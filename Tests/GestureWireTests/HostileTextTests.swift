// Tests of texts that `String` compares in quadratic time, at every kind of place of a request.

import GestureWire
import Testing

/// A place in a request where a text can stand.
struct TextPlace: CustomTestStringConvertible, Sendable {
    let name, before, after: String
    var testDescription: String { name }

    static func inParams(_ name: String, _ method: String, _ before: String, _ after: String) -> TextPlace {
        TextPlace(
            name: name, before: #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(before)"#,
            after: #"\#(after)}"#)
    }

    static let all = [
        TextPlace(name: "method", before: #"{"jsonrpc":"2.0","id":1,"method":""#, after: #""}"#),
        TextPlace(name: "id", before: #"{"jsonrpc":"2.0","method":"status","id":""#, after: #""}"#),
        TextPlace(name: "member", before: #"{"jsonrpc":"2.0","id":1,"method":"status",""#, after: #"":1}"#),
        TextPlace(name: "batch", before: #"[""#, after: #""]"#),
        inParams("member of params", "status", #"{""#, #"":1}"#),
        inParams("glob", "subscribe", #"{"recognizers":[""#, #""]}"#),
        inParams("attached key", "attach", #"{"regions":[{"name":"a",""#, #"":1}]}"#),
        inParams("deep key", "attach", #"{"regions":[{"name":"a","frame":{"x":{""#, #"":1}}}]}"#),
        inParams(
            "beyond the depth", "attach", String(repeating: #"{"a":"#, count: 30) + #"{""#,
            #"":1}"# + String(repeating: "}", count: 30)),
    ]
}

/// A text that is repeated, in the form in which a request has it.
struct HostileRun: CustomTestStringConvertible, Sendable {
    let name, text: String
    var testDescription: String { name }

    static let all = [
        HostileRun(name: "marks of two classes", text: "\u{345}\u{334}"),
        HostileRun(name: "marks of falling classes", text: "\u{345}\u{315}\u{301}\u{323}\u{31b}\u{3099}\u{334}"),
        HostileRun(name: "escaped marks", text: #"\u0345\u0334"#),
        HostileRun(name: "letters with marks", text: "e\u{301}\u{323}"),
        HostileRun(name: "Hangul", text: "\u{1100}\u{1161}\u{11a8}"),
        HostileRun(name: "escaped Hangul", text: #"\u1100\u1161\u11a8"#),
        HostileRun(name: "musical symbols", text: "\u{1d158}\u{1d165}\u{1d16e}"),
        HostileRun(name: "surrogates", text: #"\ud834\udd65"#),
        HostileRun(name: "ASCII", text: "a"),
        HostileRun(name: "escaped ASCII", text: #"\u0061"#),
    ]
}

struct HostileTextTests {
    @Test("A line of hostile texts costs as much as one of blanks, anywhere", arguments: TextPlace.all)
    func cost(place: TextPlace) {
        let harmless = GestureWireTests.cost(of: line(place.before + "a" + place.after, " ", ""))
        for run in HostileRun.all {
            // One half before the other: normalization must reorder them.
            let hostile = line(place.before + "a", run.text, place.after)
            let measured = GestureWireTests.cost(of: hostile)
            #expect(measured < 20 * harmless, "\(run.name): \(measured) ns instead of \(harmless) ns")
        }
    }

    @Test("Texts that are not printable ASCII, or too long, are refused anywhere", arguments: TextPlace.all)
    func refused(place: TextPlace) throws {
        for run in HostileRun.all {
            let incoming = IncomingRequest.decode(line(place.before, run.text, place.after)[...])
            let error = try #require(refusal(incoming.content), "\(run.name)")
            #expect(error.path.utf8.allSatisfy(NameRule.isPrintable) && error.path.utf8.count < 300)
            #expect(error.hint.utf8.count < 300 && error.message.utf8.count < 100)
            if place.name != "id", place.name != "batch" { #expect(incoming.identifier == .integer(1)) }
        }
    }

    @Test("The id of a request may be any text, and is returned byte by byte")
    func identifiers() {
        for text in ["e\u{301}", "\u{345}\u{334}", "😀", "\n\u{0}", String(repeating: "ü", count: nameBytes / 2)] {
            var writer = LineWriter()
            writer.append(.status, identifier: .string(text))
            guard case .string(let read) = IncomingRequest.decode(writer.bytes[...]).identifier else {
                Issue.record("not read: \(text)")
                continue
            }
            #expect(Array(read.utf8) == Array(text.utf8))
        }
        let long = IncomingRequest.decode(
            line(#"{"id":""#, "ü", #"","jsonrpc":"2.0","method":"status"}"#, bytes: 400)[...])
        let error = refusal(long.content)
        #expect(long.identifier == .null && error?.path == "id" && error?.message == "too long")
    }

    @Test("A refused request is answered to its id, even if the id comes last, and is not answered without one")
    func identifierOfRefused() {
        func identifier(_ text: String) -> RequestIdentifier? {
            decode(text).identifier
        }
        #expect(identifier(#"{"jsonrpc":"2.0","method":"\u0345","id":7}"#) == .integer(7))
        #expect(identifier(#"{"jsonrpc":"2.0","method":"list","params":{"what":"ä"},"\u0069d":"ö"}"#) == .string("ö"))
        #expect(identifier(#"{"jsonrpc":"2.0","method":"list","params":{"what":"ä"}}"#) == nil)
        #expect(identifier(#"{"jsonrpc":"2.0","method":"list","ä":1}"#) == .null)
    }
}
