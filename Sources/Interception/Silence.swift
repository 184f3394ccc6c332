// Decision whether another process has stopped taking what waits for it.

public import Touch

/// Decides by looks, each of which finds something waiting or nothing, that another process is stuck.
///
/// ```
///   a look after 250 ms ──something waits──► a look about every 45 ms ──600 ms, at each of them──► stuck
///           ▲ │                                          │
///           └─┴──────────────── nothing waits ───────────┘
/// ```
/// Single looks prove nothing: a healthy reader of a panel with 1000 frames a second often has one of them before it.
/// From the moment from which on something always waits it takes 850 ms at most, if the looks are on time.
public struct Silence: Equatable, Sendable {
    /// The time of the next look.
    public private(set) var nextLook: Timestamp
    /// The first of the looks that all found something waiting.
    private var since: Timestamp?
    private var count: Int64 = 0

    /// Microseconds between looks while nothing waits.
    public static let interval: Int64 = 250_000
    /// Microseconds during which every look must find something waiting.
    public static let patience: Int64 = 600_000
    /// Microseconds between looks while something waits, at least and at most.
    static let shortest: Int64 = 40_000, longest: Int64 = 50_000
    /// Microseconds by which a look may be late; after that, the looks that it replaces might have found nothing.
    static let tolerance: Int64 = 150_000

    /// Begins with a look after the interval.
    public init(at time: Timestamp) { nextLook = time.after(Self.interval) }

    /// Takes the result of a look, which is due at `nextLook`.
    ///
    /// - Returns: Whether the other process is stuck; then everything begins anew.
    public mutating func look(isWaiting: Bool, at time: Timestamp) -> Bool {
        let isLate = time.microseconds &- nextLook.microseconds > Self.tolerance
        let start = isLate ? time : since ?? time
        let isStuck = isWaiting && time.microseconds &- start.microseconds >= Self.patience
        guard isWaiting, !isStuck else {
            (since, count, nextLook) = (nil, 0, time.after(Self.interval))
            return isStuck
        }
        since = start
        // Steps of the golden ratio: in whatever rhythm a panel sends its frames, each look meets another moment
        // between two of them.
        count &+= 1
        let pause = Self.shortest + count &* 6_180 % (Self.longest - Self.shortest)
        nextLook = min(time.after(pause), start.after(Self.patience))
        return false
    }
}

extension Timestamp {
    fileprivate func after(_ microseconds: Int64) -> Timestamp {
        Timestamp(microseconds: self.microseconds &+ microseconds)
    }
}
