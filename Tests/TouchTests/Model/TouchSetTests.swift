// Tests of touch sets.

import Testing
import Touch

@Suite struct TouchSetTests {
    private let table = TouchTable()
    private let touches: [Touch]

    init() throws {
        touches = try [1.0, 2, 3, 4].map { [table] in try #require(table.begin(at: Point(x: $0, y: 0), time: .zero)) }
    }

    private func set(_ places: Int...) -> TouchSet {
        var set = table.none
        for place in places { set.insert(touches[place]) }
        return set
    }

    private func ids(_ set: TouchSet) -> [Int] { set.map(\.id) }

    @Test("None is empty and all is full, in the order of their places")
    func ends() {
        #expect(table.none.isEmpty && table.none.count == 0 && table.none.first == nil && ids(table.none) == [])
        #expect(!table.all.isEmpty && table.all.count == 4 && table.all.first === touches[0])
        #expect(ids(table.all) == [1, 2, 3, 4])
        #expect(ids(set(3, 0, 2)) == [1, 3, 4])
    }

    @Test("The algebra agrees with Set's for all pairs of sets")
    func agreement() {
        for (left, right) in (0..<16).flatMap({ left in (0..<16).map { (left, $0) } }) {
            func set(_ bits: Int) -> TouchSet {
                touches.indices.reduce(into: table.none) { if bits & (1 << $1) != 0 { $0.insert(touches[$1]) } }
            }
            let (a, b) = (Set(ids(set(left))), Set(ids(set(right))))
            #expect(Set(ids(set(left).union(set(right)))) == a.union(b))
            #expect(Set(ids(set(left).intersection(set(right)))) == a.intersection(b))
            #expect(Set(ids(set(left).subtracting(set(right)))) == a.subtracting(b))
            #expect(set(left).isDisjoint(with: set(right)) == a.isDisjoint(with: b))
            #expect(set(left).count == a.count && set(left).isEmpty == a.isEmpty)
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
