// Regions of a surface: a tree of rectangles that recognizers are attached to, as views are in UIKit.

public import Touch

/// A rectangle of a surface that has recognizers, and may have regions within it.
///
/// An engine's root region is the whole surface. A touch belongs to the innermost region that it began in, wherever it
/// goes; of regions that overlap, to the one that was added last. The recognizers of that region see it, and those of
/// the regions around it; recognizers of different branches never see each other's touches.
public final class Region {
    /// The region's name in the configuration and for clients.
    public let name: String
    /// The origin in its parent, in points.
    public let origin: Point
    /// The size, in points.
    public let size: Size
    /// The region that this one lies in; nil for a root.
    public private(set) weak var parent: Region?
    /// The regions within, in the order in which they were added: the last lies on top.
    public private(set) var children: [Region] = []
    /// The recognizers, in the order in which they were added; that order decides between equals.
    public private(set) var gestureRecognizers: [GestureRecognizer] = []
    /// Whether a recognizer of this region that wants to leave `possible` may; UIKit asks its views the same.
    public var gestureRecognizerShouldBegin: ((GestureRecognizer) -> Bool)?
    /// The engine that feeds the recognizers; it clears this when it goes.
    unowned(unsafe) var engine: GestureEngine? {
        didSet {
            for recognizer in gestureRecognizers { recognizer.engine = engine }
            for child in children { child.engine = engine }
        }
    }
    private(set) var surfaceOrigin: Point
    /// The number of regions that contain it.
    package private(set) var depth = 0

    /// A region without recognizers.
    public init(name: String, origin: Point = .zero, size: Size) {
        self.name = name
        self.origin = origin
        self.size = size
        surfaceOrigin = origin
    }

    // MARK: - The tree

    /// Adds a region on top of those that are there, taking it from where it was.
    ///
    /// A region that contains this one is refused.
    public func addRegion(_ region: Region) {
        var ancestor: Region? = self
        while let next = ancestor {
            guard next !== region else { return }
            ancestor = next.parent
        }
        // A `reset()` of its recognizers may add it elsewhere.
        while let other = region.parent { other.removeRegion(region) }
        region.parent = self
        region.place()
        region.engine = engine
        children.append(region)
        engine?.structureChanged()
    }

    /// Removes a region; gestures that its recognizers have begun, and those of the regions in it, are cancelled.
    public func removeRegion(_ region: Region) {
        guard let index = children.firstIndex(where: { $0 === region }) else { return }
        children.remove(at: index)
        region.parent = nil
        region.place()
        let engine = engine
        let recognizers = region.recognizersOfTree()
        region.engine = nil
        engine?.structureChanged()
        if let engine { engine.settling.detach(recognizers, engine) }
    }

    private func place() {
        surfaceOrigin = origin + ((parent?.surfaceOrigin ?? .zero) - .zero)
        depth = (parent?.depth ?? -1) + 1
        for child in children { child.place() }
    }

    /// Returns the recognizers of this region and of all within it that are not idle, outermost first, each region's in
    /// the order of addition.
    func recognizersOfTree() -> [GestureRecognizer] {
        gestureRecognizers.filter { !$0.isIdle } + children.flatMap { $0.recognizersOfTree() }
    }

    // MARK: - Recognizers

    /// Adds a recognizer, taking it from the region that it belonged to.
    ///
    /// It sees touches that begin from now on.
    public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard recognizer.region !== self else { return }
        // Its `reset()` may add it elsewhere.
        while let other = recognizer.region { other.removeGestureRecognizer(recognizer) }
        recognizer.region = self
        recognizer.engine = engine
        gestureRecognizers.append(recognizer)
        engine?.structureChanged()
    }

    /// Removes a recognizer; a gesture that it has begun is cancelled.
    public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard let index = gestureRecognizers.firstIndex(where: { $0 === recognizer }) else { return }
        gestureRecognizers.remove(at: index)
        let engine = recognizer.engine
        recognizer.region = nil
        recognizer.engine = nil
        engine?.structureChanged()
        if let engine { engine.settling.detach([recognizer], engine) }
    }

    // MARK: - Places

    /// The innermost region at a place of the surface; nil when it lies outside of this one.
    ///
    /// Left and upper edges belong to a region, right and lower ones do not.
    public func hitTest(_ location: Point) -> Region? {
        guard contains(location) else { return nil }
        for child in children.reversed() {
            if let region = child.hitTest(location) { return region }
        }
        return self
    }

    /// The innermost region that a touch belongs to when it begins at a place of the surface, of which this is the root.
    ///
    /// The last unit of a panel's range lies on the surface's edge, and panels send values beyond their range: such a
    /// touch belongs to the region that lies there.
    package func regionOfTouch(at location: Point) -> Region {
        let x = min(max(location.x, 0), size.width.nextDown)
        let y = min(max(location.y, 0), size.height.nextDown)
        return hitTest(Point(x: x, y: y)) ?? self
    }

    private func contains(_ location: Point) -> Bool {
        let place = convert(location)
        return place.x >= 0 && place.y >= 0 && place.x < size.width && place.y < size.height
    }

    /// Whether this region is `other` or lies in it.
    public func isWithin(_ other: Region) -> Bool {
        self === other || parent?.isWithin(other) == true
    }

    /// A point of the surface in this region's coordinates.
    public func convert(_ point: Point) -> Point {
        Point(x: point.x - surfaceOrigin.x, y: point.y - surfaceOrigin.y)
    }
}
