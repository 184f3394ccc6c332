// The vector between two fingers, corrected for contacts that shift while they settle.

internal import Touch

/// The way between two fingers that a pinch or a rotation counts from: where they landed, or have settled since.
///
/// The skin flattens under a finger that presses, and the centroid of its contact moves: by about a millimetre, slowly,
/// and soon after the landing. So what two contacts move against each other within `Thresholds.settlingInterval` of their
/// landing, more slowly than `settlingSpeed`, does not count, up to `settlingMovement`. From the first report on that
/// alone goes `settlingStep` all counts.
struct SettlingPair {
    /// The way between them when the second landed.
    private(set) var landed = Vector.zero
    /// The vector that counted movement starts from.
    private(set) var rest = Vector.zero
    private var previous = Vector.zero
    private var landingTime = Timestamp.zero
    private var isSettling = false

    /// The angle that the fingers turned by as they settled.
    var turn: Double { rest.turn(since: landed) }

    /// Starts with the way between two fingers of which one has just landed.
    mutating func land(_ span: Vector, at time: Timestamp) {
        (landed, rest, previous, landingTime, isSettling) = (span, span, span, time, true)
    }

    /// Updates the vector between the fingers; after `interval` `rest` does not change any more.
    mutating func follow(_ span: Vector, at time: Timestamp, within interval: Double) {
        guard isSettling else { return }
        let age = time.seconds(since: landingTime)
        let (movement, step) = (span - landed, (span - previous).length)
        previous = span
        isSettling = age <= interval && !step.reaches(Thresholds.settlingStep)
        guard age <= interval else { return }
        let isMeant = !isSettling || movement.length >= Thresholds.settlingSpeed * age
        rest = isMeant ? landed : landed + movement * min(Thresholds.settlingMovement / movement.length, 1)
    }
}
