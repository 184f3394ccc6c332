// Tests of the answer to `rpc.discover` against docs/protocol.schema.json.

import Foundation
import Testing

@testable import GestureWire

struct ProtocolDescriptionTests {
    @Test("the document is one line of JSON, an OpenRPC document by its members")
    func document() throws {
        #expect(!protocolDescription.utf8.contains { $0 < 0x20 })
        var writer = LineWriter()
        writer.appendProtocolDescription(to: .string("d"))
        let line = String(decoding: writer.bytes, as: UTF8.self)
        #expect(line == #"{"jsonrpc":"2.0","id":"d","result":\#(protocolDescription)}"# + "\n")
        #expect(try ServerMessage.decode(writer.bytes) == .response(.string("d")))
        let document = try ServerMessage.result(of: writer.bytes, as: WireValue.self)
        #expect(document["openrpc"] == .text("1.3.2"))
        #expect(document["info"]?["version"] == .text("\(protocolVersion)"))
    }

    @Test("its methods, in their order, are those that are understood; its errors those that are told")
    func methods() throws {
        let document = try Self.value(Data(protocolDescription.utf8))
        guard case .list(let methods) = document["methods"],
            case .object(let errors) = document["components"]?["errors"]
        else {
            Issue.record("no methods, or no errors")
            return
        }
        #expect(methods.map { $0["name"] } == Request.methods.map { .text($0) })
        #expect(errors.count == 8)
        for error in errors {
            guard case .integer(let code) = error.value["code"] else {
                Issue.record("no code: \(error)")
                continue
            }
            let known = try #require(RequestError.Code(rawValue: Int(code)))
            #expect("\(known)" == error.name)
        }
    }

    @Test("its schemas are those of docs/protocol.schema.json; if not, scripts/make-protocol-description makes them")
    func schemas() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/protocol.schema.json")
        let text = try String(contentsOf: file, encoding: .utf8).replacing("#/$defs/", with: "#/components/schemas/")
        let definitions = try #require(try Self.value(Data(text.utf8))["$defs"])
        let document = try Self.value(Data(protocolDescription.utf8))
        guard case .object(let schemas) = document["components"]?["schemas"] else {
            Issue.record("no schemas")
            return
        }
        #expect(schemas.count > 80)
        for schema in schemas {
            #expect(schema.value == definitions[schema.name], "\(schema.name)")
        }
    }

    private static func value(_ json: Data) throws -> WireValue {
        try JSONDecoder().decode(WireValue.self, from: json)
    }
}

extension WireValue {
    /// What a member stands for; nil if this is no object, or has none of that name.
    fileprivate subscript(name: String) -> WireValue? {
        if case .object(let members) = self { members.first { $0.name == name }?.value } else { nil }
    }
}
