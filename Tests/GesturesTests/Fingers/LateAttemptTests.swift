// Tests of an attempt that ends late: other recognizers wait for one recognized by its deadline, without a finger.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct LateAttemptTests {
    @Test("A recognizer that is recognized by its deadline without a finger delays others until that is decided")
    func late() {
        let (waiting, late) = (Scripted.discrete("waiting", at: 20), Scripted("late"))
        waiting.require(toFail: late)
        late.late = .recognized
        late.then = { late, event in late.deadline = event.timestamp.adding(seconds: 1) }
        #expect(Stage(waiting, late).play(path(20), rest: 2).words == ["late ended"])
    }
}
