// Tests of the keys' reference, and of the protocol's schema, against the types.

import Foundation
import Gestures
import GestureWire
import Testing

@testable import Configuration

@Suite struct ReferenceTests {

    @Test("The meaning of every key is a whole sentence, and its values have no full stop")
    func sentences() {
        for part in ConfigurationPart.allCases {
            for key in part.keys {
                #expect(key.documentation.hasSuffix(".") && key.documentation.first?.isUppercase == true, "\(key.key)")
                #expect(!key.value.isEmpty && !key.value.hasSuffix("."), "\(key.key)")
                #expect(!"\(key.documentation)\(key.value)".contains("|"), "\(key.key)")
            }
        }
    }

    /// The definitions of the protocol's schema.
    private func protocolDefinitions() throws -> [String: Any] {
        let text = try Data(Project.text("docs/protocol.schema.json").utf8)
        let schema = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        return try #require(schema["$defs"] as? [String: Any])
    }

    @Test(
        "Attached recognizers have the properties of the file, and what they ask, in the protocol's schema",
        arguments: RecognizerType.allCases)
    func attachedEntries(type: RecognizerType) throws {
        let definitions = try protocolDefinitions()
        let name = type.rawValue.prefix(1).uppercased() + type.rawValue.dropFirst() + "Entry"
        let entry = try #require(definitions[name] as? [String: Any])
        let properties = try #require(entry["properties"] as? [String: Any])
        let own = RecognizerReader.own + AttachedRecognizerReader.keys
        #expect(Set(properties.keys) == Set(own + type.properties.map(\.key)))
        let required = Set(try #require(entry["required"] as? [String]))
        #expect(required == Set(["type"] + type.properties.filter(\.isRequired).map(\.key)))
        for property in type.ownProperties {
            let value = try resolved(try #require(properties[property.key]), definitions)
            #expect(bounds(value) == bounds(property.kind), "\(property.key)")
        }
        let members = try #require(definitions["EntryMembers"] as? [String: Any])
        let common = try #require(members["properties"] as? [String: Any])
        #expect(Set(common.keys) == Set(own + RecognizerType.commonProperties.map(\.key)))
        let types = try resolved(try #require(common["type"]), definitions)["enum"] as? [String]
        #expect(types == RecognizerType.allCases.map(\.rawValue))
    }

    /// The schema that a reference names.
    private func resolved(_ value: Any, _ definitions: [String: Any]) throws -> [String: Any] {
        let schema = try #require(value as? [String: Any])
        guard let reference = schema["$ref"] as? String else { return schema }
        return try #require(definitions[String(reference.dropFirst("#/$defs/".count))] as? [String: Any])
    }

    private func bounds(_ schema: [String: Any]) -> [Double?] {
        ["minimum", "maximum"].map { (schema[$0] as? NSNumber)?.doubleValue }
    }

    private func bounds(_ kind: PropertyKind) -> [Double?] {
        switch kind {
        case .count(let range): [Double(range.lowerBound), Double(range.upperBound)]
        case .seconds(let range), .points(let range), .pointsOfRegion(let range), .degrees(let range),
            .number(let range):
            [range.lowerBound, range.upperBound]
        default: [nil, nil]
        }
    }
}
