// The shape of a stroke: 16 resampled points and the vectors between them, without position, size and speed.

import Touch

/// A path as vectors that can be compared: 16 places at equal distances along it, about their centroid, and the 15
/// directions between them (the vectors of Protractor and of Penny Pincher).
struct StrokeShape: Hashable, Sendable {
    static let count = 16
    /// Coordinates beyond this are no places of a surface; their squares are far from any overflow.
    static let largestCoordinate = 1e9
    /// Places nearer than this are one.
    static let smallestExtent = 1e-6
    /// A line's places are, on average, less than this part of its square's side away from its chord.
    ///
    /// The square is that about the stroke, along the chord.
    static let lineMaximumError = 0.1
    /// A line is at most this many times as long as its chord.
    ///
    /// The error alone calls a flat zigzag a line, with 0.08 and 1.5 times the chord. A line with a hook of a fifth of
    /// its length, which is one, has 1.15.
    static let lineMaximumDetour = 1.25

    /// Vectors of length 1 all together.
    struct Lanes: Hashable, Sendable {
        var x: SIMD16<Float>
        var y: SIMD16<Float>

        /// These vectors with the length 1; nil when they have none.
        init?(x: SIMD16<Double>, y: SIMD16<Double>) {
            let length = (x * x + y * y).sum().squareRoot()
            guard length > StrokeShape.smallestExtent else { return nil }
            self.x = SIMD16<Float>(x / length)
            self.y = SIMD16<Float>(y / length)
        }
    }

    let positions: Lanes
    let directions: Lanes
    let isLine: Bool

    /// Whether this can be a place on a surface.
    static func isPlace(_ point: Point) -> Bool {
        // Not a number is not smaller either.
        point.x.magnitude <= largestCoordinate && point.y.magnitude <= largestCoordinate
    }

    /// The shape of a path; nil when it holds something that is no place, or does not leave its first place.
    init?(_ path: [Point]) {
        guard let (x, y) = Self.resampled(path) else { return nil }
        let extent = max(x.max() - x.min(), y.max() - y.min())
        guard let positions = Lanes(x: (x - x.sum() / 16) / extent, y: (y - y.sum() / 16) / extent) else { return nil }
        var (alongX, alongY) = (SIMD16<Double>.zero, SIMD16<Double>.zero)
        var length = 0.0
        for index in 1..<Self.count {
            let way = Vector(x: x[index] - x[index - 1], y: y[index] - y[index - 1])
            length += way.length
            // Both ends of a turn on the spot are one place: no direction.
            guard way.length > 0 else { continue }
            (alongX[index], alongY[index]) = (way.x / way.length, way.y / way.length)
        }
        guard let directions = Lanes(x: alongX, y: alongY) else { return nil }
        self.positions = positions
        self.directions = directions
        isLine = Self.isLine(x, y, length: length)
    }

    /// Sixteen places at equal distances along the path, its ends among them.
    private static func resampled(_ path: [Point]) -> (x: SIMD16<Double>, y: SIMD16<Double>)? {
        guard let first = path.first, let last = path.last, path.allSatisfy(isPlace) else { return nil }
        var total = 0.0
        for index in path.indices.dropFirst() { total += (path[index] - path[index - 1]).length }
        guard total >= smallestExtent else { return nil }
        let interval = total / Double(count - 1)
        var x = SIMD16<Double>(repeating: last.x)
        var y = SIMD16<Double>(repeating: last.y)
        (x[0], y[0]) = (first.x, first.y)
        var (lane, covered) = (1, 0.0)
        for index in path.indices.dropFirst() {
            let step = path[index] - path[index - 1]
            let length = step.length
            while lane < count - 1, length > 0, interval * Double(lane) <= covered + length {
                let place = path[index - 1] + step * ((interval * Double(lane) - covered) / length)
                (x[lane], y[lane]) = (place.x, place.y)
                lane += 1
            }
            covered += length
        }
        return (x, y)
    }

    private static func isLine(_ x: SIMD16<Double>, _ y: SIMD16<Double>, length: Double) -> Bool {
        let chord = Vector(x: x[count - 1] - x[0], y: y[count - 1] - y[0])
        guard chord.length > 0, length <= lineMaximumDetour * chord.length else { return false }
        let unit = chord * (1 / chord.length)
        let along = (x - x[0]) * unit.x + (y - y[0]) * unit.y
        let aside = (y - y[0]) * unit.x - (x - x[0]) * unit.y
        let error = aside.replacing(with: -aside, where: aside .< 0).sum() / Double(count)
        return error < lineMaximumError * max(along.max() - along.min(), aside.max() - aside.min())
    }
}

extension StrokeShape.Lanes {
    /// The rotation of one stroke that a comparison allows.
    enum Turn { case none, bounded, free }

    /// The cosine of the angle between both as vectors of 32 numbers, with the best turn of one of them.
    ///
    /// Protractor's closed form: turned by an angle t the product is `along` cos t + `across` sin t. Its greatest value
    /// is the length of (along, across), or that at the bound.
    func likeness(to other: Self, turn: Turn) -> Float {
        let along = (x * other.x + y * other.y).sum()
        guard turn != .none else { return along }
        let across = (x * other.y - y * other.x).sum().magnitude
        // 30 degrees.
        let (cosine, sine) = (Float(0.75).squareRoot(), Float(0.5))
        if turn == .free || across * cosine <= along * sine { return (along * along + across * across).squareRoot() }
        return along * cosine + across * sine
    }
}
