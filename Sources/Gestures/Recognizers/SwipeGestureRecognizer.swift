// Swipe: fingers that move fast and straight in a direction.

public import Touch

/// The directions of a swipe, with UIKit's numbers.
public struct SwipeDirection: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// A set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// To the right.
    public static let right = SwipeDirection(rawValue: 1)
    /// To the left.
    public static let left = SwipeDirection(rawValue: 2)
    /// Upward.
    public static let up = SwipeDirection(rawValue: 4)
    /// Downward.
    public static let down = SwipeDirection(rawValue: 8)
    static let single: [SwipeDirection] = [.right, .left, .up, .down]
}

/// A discrete recognizer of a quick movement, as UIKit's `UISwipeGestureRecognizer`.
///
/// It recognizes during the movement, not at the lift, by the law that was measured on UIKit to 0.001 pt: within
/// 0.5 s of touch down each finger has gone at least 50 (1 − 0.94 t) pt in the direction, never more than
/// 50 (1 − 0.98 t) pt to a side, nor more than `maximumOppositeMovement` backward. Slow swipes may be short but must be
/// straight.
///
/// With several fingers, the panel may lose one that comes near another: if it is reported again within
/// `Thresholds.mergeInterval`, it continues from where it first landed.
open class SwipeGestureRecognizer: GestureRecognizer {
    /// The directions that count.
    public final var direction = SwipeDirection.right
    /// The number of fingers that make the swipe; at least 1.
    public final var numberOfTouchesRequired = 1
    /// Seconds from touch down within which the swipe must be made.
    public final var maximumDuration: Double
    /// Points in the direction that a swipe in no time would need.
    public final var minimumPrimaryMovement: Double
    /// Points to the side that a swipe in no time may stray.
    public final var maximumSecondaryMovement: Double
    /// Points backward that a swipe may go.
    public final var maximumOppositeMovement: Double
    /// The direction that was recognized; empty before.
    public private(set) final var recognizedDirection: SwipeDirection = []

    private final var candidates: SwipeDirection = []
    private final var loss = Reason.because("moved nowhere")
    /// The distance of the slowest finger in the direction, and the distance it needed.
    private final var progress = (way: 0.0, needed: 0.0)
    @exclusivity(unchecked) private final var speed = VelocityEstimator()
    private final var velocity = Vector.zero
    private final var travelled = Vector.zero
    private final var sampleTime = Timestamp.zero
    /// The time when the swipe's time limit ends.
    private final var end = Timestamp.zero
    /// Whether a finger has lifted that may be there again soon.
    private final var isMissingFinger = false
    /// The places and times of the first landing of fingers that the panel has lost since.
    @exclusivity(unchecked) private final var origins: [(touch: Int, place: Point, time: Timestamp)] = []

    /// A swipe of one finger to the right.
    override public init(name: String = "", thresholds: Thresholds = .standard) {
        maximumDuration = thresholds.swipeMaximumDuration
        minimumPrimaryMovement = thresholds.swipeMinimumPrimaryMovement
        maximumSecondaryMovement = thresholds.swipeMaximumSecondaryMovement
        maximumOppositeMovement = thresholds.swipeMaximumOppositeMovement
        super.init(name: name, thresholds: thresholds)
    }

    override open var typeName: String { "swipe" }

    override open var numberOfTouchesAccepted: ClosedRange<Int> { numberOfTouchesRequired...numberOfTouchesRequired }

    override final var endsWithLostTouch: Bool { true }

    override final var keepsLiftedTouches: Bool { isMissingFinger }

    override final var failsWithTooManyTouches: Bool { true }

    override final var hasAllFingers: Bool { numberOfTouches == numberOfTouchesRequired && !isMissingFinger }

    override package final var leastMovement: Double? {
        minimumPrimaryMovement * max(1 - Thresholds.swipePrimaryRate * maximumDuration, 0)
    }

    override open var measurement: GestureMeasurement {
        .swipe(direction: recognizedDirection, velocity: velocity)
    }

