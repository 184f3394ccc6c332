// Incremental pinch recognizer: a pinch whose scale is relative to the last event.

public import Touch

/// A continuous recognizer of two fingers that begins with their first movement and measures from event to event.
///
/// It follows the first two fingers and leaves others alone; when one of the two lifts, the next that lands takes its
/// place. It ends when both have lifted.
open class IncrementalPinchGestureRecognizer: GestureRecognizer {
    /// The fingers' distance as a factor of what it was in the event before; 1 before the gesture begins.
    public private(set) final var scale = 1.0

    private final var fingers: [Touch] = []

    override open var typeName: String { "incrementalPinch" }

    override open var numberOfTouchesAccepted: ClosedRange<Int> { 2...2 }

    override final var endsWithLostTouch: Bool { true }

    override open var measurement: GestureMeasurement { .custom([.init("scale", .number(scale))]) }

    /// Takes two fingers, which seldom land in the same event, and leaves the others.
    override open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        for touch in touches {
            if fingers.count < 2 { fingers.append(touch) } else { ignore(touch, for: event) }
        }
    }

    override open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        guard fingers.count == 2 else { return }
        let now = (fingers[1].location(in: region) - fingers[0].location(in: region)).length
        let before = (fingers[1].previousLocation(in: region) - fingers[0].previousLocation(in: region)).length
        // Fingers nearer than a point have no meaningful distance.
        guard min(now, before) >= Thresholds.minimumSpan else { return }
        scale = now / before
        state = state == .possible ? .began : .changed
    }

    override open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        fingers.removeAll(where: touches.contains)
        guard fingers.isEmpty else { return }
        if state == .possible { fail(because: .because("two fingers did not move")) } else { state = .ended }
    }

    override open func reset() {
        super.reset()
        scale = 1
        fingers.removeAll(keepingCapacity: true)
    }
}
