// Delivery of touches to recognizers that come after others in a sequence.

import Touch

extension GestureEngine {
    /// Delivers a frame to recognizers that come after others, once those have seen it.
    @inline(never)
    func deliverToSuccessors(_ frame: TouchFrame, _ event: TouchEvent) {
        latestTouches = event.allTouches
        let successors = successors
        for recognizer in successors {
            let isNew = recognizer.trackedMask & ~frame.beganMask == 0
            // An attempt without an outcome has lost all its touches: these are not of that gesture.
            if isNew, recognizer.ownState == .possible, recognizer.deadline == nil {
                recognizer.participant.start = Participant.Start()
            }
            if recognizer.participant.waitsForPredecessor {
                recognizer.eventTime = event.timestamp
            } else {
                leaveNewcomers(of: recognizer, frame, event)
                recognizer.receive(frame, event)
            }
            continueSequence(of: recognizer)
        }
    }

    /// Leaves touches that landed in this event, and that are not in the gesture before this one, to others.
    private func leaveNewcomers(of recognizer: GestureRecognizer, _ frame: TouchFrame, _ event: TouchEvent) {
        guard frame.beganMask & recognizer.trackedMask != 0, let other = recognizer.participant.predecessor else {
            return
        }
        let shared = other.attempt.isRecognized ? other.trackedMask : 0
        for touch in frame.began where touch.mask & shared == 0 { recognizer.ignore(touch, for: event) }
    }

    /// Starts the recognizers before which another one was recognized, and fails those before which one failed.
    @inline(never)
    func continueSequences() {
        let successors = successors
        for recognizer in successors { continueSequence(of: recognizer) }
    }

    private func continueSequence(of recognizer: GestureRecognizer) {
        switch recognizer.participant.sequenceStep {
        case .none: break
        case .start: if recognizer.engine === self { start(recognizer) }
        case .fail(let cause): carryOut(arbiter.fail(recognizer.participant, cause))
        }
    }

    /// Gives a recognizer its touches as those that begin now.
    private func start(_ recognizer: GestureRecognizer) {
        guard let all = latestTouches?.present else { return }
        let (participant, other) = (recognizer.participant, recognizer.participant.predecessor)
        let shared = other?.trackedMask ?? .max
        let own = all.masked(by: participant.trackedMask & shared & ~endingTouches)
        guard !own.isEmpty else { return }
        participant.start = Participant.Start(own: participant.attempt.number, other: other?.attempt.number ?? -1)
        let event = TouchEvent(all, arrivedOrGone: 0, time: time, engine: self)
        for touch in recognizer.involved where touch.mask & shared == 0 { recognizer.ignore(touch, for: event) }
        recognizer.eventTime = time
        recognizer.isInside = true
        recognizer.touchesBegan(own, with: event)
        recognizer.isInside = false
    }
}
