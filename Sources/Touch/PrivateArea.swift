// Rectangles of a surface whose touches are private.

/// A rectangle of a surface in points; touches that begin in it are private.
public struct PrivateArea: Hashable, Sendable {
    /// The upper left corner.
    public var origin: Point
    /// How large it is.
    public var size: Size

    /// An area from its corner and its size.
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Whether a touch that begins here is private.
    ///
    /// All four edges belong to the area: a place that lies exactly on the border of a keyboard is one of its keys.
    public func contains(_ location: Point) -> Bool {
        location.x >= origin.x && location.y >= origin.y && location.x <= origin.x + size.width
            && location.y <= origin.y + size.height
    }
}

extension TouchFrame {
    /// The frame without private touches; nil if nothing of it is left.
    ///
    /// Allocates nothing.
    package var withoutPrivateTouches: TouchFrame? {
        let mask = ~all.table.privateMask
        if mask == .max { return self }
        let frame = TouchFrame(
            time: time, all: all.masked(by: mask), began: began.masked(by: mask), moved: moved.masked(by: mask),
            ended: ended.masked(by: mask), cancelled: cancelled.masked(by: mask))
        let isEmpty = frame.began.isEmpty && frame.moved.isEmpty && frame.ended.isEmpty && frame.cancelled.isEmpty
        return isEmpty ? nil : frame
    }
}
