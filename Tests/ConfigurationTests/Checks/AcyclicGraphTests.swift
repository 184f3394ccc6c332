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
                #expect(path.first == target)
                #expect(path.last == source)
                #expect(zip(path, path.dropFirst()).allSatisfy { links.contains([$0, $1]) })
                #expect(Set(path).count == path.count)
            } else {
                links.insert([source, target])
            }
        }
    }

    @Test("The reported path is the shortest")
    func shortest() {
        var graph = AcyclicGraph(count: 256)
        for node in 0..<255 { _ = graph.link(node, to: node + 1) }
        #expect(graph.path(from: 0, to: 255).count == 256)
        _ = graph.link(0, to: 250)
        #expect(graph.path(from: 0, to: 255) == [0, 250, 251, 252, 253, 254, 255])
        #expect(graph.path(from: 255, to: 0) == [])
    }

    @Test("The densest possible graph accepts every link downward and none upward")
    func dense() {
        var graph = AcyclicGraph(count: AcyclicGraph.capacity)
        var wrong = 0
        for source in 0..<256 {
            for target in 0..<256 where graph.link(source, to: target) != (source < target) { wrong += 1 }
        }
        #expect(wrong == 0)
    }
}
