// Tests of the rubber band against UIKit's, and of its limit.

import Gestures
import Testing

@Suite struct RubberBandTests {
    @Test(
        "(1 − 1/(0.55 x/d + 1)) d",
        arguments: [(0, 800, 0), (800, 800, 283.870_967_7), (100, 800, 51.461_988_3), (400, 400, 141.935_483_9)]
            as [(Double, Double, Double)])
    func law(excess: Double, dimension: Double, offset: Double) {
        #expect((RubberBand.offset(of: excess, dimension: dimension) - offset).magnitude < 1e-6)
        #expect((RubberBand.offset(of: -excess, dimension: dimension) + offset).magnitude < 1e-6)
    }

    @Test("Without a dimension, or with invalid numbers, nothing moves", arguments: [0, -1, Double.nan, .infinity])
    func hostile(dimension: Double) {
        #expect(RubberBand.offset(of: 50, dimension: dimension) == 0)
        #expect(RubberBand.offset(of: .nan, dimension: 600) == 0)
    }
}
