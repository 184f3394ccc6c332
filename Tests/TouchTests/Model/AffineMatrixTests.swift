// Tests of affine transformations.

import Testing
import Touch

private let point = Point(x: 3, y: 5)

@Suite struct AffineMatrixTests {
    @Test("The six numbers are those of CGAffineTransform; a calibration has them row by row")
    func numbers() {
        let matrix = AffineMatrix(a: 1, b: 2, c: 10, d: 20, tx: 100, ty: 200)
        #expect(matrix.apply(point) == Point(x: 153, y: 306))
        #expect(matrix == AffineMatrix(calibration: 1, 10, 100, 2, 20, 200))
        #expect(AffineMatrix.identity.apply(point) == point)
        #expect(AffineMatrix.scale(x: 2, y: -1).apply(point) == Point(x: 6, y: -5))
        #expect(AffineMatrix.translation(x: 1, y: -1).apply(point) == Point(x: 4, y: 4))
    }

    @Test(
        "udev's calibration matrix is the first six numbers, as libinput reads them, or is ignored",
        arguments: [
            ("0 -1 1 1 0 0", AffineMatrix(calibration: 0, -1, 1, 1, 0, 0)),
            ("  1.1 0 -0.05  0 1.2 0 ", AffineMatrix(calibration: 1.1, 0, -0.05, 0, 1.2, 0)),
            ("1.1 0 -0.05 0 -1.1 1 0 0 1", AffineMatrix(calibration: 1.1, 0, -0.05, 0, -1.1, 1)),
            ("1 0 0 0 1 0 x", AffineMatrix(calibration: 1, 0, 0, 0, 1, 0)),
            ("1 0 0 0 1 0 1e9 \u{ff}", AffineMatrix(calibration: 1, 0, 0, 0, 1, 0)),
            ("+1. .0 -.5 00 1.00 -0", AffineMatrix(calibration: 1, 0, -0.5, 0, 1, 0)),
            ("1 0 0 0 1", nil), ("1 0 0 0 1 x", nil), ("nan 0 0 0 1 0", nil), ("1e-20 0 0 0 1e20 0", nil), ("", nil),
            ("1e0 0 0 0 1 0", nil), ("0x1 0 0 0 1 0", nil), ("inf 0 0 0 1 0", nil), ("1,0 0 0 0 1 0", nil),
            ("1\t0 0 0 1 0 0", nil), ("1.0.0 0 0 0 1 0", nil), ("- 0 0 0 1 0", nil), ("1000.1 0 0 0 1 0", nil),
        ] as [(String, AffineMatrix?)])
    func calibration(text: String, expected: AffineMatrix?) {
        #expect(AffineMatrix(udev: text) == expected)
    }
}
