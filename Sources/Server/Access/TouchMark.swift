// A mark in the sequence of touch numbers, to compare touches with a moment.

/// The number that the next touch will have: touches before the mark have smaller ones.
public struct TouchMark: Equatable, Sendable {
    /// The number of the next touch.
    public var next: Int

    /// A mark before a touch.
    public init(_ next: Int) { self.next = next }

    /// The mark before all touches.
    public static let start = TouchMark(0)

    /// Whether a touch landed before the mark was taken.
    public func isAfter(_ touch: Int) -> Bool { touch < next }
}
