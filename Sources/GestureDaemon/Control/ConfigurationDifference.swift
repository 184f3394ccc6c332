// The numbers of rules that differ between two configurations.

import Configuration

/// The numbers of surfaces, regions and recognizers that differ between two configurations, by kind and name.
struct ConfigurationDifference: Equatable {
    var added = 0
    var removed = 0
    var changed = 0

    init(from older: Configuration, to newer: Configuration) {
        count(older.surfaces, newer.surfaces, by: \.name)
        count(older.regions, newer.regions, by: \.name)
        count(older.recognizers, newer.recognizers, by: \.name)
        if older.thresholds != newer.thresholds { changed += 1 }
    }

    private mutating func count<Rule: Equatable>(_ older: [Rule], _ newer: [Rule], by name: (Rule) -> String) {
        let before = [String: Rule](older.map { (name($0), $0) }) { first, _ in first }
        let after = [String: Rule](newer.map { (name($0), $0) }) { first, _ in first }
        added += after.keys.count { before[$0] == nil }
        removed += before.keys.count { after[$0] == nil }
        changed += after.count { name, rule in before[name].map { $0 != rule } ?? false }
    }
}
