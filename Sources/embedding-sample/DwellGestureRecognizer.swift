// Recognizer of the program's own: one finger that rests.

import GestureRecognizerSubclass
import Gestures
import Touch

/// A discrete recognizer of one finger that rests, written against the public API, as the guide shows.
final class DwellGestureRecognizer: GestureRecognizer {
    var dwellTime = 1.0
    var allowableMovement = 10.0

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        guard numberOfTouches == 1 else { return state = .failed }
        deadline = event.timestamp.adding(seconds: dwellTime)
    }

    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        guard let touch = touches.first else { return }
        let moved = (touch.location - touch.startLocation).length
        if moved > allowableMovement {
            fail(because: .tooMuch("moved", moved, allowed: allowableMovement, .points))
        }
    }

    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        guard let touch = touches.first else { return }
        let rested = event.timestamp.seconds(since: touch.startTime)
        fail(because: .tooLittle("rested", rested, needed: dwellTime, .seconds))
    }

    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesCancelled(touches, with: event)
        fail(because: .because("a touch was lost"))
    }

    override func deadlineReached(at time: Timestamp) {
        super.deadlineReached(at: time)
        state = .recognized
    }
}
