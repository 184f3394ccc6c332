// Common translation, scale and rotation of all fingers of a gesture about their centroid.

import Touch

/// The movement, in one frame, of the fingers of a recognizer that are down.
///
/// Any number of fingers; making one allocates nothing.
struct FingerGroup {
    /// The bits of the fingers' places in their table.
    private(set) var mask: UInt64 = 0
    private(set) var count = 0
    private(set) var hasNewcomer = false
    private(set) var movement = Vector.zero
    /// Twice the fingers' mean distance from the centroid: for two fingers their distance from each other.
    private(set) var span = 0.0
    private(set) var previousSpan = 0.0
    /// The angle by which the fingers turned about their centroid, clockwise, -π to π.
    ///
    /// The least-squares rotation. The weight of a finger grows with its distance from the centroid; a finger at the
    /// centroid, which has no angle, does not count.
    private(set) var turn = 0.0

    init(_ touches: [Touch]) {
        var (now, before) = (Vector.zero, Vector.zero)
        for touch in touches where !touch.isOver {
            mask |= touch.mask
            count += 1
            if touch.phase == .began { hasNewcomer = true }
            now += touch.location - .zero
            before += touch.previousLocation - .zero
        }
        guard count > 0 else { return }
        let share = 1 / Double(count)
        now = now * share
        before = before * share
        movement = now - before
        var (along, across) = (0.0, 0.0)
        for touch in touches where !touch.isOver {
            let (arm, earlier) = (touch.location - .zero - now, touch.previousLocation - .zero - before)
            span += arm.length
            previousSpan += earlier.length
            along += earlier.x * arm.x + earlier.y * arm.y
            across += earlier.x * arm.y - earlier.y * arm.x
        }
        span *= 2 * share
        previousSpan *= 2 * share
        turn = Vector(x: along, y: across).turn(since: Vector(x: 1, y: 0))
    }
}
