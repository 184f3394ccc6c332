// Tests of questions to connections: their numbers, their answers, and peers that do not read them.

import GestureWire
import Glibc
import Testing

@testable import Server

struct QuestionTests {
    let server: TestServer
    let client: TestClient
    let other: TestClient

    init() throws {
        server = try TestServer()
        client = try TestClient(server)
        other = try TestClient(server)
    }

    private func ask(_ connection: Int, recognizer: String = "move", touch: Int = 7, isPrivate: Bool = false) -> Int? {
        let touch = WireTouch(
            id: touch, phase: .began, location: WirePoint(x: 1, y: 2), previousLocation: WirePoint(x: 1, y: 2),
            region: "root")
        return server.server?.ask(
            connection, about: .receive(QuestionedTouch(surface: "panel", time: 5, touch: touch)), for: recognizer,
            isPrivate: isPrivate)
    }

    private func questions(_ client: TestClient) throws -> [Int] {
        try client.messages().compactMap { if case .question(let question) = $0 { question.question } else { nil } }
    }

    @Test("each connection has numbers of its own, from 1; others and those that are gone are not asked")
    func numbers() throws {
        #expect(ask(1) == 1 && ask(2) == 1 && ask(1) == 2 && ask(3) == nil && ask(0) == nil)
        #expect(try questions(client) == [1, 2])
        #expect(try questions(other) == [1])
        shutdown(other.descriptor, Int32(SHUT_RDWR))
        server.settle()
        #expect(ask(2) == nil && server.server?.mayAsk(2) == false && server.server?.mayAsk(1) == true)
    }

    @Test("Questions about private touches are asked only of clients with `touches`")
    func privateTouches() throws {
        server.server?.parts.rules.access = rules([.gestures, .attach])
        let client = try server.client(of: 1000)
        _ = client.lines()
        #expect(ask(3, isPrivate: true) == nil && ask(3) == 1 && ask(1, isPrivate: true) == 1)
    }

    @Test("a connection that may not attach is not asked, and may not answer")
    func capability() throws {
        let peer = try #require(server.server?.parts.connections.peer(of: 1))
        #expect(ask(1) == 1)
        server.server?.capabilities.apply([.gestures], of: peer)
        #expect(ask(1) == nil && server.server?.mayAsk(1) == false)
        client.request("answer", #"{"question":1,"yes":true}"#)
        #expect(try #require(client.lines().last).contains(#""code":-32001"#))
        #expect(!server.control.news.contains("1 answers 1: yes"))
    }

    @Test("an answer reaches the control as often as it is given, and only of what was asked")
    func answers() throws {
        #expect(ask(1) == 1 && ask(1) == 2)
        _ = client.lines()
        server.control.news = []
        for (params, isKnown) in [
            (#"{"question":2,"yes":false}"#, true), (#"{"question":1,"yes":true}"#, true),
            (#"{"question":1,"yes":true}"#, true), (#"{"question":3,"yes":true}"#, false),
            (#"{"question":0,"yes":true}"#, false), (#"{"question":-9223372036854775808,"yes":true}"#, false),
        ] {
            client.request("answer", params)
            let line = try #require(client.lines().last)
            #expect(line.contains(isKnown ? #""result":{}"# : #""path":"params.question","hint":"the number"#))
        }
        other.request("answer", #"{"question":1,"yes":true}"#)
        #expect(try #require(other.lines().last).contains(#""code":-32602"#))
        #expect(server.control.news == ["1 answers 2: no", "1 answers 1: yes", "1 answers 1: yes"])
    }

    @Test(
        "a connection that does not read its questions is disconnected as for other lines, and nobody else notices",
        arguments: [true, false])
    func slow(isSubscribed: Bool) throws {
        if isSubscribed { try client.subscribe() }
        var count = 0
        while ask(1, touch: count) != nil, count < 100_000 { count += 1 }
        #expect(count > Limits().outboxLines && count < 100_000)
        #expect(ask(1) == nil && server.server?.mayAsk(1) == false)
        #expect(ask(2) == 1)
        #expect(try questions(other) == [1])
        let messages = try client.messages()
        let lagged = messages.compactMap { if case .lagged(let lagged) = $0 { lagged } else { nil } }
        #expect(lagged.count == (isSubscribed ? 1 : 0))
        server.settle()
        #expect(client.isDisconnected() && server.server?.peerCount == 1)
        #expect(server.messages(.warning).count == 1)
    }
}
