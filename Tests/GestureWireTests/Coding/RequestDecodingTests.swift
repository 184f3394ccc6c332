// Tests of decoding requests: methods, params and ids.

import GestureWire
import Testing

private func subscribe(_ filter: SubscriptionFilter) -> Request { .subscribe(filter) }

private func list(_ element: String, _ count: Int) -> String {
    "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
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
        let error = refusal(request.content)
        #expect(error?.code == .invalidRequest)
        #expect(error?.description == "id: a double changes it; use a string, or a whole number below 2^53")
    }

    @Test("subscribe without params subscribes to everything but failures")
    func subscribeToAll() {
        let expected = IncomingRequest(identifier: .integer(1), content: .success(.subscribe(SubscriptionFilter())))
        #expect(decode(#"{"jsonrpc":"2.0","id":1,"method":"subscribe"}"#) == expected)
        #expect(decode(#" { "method" : "subscribe" , "params":null,"id":1,"jsonrpc":"2.0"} "# + "\r\n") == expected)
        #expect(!GestureStates.standard.contains(.failed))
    }

    @Test(
        "absent members and `null` mean the default, and numbers may have any notation",
        arguments: [
            ("subscribe", "{}", subscribe(SubscriptionFilter())),
            ("subscribe", #"{"touches":false,"maxRate":1000.0}"#, subscribe(SubscriptionFilter(maxRate: largestRate))),
            ("subscribe", #"{"touches":null,"maxRate":null}"#, subscribe(SubscriptionFilter())),
            ("subscribe", #"{"coordinates":"surface","locations":false}"#, subscribe(SubscriptionFilter())),
            ("subscribe", #"{"coordinates":null,"locations":null}"#, subscribe(SubscriptionFilter())),
            ("status", "{}", .status), ("reload", "null", .reload), ("swallow", "null", .swallow(surface: nil)),
            ("swallow", #"{"surface":null}"#, .swallow(surface: nil)),
            ("rotate", #"{"rotation":270.0,"surface":""}"#, .rotate(surface: "", .clockwise270)),
            ("attach", #"{"regions":[]}"#, .attach(AttachRequest())),
            ("attach", #"{"regions":null,"recognizers":[3]}"#, .attach(AttachRequest(recognizers: [.integer(3)]))),
            ("detach", #"{"recognizers":[]}"#, .detach(DetachRequest(recognizers: []))),
            ("detach", "{}", .detach(DetachRequest())), ("detach", #"{"regions":null}"#, .detach(DetachRequest())),
        ])
    func defaults(method: String, params: String, expected: Request) {
        #expect(request(method, params) == .success(expected))
    }

    @Test("the places of a gesture's line are those that a subscription asks for")
    func places() {
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

    @Test("attachments are passed on unchanged, with members in the order of their names")
    func attach() {
        let frame = WireValue.object([.init(name: "x", value: .text("0%")), .init(name: "y", value: .number(0.5))])
        let canvas = WireValue.object([.init(name: "frame", value: frame), .init(name: "name", value: .text("canvas"))])
        let double = WireValue.object([
            .init(name: "numberOfTapsRequired", value: .integer(2)),
            .init(name: "requireToFail", value: .list([.text("other")])), .init(name: "type", value: .text("tap")),
        ])
        let params =
            #"{"recognizers":[{"type":"tap","requireToFail":["other"],"numberOfTapsRequired":2}],"#
            + #""regions":[{"name":"canvas","frame":{"y":0.5,"x":"0%"}}]}"#
        #expect(
            request("attach", params) == .success(.attach(AttachRequest(regions: [canvas], recognizers: [double]))))
    }

    @Test("the maximum number of attachments, and a name of maximum length, are accepted")
    func limits() {
        let (half, count) = (list("{}", attachedPerRequest / 2), attachedPerRequest / 2)
        let objects = [WireValue](repeating: .object([]), count: count)
        #expect(
            request("attach", #"{"regions":\#(half),"recognizers":\#(half)}"#)
                == .success(.attach(AttachRequest(regions: objects, recognizers: objects))))
        let name = String(repeating: "x", count: nameBytes)
        #expect(
            request("detach", #"{"regions":["\#(name)"]}"#) == .success(.detach(DetachRequest(regions: [name]))))
    }

    @Test("an invalid request is answered even without an id, a valid one without an id is carried out silently")
    func answersWithoutIdentifier() {
        #expect(decode("{}").identifier == .null && decode("[]").identifier == .null)
        #expect(decode(#"{"jsonrpc":"2.0","method":"nonsense"}"#).identifier == nil)
        #expect(decode(#"{"jsonrpc":"2.0","method":"list","params":{}}"#).identifier == nil)
        #expect(decode(#"{"jsonrpc":"2.0","id":4,"method":"list","params":{}}"#).identifier == .integer(4))
    }
}
