// Recognizers written for UIKit, ported line by line: checkmark, tickle, incremental pinch.

import Gestures
import Touch

/// One finger, down to the right, then up to the right.
final class CheckmarkGestureRecognizer: GestureRecognizer {
    private(set) var midPoint = Point.zero
    private(set) var strokeUp = false

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        if touches.count != 1 { state = .failed }
    }

    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        if state == .failed { return }
        guard let touch = touches.first, let region else { return }
        let (now, before) = (touch.location(in: region), touch.previousLocation(in: region))
        guard !strokeUp else { return }
        if now.x >= before.x, now.y >= before.y {
            midPoint = now
        } else if now.x >= before.x, now.y <= before.y {
            strokeUp = true
        } else {
            state = .failed
        }
    }

    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        if state == .possible, strokeUp { state = .recognized }
    }

    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesCancelled(touches, with: event)
        midPoint = .zero
        strokeUp = false
        state = .failed
    }

    override func reset() {
        super.reset()
        midPoint = .zero
        strokeUp = false
    }
}

/// To and fro, three times 25 points.
final class TickleGestureRecognizer: GestureRecognizer {
    private enum Direction { case unknown, left, right }

    private(set) var tickleCount = 0
    private var start = Point.zero
    private var lastDirection = Direction.unknown

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        guard let touch = touches.first else { return }
        start = touch.location(in: region)
    }

    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        guard let touch = touches.first else { return }
        let moved = touch.location(in: region).x - start.x
        let direction: Direction = moved < 0 ? .left : .right
        guard moved.magnitude >= 25 else { return }
        if lastDirection == .unknown || lastDirection != direction {
            tickleCount += 1
            start = touch.location(in: region)
            lastDirection = direction
            if state == .possible, tickleCount > 2 { state = .ended }
        }
    }

    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        reset()
    }

    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesCancelled(touches, with: event)
        reset()
    }

    override func reset() {
        super.reset()
        start = .zero
        lastDirection = .unknown
        tickleCount = 0
        if state == .possible { state = .failed }
    }
}

/// The factor of two fingers' distance from one event to the next.
final class IncrementalPinchGestureRecognizer: GestureRecognizer {
    private(set) var scale = 1.0
    private var fingers: [Touch] = []

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        for touch in touches where fingers.count < 2 { fingers.append(touch) }
    }

    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        guard fingers.count == 2 else { return }
        let now = (fingers[1].location(in: region) - fingers[0].location(in: region)).length
        let before = (fingers[1].previousLocation(in: region) - fingers[0].previousLocation(in: region)).length
        scale = now / before
        state = state == .possible ? .began : .changed
    }

    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        fingers.removeAll(where: touches.contains)
        if numberOfTouchesDown == 0 { state = state == .possible ? .failed : .ended }
    }

    override func reset() {
        super.reset()
        scale = 1
        fingers = []
    }
}
