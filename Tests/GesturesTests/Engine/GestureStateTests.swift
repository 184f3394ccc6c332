// Tests of the states' names and kinds; DocumentedTransitionTests tests their transitions.

import Gestures
import Testing

private typealias State = GestureRecognizer.State

@Suite struct GestureStateTests {
    @Test("Numbers and names are UIKit's, and recognized is ended")
    func names() {
        #expect(State.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
        #expect(State.allCases.map(\.description) == ["possible", "began", "changed", "ended", "cancelled", "failed"])
        #expect(State.recognized == .ended)
    }

    @Test("A state is possible, active or final")
    func kinds() {
        #expect(State.allCases.filter(\.isActive) == [.began, .changed])
        #expect(State.allCases.filter(\.isFinal) == [.ended, .cancelled, .failed])
    }
}
