// Tests of touch sets.

import Testing
import Touch

@Suite struct TouchSetTests {
    private let table = TouchTable()
    private let touches: [Touch]

    init() throws {
        touches = try [1.0, 2, 3, 4].map { [table] in try #require(table.begin(at: Point(x: $0, y: 0), time: .zero)) }
    }

    /// The touches of these bits.
    private func set(_ bits: Int) -> TouchSet {
        touches.indices.reduce(into: table.none) { if bits & (1 << $1) != 0 { $0.insert(touches[$1]) } }
    }

    /// Their numbers.
    private func ids(_ bits: Int) -> [Int] { touches.indices.filter { bits & (1 << $0) != 0 }.map { $0 + 1 } }

    @Test("Sets of touches are those of their bits, in the order of their places, for all pairs of sets")
    func algebra() {
        #expect(table.all.map(\.id) == ids(15) && table.none.map(\.id) == [])
        for (left, right) in (0..<16).flatMap({ left in (0..<16).map { (left, $0) } }) {
            #expect(set(left).map(\.id) == ids(left) && set(left).first?.id == ids(left).first)
            #expect(set(left).union(set(right)).map(\.id) == ids(left | right))
            #expect(set(left).intersection(set(right)).map(\.id) == ids(left & right))
            #expect(set(left).subtracting(set(right)).map(\.id) == ids(left & ~right))
            #expect(set(left).isDisjoint(with: set(right)) == (left & right == 0))
            #expect(set(left).count == left.nonzeroBitCount && set(left).isEmpty == (left == 0))
            #expect(touches.indices.allSatisfy { set(left).contains(touches[$0]) == (left >> $0 & 1 == 1) })
            let whole = set(left)
            var (rest, twice) = (whole, whole)
            for touch in whole { twice.insert(touch) }
            #expect(twice.map(\.id) == ids(left))
            for touch in set(right) { rest.remove(touch) }
            #expect(rest.map(\.id) == ids(left & ~right) && whole.map(\.id) == ids(left), "a copy is independent")
        }
    }

    @Test("A touch of another surface is not a member, even at the same place")
    func otherSurface() throws {
        let stranger = try #require(TouchTable().begin(at: .zero, time: .zero))
        #expect(!table.all.contains(stranger))
        var all = table.all
        all.remove(stranger)
        #expect(all.count == 4)
    }
}
