// Tests of the time for which five fingers have been held still.

import Interception
import Testing
import Touch

struct StillnessTests {
    private let axis = Axis(minimum: 0, maximum: 1000)

    private func fingers(_ count: Int32, moved: Int32 = 0, first: Int32 = 0) -> [Int32: Stillness.Place] {
        [Int32: Stillness.Place](
            uniqueKeysWithValues: (0..<count).map { (first + $0, Stillness.Place(x: 100 * $0 + moved, y: 500)) })
    }

    /// The seconds that a list of contacts, one each second, ends with.
    private func seconds(_ looks: [[Int32: Stillness.Place]]) -> Double {
        var stillness = Stillness(x: axis, y: axis)
        var result = 0.0
        for (second, contacts) in looks.enumerated() {
            result = stillness.update(contacts, at: Timestamp(microseconds: Int64(second) * 1_000_000))
        }
        return result
    }

    @Test("Five fingers or more count, with what they tremble")
    func held() {
        #expect(seconds([fingers(5), fingers(5, moved: 20), fingers(5, moved: -20), fingers(5)]) == 3)
        #expect(seconds([fingers(10), fingers(10)]) == 1)
    }

    @Test("Four fingers, others, moved ones, and one more or less begin anew")
    func notHeld() {
        #expect(seconds([fingers(4), fingers(4)]) == 0)
        #expect(seconds([fingers(5), fingers(5, first: 1)]) == 0)
        #expect(seconds([fingers(5), fingers(5, moved: 15), fingers(5, moved: 30)]) == 0)
        #expect(seconds([fingers(5), fingers(6)]) == 0)
        #expect(seconds([fingers(5), [:], fingers(5)]) == 0)
    }
}
