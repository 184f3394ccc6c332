// Check that a recognizer receives exactly its own touches, each once and in time.

import Gestures
import Touch

extension Watch {
    /// Records changes of its touches; `body` is its own response.
    func record(_ recognizer: GestureRecognizer, _ phase: TouchPhase, _ touches: TouchSet, _ body: () -> Void) {
        var bits: UInt64 = 0
        var hasLate = false
        for touch in touches {
            bits |= touch.bit
            let isLate = phase == .began && asked & touch.bit != 0 && audit.landing & touch.bit == 0
            // It has moved in this event, perhaps, but before.
            if isLate { received[TouchPhase.moved.rawValue] |= touch.bit }
            hasLate = hasLate || isLate
            if touch.phase != phase, !isLate {
                audit.fault("wrong phase", "\(index) received \(phase) of a touch that \(touch.phase)")
            }
        }
        let before = recognizer.state
        check(recognizer, before, phase, bits)
        received[phase.rawValue] |= bits
        if phase == .began { known |= bits }
        body()
        // The deadline that it sets then can be reached in the same event.
        if hasLate { deadline = recognizer.deadline }
        note(recognizer, before)
        run.react(.receives, self)
    }

    private func check(
        _ recognizer: GestureRecognizer, _ before: GestureRecognizer.State, _ phase: TouchPhase, _ bits: UInt64
    ) {
        func expect(_ isTrue: Bool, _ rule: String) {
            if !isTrue { audit.fault(rule, "\(index), \(phase) \(bits)") }
        }
        expect(bits != 0, "received no touch")
        expect(bits & ~tracked == 0, "received a touch that is not its own")
        expect(bits & blocked == 0, "received a touch from before its reset")
        expect(bits & ignored == 0, "received a touch that it ignores")
        expect(bits & refused == 0, "received a touch that its delegate refused")
        expect(bits & audit.over == 0, "received an ended touch")
        expect(received[phase.rawValue] & bits == 0, "received a touch twice")
        expect(phase == .began ? bits & known == 0 : bits & ~known == 0, "received a begin twice, or never")
        expect(recognizer.isEnabled, "received a touch while disabled")
        expect(!before.isFinal, "received a touch in a final state")
        expect(!isResetting, "received a touch in its reset")
    }

    /// Records that its deadline was reached.
    func recordDeadline(_ recognizer: GestureRecognizer, _ time: Timestamp, _ body: () -> Void) {
        let before = recognizer.state
        if before.isFinal { audit.fault("deadline in a final state", "\(index) is \(before)") }
        if recognizer.deadline != nil { audit.fault("deadline still set", "\(index)") }
        if !recognizer.isEnabled { audit.fault("deadline while disabled", "\(index)") }
        if let deadline, time < deadline { audit.fault("deadline too early", "\(index)") }
        body()
        note(recognizer, before)
        run.react(.receives, self)
    }

    /// Records a call of `reset()`, by the engine or by the recognizer.
    func recordReset(_ recognizer: GestureRecognizer, _ body: () -> Void) {
        let before = recognizer.state
        if isResettingItself {
            body()
            return
        }
        if isResetting { audit.fault("reset within reset", "\(index)") }
        if !before.isFinal, !isMeddled { audit.fault("reset while \(before)", "\(index)") }
        if isOpen { audit.fault("reset before its end was published", "\(index)") }
        isResetting = true
        body()
        run.react(.resets, self)
        isResetting = false
        if recognizer.state != before, !isMeddled {
            audit.fault("state changed in reset", "\(index) from \(before) to \(recognizer.state)")
        }
        forget()
    }

    /// Begins a new attempt.
    private func forget() {
        resets += 1
        stage = .undecided
        ownState = .possible
        (isHeld, isRefusedBegin) = (false, false)
        (pending, contended) = ([], [])
        // Fingers that land between two taps may belong to the next attempt in the event in which they landed.
        blocked |= audit.landed & ~audit.landing
        (tracked, lifted, known, received) = (0, 0, 0, .zero)
    }

    private func note(_ recognizer: GestureRecognizer, _ before: GestureRecognizer.State) {
        let after = recognizer.state
        ownState = after
        guard !isMeddled, before != after else { return }
        // A client's that waits to begin fails when the client gives up.
        let mayFail = plan.kind == .client && !isOpen
        let hasFailed = after == .failed && !mayFail
        if before.isActive, after == .possible || hasFailed || before == .changed && after == .began {
            audit.fault("illegal change", "\(index) from \(before) to \(after)")
        }
        if before == .possible, after != .failed { noteAttempt(recognizer) }
    }

    /// Records that it wants to leave `possible`.
    func noteAttempt(_ recognizer: GestureRecognizer) {
        audit.mayTie = true
        attemptEvent = audit.event
        attemptTouches = recognizer.touchBits
    }
}
