// Literals and helpers for tests of attachments.

import Configuration

extension StructuredValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int) { self = .number(String(value)) }
    init(floatLiteral value: Double) { self = .number(String(value)) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(nilLiteral: ()) { self = .null }
    init(arrayLiteral elements: StructuredValue...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, StructuredValue)...) {
        self = .mapping(elements.map { Member($0.0, $0.1) })
    }

    /// A mapping with other members beside those that it has.
    func with(_ key: String, _ value: StructuredValue) -> StructuredValue {
        guard case .mapping(let members) = self else { return self }
        return .mapping(members + [Member(key, value)])
    }
}

/// The left half of whatever it lies in.
let half: StructuredValue = ["x": 0, "y": "0%", "width": "50%", "height": "100%"]

/// A tap of this name.
func tap(_ name: String, in region: String? = nil) -> StructuredValue {
    let tap: StructuredValue = ["name": .text(name), "type": "tap"]
    return region.map { tap.with("region", .text($0)) } ?? tap
}

/// A region of this name, the left half of its parent.
func region(_ name: String, in parent: String? = nil, on surface: String? = nil) -> StructuredValue {
    var region: StructuredValue = ["name": .text(name), "frame": half]
    if let parent { region = region.with("parent", .text(parent)) }
    if let surface { region = region.with("surface", .text(surface)) }
    return region
}

extension Configuration {
    /// What is said of an attachment, each problem in a line; "" when it has none.
    func complaints(
        regions: [StructuredValue] = [], recognizers: [StructuredValue] = [],
        beside present: AttachedRules = AttachedRules(), surfaces: [String] = []
    ) -> [String] {
        do {
            _ = try attached(regions: regions, recognizers: recognizers, beside: present, surfaces: surfaces)
            return []
        } catch {
            return error.problems.map { "\($0.path): \($0.message)" }
        }
    }

    /// The rules of an attachment beside those of others.
    func attaching(
        _ recognizers: [StructuredValue] = [], regions: [StructuredValue] = [],
        to present: AttachedRules = AttachedRules()
    ) throws -> AttachedRules {
        present.adding(try attached(regions: regions, recognizers: recognizers, beside: present, surfaces: []))
    }
}
