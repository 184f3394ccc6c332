// Affine transformations between coordinate systems.

/// x' = a·x + b·y + c, y' = d·x + e·y + f: the six numbers in the order of `LIBINPUT_CALIBRATION_MATRIX`.
public struct AffineMatrix: Hashable, Sendable {
    /// The first row: x' = a·x + b·y + c.
    public var a, b, c: Double
    /// The second row: y' = d·x + e·y + f.
    public var d, e, f: Double

    /// Makes a transform from its two rows.
    public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
        (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    /// Leaves every point where it is.
    public static let identity = AffineMatrix(1, 0, 0, 0, 1, 0)

    /// Stretches both axes from the origin.
    public static func scale(x: Double, y: Double) -> AffineMatrix {
        AffineMatrix(x, 0, 0, 0, y, 0)
    }

    /// Moves every point by the same way.
    public static func translation(x: Double, y: Double) -> AffineMatrix {
        AffineMatrix(1, 0, x, 0, 1, y)
    }

    /// Returns the transformed point.
    public func apply(_ point: Point) -> Point {
        Point(x: a * point.x + b * point.y + c, y: d * point.x + e * point.y + f)
    }

    /// Returns the transformed vector: places move, differences between them do not.
    public func apply(_ vector: Vector) -> Vector {
        Vector(x: a * vector.x + b * vector.y, y: d * vector.x + e * vector.y)
    }

    /// This transform first, `next` after it.
    public func then(_ next: AffineMatrix) -> AffineMatrix {
        AffineMatrix(
            next.a * a + next.b * d, next.a * b + next.b * e, next.a * c + next.b * f + next.c,
            next.d * a + next.e * d, next.d * b + next.e * e, next.d * c + next.e * f + next.f)
    }

    /// The area that a unit square becomes, negative when the transform mirrors; 0 when it cannot be undone.
    public var determinant: Double { a * e - b * d }

    /// The transform that undoes this one; nil when none can, or only one with numbers that are not finite.
    public var inverse: AffineMatrix? {
        let scale = 1 / determinant
        let inverse = AffineMatrix(
            e * scale, -b * scale, (b * f - e * c) * scale, -d * scale, a * scale, (d * c - a * f) * scale)
        return inverse.isFinite && isFinite ? inverse : nil
    }

    /// Whether all six numbers are finite.
    public var isFinite: Bool { [a, b, c, d, e, f].allSatisfy(\.isFinite) }
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
        self.init(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }
}
