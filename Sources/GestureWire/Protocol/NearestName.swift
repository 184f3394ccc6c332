// Search for the known name nearest to an unknown one.

/// The known name nearest to what was written, for a hint; nil when none is near.
///
/// Near is: at most one in three characters inserted, removed, replaced or swapped with the next, but always one and
/// never more than four. Case does not count in ASCII. Longer names than 64 bytes have no neighbours, and distances are
/// only measured as far as they can be the least, so that the cost is bounded.
public func nearestName(to written: String, among known: some Sequence<String>) -> String? {
    guard written.utf8.count <= longestName else { return nil }
    let written = folded(written)
    var rows = DistanceRows()
    var best: (name: String, distance: Int)?
    for name in known
    where name.utf8.count <= longestName && abs(name.utf8.count - written.count) <= mostMistakes {
        let farthest = min(max(1, name.utf8.count / 3), mostMistakes, (best?.distance ?? .max) - 1)
        if let distance = rows.distance(written, folded(name), atMost: farthest) { best = (name, distance) }
        if best?.distance == 0 { break }
    }
    return best?.name
}

/// Returns a hint for an unknown name: the nearest known name, or all of them behind some words when none is near.
package func hint(forUnknown written: String, among known: [String], all: String = "one of") -> String {
    nearestName(to: written, among: known).map { "did you mean `\($0)`?" }
        ?? "\(all) \(known.joined(separator: ", "))"
}

/// The same of names of which there may be none, and then `none` is the hint.
package func hint(
    forUnknown written: String, among known: [String], all: String = "there are", none: String
) -> String {
    known.isEmpty ? none : hint(forUnknown: written, among: known, all: all)
}

/// Longer names have no neighbours.
private let longestName = 64

/// The number of mistakes beyond which a name counts as another one, whatever its length.
private let mostMistakes = 4

/// The bytes of a name with ASCII letters in lower case.
private func folded(_ name: String) -> [UInt8] {
    name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
}

/// Levenshtein's distance, in which two neighbours that changed places are one mistake; three rows at a time.
private struct DistanceRows {
    private var (beforeLast, last, row) = ([Int](), [Int](), [Int]())

    mutating func distance(_ one: [UInt8], _ two: [UInt8], atMost farthest: Int) -> Int? {
        guard abs(one.count - two.count) <= farthest else { return nil }
        // What both begin with costs nothing: names of one family differ at their ends.
        let common = zip(one, two).prefix { $0 == $1 }.count
        let (left, right) = (Array(one.dropFirst(common)), Array(two.dropFirst(common)))
        last = Array(0...right.count)
        row = last
        beforeLast = last
        for (index, byte) in left.enumerated() {
            // Each place that the rows are apart is a mistake: what is farther from the diagonal is too far.
            let columns = max(0, index - farthest)..<min(right.count, index + farthest + 1)
            row[columns.lowerBound] = index + 1  // too many, unless it is the row's begin
            var least = row[columns.lowerBound]
            for column in columns {
                let other = right[column]
                var distance = min(last[column] + (byte == other ? 0 : 1), last[column + 1] + 1, row[column] + 1)
                if index > 0, column > 0, byte == right[column - 1], left[index - 1] == other {
                    distance = min(distance, beforeLast[column - 1] + 1)
                }
                row[column + 1] = distance
                least = min(least, distance)
            }
            // A following row can be smaller by one, because of two swapped neighbours.
            if least > farthest + 1 { return nil }
            swap(&beforeLast, &last)
            swap(&last, &row)
        }
        return last[right.count] <= farthest ? last[right.count] : nil
    }
}
