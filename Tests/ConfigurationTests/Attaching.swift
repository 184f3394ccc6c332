// Literals and helpers for tests of attachments.

import Configuration
import GestureWire

extension WireValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int64) { self = .integer(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(nilLiteral: ()) { self = .null }
    init(arrayLiteral elements: WireValue...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, WireValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }

    /// A mapping with additional members.
    func with(_ key: String, _ value: WireValue) -> WireValue {
        guard case .object(let members) = self else { return self }
        return .object(members + [Member(key, value)])
    }
}

/// A value in YAML's notation, as a client sends it in JSON's.
func wire(_ yaml: String) -> WireValue { SchemaSamples.tree(of: yaml) ?? .text("not YAML: \(yaml)") }

/// The left half of its parent.
let half: WireValue = ["x": 0, "y": "0%", "width": "50%", "height": "100%"]

/// A tap of this name.
func tap(_ name: String, in region: String? = nil) -> WireValue {
    let tap: WireValue = ["name": .text(name), "type": "tap"]
    return region.map { tap.with("region", .text($0)) } ?? tap
}

/// A region of this name, the left half of its parent.
func region(_ name: String, in parent: String? = nil, on surface: String? = nil) -> WireValue {
    var region: WireValue = ["name": .text(name), "frame": half]
    if let parent { region = region.with("parent", .text(parent)) }
    if let surface { region = region.with("surface", .text(surface)) }
    return region
}

extension Configuration {
    /// The problems of an attachment, without hints.
    func refusals(
        regions: [WireValue] = [], recognizers: [WireValue] = [],
        beside present: AttachedRules = AttachedRules(), surfaces: [String] = []
    ) -> [String] {
        do {
            _ = try attached(regions: regions, recognizers: recognizers, beside: present, surfaces: surfaces)
            return []
        } catch {
            return error.problems.map { "\($0.path): \($0.message)" }
        }
    }

    /// The problems of an attachment, with hints, one in a line.
    func refusal(regions: [WireValue] = [], recognizers: [WireValue] = []) -> String {
        do {
            _ = try attached(regions: regions, recognizers: recognizers, beside: AttachedRules(), surfaces: [])
            return ""
        } catch {
            return error.description
        }
    }

    /// The problems of changes of a connection's regions, with hints.
    func refusals(updating regions: [WireValue], of present: AttachedRules) -> [String] {
        do {
            _ = try updated(regions: regions, of: present)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    /// The rules of attached entries.
    func attached(regions: [WireValue] = [], recognizers: [WireValue] = []) throws -> AttachedRules {
        try attaching(recognizers, regions: regions)
    }

    /// The rules of an attachment in addition to those of others.
    func attaching(
        _ recognizers: [WireValue] = [], regions: [WireValue] = [],
        to present: AttachedRules = AttachedRules()
    ) throws -> AttachedRules {
        present.adding(try attached(regions: regions, recognizers: recognizers, beside: present, surfaces: []))
    }
}
