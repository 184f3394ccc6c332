// A mark in the sequence of touch numbers, to compare touches with a moment.

public import GestureWire

/// The numbers that the next touches will have: touches before the mark have smaller ones.
///
/// Private touches are numbered apart, see ``firstPrivateNumber``.
public struct TouchMark: Equatable, Sendable {
    /// The number of the next touch that is not private.
    public var next: Int
    /// The number of the next private touch.
    public var nextPrivate: Int

    /// A mark from both numbers.
    public init(_ next: Int, private nextPrivate: Int = firstPrivateNumber) {
        self.next = next
        self.nextPrivate = nextPrivate
    }

    /// The mark before all touches.
    public static let start = TouchMark(0, private: 0)

    /// Whether a touch landed before the mark was taken.
    public func isAfter(_ touch: Int) -> Bool {
        touch < (touch < firstPrivateNumber ? next : nextPrivate)
    }
}
