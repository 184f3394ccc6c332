// Does a client read what the server writes?

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
        "a gesture of each type reads back as it was written, with its change",
        arguments: [
            (sample(type: "tap", state: .recognized, .tap(taps: 2)), nil),
            (sample(type: "longPress", state: .began, .longPress(duration: 0.5)), nil),
            (sample(type: "swipe", state: .recognized, .swipe(direction: .up, velocity: point)), nil),
            (
                sample(type: "pan", state: .ended, .pan(translation: point, velocity: point, projection: point)),
                MeasurementChange.translation(point)
            ),
            (
                sample(type: "screenEdgePan", .pan(translation: point, velocity: point, projection: nil)),
                .translation(point)
            ),
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
        writer.appendList([MessageEncodingTests.device], to: .integer(1))
        #expect(try ServerMessage.result(of: writer.bytes, as: [DeviceReport].self) == [MessageEncodingTests.device])
        writer.removeAll()
        writer.appendList([MessageEncodingTests.region], to: .integer(1))
        #expect(
            try ServerMessage.result(of: writer.bytes, as: [RegionDescription].self) == [MessageEncodingTests.region])
    }

    @Test("methods and members of later versions are ignored")
    func laterVersions() throws {
        let later = #"{"jsonrpc":"2.0","method":"surface","params":{"x":1}}"#
        #expect(try ServerMessage.decode(Array(later.utf8)) == .other(method: "surface"))
        let hello =
            #"{"jsonrpc":"2.0","method":"hello","params":{"protocol":1,"server":"s","capabilities":[],"new":{}},"n":0}"#
        #expect(
            try ServerMessage.decode(Array(hello.utf8)) == .hello(Hello(protocol: 1, server: "s", capabilities: [])))
    }

    @Test("what is no message is an error", arguments: ["", "[]", "{", "1", #"{"method":"gesture","params":{}}"#])
    func nonsense(line: String) {
        #expect(throws: DecodingError.self) { try ServerMessage.decode(Array(line.utf8)) }
    }
}
