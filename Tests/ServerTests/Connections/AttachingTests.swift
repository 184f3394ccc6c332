// Tests of connections with own recognizers: what they receive, and what that costs.

import GestureWire
import Glibc
import Testing

@testable import Server

struct AttachingTests {
    let server: TestServer
    let client: TestClient
    let other: TestClient

    init() throws {
        server = try TestServer()
        client = try TestClient(server)
        other = try TestClient(server)
        try other.subscribe()
    }

    @Test("an update of regions changes nothing but these: touches and gestures under way go on, and demand stays")
    func updating() throws {
        try client.subscribe(#"{"touches":true}"#)
        client.request("attach", #"{"regions":[{"name":"photo"}],"recognizers":[{"name":"move","type":"pan"}]}"#)
        _ = client.lines()
        server.control.news = []
        client.request("update", #"{"regions":[{"name":"photo"}]}"#)
        #expect(client.lines() == [#"{"jsonrpc":"2.0","id":1,"result":{}}"#])
        client.request("update", #"{"regions":[]}"#)
        #expect(client.lines() == [#"{"jsonrpc":"2.0","id":1,"result":{"warnings":["nothing to do"]}}"#])
        other.request("update", #"{"regions":[{"name":"photo"}]}"#)
        #expect(try #require(other.lines().last).contains(#""code":-32602,"message":"no such region""#))
        #expect(server.control.news == ["photo of 1 updated", " of 1 updated"])
    }

    @Test("a disconnected client wants nothing, also without a query between its last request and its end")
    func gone() throws {
        func isWanted() -> Bool { server.server?.wants(recognizer: "move", surface: "panel", own: nil) ?? false }
        func leave(_ client: TestClient) {
            shutdown(client.descriptor, Int32(SHUT_RDWR))
            server.settle()
        }
        leave(other)
        #expect(!isWanted())
        for isUnsubscribed in [true, false] {
            let client = try TestClient(server)
            let number = try client.subscribe().subscription
            #expect(isWanted())
            if isUnsubscribed { client.request("unsubscribe", #"{"subscription":\#(number)}"#) }
            leave(client)
            try self.client.subscribe(#"{"recognizers":["something"]}"#)
            #expect(!isWanted())
        }
    }

    @Test(
        "gestures that the server itself ends have the time of the request, or of the session's end, whatever others did",
        arguments: [true, false])
    func timeOfEnd(isSession: Bool) throws {
        let server = try TestServer(access: isSession ? sessionRules(.gestures, .touches) : Access())
        server.server?.limitRequests { 7_000_000 }
        if isSession { server.enter() }
        let client = try TestClient(server)
        try client.subscribe(#"{"touches":true}"#)
        server.publish(pan(.began))
        server.publish(touch(1, .began))
        var unpublished = pan(.began, gesture: 2, recognizer: "zoom")
        unpublished.time = 5_000_000
        unpublished.isPrivate = true
        if !isSession { server.publish(unpublished) }
        _ = client.lines()
        if isSession { server.leave(firstTouch: 2) } else { client.attach("move") }
        let ends = client.lines().filter { $0.contains("cancelled") }
        #expect(ends.count == 2 && ends.allSatisfy { $0.contains(#""time":7.000000"#) }, "\(ends)")
    }

    @Test("attachments are answered by name, listed as own, and unknown to others")
    func answer() throws {
        client.request("attach", #"{"regions":[{"name":"canvas"}],"recognizers":[{"name":"move"},{"name":"mine"}]}"#)
        let line = try #require(client.lines().last)
        #expect(line.hasSuffix(#""result":{"regions":["canvas"],"recognizers":["move","mine"],"surfaces":[]}}"#))
        client.request("list", #"{"what":"recognizers"}"#)
        let own = #""name":"mine","type":"pan","region":"root","enabled":true,"own":true"#
        #expect(client.lines().last?.contains(own) == true)
        #expect(try client.subscribe().recognizers.map(\.name) == ["mine", "move", "zoom"])
        #expect(try other.subscribe().recognizers == server.recognizers)
        client.request("detach")
        #expect(client.lines().last?.hasSuffix(#""result":{}}"#) == true)
        #expect(try client.subscribe().recognizers == server.recognizers)
    }

    @Test("wants: a name hidden by an own one is not wanted, nor is one for which no subscription has room")
    func demand() throws {
        let own = try #require(server.server)
        try client.subscribe(#"{"recognizers":["mo*"],"surfaces":["panel"]}"#)
        other.request("unsubscribe", #"{"subscription":1}"#)
        #expect(own.wants(recognizer: "move", surface: "panel", own: nil))
        #expect(!own.wants(recognizer: "move", surface: "pad", own: nil))
        #expect(!own.wants(recognizer: "zoom", surface: "panel", own: nil))
        #expect(own.wants(recognizer: "move", surface: "panel", own: 1))
        #expect(!own.wants(recognizer: "move", surface: "panel", own: 2))
        client.attach("move")
        #expect(!own.wants(recognizer: "move", surface: "panel", own: nil))
        #expect(own.wants(recognizer: "move", surface: "panel", own: 1))
        try other.subscribe(#"{"states":[]}"#)
        #expect(!own.wants(recognizer: "zoom", surface: "panel", own: nil), "it requests no state")
        #expect(!own.wantsTouches(surface: "panel", own: nil))
        try other.subscribe(#"{"touches":true,"surfaces":["pa*"]}"#)
        #expect(own.wantsTouches(surface: "panel", own: nil) && own.wantsTouches(surface: "panel", own: 2))
        #expect(!own.wantsTouches(surface: "phone", own: nil) && !own.wantsTouches(surface: "panel", own: 1))
    }

    @Test(
        "the control is notified of every change of demand and of every end; enabling own recognizers needs no `control`"
    )
    func control() throws {
        server.control.news = []
        try client.subscribe()
        client.attach("move")
        client.request("setEnabled", #"{"recognizer":"move","enabled":false}"#)
        #expect(client.lines().last?.hasSuffix(#""result":{}}"#) == true)
        client.request("detach")
        client.request("unsubscribe", #"{"subscription":1}"#)
        #expect(server.control.news == ["demand", "demand", "move off for 1, who may", "demand", "demand"])
        do {
            let leaver = try TestClient(server)
            try leaver.subscribe()
            server.control.news = []
        }
        server.publish(tap(1))
        #expect(server.server?.nextDeadline == 1_000_000, "at once, but not from within")
        server.server?.advance(to: 1_000_000)
        #expect(server.control.news == ["3 ended", "demand"])
    }
}