    /// Waits for the fingers; too many fail.
    override open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        if deadline == nil {
            candidates = direction
            progress = (0, minimumPrimaryMovement)
            // A movement at the very end of the time still counts, so the deadline is the moment after it.
            end = event.timestamp.adding(seconds: maximumDuration + 1e-6)
            deadline = end
            speed.add(.zero, at: event.timestamp)
            sampleTime = event.timestamp
        }
        if participant.predecessor != nil {
            for touch in touches { origins.append((touch.id, touch.location, event.timestamp)) }
        }
        if isMissingFinger { replaceLostFingers(at: event.timestamp) }
        guard numberOfTouches > numberOfTouchesRequired else { return }
        fail(because: .tooManyFingers(numberOfTouches, allowed: numberOfTouchesRequired))
    }

    /// Replaces fingers that the panel had lost: they continue from where they first landed.
    private func replaceLostFingers(at time: Timestamp) {
        // While not all have landed, one that lands farther away is one of those.
        let isOneTooMany = numberOfTouches > numberOfTouchesRequired
        replaceLostTouches(
            at: time, within: isOneTooMany ? thresholds.mergeDistance : thresholds.tapAllowableMovement
        ) { lost, found in
            let origin = origin(of: lost)
            origins.removeAll { $0.touch == lost.id }
            origins.append((found.id, origin.place, origin.time))
        }
        isMissingFinger = involved.contains(where: \.isOver)
        setDeadline()
    }

    /// The end of the time, or, if that comes before, of that in which a finger may be there again.
    private func setDeadline() {
        var first = end
        for touch in involved where touch.isOver {
            first = min(first, touch.timestamp.adding(seconds: thresholds.mergeInterval))
        }
        deadline = first
    }

    private func origin(of touch: Touch) -> (place: Point, time: Timestamp) {
        guard let origin = origins.first(where: { $0.touch == touch.id }) else {
            return (touch.startLocation, touch.startTime)
        }
        return (origin.place, origin.time)
    }

    /// Tests the law for every finger.
    override open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        // When a panel loses one of two contacts, or separates them again, the other one moves to the middle or away
        // from it.
        let isUnsure = numberOfTouchesDown > 0 && (isMissingFinger || isCountChanging(in: event))
        if isUnsure {
            travelled += speed.velocity(at: event.timestamp) * event.timestamp.seconds(since: sampleTime)
        } else {
            for touch in touches {
                travelled += (touch.location - touch.previousLocation) * (1 / Double(numberOfTouches))
            }
        }
        speed.add(travelled, at: event.timestamp)
        sampleTime = event.timestamp
        guard !isMissingFinger else { return }
        let mayBeLost = numberOfTouchesDown > 0 && numberOfTouchesDown < numberOfTouches
        for candidate in SwipeDirection.single where candidates.contains(candidate) {
            switch test(candidate, at: event.timestamp) {
            case .made where numberOfTouches == numberOfTouchesRequired:
                recognizedDirection = candidate
                velocity = speed.velocity(at: event.timestamp)
                reason = .enough("moved", progress.way, needed: progress.needed, .points)
                state = .recognized
                return
            case .made, .open: break
            case .lost: if !mayBeLost { candidates.remove(candidate) }
            }
        }
        if candidates.isEmpty { fail(because: loss) }
    }

    private enum Verdict { case made, open, lost }

    private func test(_ direction: SwipeDirection, at time: Timestamp) -> Verdict {
        var verdict = Verdict.made
        var furthest = (way: Double.infinity, needed: 0.0)
        for touch in involved {
            let origin = origin(of: touch)
            let age = time.seconds(since: origin.time)
            let way = touch.location - origin.place
            let (primary, secondary) =
                switch direction {
                case .right: (way.x, way.y)
                case .left: (-way.x, way.y)
                case .up: (-way.y, way.x)
                default: (way.y, way.x)
                }
            let needed = minimumPrimaryMovement * (1 - Thresholds.swipePrimaryRate * age)
            let aside = maximumSecondaryMovement * (1 - Thresholds.swipeSecondaryRate * age)
            if age > maximumDuration {
                loss = .tooMuch("lasted", age, allowed: maximumDuration, .seconds)
                return .lost
            }
            if (-primary).exceeds(maximumOppositeMovement) {
                loss = .tooMuch("moved backward by", -primary, allowed: maximumOppositeMovement, .points)
                return .lost
            }
            if secondary.magnitude.exceeds(aside) {
                loss = .tooMuch("moved aside by", secondary.magnitude, allowed: aside, .points)
                return .lost
            }
            if primary - needed < furthest.way - furthest.needed { furthest = (primary, needed) }
            if !primary.reaches(needed) { verdict = .open }
        }
        progress = furthest
        return verdict
    }

    /// Fails: a swipe is recognized while fingers move.
    ///
    /// It waits a moment for one that may have been lost only.
    override open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        if numberOfTouchesDown > 0, mayBeMerged(touches) {
            isMissingFinger = true
            return setDeadline()
        }
        fail(because: .tooLittle("moved", progress.way, needed: progress.needed, .points))
    }

    override open func deadlineReached(at time: Timestamp) {
        super.deadlineReached(at: time)
        fail(because: .tooLittle("moved", progress.way, needed: progress.needed, .points))
    }

    override open func reset() {
        super.reset()
        recognizedDirection = []
        travelled = .zero
        isMissingFinger = false
        origins.removeAll(keepingCapacity: true)
        speed.reset()
    }
}
