// Regions of a surface: a tree of areas that recognizers are attached to, as views are in UIKit.

public import Touch

/// An area of a surface that has recognizers, and may have regions within it.
///
/// An engine's root region is the whole surface. A touch belongs to the innermost region that it began in, wherever it
/// or the region goes; of regions that overlap, to the upper one. The recognizers of that region see it, and those of
/// the regions around it; recognizers of different branches never see each other's touches.
///
/// A region can move, scale, turn, change its shape and its order at any time, as a view can in UIKit: gestures in
/// progress go on, touches that begin find it where it is then.
public final class Region {
    /// The region's name in the configuration and for clients.
    public let name: String
    /// The place and size in its parent, in points, without its ``transform``.
    public var frame: Rectangle {
        didSet { if frame != oldValue { place() } }
    }
    /// The centre of its ``frame``, in points of its parent: what ``transform`` leaves where it is, but for a
    /// translation.
    public var center: Point {
        get { frame.centre }
        set { frame.origin = Point(x: newValue.x - size.width / 2, y: newValue.y - size.height / 2) }
    }
    /// What is done to the region about its ``center``; with it go the regions within.
    ///
    /// One that cannot be undone traps in a debug build, and is ignored in a release build.
    public var transform: AffineMatrix {
        get { ownTransform }
        set {
            guard newValue.inverse != nil else { return assertionFailure("\(name): \(newValue) cannot be undone") }
            ownTransform = newValue
            place()
        }
    }
    /// The part of its rectangle in which touches begin.
    public var shape = RegionShape.rectangle
    /// Whether touches can begin in it and in the regions within.
    ///
    /// While they cannot, they belong to what lies below, as with UIKit's `isUserInteractionEnabled`. Gestures in
    /// progress go on.
    public var isEnabled = true
    /// Whether it receives a touch only while no other region of the engine has one, and no other region receives one
    /// while it has one, as UIKit's views of a window.
    ///
    /// It is about the region in which the touch begins alone: regions around it and within it are others. A touch that
    /// is not received belongs to no region until it lifts, and no recognizer sees it, of whichever region.
    public var isExclusiveTouch = false
    /// The region that this one lies in; nil for a root.
    public private(set) weak var parent: Region?
    /// The regions within, in the order in which they were added: the last lies on top.
    public private(set) var children: [Region] = []
    /// The recognizers, in the order in which they were added; that order decides between equals.
    public private(set) var gestureRecognizers: [GestureRecognizer] = []
    /// Whether a recognizer of this region that wants to leave `possible` may; UIKit asks its views the same.
    public var gestureRecognizerShouldBegin: ((GestureRecognizer) -> Bool)?
    /// The engine that feeds the recognizers; it clears this when it goes.
    unowned var engine: GestureEngine? {
        didSet {
            for recognizer in gestureRecognizers { recognizer.engine = engine }
            for child in children { child.engine = engine }
        }
    }
    private var ownTransform = AffineMatrix.identity
    /// From its coordinates to those of the surface, and back.
    private var toSurface = AffineMatrix.identity
    package private(set) var fromSurface = AffineMatrix.identity
    /// The number of regions that contain it.
    package private(set) var depth = 0

    /// A region without recognizers.
    public init(name: String, origin: Point = .zero, size: Size) {
        self.name = name
        frame = Rectangle(origin: origin, size: size)
        place()
    }

