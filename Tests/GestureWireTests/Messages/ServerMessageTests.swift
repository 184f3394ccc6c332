// Tests of reading what the server writes.

import GestureWire
import Testing

private func read(_ write: (inout LineWriter) -> Void) throws -> ServerMessage {
    var writer = LineWriter()
    write(&writer)
    return try ServerMessage.decode(writer.bytes)
}

struct ServerMessageTests {
    static let point = WirePoint(x: 1.5, y: -2)

    @Test(
        "a gesture of each type reads back as written, with its change",
        arguments: [
            (sample(type: "tap", state: .recognized, .tap(taps: 2)), nil),
            (sample(type: "longPress", state: .began, .longPress(duration: 0.5)), nil),
            (sample(type: "swipe", state: .recognized, .swipe(direction: .up, velocity: point)), nil),
            (
                sample(type: "pan", state: .ended, .pan(translation: point, velocity: point, projection: point)),
                MeasurementChange.translation(point)
            ),
            (
                sample(
                    type: "screenEdgePan", state: .ended,
                    .screenEdgePan(edge: .bottom, translation: point, velocity: point, projection: point)),
                .translation(point)
            ),
            (
                sample(
                    type: "transform", state: .ended,
                    .transform(
                        translation: point, velocity: point, projection: point, scale: 1.25, rotation: -0.5)),
                .transform(translation: point, scale: 1.25, rotation: -0.5)
            ),
            (sample(type: "stroke", state: .recognized, .stroke(name: "a\"b", score: 0.5)), nil),
            (
                sample(
                    type: "checkmark", state: .recognized, .custom(CustomMembers([.init("midpoint", .point(point))]))),
                nil
            ),
            (sample(type: "tickle", state: .recognized, .custom(CustomMembers([.init("count", .count(3))]))), nil),
            (sample(type: "pinch", .pinch(scale: 1.25, velocity: -1)), .scale(1.25)),
            (sample(type: "rotation", .rotation(rotation: 0.5, velocity: 2)), .rotation(0.5)),
            (sample(type: "own", .none), nil),
        ] as [(GestureNotification, MeasurementChange?)])
    func gestures(notification: GestureNotification, change: MeasurementChange?) throws {
        let message = try read {
            $0.appendGestureHead(subscription: 3, sequence: 5)
            $0.appendGestureTail(notification, since: .none)
        }
        guard case .gesture(let received) = message else {
            Issue.record("not a gesture: \(message)")
            return
        }
        #expect(received.subscription == 3)
        #expect(received.sequence == 5)
        #expect(received.notification == notification)
        #expect(received.change == change)
    }

    @Test(
        "a failure, which has no measurements, reads back with any type",
        arguments: [
            "tap", "longPress", "swipe", "pan", "screenEdgePan", "pinch", "rotation", "transform", "stroke", "own",
        ])
    func failures(type: String) throws {
        let failure = sample(type: type, state: .failed, .none)
        guard case .gesture(let received) = try ServerMessage.decode(Array(line(failure).utf8)) else {
            Issue.record("not a gesture")
            return
        }
        #expect(received.notification == failure)
        #expect(received.change == nil)
    }

    @Test("a known type with custom members reads back as such")
    func knownTypeOfItsOwn() throws {
        let own = sample(type: "pan", .custom(CustomMembers([.init("weight", .number(0.5))])))
        guard case .gesture(let received) = try ServerMessage.decode(Array(line(own).utf8)) else {
            Issue.record("not a gesture")
            return
        }
        #expect(received.notification == own)
        #expect(received.change == nil)
    }

