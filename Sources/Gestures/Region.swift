// Which part of a surface do recognizers listen to? What a view is in UIKit.

public import Touch

/// A rectangle of a surface that has recognizers.
///
/// An engine's root region is the whole surface.
public final class Region {
    /// How configuration and clients call it.
    public let name: String
    /// Where it lies on its surface, in points.
    public let origin: Point
    /// How large it is, in points.
    public let size: Size
    /// The recognizers, in the order in which they were added; that order decides between equals.
    public private(set) var gestureRecognizers: [GestureRecognizer] = []
    /// The engine that feeds the recognizers; it clears this when it goes.
    unowned(unsafe) var engine: GestureEngine? {
        didSet { for recognizer in gestureRecognizers { recognizer.engine = engine } }
    }

    /// A region without recognizers.
    public init(name: String, origin: Point = .zero, size: Size) {
        self.name = name
        self.origin = origin
        self.size = size
    }

    /// Adds a recognizer, taking it from the region that it belonged to.
    ///
    /// It sees touches that begin from now on.
    public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard recognizer.region !== self else { return }
        recognizer.region?.removeGestureRecognizer(recognizer)
        recognizer.region = self
        recognizer.engine = engine
        gestureRecognizers.append(recognizer)
    }

    /// Removes a recognizer; a gesture that it has begun is cancelled.
    public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard let index = gestureRecognizers.firstIndex(where: { $0 === recognizer }) else { return }
        gestureRecognizers.remove(at: index)
        let engine = recognizer.engine
        recognizer.region = nil
        recognizer.engine = nil
        engine?.detach(recognizer)
    }

    /// A point of the surface in this region's coordinates.
    public func convert(_ point: Point) -> Point {
        Point(x: point.x - origin.x, y: point.y - origin.y)
    }
}
