// Tests of the messages of attach, update, detach and setEnabled.

import GestureWire
import Testing

private func decode(_ method: String, _ params: String) -> Result<Request, RequestError> {
    let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
    return IncomingRequest.decode(Array(line.utf8)[...]).content
}

private func list(_ element: String, _ count: Int) -> String {
    "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
}

struct AttachmentTests {
    static let canvas = WireValue.object([
        .init(
            name: "frame",
            value: .object([.init(name: "x", value: .text("0%")), .init(name: "y", value: .number(0.5))])
        ),
        .init(name: "name", value: .text("canvas")),
    ])
    static let double = WireValue.object([
        .init(name: "numberOfTapsRequired", value: .integer(2)),
        .init(name: "requireToFail", value: .list([.text("other")])), .init(name: "type", value: .text("tap")),
    ])

    @Test("attachments are passed on unchanged, with members in the order of their names")
    func attach() throws {
        #expect(
            try decode(
                "attach",
                #"{"recognizers":[{"type":"tap","requireToFail":["other"],"numberOfTapsRequired":2}],"#
                    + #""regions":[{"name":"canvas","frame":{"y":0.5,"x":"0%"}}]}"#
            ).get() == .attach(AttachRequest(regions: [Self.canvas], recognizers: [Self.double])))
        #expect(try decode("attach", #"{"regions":[]}"#).get() == .attach(AttachRequest()))
        #expect(
            try decode("attach", #"{"regions":null,"recognizers":[3]}"#).get()
                == .attach(AttachRequest(recognizers: [.integer(3)])))
    }

    @Test("detach without lists is for everything, with empty lists for nothing")
    func detach() throws {
        #expect(
            try decode("detach", #"{"regions":["canvas"],"recognizers":["a","b"]}"#).get()
                == .detach(DetachRequest(regions: ["canvas"], recognizers: ["a", "b"])))
        #expect(try decode("detach", #"{"recognizers":[]}"#).get() == .detach(DetachRequest(recognizers: [])))
        for everything in ["{}", "null", #"{"regions":null}"#] {
            #expect(try decode("detach", everything).get() == .detach(DetachRequest()))
        }
    }

    @Test("a recognizer is enabled or disabled")
    func setEnabled() throws {
        for isEnabled in [true, false] {
            #expect(
                try decode("setEnabled", #"{"recognizer":"zoom","enabled":\#(isEnabled)}"#).get()
                    == .setEnabled(recognizer: "zoom", isEnabled: isEnabled))
        }
    }

    @Test("a request that a client writes is read unchanged by the server")
    func roundTrip() {
        let requests: [Request] = [
            .attach(AttachRequest()),
            .attach(AttachRequest(regions: [Self.canvas, .null], recognizers: [Self.double])),
            .update(UpdateRequest(regions: [])), .update(UpdateRequest(regions: [Self.canvas, .null])),
            .detach(DetachRequest()), .detach(DetachRequest(regions: [])),
            .detach(DetachRequest(recognizers: ["a\"\\"])),
            .detach(DetachRequest(regions: ["~"], recognizers: [])), .setEnabled(recognizer: "a\"b", isEnabled: true),
            .setEnabled(recognizer: "", isEnabled: false),
        ]
        for request in requests {
            var writer = LineWriter()
            writer.append(request, identifier: .integer(7))
            #expect(writer.bytes.count { $0 == UInt8(ascii: "\n") } == 1)
            #expect(
                IncomingRequest.decode(writer.bytes[...])
                    == IncomingRequest(identifier: .integer(7), content: .success(request)))
        }
    }

    @Test(
        "anything else is refused with its place and a hint",
        arguments: [
            ("attach", "{}", "params", "nothing to attach"), ("attach", "null", "params", "nothing to attach"),
            ("attach", #"{"regions":null}"#, "params", "nothing to attach"),
            ("attach", "[]", "params", "not an object"),
            ("attach", #"{"regions":{}}"#, "params.regions", "wrong type"),
            ("attach", #"{"regions":[],"recognizers":"tap"}"#, "params.recognizers", "wrong type"),
            ("attach", #"{"recogniser":[]}"#, "params.recogniser", "unknown member"),
            ("attach", #"{"regions":\#(list("{}", 65))}"#, "params", "too many regions and recognizers"),
            (
                "attach", #"{"regions":\#(list("{}", 32)),"recognizers":\#(list("{}", 33))}"#, "params",
                "too many regions and recognizers"
            ),
            ("update", "{}", "params.regions", "missing"), ("update", "null", "params.regions", "missing"),
            ("update", #"{"regions":null}"#, "params.regions", "missing"),
            ("update", #"{"regions":{"name":"a"}}"#, "params.regions", "wrong type"),
            ("update", #"{"regions":[],"recognizers":[]}"#, "params.recognizers", "unknown member"),
            ("update", #"{"regions":\#(list("{}", 65))}"#, "params.regions", "too many regions"),
            ("detach", "[]", "params", "not an object"),
            ("detach", #"{"names":["a"]}"#, "params.names", "unknown member"),
            ("detach", #"{"regions":"canvas"}"#, "params.regions", "wrong type"),
            ("detach", #"{"recognizers":["a",null]}"#, "params.recognizers[1]", "wrong type"),
            ("detach", #"{"recognizers":["a",{"b":1}]}"#, "params.recognizers[1]", "wrong type"),
            ("detach", #"{"regions":["\#(String(repeating: "ü", count: 129))"]}"#, "params.regions[0]", "not a name"),
            ("detach", #"{"regions":["a","\u001b[2J"]}"#, "params.regions[1]", "not a name"),
            ("detach", #"{"regions":["\#(String(repeating: "x", count: 257))"]}"#, "params.regions[0]", "too long"),
            ("setEnabled", "{}", "params.recognizer", "missing"),
            ("setEnabled", #"{"recognizer":"zoom"}"#, "params.enabled", "missing"),
            ("setEnabled", #"{"recognizer":"zoom","enabled":null}"#, "params.enabled", "missing"),
            ("setEnabled", #"{"recognizer":"zoom","enabled":1}"#, "params.enabled", "wrong type"),
            ("setEnabled", #"{"recognizer":["zoom"],"enabled":true}"#, "params.recognizer", "wrong type"),
            ("setEnabled", #"{"recognizer":"zoom","isEnabled":true}"#, "params.isEnabled", "unknown member"),
            (
                "setEnabled", #"{"recognizer":"\#(String(repeating: "x", count: 257))","enabled":true}"#,
                "params.recognizer", "too long"
            ),
        ])
    func refused(method: String, params: String, path: String, message: String) {
        guard case .failure(let error) = decode(method, params) else {
            Issue.record("let through: \(params)")
            return
        }
        #expect(error.code == .invalidParameters && error.path == path && error.message == message)
        #expect(!error.hint.isEmpty)
    }

    @Test("the maximum number of attachments with names of maximum length is accepted")
    func limits() throws {
        let half = list("{}", attachedPerRequest / 2)
        guard case .attach(let request) = try decode("attach", #"{"regions":\#(half),"recognizers":\#(half)}"#).get()
        else {
            Issue.record("another request")
            return
        }
        #expect(request.regions.count == attachedPerRequest / 2 && request.recognizers.count == attachedPerRequest / 2)
        let name = String(repeating: "x", count: nameBytes)
        #expect(
            try decode("detach", #"{"regions":["\#(name)"]}"#).get() == .detach(DetachRequest(regions: [name])))
        #expect(
            try decode("setEnabled", #"{"recognizer":"\#(name)","enabled":true}"#).get()
                == .setEnabled(recognizer: name, isEnabled: true))
    }

    @Test("the answer to attach has the names, and the units of the surfaces")
    func answer() throws {
        let names = AttachedNames(
            regions: ["canvas"], recognizers: ["double", "a\"b"],
            surfaces: [.init(name: "panel", unit: .pixels), .init(name: "table", unit: .points)])
        var writer = LineWriter()
        writer.appendResult(names, to: .integer(2))
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"jsonrpc":"2.0","id":2,"result":{"regions":["canvas"],"recognizers":["double","a\"b"],"#
                + #""surfaces":[{"name":"panel","unit":"px"},{"name":"table","unit":"pt"}]}}"# + "\n")
        #expect(try ServerMessage.result(of: writer.bytes, as: AttachedNames.self) == names)
    }

    @Test("the refusal of an attachment has all its problems")
    func problems() throws {
        let error = RequestError(
            code: .invalidParameters, message: "unknown type", path: "params.recognizers[0].type", hint: "one of tap",
            problems: ["params.recognizers[0].type: unknown type", "params.regions[0]: no name"])
        var writer = LineWriter()
        writer.appendError(error, to: .integer(2))
        guard case .error(.integer(2), let read) = try ServerMessage.decode(writer.bytes) else {
            Issue.record("no error")
            return
        }
        #expect(read.code == -32_602 && read.data?.problems == error.problems && read.data?.path == error.path)
    }
}
