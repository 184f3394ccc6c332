// Directed graph that refuses links that would close a cycle, for parents and failure requirements.

/// A graph of at most 256 nodes, numbered from 0, that has no cycle because it refuses the link that would close one.
///
/// The nodes reachable from each node are a set of bits: the largest file can contain sixty thousand links, and
/// searching the graph for each would take minutes.
struct AcyclicGraph {
    static let capacity = 256

    private var targets: [[Int]]
    private var reach: [SIMD4<UInt64>]

    init(count: Int) {
        precondition(count <= Self.capacity, "callers limit what they read")
        targets = Array(repeating: [], count: count)
        reach = Array(repeating: .zero, count: count)
    }

    /// Adds a link; false, and nothing is changed, when `target` is, or leads to, `source`.
    mutating func link(_ source: Int, to target: Int) -> Bool {
        guard source != target, !leads(target, to: source) else { return false }
        guard !leads(source, to: target) else {
            // It may be known through others only; a path should be as short as it can be.
            if !targets[source].contains(target) { targets[source].append(target) }
            return true
        }
        targets[source].append(target)
        var new = reach[target]
        new[target >> 6] |= 1 << UInt64(target & 63)
        for node in reach.indices where node == source || leads(node, to: source) { reach[node] |= new }
        return true
    }

    /// The shortest way along links, both ends included; empty when there is none.
    func path(from source: Int, to target: Int) -> [Int] {
        var origin = [Int?](repeating: nil, count: targets.count)
        var (open, next) = ([source], 0)
        while next < open.count, open[next] != target {
            for node in targets[open[next]] where origin[node] == nil && node != source {
                origin[node] = open[next]
                open.append(node)
            }
            next += 1
        }
        guard next < open.count else { return [] }
        var path = [target]
        while let last = path.last, last != source, let before = origin[last] { path.append(before) }
        return path.reversed()
    }

    private func leads(_ source: Int, to target: Int) -> Bool {
        reach[source][target >> 6] & 1 << UInt64(target & 63) != 0
    }
}

/// Returns a cycle in words: "`a` waits for `b`, which waits for `c`, which waits for `a`"; the middle of a long one is
/// omitted.
func cycleText(of names: [String], _ verb: String) -> String {
    let shown = 16
    guard let first = names.first else { return "" }
    var text = "\(quoted(first)) \(verb) "
    text += names.dropFirst().prefix(shown).map { "\(quoted($0)), which \(verb) " }.joined()
    if names.count > shown + 1 { text += "\(names.count - shown - 1) others in turn, the last of which \(verb) " }
    return text + quoted(first)
}
