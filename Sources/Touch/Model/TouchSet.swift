// A set of touches without allocation: one bit for each place of a touch table.

/// Some of a surface's live touches, in the order of their places in the table.
///
/// Making, combining and walking one allocates nothing.
///
/// Valid during the frame that delivered it; use `Set(touches)` or `Array(touches)` to keep the objects.
public struct TouchSet: Sequence {
    @usableFromInline let table: TouchTable
    /// One bit for each place of the table.
    @usableFromInline package private(set) var mask: UInt64

    init(table: TouchTable, mask: UInt64) {
        self.table = table
        self.mask = mask
    }

    /// The number of touches.
    public var count: Int { mask.nonzeroBitCount }

    /// Whether there is none.
    public var isEmpty: Bool { mask == 0 }

    /// The touch in the lowest place, if there is any.
    public var first: Touch? { mask == 0 ? nil : table[mask.trailingZeroBitCount] }

    /// Whether this very touch is among them.
    public func contains(_ touch: Touch) -> Bool {
        mask & touch.mask != 0 && table[touch.index] === touch
    }

    /// The touches that are in both sets, which must be of one surface.
    public func intersection(_ other: TouchSet) -> TouchSet {
        TouchSet(table: table, mask: mask & other.mask)
    }

    /// The touches that are in either set, which must be of one surface.
    public func union(_ other: TouchSet) -> TouchSet {
        TouchSet(table: table, mask: mask | other.mask)
    }

    /// The touches of this set that are not in the other, which must be of one surface.
    public func subtracting(_ other: TouchSet) -> TouchSet {
        TouchSet(table: table, mask: mask & ~other.mask)
    }

    /// Whether both sets share no touch.
    public func isDisjoint(with other: TouchSet) -> Bool { mask & other.mask == 0 }

    /// All touches of the surface that are down now.
    package var present: TouchSet { table.all }

    /// Those touches of this set whose bits are set in `mask`.
    package func masked(by mask: UInt64) -> TouchSet { TouchSet(table: table, mask: self.mask & mask) }

    /// Every place that one of these touches was moved to since the frame before, in order, each as a touch of its own;
    /// the last is a copy of the touch as it is.
    ///
    /// Nil when the touch is not among them.
    public func samples(of touch: Touch) -> [Touch]? {
        contains(touch) ? table.earlierSamples(of: touch) + [Touch(copying: touch, present: touch.present)] : nil
    }

    /// Adds a live touch of the same surface.
    public mutating func insert(_ touch: Touch) { mask |= touch.mask }

    /// Removes a touch; nothing happens when it is not there.
    public mutating func remove(_ touch: Touch) {
        if contains(touch) { mask &= ~touch.mask }
    }

    /// Walks the touches in the order of their places.
    @inlinable public func makeIterator() -> Iterator { Iterator(table: table, mask: mask) }

    /// The walk through a `TouchSet`.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let table: TouchTable
        @usableFromInline var mask: UInt64

        @inlinable init(table: TouchTable, mask: UInt64) {
            self.table = table
            self.mask = mask
        }

        /// The next touch, or nil at the end.
        @inlinable public mutating func next() -> Touch? {
            while mask != 0 {
                let index = mask.trailingZeroBitCount
                mask &= mask &- 1
                if let touch = table[index] { return touch }
            }
            return nil
        }
    }
}
