// How does a recognizer of one engine wait for one of another? Through one of its own that comes to what that one comes to.

package import Touch

/// Stands for a recognizer of another engine of the same surface, so that others can require it to fail.
///
/// Both engines are given the same frames and times, the other one first, and `look()` is called after each. It tracks
/// the touches that the other one tracks, is recognized and fails with it, and neither prevents anybody nor is prevented.
package final class StandIn: GestureRecognizer {
    private weak var original: GestureRecognizer?
    private var knownRecognitions: Int
    private static let hopeless = Reason.because("the recognizer that it stands for cannot be recognized any more")

    /// A recognizer that stands for `original`, of the same name.
    package init(for original: GestureRecognizer) {
        self.original = original
        knownRecognitions = original.recognitions
        super.init(name: original.name, thresholds: original.thresholds)
        cancelsTouchesInView = false
        delaysTouchesEnded = false
    }

    package override var numberOfTouchesAccepted: ClosedRange<Int> { 1...Int.max }
    package override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
    package override func canBePrevented(by other: GestureRecognizer) -> Bool { false }
    override var keepsLiftedTouches: Bool { original?.keepsLiftedTouches ?? false }

    package override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        for touch in touches where (original?.trackedMask ?? 0) & touch.mask == 0 { ignore(touch, for: event) }
        look()
    }

    package override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) { look() }
    package override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) { look() }
    package override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) { look() }
    package override func deadlineReached(at time: Timestamp) { look() }
    package override func reset() { knownRecognitions = original?.recognitions ?? 0 }

    /// Comes to what the other recognizer has come to.
    package func look() {
        guard currentState == .possible, trackedMask != 0 || deadline != nil else {
            knownRecognitions = original?.recognitions ?? 0
            return
        }
        guard let original else { return fail(because: Self.hopeless) }
        if original.isRecognized || original.recognitions != knownRecognitions {
            state = .ended
        } else if original.mayStillBeRecognized {
            // Between two taps it has no touch, but time.
            deadline = original.deadline ?? original.engine?.nextDeadline
        } else {
            fail(because: Self.hopeless)
        }
    }
}
