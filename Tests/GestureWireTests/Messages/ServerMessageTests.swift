// Tests of reading what the server writes.

import GestureWire
import Testing

struct ServerMessageTests {
    static let point = WirePoint(x: 1.5, y: -2)

    @Test("a known type with custom members reads back as such")
    func knownTypeOfItsOwn() throws {
        let own = sample(type: "pan", .custom(CustomMembers([.init("weight", .number(0.5))])))
        let read = try received(line(own))
        #expect(read?.notification == own && read?.change == nil)
    }

    @Test("numbers, texts and points of an unknown type are read up to the limit, and all else is ignored")
    func unknownType() throws {
        let common = String(line(sample(type: "later", .none)).dropLast(3))
        func measurement(_ members: String) throws -> Measurement? {
            try received(common + members + "}}")?.notification.measurement
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
            Issue.record("nothing of its own: \(many as Any)")
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
