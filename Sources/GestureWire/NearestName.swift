// Which known name did somebody mean who wrote an unknown one?

/// The known name nearest to what was written, for a hint; nil when none is near.
///
/// Near is: at most one in three characters inserted, removed, replaced or swapped with the next, but always one. Case
/// does not count. Longer names than 64 characters have no neighbours, so that the cost is bounded.
public func nearestName(to written: String, among known: some Sequence<String>) -> String? {
    guard written.utf8.count <= 64 else { return nil }
    let written = Array(written.lowercased().utf8)
    var best: (name: String, distance: Int)?
    for name in known {
        let distance = editDistance(written, Array(name.lowercased().utf8))
        if distance < best?.distance ?? .max { best = (name, distance) }
    }
    guard let best, best.distance <= max(1, best.name.utf8.count / 3) else { return nil }
    return best.name
}

/// Levenshtein's distance, in which two neighbours that changed places are one mistake; three rows at a time.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var (beforeLast, last) = ([Int](), Array(0...right.count))
    for (index, byte) in left.enumerated() {
        var row = [index + 1]
        for (column, other) in right.enumerated() {
            var distance = min(last[column] + (byte == other ? 0 : 1), last[column + 1] + 1, row[column] + 1)
            if index > 0, column > 0, byte == right[column - 1], left[index - 1] == other {
                distance = min(distance, beforeLast[column - 1] + 1)
            }
            row.append(distance)
        }
        (beforeLast, last) = (last, row)
    }
    return last[right.count]
}
