// The path of a finger, in bounded memory.

public import Touch

/// The path of one finger, collected place by place.
///
/// Steps shorter than `step` are ignored, so that a trembling finger adds neither points nor length. When the path
/// holds `capacity` points it halves itself: every second point is dropped and the step doubled. So an endless path
/// keeps between half the capacity and all of it, evenly spread from its first point to its last, and adding a place
/// allocates nothing.
public struct StrokePath: Hashable, Sendable {
    /// The most points that a path holds.
    public static let capacity = 512
    /// The shortest step that counts at first, in points: 0.3 mm, the noise of a resting finger on common panels.
    public static let shortestStep = 2.0

    /// The points, first to last.
    public private(set) var points: [Point] = []
    /// The length of the path, in points: the sum of the steps that counted.
    public private(set) var length = 0.0
    /// The shortest step that counts now, in points.
    public private(set) var step = shortestStep

    /// A path without points.
    public init() {
        points.reserveCapacity(Self.capacity)
    }

    /// Adds a step to `place`.
    ///
    /// A place that is no number, or as far away as no surface is large, is passed over.
    public mutating func add(_ place: Point) {
        guard StrokeShape.isPlace(place) else { return }
        if let last = points.last {
            let way = (place - last).length
            guard way >= step else { return }
            length += way
        }
        points.append(place)
        if points.count == Self.capacity { halve() }
    }

    private mutating func halve() {
        for index in 0..<Self.capacity / 2 { points[index] = points[2 * index] }
        points.removeLast(Self.capacity / 2)
        step *= 2
    }

    /// Forgets the path; the memory is kept for the next.
    public mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        length = 0
        step = Self.shortestStep
    }
}
