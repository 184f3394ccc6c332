// Rectangles of a surface whose touches are private.

public import Touch

/// A rectangle of a surface in points; touches that begin in it are private.
public struct PrivateArea: Hashable, Sendable {
    /// The upper left corner.
    public var origin: Point
    /// The size.
    public var size: Size

    /// Whether a contact that begins here is private.
    ///
    /// All four edges belong to the area: a place that lies exactly on the border of a keyboard is one of its keys.
    public func contains(_ location: Point) -> Bool {
        location.x >= origin.x && location.y >= origin.y && location.x <= origin.x + size.width
            && location.y <= origin.y + size.height
    }
}
