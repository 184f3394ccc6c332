// Checkmark recognizer: one finger down to the right, then up to the right.

public import Touch

/// A discrete recognizer of a tick drawn by one finger, recognized when the finger lifts.
///
/// On the way down neither coordinate decreases. The first movement up and not to the left begins the way up; whatever
/// comes after that is not looked at. A way up alone is a checkmark, too, one without a midpoint.
///
/// The listing of Apple's guide to one's own recognizers, but for a second finger that lands later: it is no checkmark
/// either.
open class CheckmarkGestureRecognizer: GestureRecognizer {
    /// Whether the finger has turned upward.
    public private(set) final var strokeUp = false
    /// Where the finger turned upward, on the surface; nil when it has never gone down.
    private final var turn: Point?

    /// Where the two strokes meet, in points of the region; zero when there has been no way down.
    ///
    /// To be read by an action; `reset()` forgets it.
    public final var midPoint: Point {
        guard let turn else { return .zero }
        return region?.convert(turn) ?? turn
    }

    override open var typeName: String { "checkmark" }

    override open var numberOfTouchesAccepted: ClosedRange<Int> { 1...1 }

    override final var endsWithLostTouch: Bool { true }

    /// It has no least length; people draw none that is shorter than a stroke may be.
    override package final var leastMovement: Double? { thresholds.strokeMinimumLength / 4 }

    /// Where the strokes meet, as `midpoint`; nothing when there has been no way down.
    override open var measurement: GestureMeasurement {
        .custom(turn.map { [GestureMeasurement.Member("midpoint", .point($0))] } ?? [])
    }

    override open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        guard numberOfTouches == 1 else {
            return fail(because: .tooMuch("touched with", Double(numberOfTouches), allowed: 1, .fingers))
        }
        // A finger that lifted before it went up has decided nothing, so no reset came after it.
        strokeUp = false
        turn = nil
    }

    /// Follows the strokes; fails when the finger goes left before it goes up.
    override open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        guard !strokeUp, let touch = touches.first else { return }
        let (now, before) = (touch.location(in: region), touch.previousLocation(in: region))
        if now.x >= before.x, now.y >= before.y {
            turn = touch.location(in: nil)
        } else if now.x >= before.x {
            strokeUp = true
        } else {
            fail(because: .because("moved to the left by", before.x - now.x, .points))
        }
    }

    override open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        guard state == .possible, strokeUp else { return }
        reason = .because("the finger went up and lifted")
        state = .recognized
    }

    override open func reset() {
        super.reset()
        strokeUp = false
        turn = nil
    }
}
