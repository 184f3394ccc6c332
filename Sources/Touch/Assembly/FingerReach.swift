// The distance that a finger can move from one frame to the next.

/// The distance at which two anonymous contacts of successive frames are no longer one finger's.
///
/// In millimetres when both axes say their resolution and the size that comes of it is a panel's: 10 mm for what the
/// panel and a landing finger add, and 5 m/s, which no hand exceeds on glass. Otherwise a quarter of the panel's
/// diagonal, in units of the device and whatever the time.
struct FingerReach {
    /// Millimetres per second.
    static let speed = 5000.0
    /// Millimetres.
    static let allowance = 10.0
    /// Seconds between frames that count: timestamps of frames that were queued together are too close to each other,
    /// and after a silence a finger is nearly where it was, since the device would have reported a movement.
    static let interval = 1.0 / 60...1.0 / 20
    /// Millimetres on a side that a panel can have.
    private static let sizes = 20.0...3000.0
    /// More than the square of any distance on axes of 32 bits, yet a number to reckon with.
    private static let boundless = 1e20

    /// Millimetres per unit, or 1 for both axes.
    private let scale: (x: Double, y: Double)
    /// The square of the reach when time does not count.
    private let fixed: Double?

    init(device: DeviceDescription) {
        // The only finger is the same, wherever it is.
        guard !device.hasOneContact, let x = device.axes[AbsoluteAxis.positionX],
            let y = device.axes[AbsoluteAxis.positionY], x.range > 0, y.range > 0
        else {
            (scale, fixed) = ((1, 1), Self.boundless)
            return
        }
        if x.resolution > 0, y.resolution > 0, Self.sizes.contains(x.range / Double(x.resolution)),
            Self.sizes.contains(y.range / Double(y.resolution))
        {
            (scale, fixed) = ((1 / Double(x.resolution), 1 / Double(y.resolution)), nil)
        } else {
            (scale, fixed) = ((1, 1), (x.range * x.range + y.range * y.range) / 16)
        }
    }

    func square(from: (x: Int32, y: Int32), to: (x: Int32, y: Int32)) -> Double {
        let (dx, dy) = ((Double(to.x) - Double(from.x)) * scale.x, (Double(to.y) - Double(from.y)) * scale.y)
        return dx * dx + dy * dy
    }

    /// The square of the reach within so many seconds.
    func limit(after seconds: Double) -> Double {
        if let fixed { return fixed }
        let interval = min(max(seconds, Self.interval.lowerBound), Self.interval.upperBound)
        let distance = Self.allowance + Self.speed * interval
        return distance * distance
    }
}
