// Tests of cycle detection.

import Testing

@testable import Configuration

@Suite struct AcyclicGraphTests {
    /// Whether there is a path, by repeated examination of every link.
    private func isWay(_ source: Int, _ target: Int, _ links: Set<[Int]>) -> Bool {
        var reached: Set = [source]
        while true {
            let more = Set(links.filter { reached.contains($0[0]) }.map { $0[1] }).subtracting(reached)
            if reached.contains(target) { return true }
            if more.isEmpty { return false }
            reached.formUnion(more)
        }
    }

    @Test("A link is refused if, and only if, it closes a cycle", arguments: [2, 5, 12, 70])
    func random(count: Int) {
        var numbers = Numbers(state: UInt64(count))
        var graph = AcyclicGraph(count: count)
        var links: Set<[Int]> = []
        for _ in 0..<count * 6 {
            let source = Int.random(in: 0..<count, using: &numbers)
            let target = Int.random(in: 0..<count, using: &numbers)
            let closes = isWay(target, source, links)
            let path = graph.path(from: target, to: source)
            let isLinked = graph.link(source, to: target)
            #expect(isLinked == !closes)
            // The path that the link would have closed exists, link by link.
            #expect(path.isEmpty == !closes)
            if closes {
                #expect(path.first == target && path.last == source && Set(path).count == path.count)
                #expect(zip(path, path.dropFirst()).allSatisfy { links.contains([$0, $1]) })
            } else {
                links.insert([source, target])
            }
        }
    }
}
