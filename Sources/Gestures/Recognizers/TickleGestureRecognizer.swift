// Tickle recognizer: one finger that moves left and right several times.

public import Touch

/// A discrete recognizer of a finger that moves left and right in turn, recognized while it still moves.
///
/// Each movement of `tickleDistance` against the direction of the one before counts, and the first one does, whichever
/// its direction. It is measured from where the last one was counted, so what goes too far has to be undone. Further
/// fingers are left to others.
open class TickleGestureRecognizer: GestureRecognizer {
    private enum Direction { case unknown, left, right }

    /// How far, in points, the finger goes before a movement counts.
    public final var tickleDistance: Double
    /// How many movements make a tickle.
    public final var numberOfTicklesRequired = 3
    /// How many have been counted.
    ///
    /// To be read by an action; `reset()` forgets it.
    public private(set) final var tickleCount = 0

    private static let movement = "moved left and right in turn"

    private final var finger: Touch?
    private final var start = Point.zero
    private final var lastDirection = Direction.unknown

    /// A tickle of three movements.
    override public init(name: String = "", thresholds: Thresholds = .standard) {
        tickleDistance = thresholds.tickleDistance
        super.init(name: name, thresholds: thresholds)
    }

    override open var typeName: String { "tickle" }

    override open var numberOfTouchesAccepted: ClosedRange<Int> { 1...1 }

    override package final var leastMovement: Double? { tickleDistance }

    override open var measurement: GestureMeasurement { .custom([.init("count", .count(tickleCount))]) }

    /// Follows the first finger and leaves the others.
    override open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        for touch in touches {
            guard finger == nil else {
                ignore(touch, for: event)
                continue
            }
            finger = touch
            start = touch.location(in: region)
        }
    }

    /// Counts; is recognized with the last movement that is required.
    override open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        guard let finger else { return }
        let moved = finger.location(in: region).x - start.x
        guard moved.magnitude >= tickleDistance else { return }
        let direction = moved < 0 ? Direction.left : .right
        guard direction != lastDirection else { return }
        tickleCount += 1
        start = finger.location(in: region)
        lastDirection = direction
        guard tickleCount >= numberOfTicklesRequired else { return }
        reason = .enough(Self.movement, Double(tickleCount), needed: Double(numberOfTicklesRequired), .times)
        state = .recognized
    }

    /// Fails: the finger would have to go on.
    override open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        reset()
    }

    override open func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesCancelled(touches, with: event)
        reset()
    }

    /// Forgets the finger; an attempt that is still possible fails by it.
    override open func reset() {
        super.reset()
        if state == .possible {
            fail(
                because: .tooLittle(
                    Self.movement, Double(tickleCount), needed: Double(numberOfTicklesRequired), .times))
        }
        finger = nil
        start = .zero
        lastDirection = .unknown
        tickleCount = 0
    }
}
