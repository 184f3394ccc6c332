// Rectangles of a surface, and whether others cover them.

import Gestures
import Touch

/// A rectangle in points, which may be empty.
struct CoverageArea {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    /// No finger can aim at a strip that is narrower than this, in points.
    private static let tolerance = 0.5

    init(left: Double, top: Double, right: Double, bottom: Double) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    /// All of a surface.
    init(_ size: Size) { self.init(left: 0, top: 0, right: size.width, bottom: size.height) }

    var size: Size { Size(width: right - left, height: bottom - top) }

    var isEmpty: Bool { right - left < Self.tolerance || bottom - top < Self.tolerance }

    func common(with other: CoverageArea) -> CoverageArea {
        CoverageArea(
            left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
            bottom: min(bottom, other.bottom))
    }

    /// Returns the frame of a region in this one.
    ///
    /// - Parameter pixel: The size of a pixel in points.
    func place(_ frame: RegionFrame, pixel: (x: Double, y: Double)) -> CoverageArea {
        let (x, y) = (
            left + frame.x.points(of: size.width, pixel: pixel.x), top + frame.y.points(of: size.height, pixel: pixel.y)
        )
        return CoverageArea(
            left: x, top: y, right: x + frame.width.points(of: size.width, pixel: pixel.x),
            bottom: y + frame.height.points(of: size.height, pixel: pixel.y))
    }

    /// Returns the part within a distance of an edge.
    func band(_ width: Double, along edge: RectEdge) -> CoverageArea {
        var band = self
        switch edge {
        case .left: band.right = min(right, left + width)
        case .right: band.left = max(left, right - width)
        case .top: band.bottom = min(bottom, top + width)
        default: band.top = max(top, bottom - width)
        }
        return band
    }

    /// Whether others cover it together.
    func isCovered(by others: [CoverageArea]) -> Bool {
        others.reduce([self]) { rest, other in rest.flatMap { $0.parts(outside: other) } }.isEmpty
    }

    private func parts(outside other: CoverageArea) -> [CoverageArea] {
        let inside = common(with: other)
        guard !inside.isEmpty else { return [self] }
        return [
            CoverageArea(left: left, top: top, right: right, bottom: inside.top),
            CoverageArea(left: left, top: inside.bottom, right: right, bottom: bottom),
            CoverageArea(left: left, top: inside.top, right: inside.left, bottom: inside.bottom),
            CoverageArea(left: inside.right, top: inside.top, right: right, bottom: inside.bottom),
        ].filter { !$0.isEmpty }
    }
}