    /// The origin of its ``frame``, in points.
    public var origin: Point { frame.origin }
    /// The size of its ``frame``, and of its own coordinates, in points.
    public var size: Size { frame.size }

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
        if let engine { engine.detach(recognizers) }
    }

    /// Puts this region over one that lies in the same parent, or, without one, over all of them.
    ///
    /// One that does not lie there is refused.
    public func moveAbove(_ sibling: Region?) {
        guard let parent, sibling !== self, sibling == nil || sibling?.parent === parent else { return }
        parent.children.removeAll { $0 === self }
        let below = sibling.flatMap { sibling in parent.children.firstIndex { $0 === sibling } }
        parent.children.insert(self, at: below.map { $0 + 1 } ?? parent.children.count)
    }

    /// Finds the way from its coordinates to the surface, and back, for itself and all within.
    private func place() {
        depth = (parent?.depth ?? -1) + 1
        var (out, back) = (
            AffineMatrix.translation(x: origin.x, y: origin.y), AffineMatrix.translation(x: -origin.x, y: -origin.y)
        )
        if ownTransform != .identity, let inverse = ownTransform.inverse {
            let (half, centre) = (Vector(x: size.width / 2, y: size.height / 2), frame.centre)
            out = AffineMatrix.translation(x: -half.x, y: -half.y).then(ownTransform)
                .then(.translation(x: centre.x, y: centre.y))
            back = AffineMatrix.translation(x: -centre.x, y: -centre.y).then(inverse)
                .then(.translation(x: half.x, y: half.y))
        }
        toSurface = parent.map { out.then($0.toSurface) } ?? out
        fromSurface = parent.map { $0.fromSurface.then(back) } ?? back
        for child in children { child.place() }
    }

    /// Returns the recognizers of this region and of all within it that are not idle, outermost first, each region's in
    /// the order of addition.
    func recognizersOfTree() -> [GestureRecognizer] {
        gestureRecognizers.filter { !$0.isIdle } + children.flatMap { $0.recognizersOfTree() }
    }

    /// The name of the region of its engine in which a touch began.
    package func nameOfRegion(of touch: Touch) -> String { engine?.regionName(of: touch) ?? name }

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
        if let engine { engine.detach([recognizer]) }
    }

    /// Puts a recognizer that belongs to no region in the place of another one.
    package func replace(_ old: GestureRecognizer, with new: GestureRecognizer) {
        guard let index = gestureRecognizers.firstIndex(where: { $0 === old }) else { return }
        removeGestureRecognizer(old)
        (new.region, new.engine) = (self, engine)
        gestureRecognizers.insert(new, at: min(index, gestureRecognizers.count))
        engine?.structureChanged()
    }

    // MARK: - Places

    /// The innermost region at a place of the surface; nil when it lies outside of this one, or this one is disabled.
    ///
    /// Left and upper edges belong to a region, right and lower ones do not. What a region has outside of its parent is
    /// not there for touches.
    public func hitTest(_ location: Point) -> Region? {
        guard isEnabled, contains(location) else { return nil }
        // By index: a loop over the regions would count a reference to each.
        for index in children.indices.reversed() {
            if let region = children[index].hitTest(location) { return region }
        }
        return self
    }

    /// The innermost region that a touch belongs to when it begins at a place of the surface, of which this is the
    /// root; nil when this one is disabled.
    ///
    /// The last unit of a panel's range lies on the surface's edge, and panels send values beyond their range: such a
    /// touch belongs to the region that lies there.
    package func regionOfTouch(at location: Point) -> Region? {
        // A turned region may have its right or lower edge there, which does not belong to it.
        let margin = 1e-6
        let x = min(max(location.x, margin), size.width - margin)
        let y = min(max(location.y, margin), size.height - margin)
        return hitTest(Point(x: x, y: y)) ?? (isEnabled ? self : nil)
    }

    private func contains(_ location: Point) -> Bool {
        let place = convert(location)
        return place.x >= 0 && place.y >= 0 && place.x < size.width && place.y < size.height
            && shape.contains(place, in: size)
    }

    /// Whether this region is `other` or lies in it.
    public func isWithin(_ other: Region) -> Bool {
        self === other || parent?.isWithin(other) == true
    }

    /// A point of the surface in this region's coordinates, where the region is now.
    public func convert(_ point: Point) -> Point { fromSurface.apply(point) }

    /// A difference of places on the surface, or a velocity, in this region's coordinates.
    public func convertFromSurface(_ vector: Vector) -> Vector { fromSurface.apply(vector) }

    /// A point in this region's coordinates in those of another region; in the surface's when that is nil.
    public func convert(_ point: Point, to other: Region?) -> Point {
        let place = toSurface.apply(point)
        return other?.convert(place) ?? place
    }

    /// A point in another region's coordinates, the surface's when that is nil, in those of this region.
    public func convert(_ point: Point, from other: Region?) -> Point {
        convert(other?.convert(point, to: nil) ?? point)
    }

    /// The smallest upright rectangle of the surface around its own rectangle, where the region is now.
    package var boundsOnSurface: Rectangle {
        let corner = toSurface.apply(Point.zero)
        let (right, down) = (
            toSurface.apply(Vector(x: size.width, y: 0)), toSurface.apply(Vector(x: 0, y: size.height))
        )
        let origin = Point(
            x: corner.x + min(right.x, 0) + min(down.x, 0), y: corner.y + min(right.y, 0) + min(down.y, 0))
        return Rectangle(
            origin: origin,
            size: Size(
                width: right.x.magnitude + down.x.magnitude, height: right.y.magnitude + down.y.magnitude))
    }

    /// A difference of places in this region's coordinates, or a velocity, in the surface's.
    public func convertToSurface(_ vector: Vector) -> Vector { toSurface.apply(vector) }
}
