// Affine transformations between coordinate systems.

/// x' = a·x + c·y + tx, y' = b·x + d·y + ty: the six numbers of `CGAffineTransform`, in its order.
public struct AffineMatrix: Hashable, Sendable {
    /// The point that (1, 0) becomes, without the translation.
    public var a, b: Double
    /// The point that (0, 1) becomes, without the translation.
    public var c, d: Double
    /// The point that the origin becomes.
    public var tx, ty: Double

    /// Makes a transform from its six numbers.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// Makes a transform from its two rows, in the order of `LIBINPUT_CALIBRATION_MATRIX`.
    public init(
        calibration a: Double, _ c: Double, _ tx: Double, _ b: Double, _ d: Double, _ ty: Double
    ) {
        self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
    }

    /// The six numbers in the order of `LIBINPUT_CALIBRATION_MATRIX`.
    package var calibration: [Double] { [a, c, tx, b, d, ty] }

    /// Leaves every point where it is.
    public static let identity = AffineMatrix.scale(x: 1, y: 1)

    /// Stretches both axes from the origin.
    public static func scale(x: Double, y: Double) -> AffineMatrix {
        AffineMatrix(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Moves every point by the same way.
    public static func translation(x: Double, y: Double) -> AffineMatrix {
        AffineMatrix(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// Returns the transformed point.
    public func apply(_ point: Point) -> Point {
        Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
    }

    /// Returns the transformed vector: places move, differences between them do not.
    public func apply(_ vector: Vector) -> Vector {
        Vector(x: a * vector.x + c * vector.y, y: b * vector.x + d * vector.y)
    }

    /// This transform first, `next` after it.
    public func then(_ next: AffineMatrix) -> AffineMatrix {
        AffineMatrix(
            a: next.a * a + next.c * b, b: next.b * a + next.d * b,
            c: next.a * c + next.c * d, d: next.b * c + next.d * d,
            tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
    }

    /// The area that a unit square becomes, negative when the transform mirrors; 0 when it cannot be undone.
    public var determinant: Double { a * d - c * b }

    /// The transform that undoes this one; nil when none can, or only one with numbers that are not finite.
    public var inverse: AffineMatrix? {
        let scale = 1 / determinant
        let inverse = AffineMatrix(
            a: d * scale, b: -b * scale, c: -c * scale, d: a * scale,
            tx: (c * ty - d * tx) * scale, ty: (b * tx - a * ty) * scale)
        return inverse.isFinite && isFinite ? inverse : nil
    }

    /// Whether all six numbers are finite.
    public var isFinite: Bool { calibration.allSatisfy(\.isFinite) }
}

extension AffineMatrix {
    /// Reads the first six numbers of a text, separated by blanks, as libinput does (`parse_calibration_property`):
    /// what follows is ignored, as the last row of nine numbers; nil when there are fewer, or others than decimal ones.
    package init?(udev text: String) {
        let words = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 6)
        let numbers = words.prefix(6).map { word in
            // `strtod` reads more, such as exponents, which libinput refuses.
            word.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "+-.".utf8.contains($0) }
                ? Double(Substring(word)) ?? .nan : .nan
        }
        // The unit square stays within reach of itself; whatever is larger is a mistake, as in the configuration.
        guard numbers.count == 6, numbers.allSatisfy({ $0.magnitude <= 1000 && !$0.isSubnormal }) else { return nil }
        self.init(calibration: numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }
}
