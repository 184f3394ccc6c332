// Tests of decoding requests, and of error codes, paths and hints.

import GestureWire
import Testing

private func decode(_ text: String) -> IncomingRequest {
    IncomingRequest.decode(Array(text.utf8)[...])
}

private func request(_ method: String, _ params: String) -> IncomingRequest {
    decode(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#)
}

struct RequestDecodingTests {
    @Test(
        "An id that a double cannot hold is refused, with the id null",
        arguments: [
            "9007199254740992", "9007199254740993", "-9007199254740993", "9223372036854775807", "9223372036854775808",
            "99999999999999999999999", "9007199254740991.5", "9007199254740993.0", "9007199254740993e0",
            "900719925474099.33", "0.12345678901234567891", "-1.00000000000000000001", "1e-400", "1e400", "1e16",
            "123456789012345678e-3",
        ])
    func inexactIdentifier(text: String) {
        let request = decode(#"{"jsonrpc":"2.0","id":\#(text),"method":"status"}"#)
        #expect(request.identifier == .null)
        let error = #expect(throws: RequestError.self) { try request.content.get() }
        #expect(error?.code == .invalidRequest && error?.path == "id")
        #expect(error?.description == "id: a double changes it; use a string, or a whole number below 2^53")
    }

    @Test("subscribe without params subscribes to everything but failures")
    func subscribeToAll() {
        let expected = IncomingRequest(identifier: .integer(1), content: .success(.subscribe(SubscriptionFilter())))
        #expect(decode(#"{"jsonrpc":"2.0","id":1,"method":"subscribe"}"#) == expected)
        #expect(decode(#" { "method" : "subscribe" , "params":null,"id":1,"jsonrpc":"2.0"} "# + "\r\n") == expected)
        #expect(request("subscribe", "{}") == expected)
        #expect(!GestureStates.standard.contains(.failed))
    }

    @Test("subscribe takes globs and states")
    func subscribe() {
        let params = #"{"recognizers":["zoom*","tap"],"surfaces":[],"states":["began","failed"]}"#
        let filter = SubscriptionFilter(
            recognizers: ["zoom*", "tap"], surfaces: [], states: GestureStates([.began, .failed]))
        #expect(request("subscribe", params).content == .success(.subscribe(filter)))
        #expect(filter.matches(recognizer: "zoom", surface: "panel") == false)
    }

    @Test("subscribe takes touches, and a bounded rate of `changed`")
    func touchesAndRate() {
        #expect(
            request("subscribe", #"{"touches":true,"maxRate":30}"#).content
                == .success(.subscribe(SubscriptionFilter(touches: true, maxRate: 30))))
        #expect(
            request("subscribe", #"{"touches":false,"maxRate":1000.0}"#).content
                == .success(.subscribe(SubscriptionFilter(maxRate: largestRate))))
        #expect(
            request("subscribe", #"{"touches":null,"maxRate":null}"#).content
                == .success(.subscribe(SubscriptionFilter())))
    }

    @Test("subscribe takes the coordinates of places, and whether fingers have theirs")
    func places() {
        #expect(
            request("subscribe", #"{"coordinates":"region","locations":true}"#).content
                == .success(.subscribe(SubscriptionFilter(coordinates: .region, locations: true))))
        for params in [#"{"coordinates":"surface","locations":false}"#, #"{"coordinates":null,"locations":null}"#] {
            #expect(request("subscribe", params).content == .success(.subscribe(SubscriptionFilter())))
        }
        #expect(SubscriptionFilter().form == .places)
        #expect(SubscriptionFilter(coordinates: .region, locations: true).form == [.places, .inRegion, .fingers])
    }

    @Test(
        "every rate has an interval, which can be added to any time",
        arguments: [
            (nil, nil), (30, 33_333), (1000, 1000), (0.5, 2_000_000), (1e-12, 1 << 53),
            (.leastNonzeroMagnitude, 1 << 53), (.infinity, 0), (0, nil), (-1, nil), (.nan, nil),
        ] as [(Double?, Int64?)])
    func intervals(rate: Double?, microseconds: Int64?) {
        #expect(SubscriptionFilter(maxRate: rate).leastInterval == microseconds)
    }

    @Test("status and reload need no params")
    func withoutParams() {
        for (method, expected) in [("status", Request.status), ("reload", .reload)] {
            #expect(
                decode(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"#).content == .success(expected))
            #expect(request(method, "{}").content == .success(expected))
        }
    }

    @Test("swallow takes a surface, or none for all")
    func swallow() {
        #expect(request("swallow", #"{"surface":"panel"}"#).content == .success(.swallow(surface: "panel")))
        for params in ["{}", #"{"surface":null}"#, "null"] {
            #expect(request("swallow", params).content == .success(.swallow(surface: nil)))
        }
        #expect(decode(#"{"jsonrpc":"2.0","id":1,"method":"swallow"}"#).content == .success(.swallow(surface: nil)))
    }

    @Test("unsubscribe and list take their params")
    func others() {
        #expect(request("unsubscribe", #"{"subscription":3}"#).content == .success(.unsubscribe(subscription: 3)))
        for kind in ListKind.allCases {
            #expect(request("list", #"{"what":"\#(kind.rawValue)"}"#).content == .success(.list(kind)))
        }
    }

    @Test(
        "an id is a string, a number, null or absent",
        arguments: [
            (#""id":"a\"b","#, RequestIdentifier.string("a\"b")), (#""id":-5,"#, .integer(-5)),
            (#""id":1.5,"#, .number(1.5)), (#""id":null,"#, .null), ("", nil),
            (#""id":9007199254740991,"#, .integer(1 << 53 - 1)), (#""id":1e2,"#, .integer(100)),
            (#""id":-0.10,"#, .number(-0.1)), (#""id":25.0E-3,"#, .number(0.025)), (#""id":0e9,"#, .integer(0)),
            (#""id":0.30000000000000004,"#, .number(0.1 + 0.2)),
        ] as [(String, RequestIdentifier?)])
    func identifiers(member: String, expected: RequestIdentifier?) {
        #expect(decode(#"{"jsonrpc":"2.0",\#(member)"method":"subscribe"}"#).identifier == expected)
    }

    @Test("a request that a client writes is read unchanged by the server")
    func roundTrip() {
        let requests: [Request] = [
            .subscribe(SubscriptionFilter(recognizers: ["a\"*"], surfaces: ["p?"], states: GestureStates(.failed))),
            .subscribe(SubscriptionFilter()), .unsubscribe(subscription: 9), .list(.devices),
            .subscribe(SubscriptionFilter(touches: true, maxRate: 0.1)), .status,
            .subscribe(SubscriptionFilter(coordinates: .region)), .subscribe(SubscriptionFilter(locations: true)),
            .swallow(surface: nil), .swallow(surface: "a\"b"),
        ]
        for request in requests {
            var writer = LineWriter()
            writer.append(request, identifier: .string("ü"))
            #expect(
                IncomingRequest.decode(writer.bytes[...])
                    == IncomingRequest(identifier: .string("ü"), content: .success(request)))
        }
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let line: String
        let code: RequestError.Code
        let path: String
        let hint: String
        var testDescription: String { line }
    }

    static func inParams(_ method: String, _ params: String, _ path: String, _ hint: String) -> Mistake {
        Mistake(
            line: #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#, code: .invalidParameters,
            path: path, hint: hint)
    }

    @Test(
        "every mistake has its code, its path and a hint",
        arguments: [
            Mistake(line: "{", code: .parseError, path: "", hint: "send {"),
            Mistake(line: "hello", code: .parseError, path: "", hint: "send {"),
            Mistake(line: #"{"id":1}}"#, code: .parseError, path: "", hint: "send {"),
            Mistake(line: "{\"id\":1}\u{0}", code: .parseError, path: "", hint: "send {"),
            Mistake(line: "[]", code: .invalidRequest, path: "", hint: "one request per line"),
            Mistake(line: " [{}]", code: .invalidRequest, path: "", hint: "one request per line"),
            Mistake(line: "1", code: .invalidRequest, path: "", hint: "send {"),
            Mistake(line: "null", code: .invalidRequest, path: "", hint: "send {"),
            Mistake(line: "{}", code: .invalidRequest, path: "jsonrpc", hint: #"write "jsonrpc":"2.0""#),
            Mistake(line: #"{"jsonrpc":2.0}"#, code: .invalidRequest, path: "jsonrpc", hint: #"expected "2.0""#),
            Mistake(
                line: #"{"jsonrpc":"1.0"}"#, code: .invalidRequest, path: "jsonrpc", hint: #"write "jsonrpc":"2.0""#),
            Mistake(line: #"{"jsonrpc":"2.0","id":[]}"#, code: .invalidRequest, path: "id", hint: "a string, a number"),
            Mistake(line: #"{"jsonrpc":"2.0","id":true}"#, code: .invalidRequest, path: "id", hint: "a string"),
            Mistake(
                line: #"{"jsonrpc":"2.0","id":1}"#, code: .invalidRequest, path: "method", hint: "one of subscribe"),
            Mistake(
                line: #"{"jsonrpc":"2.0","id":1,"methods":"list"}"#, code: .invalidRequest, path: "methods",
                hint: "did you mean `method`?"),
            Mistake(
                line: #"{"jsonrpc":"2.0","id":1,"method":"subscrib"}"#, code: .methodNotFound, path: "method",
                hint: "did you mean `subscribe`?"),
            Mistake(
                line: #"{"jsonrpc":"2.0","id":1,"method":"setenabled"}"#, code: .methodNotFound, path: "method",
                hint: "did you mean `setEnabled`?"),
            Mistake(
                line: #"{"jsonrpc":"2.0","id":1,"method":"foo"}"#, code: .methodNotFound, path: "method",
                hint: "one of subscribe"),
            inParams("subscribe", "[]", "params", "write {…} here"),
            inParams("subscribe", "3", "params", "write {…} here"),
            inParams("subscribe", #"{"recognisers":[]}"#, "params.recognisers", "did you mean `recognizers`?"),
            inParams("subscribe", #"{"touches":1}"#, "params.touches", "expected true or false"),
            inParams("subscribe", #"{"touches":"true"}"#, "params.touches", "expected true or false"),
            inParams("subscribe", #"{"maxRate":0}"#, "params.maxRate", "more than 0, at most 1000"),
            inParams("subscribe", #"{"maxRate":-30}"#, "params.maxRate", "more than 0, at most 1000"),
            inParams("subscribe", #"{"maxRate":1000.001}"#, "params.maxRate", "more than 0, at most 1000"),
            inParams("subscribe", #"{"maxRate":1e400}"#, "params.maxRate", "more than 0, at most 1000"),
            inParams("subscribe", #"{"maxRate":1e-400}"#, "params.maxRate", "more than 0, at most 1000"),
            inParams("subscribe", #"{"maxRate":"30"}"#, "params.maxRate", "more than 0, at most 1000"),
            inParams("subscribe", #"{"maxrate":30}"#, "params.maxrate", "did you mean `maxRate`?"),
            inParams("subscribe", #"{"coordinates":"regoin"}"#, "params.coordinates", "did you mean `region`?"),
            inParams("subscribe", #"{"coordinates":"view"}"#, "params.coordinates", "surface, region"),
            inParams("subscribe", #"{"coordinates":1}"#, "params.coordinates", "expected surface or region"),
            inParams("subscribe", #"{"locations":"all"}"#, "params.locations", "expected true or false"),
            inParams("subscribe", #"{"location":true}"#, "params.location", "did you mean `locations`?"),
            inParams("status", #"{"connections":true}"#, "params.connections", "there are no members here"),
            inParams("subscribe", #"{"recognizers":"zoom"}"#, "params.recognizers", "expected a list of globs"),
            inParams("subscribe", #"{"recognizers":["a",5]}"#, "params.recognizers[1]", "expected a list of globs"),
            inParams("subscribe", #"{"states":["began","change"]}"#, "params.states[1]", "did you mean `changed`?"),
            inParams("subscribe", #"{"states":["possible"]}"#, "params.states[0]", "one of recognized, began"),
            inParams("unsubscribe", "{}", "params.subscription", "the number that subscribe returned"),
            inParams("unsubscribe", #"{"subscription":"1"}"#, "params.subscription", "the number that subscribe"),
            inParams("unsubscribe", #"{"subscription":1e999}"#, "params.subscription", "the number that subscribe"),
            inParams("unsubscribe", #"{"subscription":1.5}"#, "params.subscription", "the number that subscribe"),
            inParams("list", "{}", "params.what", "one of surfaces, devices"),
            inParams("swallow", #"{"surface":["panel"]}"#, "params.surface", "expected the name of a surface"),
            inParams("swallow", #"{"surfaces":"panel"}"#, "params.surfaces", "did you mean `surface`?"),
            inParams("list", #"{"what":"device"}"#, "params.what", "did you mean `devices`?"),
            inParams("list", #"{"what":7}"#, "params.what", "one of surfaces"),
            inParams("list", #"{"what":"devices","":1}"#, "params.", "known here: what"),
        ])
    func mistakes(mistake: Mistake) {
        guard case .failure(let error) = decode(mistake.line).content else {
            Issue.record("accepted: \(mistake.line)")
            return
        }
        #expect(error.code == mistake.code)
        #expect(error.path == mistake.path)
        #expect(error.hint.contains(mistake.hint), "\(error.hint)")
        #expect(!error.message.isEmpty)
    }

    @Test("an invalid request is answered even without an id, a valid one without an id is carried out silently")
    func answersWithoutIdentifier() {
        #expect(decode("{}").identifier == .null)
        #expect(decode("[]").identifier == .null)
        #expect(decode(#"{"jsonrpc":"2.0","method":"nonsense"}"#).identifier == nil)
        #expect(decode(#"{"jsonrpc":"2.0","method":"list","params":{}}"#).identifier == nil)
        #expect(decode(#"{"jsonrpc":"2.0","id":4,"method":"list","params":{}}"#).identifier == .integer(4))
    }

    @Test("the number and length of globs are limited")
    func globLimits() {
        let many = "[" + Array(repeating: #""a""#, count: globsPerSubscription + 1).joined(separator: ",") + "]"
        guard case .failure(let error) = request("subscribe", #"{"recognizers":\#(many)}"#).content else {
            Issue.record("too many globs accepted")
            return
        }
        #expect(error.path == "params.recognizers")
        let long = String(repeating: "a", count: globBytes + 1)
        guard case .failure(let second) = request("subscribe", #"{"surfaces":["a","\#(long)"]}"#).content else {
            Issue.record("too long a glob accepted")
            return
        }
        #expect(second.path == "params.surfaces[1]")
    }
}
