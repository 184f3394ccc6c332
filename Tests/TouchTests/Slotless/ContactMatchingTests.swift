// Tests of contact matching against all permutations.

import Testing
import TouchTesting

@testable import Touch

@Suite struct ContactMatchingTests {
    /// The smallest sum over all ways to assign each of the shorter side to one of the longer.
    private func leastSum(_ costs: [[Double]]) -> Double {
        let columns = costs.first?.count ?? 0
        let table = costs.count <= columns ? costs : (0..<columns).map { column in costs.map { $0[column] } }
        func least(_ row: Int, _ taken: Int) -> Double {
            guard row < table.count else { return 0 }
            return table[row].indices.lazy.filter { taken & 1 << $0 == 0 }
                .map { table[row][$0] + least(row + 1, taken | 1 << $0) }.min() ?? .infinity
        }
        return least(0, 0)
    }

    /// Assigns, checks that no column is assigned twice and that there are enough assignments, and returns the sum.
    private func sum(_ matching: inout ContactMatching, _ costs: [[Double]], columns: Int) -> Double {
        matching.prepare(rows: costs.count, columns: columns)
        for row in costs.indices { for column in 0..<columns { matching[row, column] = costs[row][column] } }
        matching.assign()
        let pairs = costs.indices.compactMap { row in matching.column(of: row).map { (row, $0) } }
        #expect(pairs.count == min(costs.count, columns))
        #expect(Set(pairs.map(\.1)).count == pairs.count)
        #expect(pairs.allSatisfy { (0..<columns).contains($0.1) })
        return pairs.reduce(0) { $0 + costs[$1.0][$1.1] }
    }

    @Test("17. The matching is as good as the best permutation, with as many contacts, more and fewer")
    func bruteForce() {
        var random = SeededNumbers(seed: 17)
        var matching = ContactMatching(capacity: 60)
        for round in 0..<4000 {
            let (rows, columns) = (Int.random(in: 0...6, using: &random), Int.random(in: 0...6, using: &random))
            // Small numbers make ties, large ones are like those of panels; a limit makes many pairs equal.
            let most = [3.0, 100, 1e6, 1e18][round % 4]
            let limit = random.isOne(in: 2) ? most / 3 : most
            let costs = (0..<rows).map { _ in
                (0..<columns).map { _ in min(Double.random(in: 0...most, using: &random).rounded(), limit) }
            }
            let sum = sum(&matching, costs, columns: columns)
            let best = rows == 0 || columns == 0 ? 0 : leastSum(costs)
            #expect((sum - best).magnitude <= best * 1e-12, "round \(round): \(sum), not \(best)")
        }
    }
}