    @Test("numbers, texts and points of an unknown type are read up to the limit, and all else is ignored")
    func unknownType() throws {
        let common = String(line(sample(type: "later", .none)).dropLast(3))
        func measurement(_ members: String) throws -> Measurement {
            guard case .gesture(let received) = try ServerMessage.decode(Array((common + members + "}}").utf8)) else {
                return .tap(taps: -1)
            }
            return received.notification.measurement
        }
        #expect(
            try measurement(
                #","b":true,"n":null,"l":[1],"o":{"z":1},"e":1.5e3,"huge":1e400,"t":"x","p":{"x":1,"y":2},"a b":1"#)
                == .custom(
                    CustomMembers([
                        .init("e", .count(1500)), .init("t", .text("x")), .init("p", .point(WirePoint(x: 1, y: 2))),
                    ])))
        let many = try measurement((0..<1000).map { #","m\#($0)":\#($0)"# }.joined())
        guard case .custom(let own) = many else {
            Issue.record("nothing of its own: \(many)")
            return
        }
        #expect(own.members.map(\.name) == (0..<1000).map { "m\($0)" }.sorted().prefix(customMembers).map { $0 })
    }

    @Test(
        "a member of a known type with the wrong kind is an error",
        arguments: [
            ("screenEdgePan", #""edge":"middle""#), ("screenEdgePan", #""edge":1"#), ("transform", #""scale":"big""#),
            ("transform", #""delta":1"#), ("transform", #""scaleDelta":{}"#), ("transform", #""rotationDelta":[]"#),
            ("stroke", #""score":"good""#), ("stroke", #""stroke":7"#),
        ])
    func wrongKinds(type: String, member: String) {
        let good: Measurement =
            switch type {
            case "transform":
                .transform(
                    translation: Self.point, velocity: Self.point, projection: nil, scale: 1, rotation: 0)
            case "stroke": .stroke(name: "a", score: 1)
            default: .screenEdgePan(edge: .top, translation: Self.point, velocity: Self.point, projection: nil)
            }
        let name = member.prefix { $0 != ":" }
        let text = line(sample(type: type, good)).replacing(name + ":", with: #""ignored":"#)
        let odd = text.dropLast(3) + "," + member + "}}"
        #expect(throws: DecodingError.self) { try ServerMessage.decode(Array(odd.utf8)) }
    }

    @Test("greeting, answers and errors read back")
    func others() throws {
        #expect(
            try read { $0.appendHello(capabilities: ["gestures"]) }
                == .hello(Hello(protocol: 1, server: serverName, capabilities: ["gestures"])))
        #expect(try read { $0.appendResult(to: .string("x")) } == .response(.string("x")))
        let error = RequestError(code: .methodNotFound, message: "unknown", path: "method", hint: "try")
        guard case .error(.null, let received) = try read({ $0.appendError(error, to: .null) }) else {
            Issue.record("not an error")
            return
        }
        #expect(received.code == -32601)
        #expect(received.description == "method: unknown; try")
    }

    @Test("snapshots and lists read back")
    func results() throws {
        let snapshot = Snapshot(
            subscription: 2, surfaces: [MessageEncodingTests.surface], recognizers: [MessageEncodingTests.recognizer],
            gestures: [sample()])
        var writer = LineWriter()
        writer.appendSnapshot(snapshot, to: .integer(1))
        #expect(try ServerMessage.result(of: writer.bytes, as: Snapshot.self) == snapshot)
        guard case .lagged(let lagged) = try read({ $0.appendLagged(snapshot, dropped: 4) }) else {
            Issue.record("not lagged")
            return
        }
        #expect(lagged.dropped == 4)
        #expect(lagged.snapshot == snapshot)
        writer.removeAll()
        let devices = [MessageEncodingTests.device, MessageEncodingTests.unusedDevice]
        writer.appendResult(devices, to: .integer(1))
        #expect(try ServerMessage.result(of: writer.bytes, as: [DeviceReport].self) == devices)
        writer.removeAll()
        writer.appendResult([MessageEncodingTests.region], to: .integer(1))
        #expect(
            try ServerMessage.result(of: writer.bytes, as: [RegionDescription].self) == [MessageEncodingTests.region])
    }

    @Test("own marks, and touches of a snapshot, read back; absent ones stay absent")
    func ownAndTouches() throws {
        var recognizer = MessageEncodingTests.recognizer
        recognizer.own = true
        var region = MessageEncodingTests.region
        region.own = true
        let snapshot = Snapshot(
            subscription: 2, surfaces: [], recognizers: [recognizer, MessageEncodingTests.recognizer], gestures: [],
            touches: [TouchNotificationTests.notification])
        var writer = LineWriter()
        writer.appendSnapshot(snapshot, to: .integer(1))
        #expect(try ServerMessage.result(of: writer.bytes, as: Snapshot.self) == snapshot)
        #expect(try read { $0.appendReloaded(snapshot) } == .reloaded(snapshot))
        writer.removeAll()
        writer.appendResult([region, MessageEncodingTests.region], to: .integer(1))
        #expect(
            try ServerMessage.result(of: writer.bytes, as: [RegionDescription].self)
                == [region, MessageEncodingTests.region])
    }

    @Test("methods and members of later versions are ignored")
    func laterVersions() throws {
        let later = #"{"jsonrpc":"2.0","method":"weather","params":{"x":1}}"#
        #expect(try ServerMessage.decode(Array(later.utf8)) == .other(method: "weather"))
        let hello =
            #"{"jsonrpc":"2.0","method":"hello","params":{"protocol":1,"server":"s","capabilities":[],"new":{}},"n":0}"#
        #expect(
            try ServerMessage.decode(Array(hello.utf8)) == .hello(Hello(protocol: 1, server: "s", capabilities: [])))
    }

    @Test("an invalid message is an error", arguments: ["", "[]", "{", "1", #"{"method":"gesture","params":{}}"#])
    func nonsense(line: String) {
        #expect(throws: DecodingError.self) { try ServerMessage.decode(Array(line.utf8)) }
    }

    @Test("Messages of later versions are read, whatever members and texts they add")
    func later() {
        for text in ["Écran \u{1F600}", "e\u{301}", #"\u0041\ud83d\ude00"#, "\u{7f}", #"\u001b\n"#, #"a\":b"#] {
            let line = #"{"method":"later","new":{"a":["\#(text)"]},"params":{"x":"\#(text)"}}"#
            #expect((try? ServerMessage.decode(Array(line.utf8))) == .other(method: "later"), "\(text)")
        }
        let spaced = "\t{ \"id\" :\r1,\"result\" : [ ] }\n"
        #expect((try? ServerMessage.decode(Array(spaced.utf8))) != nil)
    }
}
