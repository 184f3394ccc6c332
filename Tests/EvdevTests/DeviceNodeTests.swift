// Are udev's properties understood?

import Evdev
import Testing
import Touch

@Suite struct DeviceNodeTests {
    @Test(
        "udev's calibration matrix is six numbers, or it is none",
        arguments: [
            ("0 -1 1 1 0 0", AffineMatrix(0, -1, 1, 1, 0, 0)),
            ("1.1 0 -0.05  0 1.2 0", AffineMatrix(1.1, 0, -0.05, 0, 1.2, 0)),
            ("1 0 0 0 1", nil), ("1 0 0 0 1 x", nil), ("nan 0 0 0 1 0", nil), ("1e-20 0 0 0 1e20 0", nil), ("", nil),
        ] as [(String, AffineMatrix?)])
    func calibration(text: String, expected: AffineMatrix?) {
        #expect(AffineMatrix(udev: text) == expected)
    }
}
