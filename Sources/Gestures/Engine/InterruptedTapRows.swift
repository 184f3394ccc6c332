// Recognizers that were between two taps when a finger landed, and that may restart with that finger.

import Touch

/// The recognizers that a finger interrupted between two taps, during one event.
///
/// A finger that landed between two taps, and broke the row by that, is the first of another row. The recognizer has
/// failed, or was recognized because the row of another one is broken, in this event. Without the finger it would miss
/// the second of two quick taps at different places.
struct InterruptedTapRows {
    fileprivate(set) var interrupted: [(recognizer: GestureRecognizer, isWaiting: Bool)] = []
    /// The recognizers that were recognized in this event, with their touches, while there are interrupted ones.
    fileprivate(set) var recognized: [(recognizer: GestureRecognizer, touches: UInt64)] = []

    /// Records that a finger landed between two taps of `recognizer`.
    ///
    /// - Parameter isWaiting: Whether it restarts unless it is recognized with that finger; else only if it fails.
    mutating func add(_ recognizer: GestureRecognizer, isWaiting: Bool) {
        guard !interrupted.contains(where: { $0.recognizer === recognizer }) else { return }
        interrupted.append((recognizer, isWaiting))
    }

    /// Records a recognized gesture: its touches are not offered to recognizers that it excludes.
    mutating func noteRecognized(_ recognizer: GestureRecognizer) {
        if !interrupted.isEmpty { recognized.append((recognizer, recognizer.trackedMask)) }
    }

    /// A gesture was taken back before observers received anything of it.
    mutating func forgetRecognized(_ recognizer: GestureRecognizer) {
        recognized.removeAll { $0.recognizer === recognizer }
    }
}

extension GestureEngine {
    /// Restarts the recognizers that are done with their rows of taps, once the event is settled.
    @inline(__always)
    func restartInterrupted(_ frame: TouchFrame, _ event: TouchEvent) {
        if !interruptions.interrupted.isEmpty { restartAllInterrupted(frame, event) }
    }

    private func restartAllInterrupted(_ frame: TouchFrame, _ event: TouchEvent) {
        // Twice: recognizers that wait for one that restarts also restart.
        for _ in 0..<2 where !interruptions.interrupted.isEmpty {
            let waiting = interruptions.interrupted
            interruptions.interrupted.removeAll(keepingCapacity: true)
            for (recognizer, isWaiting) in waiting where recognizer.engine === self && recognizer.isEnabled {
                restart(recognizer, isWaiting: isWaiting, frame, event)
            }
            settle()
        }
        interruptions.interrupted.removeAll(keepingCapacity: true)
        interruptions.recognized.removeAll(keepingCapacity: true)
    }

    private func restart(
        _ recognizer: GestureRecognizer, isWaiting: Bool, _ frame: TouchFrame, _ event: TouchEvent
    ) {
        let (began, ending) = (frame.began, frame.endedMask | frame.cancelledMask)
        // A recognizer that was recognized with this finger does not receive it again.
        guard isWaiting || recognizer.ownState == .failed else { return }
        if recognizer.attempt.isHeld { return interruptions.add(recognizer, isWaiting: true) }
        // Between two taps of a row.
        let isInRow = isWaiting && recognizer.ownState == .possible && recognizer.deadline != nil
        if isInRow { recognizer.dropTouches(ending) }
        if recognizer.ownState == .failed, recognizer.trackedMask & ~(began.mask | ending) == 0 {
            recognizer.finish()
        }
        guard recognizer.ownState == .possible, recognizer.trackedMask == 0, isInRow || recognizer.deadline == nil
        else { return }
        for touch in began where !isRecognized(touch, insteadOf: recognizer) {
            guard let home = recognizer.region, region(of: touch)?.isWithin(home) == true else { continue }
            offer(touch, to: recognizer, event)
        }
        streams?.forEach { $0.withhold(began, recognizer) }
        if !recognizer.participant.waitsForPredecessor { recognizer.receive(frame, event) }
    }

    /// One finger makes one gesture, or several that may be recognized simultaneously.
    private func isRecognized(_ touch: Touch, insteadOf recognizer: GestureRecognizer) -> Bool {
        interruptions.recognized.contains { other, touches in
            touches & touch.mask != 0
                && (recognizer.participant.relations.requires(other.participant) || other.prevents(recognizer))
        }
    }
}
