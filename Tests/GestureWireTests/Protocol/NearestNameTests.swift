// Tests of suggested names.

import GestureWire
import Testing

@Suite struct NearestNameTests {
    private let names = ["tap", "longPress", "swipe", "pan", "pinch", "rotation"]

    @Test(
        "The nearest name is found, in any case",
        arguments: [
            ("tapp", "tap"), ("longpress", "longPress"), ("swip", "swipe"), ("Rotaton", "rotation"), ("pinhc", "pinch"),
        ])
    func near(written: String, name: String) {
        #expect(nearestName(to: written, among: names) == name)
    }

    @Test(
        "Without a near name nothing is suggested, and length costs nothing",
        arguments: ["", "zoom", "日本", String(repeating: "tap", count: 100_000)])
    func far(written: String) {
        #expect(nearestName(to: written, among: names) == nil)
        #expect(nearestName(to: written, among: []) == nil)
    }

    @Test("The first of the nearest names is found, as by measuring each distance")
    func reference() {
        var generator = SplitMix(state: 21)
        func letter() -> Character { "abC".randomElement(using: &generator) ?? "a" }
        func name(_ lengths: ClosedRange<Int>) -> String {
            String((0..<Int.random(in: lengths, using: &generator)).map { _ in letter() })
        }
        func miswritten(_ name: String, _ mistakes: Int) -> String {
            var letters = Array(name)
            for _ in 0..<mistakes {
                let place = Int.random(in: letters.indices, using: &generator)
                switch Int.random(in: 0...3, using: &generator) {
                case 0: letters.insert(letter(), at: place)
                case 1: letters.remove(at: place)
                case 2: letters[place] = letter()
                default: letters.swapAt(place, max(0, place - 1))
                }
            }
            return String(letters)
        }
        for number in 0..<2000 {
            let isLong = number.isMultiple(of: 2)
            let written = name(isLong ? 15...60 : 0...9)
            let known = (0..<4).map { isLong ? miswritten(written, $0 * 2) : name(0...9) }
            let distances = known.map { Self.distance(Array(written.lowercased()), Array($0.lowercased())) }
            let near = zip(known, distances).filter { $1 <= min(max(1, $0.utf8.count / 3), 4) }
            let expected = near.first { $0.1 == near.map(\.1).min() }?.0
            #expect(nearestName(to: written, among: known) == expected, "\(written) among \(known)")
        }
    }

    /// By definition: the smallest distance of the first characters.
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
