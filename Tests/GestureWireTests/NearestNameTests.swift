// Tests of the name that a hint suggests.

import GestureWire
import Testing

@Suite struct NearestNameTests {
    private let names = ["tap", "longPress", "swipe", "pan", "pinch", "rotation"]

    @Test(
        "The nearest name is found, whatever its case",
        arguments: [
            ("tapp", "tap"), ("longpress", "longPress"), ("swip", "swipe"), ("Rotaton", "rotation"), ("pinhc", "pinch"),
        ])
    func near(written: String, name: String) {
        #expect(nearestName(to: written, among: names) == name)
    }

    @Test(
        "Where nothing is near, nothing is suggested, and length costs nothing",
        arguments: ["", "zoom", "日本", String(repeating: "tap", count: 100_000)])
    func far(written: String) {
        #expect(nearestName(to: written, among: names) == nil)
        #expect(nearestName(to: written, among: []) == nil)
    }

    @Test("The first of the nearest names is found, as by measuring the distance to each of them")
    func reference() {
        var generator = SplitMix(state: 21)
        func name() -> String {
            String(
                (0..<Int.random(in: 0...9, using: &generator)).map { _ in "abC".randomElement(using: &generator) ?? "a"
                })
        }
        for _ in 0..<2000 {
            let written = name()
            let known = (0..<4).map { _ in name() }
            let distances = known.map { Self.distance(Array(written.lowercased()), Array($0.lowercased())) }
            let near = zip(known, distances).filter { $1 <= max(1, $0.utf8.count / 3) }
            let expected = near.first { $0.1 == near.map(\.1).min() }?.0
            #expect(nearestName(to: written, among: known) == expected, "\(written) among \(known)")
        }
    }

    /// By definition: the least of what leads to the first characters.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var rows = [[Int]](repeating: [Int](repeating: 0, count: right.count + 1), count: left.count + 1)
        for (row, column) in (0...left.count).flatMap({ row in (0...right.count).map { (row, $0) } }) {
            guard row > 0, column > 0 else {
                rows[row][column] = row + column
                continue
            }
            let isSame = left[row - 1] == right[column - 1]
            var least = min(rows[row - 1][column], rows[row][column - 1]) + 1
            least = min(least, rows[row - 1][column - 1] + (isSame ? 0 : 1))
            if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                least = min(least, rows[row - 2][column - 2] + 1)
            }
            rows[row][column] = least
        }
        return rows[left.count][right.count]
    }
}
