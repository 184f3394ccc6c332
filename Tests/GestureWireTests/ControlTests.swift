// Tests of the messages of rotate and reload.

import GestureWire
import Testing

private func decode(_ params: String, method: String = "rotate") -> Result<Request, RequestError> {
    let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
    return IncomingRequest.decode(Array(line.utf8)[...]).content
}

private func written(_ write: (inout LineWriter) -> Void) -> String {
    var writer = LineWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

private let panel = SurfaceDescription(
    name: "panel", device: "/dev/input/event4", unit: .pixels, width: 1080, height: 1920,
    millimetres: WireSize(width: 194, height: 344), rotation: 90)

private let panelText =
    #"{"name":"panel","device":"/dev/input/event4","unit":"px","width":1080.0,"height":1920.0,"#
    + #""millimetres":{"width":194.0,"height":344.0},"rotation":90.0}"#

struct ControlTests {
    @Test("a surface is rotated to one of four rotations, in any notation of the number")
    func rotate() throws {
        for turn in QuarterTurn.allCases {
            let degrees = turn.rawValue
            #expect(try decode(#"{"surface":"panel","rotation":\#(degrees)}"#).get() == .rotate(surface: "panel", turn))
            #expect(try decode(#"{"rotation":\#(degrees).0,"surface":""}"#).get() == .rotate(surface: "", turn))
        }
    }

    @Test("a request that a client writes is read unchanged by the server")
    func roundTrip() throws {
        for request in [Request.reload, .rotate(surface: "a \"b\"\\", .clockwise270)] {
            var writer = LineWriter()
            writer.append(request, identifier: .integer(7))
            #expect(
                IncomingRequest.decode(writer.bytes[...])
                    == IncomingRequest(
                        identifier: .integer(7), content: .success(request)))
        }
        #expect(try decode("null", method: "reload").get() == .reload)
    }

    @Test(
        "anything but a quarter turn of a name is refused with its place and a hint",
        arguments: [
            (#"{"surface":"panel"}"#, "params.rotation", "missing"),
            (#"{"rotation":90}"#, "params.surface", "missing"),
            (#"{"surface":"panel","rotation":45}"#, "params.rotation", "not a quarter turn"),
            (#"{"surface":"panel","rotation":-90}"#, "params.rotation", "not a quarter turn"),
            (#"{"surface":"panel","rotation":360}"#, "params.rotation", "not a quarter turn"),
            (#"{"surface":"panel","rotation":90.0000001}"#, "params.rotation", "not a quarter turn"),
            (#"{"surface":"panel","rotation":9223372036854775808}"#, "params.rotation", "not a quarter turn"),
            (#"{"surface":"panel","rotation":1e308}"#, "params.rotation", "not a quarter turn"),
            (#"{"surface":"panel","rotation":"left"}"#, "params.rotation", "wrong type"),
            (#"{"surface":"panel","rotation":true}"#, "params.rotation", "wrong type"),
            (#"{"surface":"panel","rotation":[90]}"#, "params.rotation", "wrong type"),
            (#"{"surface":7,"rotation":90}"#, "params.surface", "wrong type"),
            (#"{"surface":["panel"],"rotation":90}"#, "params.surface", "wrong type"),
            (#"{"surface":"panel","rotation":90,"degrees":90}"#, "params.degrees", "unknown member"),
            (#"{"surface":"panel","rotaton":90}"#, "params.rotaton", "unknown member"),
            (#"[]"#, "params", "not an object"),
        ])
    func refused(params: String, path: String, message: String) {
        guard case .failure(let error) = decode(params) else {
            Issue.record("let through: \(params)")
            return
        }
        #expect(error.code == .invalidParameters && error.path == path && error.message == message)
        #expect(!error.hint.isEmpty)
    }

    @Test("invalid or excessive numbers are refused", arguments: ["NaN", "Infinity", "1e999", "0x5a"])
    func numbers(number: String) {
        guard case .failure(let error) = decode(#"{"surface":"panel","rotation":\#(number)}"#) else {
            Issue.record("let through: \(number)")
            return
        }
        #expect((error.code == .parseError || error.path == "params.rotation") && !error.hint.isEmpty)
    }

    @Test("a name of any length is refused before it is looked up")
    func longName() {
        let name = String(repeating: "x", count: 60_000)
        guard case .failure(let error) = decode(#"{"surface":"\#(name)","rotation":90}"#) else {
            Issue.record("let through")
            return
        }
        #expect(error.path == "params.surface" && error.message == "too long")
    }

    @Test("reload has no params", arguments: [#"{"file":"/etc/shadow"}"#, #"{"rotation":0}"#])
    func reloadParams(params: String) {
        guard case .failure(let error) = decode(params, method: "reload") else {
            Issue.record("let through: \(params)")
            return
        }
        #expect(error.message == "unknown member" && error.hint == "there are no members here")
    }

    @Test("answers and notifications are written as documented, and read back")
    func writing() throws {
        #expect(
            written { $0.appendResult(panel, to: .integer(3)) } == #"{"jsonrpc":"2.0","id":3,"result":\#(panelText)}"#
                + "\n")
        let change = SurfaceChange(subscription: 2, change: .changed, surface: panel)
        let line = written { $0.append(change) }
        #expect(
            line == #"{"jsonrpc":"2.0","method":"surface","params":{"subscription":2,"change":"changed","surface":"#
                + panelText + "}}\n")
        #expect(try ServerMessage.decode(Array(line.utf8)) == .surface(change))
        let snapshot = Snapshot(subscription: 2, surfaces: [panel], recognizers: [], gestures: [])
        let reloaded = written { $0.appendReloaded(snapshot) }
        #expect(
            reloaded == #"{"jsonrpc":"2.0","method":"reloaded","params":{"subscription":2,"surfaces":["# + panelText
                + #"],"recognizers":[],"gestures":[]}}"# + "\n")
        #expect(try ServerMessage.decode(Array(reloaded.utf8)) == .reloaded(snapshot))
    }

    @Test("the answer to reload has its numbers, the refusal its problems")
    func reloading() throws {
        let report = ReloadReport(
            configuration: "/etc/gestured/gestured.yaml", surfaces: 1, regions: 2, recognizers: 9, added: 1, removed: 0,
            changed: 2, cancelled: 1)
        let answer = written { $0.appendResult(report, to: .string("r")) }
        #expect(
            answer == #"{"jsonrpc":"2.0","id":"r","result":{"configuration":"/etc/gestured/gestured.yaml","#
                + #""surfaces":1,"regions":2,"recognizers":9,"added":1,"removed":0,"changed":2,"cancelled":1}}"# + "\n")
        #expect(try ServerMessage.result(of: Array(answer.utf8), as: ReloadReport.self) == report)
        #expect(
            report.words == "/etc/gestured/gestured.yaml: 1 surface, 2 regions, 9 recognizers; 1 added, 0 removed, "
                + "2 changed; 1 gesture cancelled")
        let error = RequestError(
            code: .configurationRefused, message: "bad", hint: "look", problems: ["a.yaml:1:2: error: \"x\""])
        let refusal = written { $0.appendError(error, to: .null) }
        #expect(
            refusal
                == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32002,"message":"bad","data":{"path":"","hint":"look","#
                + #""problems":["a.yaml:1:2: error: \"x\""]}}}"# + "\n")
        guard case .error(.null, let read) = try ServerMessage.decode(Array(refusal.utf8)) else {
            Issue.record("no error")
            return
        }
        #expect(read.code == -32_002 && read.data?.problems == error.problems)
    }
}
