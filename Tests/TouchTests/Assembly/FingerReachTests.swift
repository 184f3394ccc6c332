// Tests of the distance that a finger can move between frames.

import Testing
import TouchTesting

@testable import Touch

@Suite struct FingerReachTests {
    private func reach(_ resolution: (x: Int32, y: Int32), maximum: Int32 = 4095) -> FingerReach {
        FingerReach(
            device: DeviceDescription(
                name: "",
                axes: [
                    AbsoluteAxis.positionX: Axis(minimum: 0, maximum: maximum, resolution: resolution.x),
                    AbsoluteAxis.positionY: Axis(minimum: 0, maximum: maximum, resolution: resolution.y),
                ]))
    }

    @Test(
        "31. A resolution of one axis only, or an implausible one, is ignored",
        arguments: [(Int32(10), Int32(0)), (0, 10), (0, 0), (-10, -10), (1, 1), (4095, 10)])
    func noResolution(x: Int32, y: Int32) {
        let reach = reach((x, y))
        #expect(reach.square(from: (0, 0), to: (3, 4)) == 25)
        #expect(reach.limit(after: 0) == 4095.0 * 4095 / 8)
    }

    @Test("31. Axes without a range do not limit fingers, including the ends of a 32-bit axis")
    func noRange() {
        for reach in [reach((0, 0), maximum: 0), FingerReach(device: DeviceDescription(name: ""))] {
            #expect(reach.square(from: (.min, .min), to: (.max, .max)) < reach.limit(after: 0))
        }
    }
}
