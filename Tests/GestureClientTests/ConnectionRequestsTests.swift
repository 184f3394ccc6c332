// Tests of each request of a connection, and of its answer.

import Testing

@testable import GestureClient
@testable import GestureWire

@Suite struct ConnectionRequestsTests {
    /// Answers each request, and finally returns them all.
    private func requests(
        answering results: [String], _ calls: (GestureConnection) throws -> Void
    ) throws -> [String] {
        let peer = try ScriptedPeer()
        let received = Handover<[String]>()
        peer.play { peer in
            let caller = try peer.greet()
            var requests: [String] = []
            for (index, result) in results.enumerated() {
                requests.append(try caller.nextLine())
                try caller.say(#"{"jsonrpc":"2.0","id":\#(index + 1),"result":\#(result)}"#)
            }
            received.give(requests)
        }
        try calls(try GestureConnection(path: peer.path))
        return try #require(received.take())
    }

    /// A request as the text of its line.
    private func request(_ id: Int, _ method: String, _ params: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
    }

    @Test("The capabilities of a connection are the last received, also if lines are read later than an answer")
    func capabilities() throws {
        let peer = try ScriptedPeer()
        peer.play { peer in
            let caller = try peer.greet()
            _ = try caller.nextLine()
            for names in ["", #""gestures""#] {
                try caller.say(#"{"jsonrpc":"2.0","method":"capabilities","params":{"capabilities":[\#(names)]}}"#)
            }
            try caller.answer(1)
        }
        let connection = try GestureConnection(path: peer.path)
        try connection.setEnabled("tap", false)
        #expect(connection.capabilities == ["gestures"])
        for _ in 0..<2 {
            _ = try connection.next()
            #expect(connection.capabilities == ["gestures"])
        }
    }

    @Test("Attach, detach and setEnabled return their results")
    func attaching() throws {
        let received = try requests(answering: [
            #"{"regions":[],"recognizers":["double"],"surfaces":[{"name":"panel","unit":"px"}]}"#, "{}", "{}", "{}",
        ]) {
            (connection) throws in
            #expect(
                try connection.attach(recognizers: [.tap("double")])
                    == AttachedNames(
                        regions: [], recognizers: ["double"],
                        surfaces: [AttachedSurface(name: "panel", unit: .pixels)]))
            try connection.setEnabled("double", false)
            try connection.detach(recognizers: ["double"])
            try connection.detach()
        }
        #expect(
            received == [
                request(1, "attach", #"{"regions":[],"recognizers":[{"name":"double","type":"tap"}]}"#),
                request(2, "setEnabled", #"{"recognizer":"double","enabled":false}"#),
                request(3, "detach", #"{"recognizers":["double"]}"#), request(4, "detach", "{}"),
            ])
    }

    @Test("Update sends what is said of each region, and returns the warnings")
    func updating() throws {
        let warning = "region `photo` lies outside of its surface"
        let received = try requests(answering: ["{}", #"{"warnings":["\#(warning)"]}"#]) { (connection) throws in
            #expect(try connection.update() == [])
            let warnings = try connection.update(
                RegionChange(
                    "photo", frame: ["x": 0, "y": "5mm"], transform: [0, 1, -1, 0, 5.5, 6], order: .top,
                    isEnabled: false),
                RegionChange("other", shape: [[0, 0], [9, 0], [0, 9]], order: .above("photo")),
                ["name": "third", "shape": "ellipse"])
            #expect(warnings == [warning])
        }
        #expect(
            received == [
                request(1, "update", #"{"regions":[]}"#),
                request(
                    2, "update",
                    [
                        #"{"regions":[{"above":null,"enabled":false,"frame":{"x":0,"y":"5mm"},"name":"photo","#,
                        #""transform":[0,1,-1,0,5.5,6]},"#,
                        #"{"above":"photo","name":"other","shape":[[0,0],[9,0],[0,9]]},"#,
                        #"{"name":"third","shape":"ellipse"}]}"#,
                    ].joined()),
            ])
    }

    @Test("Subscribe takes touches, a rate, coordinates and locations")
    func subscribing() throws {
        let snapshot = #"{"subscription":1,"surfaces":[],"recognizers":[],"gestures":[],"touches":[]}"#
        let received = try requests(answering: [snapshot]) { (connection) throws in
            let snapshot = try connection.subscribe(
                states: [], touches: true, maxRate: 30, coordinates: .region, locations: true)
            #expect(snapshot.touches == [])
        }
        #expect(
            received == [
                request(
                    1, "subscribe",
                    #"{"recognizers":["*"],"surfaces":["*"],"states":[],"touches":true,"maxRate":30.0,"#
                        + #""coordinates":"region","locations":true}"#)
            ])
    }

    @Test("Status is parsed; other results are as the server wrote them")
    func status() throws {
        var writer = LineWriter()
        writer.appendResult(StatusReport(uptime: 2, configuration: "standard", gestures: 9), to: .integer(1))
        let answer = String(decoding: writer.bytes.dropLast(2), as: UTF8.self)
        let report = answer.dropFirst(#"{"jsonrpc":"2.0","id":1,"result":"#.count)
        let list = #"[{"result":[1.50, "a" ]}]"#
        let received = try requests(answering: [String(report), list]) { (connection) throws in
            #expect(try connection.status().gestures == 9)
            #expect(try String(decoding: connection.result(of: .list(.regions)), as: UTF8.self) == list)
        }
        #expect(received == [request(1, "status", "{}"), request(2, "list", #"{"what":"regions"}"#)])
    }

    @Test("A refusal is thrown with its problems, and the connection continues")
    func refused() throws {
        let peer = try ScriptedPeer()
        peer.play { peer in
            let caller = try peer.greet()
            _ = try caller.nextLine()
            try caller.say(
                #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no","data":{"path":"params","hint":"","#
                    + #""problems":["params.recognizers[0].type: unknown"]}}}"#)
            _ = try caller.nextLine()
            try caller.answer(2)
        }
        let connection = try GestureConnection(path: peer.path)
        let error = #expect(throws: ServerError.self) { try connection.attach(recognizers: [.tap("a")]) }
        #expect(error?.data?.problems == ["params.recognizers[0].type: unknown"])
        try connection.detach()
    }
}
