// Which known name did somebody mean who wrote an unknown one?

/// The known name nearest to what was written, for a hint; nil when none is near.
///
/// Near is: at most one in three characters inserted, removed or replaced, but always one. Case does not count.
/// Takes at most 64 characters of what was written into account, so that its cost is bounded.
public func nearestName(to written: String, among known: some Sequence<String>) -> String? {
    guard written.utf8.count <= 64 else { return nil }
    var best: (name: String, distance: Int)?
    for name in known {
        let distance = editDistance(Array(written.lowercased().utf8), Array(name.lowercased().utf8))
        if distance < best?.distance ?? .max { best = (name, distance) }
    }
    guard let best, best.distance <= max(1, best.name.utf8.count / 3) else { return nil }
    return best.name
}

/// Levenshtein's distance, one row at a time.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
        var diagonal = row[0]
        row[0] = index + 1
        for (column, other) in right.enumerated() {
            let replaced = diagonal + (byte == other ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
        }
    }
    return row[right.count]
}
