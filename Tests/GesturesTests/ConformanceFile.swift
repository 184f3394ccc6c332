// Reader of the conformance fixtures: expectations from other engines and UIKit's documentation.

import Foundation
import Testing

/// A value of a fixture.
enum JSON: Decodable, Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSON].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    /// A member of an object; `null` when there is none.
    subscript(_ name: String) -> JSON { if case .object(let members) = self { members[name] ?? .null } else { .null } }
    /// An element of a list; `null` when there is none.
    subscript(_ index: Int) -> JSON { list.indices.contains(index) ? list[index] : .null }

    var members: [String: JSON] { if case .object(let members) = self { members } else { [:] } }
    var list: [JSON] { if case .list(let list) = self { list } else { [] } }
    var texts: [String] { list.compactMap(\.text) }
    var numbers: [Double] { list.compactMap(\.number) }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
}

/// A case of a fixture.
struct ConformanceCase: CustomTestStringConvertible, Sendable {
    let id: String
    private let members: JSON

    init(_ members: JSON) {
        self.members = members
        id = members["id"].text ?? "no id"
    }

    subscript(_ name: String) -> JSON { members[name] }

    var testDescription: String { id }
}

/// A fixture.
struct ConformanceFile: Sendable {
    let content: JSON
    let cases: [ConformanceCase]

    /// The file of this name, without `.json`.
    ///
    /// Traps when it cannot be read: there is nothing to test then.
    init(_ name: String) {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/conformance/\(name).json")
        do {
            content = try JSONDecoder().decode(JSON.self, from: Data(contentsOf: file))
        } catch {
            fatalError("\(file.path): \(error)")
        }
        cases = content["cases"].list.map(ConformanceCase.init)
    }
}
