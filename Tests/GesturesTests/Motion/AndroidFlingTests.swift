// Tests of velocity estimates against Android's recorded flings.

import Gestures
import Testing
import Touch

@Suite struct AndroidFlingTests {
    private static let flings = ConformanceFile("android_flings").cases

    /// Where the velocity is farther from both of Android's estimates than a fifth, which is the tolerance of its tests.
    ///
    /// Three fingers speed up until they lift, and ours is the mean of the last 40 ms. The first one hardly moves along x.
    private static let farther = [
        "SwordfishFlingDown x": 0.42, "SailfishFlingUpFaster2 y": 0.21, "SailfishFlingUpFast3 y": 0.28,
        "SailfishFlingDownFast3 y": 0.22,
    ]

    @Test("A fling of Android's tests has the velocity of one of Android's estimators", arguments: flings)
    func velocity(fling: ConformanceCase) throws {
        let samples = fling["samples"].list.map(\.numbers)
        let lift = Timestamp(microseconds: Int64(try #require(samples.last)[0]))
        var estimator = VelocityEstimator()
        // A kernel reports only what has changed.
        var last: ArraySlice<Double> = []
        for sample in samples where sample[1...] != last {
            estimator.add(Vector(x: sample[1], y: sample[2]), at: Timestamp(microseconds: Int64(sample[0])))
            last = sample[1...]
        }
        let found = estimator.velocity(at: lift)
        for (axis, value) in [("x", found.x), ("y", found.y)] {
            let estimates = fling["velocity"][axis].members.values.compactMap(\.number)
            guard let error = estimates.map({ abs(value - $0) / abs($0) }).min() else { continue }
            let most = Self.farther["\(fling.id) \(axis)", default: 0.2] + 0.005
            #expect(error < most, "\(axis): \(value), \(estimates)")
        }
    }
}
