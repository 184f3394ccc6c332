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

    private func attach(_ name: String = "move") {
        client.request("attach", #"{"recognizers":[{"name":"\#(name)","type":"pan"}]}"#)
    }

    private func states(_ client: TestClient) throws -> [String] {
        try client.gestures().map {
            "\($0.subscription) \($0.notification.recognizer) \($0.notification.state) \($0.notification.gesture)"
        }
    }

    /// The processor time of the query for a connection's demand, with names of 60 characters.
    private func cost(of names: [String], _ server: TestServer, own connection: Int? = nil) -> Int {
        let start = processorTime()
        for name in names { _ = server.server?.wants(recognizer: name, surface: "panel", own: connection) }
        return processorTime() - start
    }

    private let names = (0..<200).map { String(repeating: "a", count: 60) + "\($0)" }

    @Test("attaching or detaching a recognizer does not match globs again for the names of others")
    func globs() throws {
        /// The smallest cost with this glob 32 times, after an attachment or a removal; and the first.
        func costs(_ glob: String) throws -> (first: Int, afterwards: Int) {
            let server = try TestServer()
            let client = try TestClient(server)
            let globs = Array(repeating: "\"\(glob)\"", count: 32).joined(separator: ",")
            try client.subscribe(#"{"recognizers":[\#(globs)]}"#)
            let first = cost(of: names, server, own: 1)
            let afterwards = (0..<6).map { index in
                client.request(index % 2 == 0 ? "attach" : "detach", #"{"recognizers":[{"name":"move","type":"pan"}]}"#)
                return cost(of: names, server, own: 1)
            }
            return (first, afterwards.min() ?? 0)
        }
        let (hard, easy) = (try costs("*[!\(String(repeating: "b-z", count: 83))]z"), try costs("z"))
        #expect(hard.first > hard.afterwards)
        #expect(hard.afterwards < 2 * easy.afterwards, "\(hard), with easy globs \(easy) ns")
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

    @Test("the demand of others costs the same, however many connections subscribe to it")
    func othersDemand() throws {
        /// The smallest cost beside this many other connections, after one has changed its demand.
        func cost(beside count: Int) throws -> Int {
            let server = try TestServer()
            let others = try (0..<count).map { _ in try TestClient(server) }
            for other in others { try other.subscribe(#"{"recognizers":["nothing*"]}"#) }
            _ = self.cost(of: names, server)
            return try (0..<5).map { _ in
                try others[0].subscribe(#"{"recognizers":["something"]}"#)
                return self.cost(of: names, server)
            }.min() ?? 0
        }
        let (many, one) = (try cost(beside: 12), try cost(beside: 1))
        #expect(many < 3 * one, "\(many) ns instead of \(one) ns")
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

    @Test("gestures that the server itself ends have the time of the request, whatever others did meanwhile")
    func timeOfEnd() throws {
        server.server?.limitRequests { 7_000_000 }
        try client.subscribe(#"{"touches":true}"#)
        server.publish(pan(.began))
        server.publish(touch(1, .began))
        var unpublished = pan(.began, gesture: 2, recognizer: "zoom")
        unpublished.time = 5_000_000
        unpublished.isPrivate = true
        server.publish(unpublished)
        _ = client.lines()
        attach()
        let lines = client.lines()
        #expect(lines.count == 3 && lines.dropLast().allSatisfy { $0.contains("cancelled") })
        #expect(lines.dropLast().allSatisfy { $0.contains(#""time":7.000000"#) }, "\(lines)")
    }

    @Test("gestures cancelled because the session ended have that time, too")
    func timeOfSession() throws {
        let server = try TestServer(access: sessionRules(.gestures, .touches))
        server.server?.limitRequests { 7_000_000 }
        server.enter()
        let client = try TestClient(server)
        try client.subscribe(#"{"touches":true}"#)
        server.publish(pan(.began, gesture: 1, finger: 1))
        server.publish(touch(1, .began))
        _ = client.lines()
        server.leave(firstTouch: 2)
        let lines = client.lines().filter { $0.contains("cancelled") }
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""time":7.000000"#) }, "\(lines)")
    }

    private func processorTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
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

    @Test("a gesture of a hidden name is cancelled before the answer, for this connection only")
    func shadowing() throws {
        try client.subscribe()
        try client.subscribe(#"{"recognizers":["zoom"]}"#)
        server.publish(pan(.began, x: 1))
        server.publish(pan(.changed, x: 3))
        #expect(try client.gestures().count == 2)
        attach()
        let messages = try client.messages()
        guard case .gesture(let end)? = messages.first, case .response? = messages.last, messages.count == 2 else {
            Issue.record("\(messages)")
            return
        }
        #expect(end.notification.state == .cancelled && end.subscription == 1 && end.step == 0 && end.sequence == 3)
        #expect(try client.subscribe().gestures.isEmpty)
        #expect(server.publish(pan(.changed, x: 5)) == 1, "for the other one")
        server.publish(pan(.ended, x: 6))
        server.publish(pan(.began, gesture: 2))
        #expect(try client.gestures().isEmpty)
        client.request("detach")
        #expect(client.lines().count == 1)
        server.publish(pan(.changed, gesture: 2))
        server.publish(pan(.ended, gesture: 2))
        #expect(try client.gestures().isEmpty, "what began unheard ends unheard")
        server.publish(pan(.began, gesture: 3))
        #expect(try states(client) == ["1 move began 3", "3 move began 3"])
        #expect(try other.gestures().count == 8)
        #expect(server.server?.parts.connections.peers.first?.hiddenGestures.isEmpty == true)
    }

    @Test("a subscription without cancelled gestures is not notified")
    func states() throws {
        try client.subscribe(#"{"states":["began","ended"]}"#)
        server.publish(pan(.began))
        attach()
        #expect(client.lines().count == 2)
    }

    @Test("own gestures are sent to their connection only, and are in its snapshots only")
    func ownGestures() throws {
        try client.subscribe()
        attach("mine")
        #expect(client.lines().count == 1)
        #expect(server.publish(pan(.began, x: 1, gesture: 5, recognizer: "mine"), to: .connection(1)) == 1)
        #expect(try client.gestures().map(\.step) == [1])
        #expect(try client.subscribe().gestures.map(\.gesture) == [5])
        #expect(try other.subscribe().gestures.isEmpty)
        #expect(server.publish(pan(.changed, x: 4, gesture: 5, recognizer: "mine"), to: .connection(1)) == 2)
        #expect(try client.gestures().map(\.step) == [3, 3])
        server.control.detaching = { [unowned server] connection, _ in
            server.server?.publish(pan(.cancelled, x: 4, gesture: 5, recognizer: "mine"), to: .connection(connection))
        }
        client.request("detach", #"{"recognizers":["mine"]}"#)
        let messages = try client.messages()
        #expect(messages.count == 3)
        guard case .response? = messages.last else {
            Issue.record("the answer is last")
            return
        }
        #expect(server.publish(tap(9), to: .connection(77)) == 0, "no connection has that number")
        #expect(other.lines().count == 0)
    }

    @Test("an excluded connection receives nothing, and a gesture is cancelled for one excluded in its middle")
    func leavingOut() throws {
        try client.subscribe()
        server.publish(pan(.began))
        #expect(server.publish(pan(.changed, x: 1), to: .everybody(except: [1])) == 1)
        #expect(try states(client) == ["1 move began 1", "1 move cancelled 1"])
        server.publish(pan(.ended))
        server.publish(pan(.began, gesture: 2), to: .everybody(except: [1]))
        server.publish(pan(.ended, gesture: 2))
        server.publish(tap(3), to: .everybody(except: [1]))
        #expect(try client.gestures().isEmpty)
        #expect(try other.gestures().count == 6)
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
        attach()
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
        attach()
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

    @Test(
        "a client without demand changes no other's demand by connecting and disconnecting; one with demand changes its own"
    )
    func demandOfOthers() throws {
        let own = try #require(server.server)
        let other = try TestClient(server)
        try other.subscribe()
        let before = (own.demand(of: nil), own.demand(of: 1), own.demand(of: 2))
        server.control.news = []
        do { _ = try TestClient(server) }
        server.settle()
        #expect(server.control.news == ["4 ended"])
        #expect(own.demand(of: nil) == before.0)
        attach()
        #expect(own.demand(of: nil) != before.0 && own.demand(of: 1) != before.1 && own.demand(of: 2) == before.2)
        client.request("setEnabled", #"{"recognizer":"move","enabled":false}"#)
        #expect(server.control.news == ["4 ended", "demand", "move off for 1, who may"])
    }
}
