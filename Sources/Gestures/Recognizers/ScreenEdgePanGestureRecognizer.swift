// Screen edge pan: one finger that lands in a narrow band along an edge and moves inward.

public import Touch

/// A pan of one finger that starts at an edge of the recognizer's region, as UIKit's
/// `UIScreenEdgePanGestureRecognizer`.
///
/// The finger lands within `edgeWidth` of one of the `edges` and moves away from it, more than along it; all of that is
/// measured in the region's own coordinates. In a corner the direction of the movement decides which edge it is. Every
/// touch beyond the first is left to others, and takes nothing back.
/// It fails as soon as it is clear that it cannot be made: when the finger lands elsewhere, or goes another way.
open class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
    /// The edges that count; none by default, as in UIKit.
    public final var edges: RectEdge = []
    /// The distance, in points, from an edge within which the finger may land.
    public final var edgeWidth: Double
    /// The same as a part of the region's side, its width for the left and right edge; replaces `edgeWidth`.
    package final var edgeFraction: Double?
    /// The edge that the gesture came from; empty as long as that is not decided.
    public private(set) final var edge: RectEdge = []

    private final var candidates: RectEdge = []

    /// A pan that comes from no edge yet.
    override public init(name: String = "", thresholds: Thresholds = .standard) {
        edgeWidth = thresholds.edgeWidth
        super.init(name: name, thresholds: thresholds)
    }

    override open var typeName: String { "screenEdgePan" }

    override open var numberOfTouchesAccepted: ClosedRange<Int> { 1...1 }

    override final var failsWithTooManyTouches: Bool { false }

    override open var measurement: GestureMeasurement {
        guard case .pan(let translation, let velocity, let projection) = super.measurement else { return .none }
        return .screenEdgePan(edge: edge, translation: translation, velocity: velocity, projection: projection)
    }

    /// Takes the first finger and leaves the others; fails when it landed elsewhere.
    override open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        guard let first = involved.first else { return }
        for touch in touches where touch !== first { ignore(touch, for: event) }
        guard touches.contains(first) else { return }
        super.touchesBegan(touches.masked(by: first.mask), with: event)
        if state == .possible { findEdges(of: first) }
    }

    private func findEdges(of touch: Touch) {
        guard let region else { return }
        let place = touch.location(in: region)
        var (nearest, width) = (Double.infinity, edgeWidth)
        for (edge, distance) in [
            (RectEdge.top, place.y), (.left, place.x), (.bottom, region.size.height - place.y),
            (.right, region.size.width - place.x),
        ] where edges.contains(edge) {
            let allowed = self.width(of: edge, in: region.size)
            if distance < nearest { (nearest, width) = (distance, allowed) }
            if distance <= allowed { candidates.insert(edge) }
        }
        guard candidates.isEmpty else { return }
        fail(
            because: edges.isDisjoint(with: .all)
                ? .because("no edge is chosen")
                : .tooMuch("began", nearest, "from the edge", allowed: width, .points))
    }

    /// Returns the distance from an edge within which the finger may land, in a region of a size.
    package final func width(of edge: RectEdge, in size: Size) -> Double {
        edgeFraction.map { $0 * (edge == .left || edge == .right ? size.width : size.height) } ?? edgeWidth
    }

    /// Decides which edge it is; fails when the finger moves along it, or toward it.
    override final func mayBegin(after way: Vector) -> Bool {
        // The edges are those of the region, which may be turned.
        let way = region?.convertFromSurface(way) ?? way
        var (away, along) = (-Double.infinity, 0.0)
        var best: RectEdge = []
        for (candidate, inward, sideways) in [
            (RectEdge.top, way.y, way.x), (.left, way.x, way.y), (.bottom, -way.y, way.x), (.right, -way.x, way.y),
        ] where candidates.contains(candidate) && inward > away {
            (best, away, along) = (candidate, inward, sideways.magnitude)
        }
        guard away.reaches(along) else {
            fail(because: .tooLittle("moved away from the edge by", away, needed: along, .points))
            return false
        }
        edge = best
        return true
    }

    /// A finger that comes from the edge is its own, as in UIKit.
    override final var canBeTakenBack: Bool { false }

    override open func reset() {
        super.reset()
        edge = []
        candidates = []
    }
}
