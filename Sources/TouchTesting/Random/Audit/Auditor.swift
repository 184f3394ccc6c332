// Auditor of an engine's notifications: every began closed once, actions only for recognized gestures.

import Gestures
import Touch

/// Receives the notifications of an engine and the calls of its recognizers, and checks them against each other.
final class Auditor {
    /// A violation.
    struct Fault {
        /// The rule in a few words, the same for all faults of a kind.
        let rule: String
        let words: String
    }

    /// The largest number of touches in a list; the sets of touches also need a bit for a resting finger.
    static let maximumTouches = 62

    unowned let run: RandomRun
    private(set) var faults: [Fault] = []
    /// The number of frames, deadlines and calls from outside so far.
    private(set) var event = 0
    /// Touches that have landed, that land in this event, that had ended before it, and that end in it.
    private(set) var (landed, landing, over, going): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    /// Touches that are lost in this event.
    private(set) var losing: UInt64 = 0
    var requirements = PairSet()
    /// Requirements that were declared while fingers were down, perhaps after recognizers had been asked.
    var lateRequirements = PairSet()
    var permissions = PairSet()
    /// The gesture whose action is due.
    private var due: (watch: Watch, state: GestureRecognizer.State)?
    private var lastTime = Timestamp(microseconds: .min)
    /// The recognizers that were activated in this event, with their touches.
    var activations: [(watch: Watch, touches: UInt64)] = []
    /// The event in which anything was interfered with.
    private(set) var meddledEvent = -1
    /// The gestures that were revoked in this event, each with its successor.
    var revocations: [(gesture: Watch, successor: Watch)] = []
    var touches: [TouchRecord] = Array(repeating: TouchRecord(), count: 64)
    /// A hash of all notifications.
    private(set) var digest: UInt64 = 0
    /// Whether the order of addition may matter in this event.
    var mayTie = false
    /// The time from which on the order of addition may matter.
    var tie: Int64?

    init(run: RandomRun) { self.run = run }

    func fault(_ rule: String, _ words: @autoclosure () -> String) {
        if faults.count < 20 { faults.append(Fault(rule: rule, words: "\(run.now.seconds): \(words())")) }
    }

    var isMeddled: Bool { meddledEvent == event }

    // MARK: - Events

    /// Runs `body` as an event that is not a frame.
    func within(_ body: () -> Void) {
        begin()
        body()
        end()
    }

    func willProcess(_ frame: TouchFrame) {
        begin()
        for touch in frame.began {
            landing |= touch.bit
            landed |= touch.bit
            touches[touch.id & 63].region = run.place(touch.location)
            touches[touch.id & 63].seen = touch.location
            touches[touch.id & 63].landing = touch.startTime
        }
        for touch in frame.ended { going |= touch.bit }
        for touch in frame.cancelled { losing |= touch.bit }
        going |= losing
    }

    func didProcess(_ frame: TouchFrame) {
        checkDelivery(frame)
        end()
    }

    private func begin() {
        event += 1
        (landing, going, losing) = (0, 0, 0)
        mayTie = false
        if !activations.isEmpty { activations.removeAll(keepingCapacity: true) }
        if !revocations.isEmpty { revocations.removeAll(keepingCapacity: true) }
        noteWaiting()
    }

    private func end() {
        if let due { fault("no action", "\(due.watch.index) \(due.state)") }
        due = nil
        over |= going
        checkRevocations()
        for violation in run.engine.verifyInvariants() { fault("invariant", violation) }
        noteTies()
        for (watch, recognizer) in run.watched {
            watch.lifted |= watch.tracked & going
            watch.tracked &= ~over
            watch.received = .zero
            watch.deadline = recognizer.deadline
            checkRest(watch, recognizer)
        }
        for decider in run.deciders { decider.checkTime() }
        checkWithheld()
    }

    /// Checks that a gesture is revoked only for a recognizer that then begins.
    private func checkRevocations() {
        for (gesture, successor) in revocations where !isMeddled {
            let words = "\(gesture.index) for \(successor.index)"
            if gesture.finalEvent != event { fault("revoked, and not published", words) }
            if !activations.contains(where: { $0.watch === successor }) { fault("revoked without a successor", words) }
        }
    }

    /// Checks the invariants of a recognizer between two events.
    private func checkRest(_ watch: Watch, _ recognizer: GestureRecognizer) {
        if recognizer.state == .ended || recognizer.state == .cancelled {
            fault("not reset", "\(watch.index) is \(recognizer.state)")
        }
        if recognizer.state.isActive != watch.isOpen {
            fault("published another state", "\(watch.index) is \(recognizer.state)")
        }
        let down = recognizer.touchBits & ~over
        if watch.stage != .failed, down != watch.tracked {
            fault("wrong touches", "\(watch.index) has \(down), not \(watch.tracked)")
        }
    }

    /// Checks that every recognizer with touches received their changes, unless it is final, and was offered new
    /// touches.
    private func checkDelivery(_ frame: TouchFrame) {
        guard !isMeddled else { return }
        var changes = SIMD8<UInt64>.zero
        changes[TouchPhase.began.rawValue] = frame.began.bits
        changes[TouchPhase.moved.rawValue] = frame.moved.bits
        changes[TouchPhase.ended.rawValue] = frame.ended.bits
        changes[TouchPhase.cancelled.rawValue] = frame.cancelled.bits
        for (watch, recognizer) in run.watched {
            guard recognizer.state == .possible || recognizer.state.isActive, watch.finalEvent != event,
                watch.stage != .failed, !watch.ownState.isFinal
            else { continue }
            let missed = changes & SIMD8(repeating: watch.tracked) & ~watch.received
            guard missed != .zero else { continue }
            for phase in [TouchPhase.began, .moved, .ended, .cancelled] where missed[phase.rawValue] != 0 {
                let bits = missed[phase.rawValue]
                fault("missed a touch", "\(watch.index) did not receive \(phase) of \(bits)")
            }
        }
    }

    // MARK: - Gestures

    func record(_ notification: GestureEvent) {
        let watch = run.watch(of: notification.recognizer)
        watch.verdicts += 1
        if let due { fault("no action", "\(due.watch.index) \(due.state)") }
        let isWrong =
            switch notification.state {
            case .began: watch.isOpen || notification.isDiscrete
            case .changed, .cancelled: !watch.isOpen || notification.isDiscrete
            case .ended: watch.isOpen == notification.isDiscrete
            case .failed: watch.isOpen || notification.isDiscrete
            case .possible: true
            }
        if isWrong {
            fault(
                "published out of order", "\(watch.index) \(notification.state), discrete: \(notification.isDiscrete)")
        }
        if watch.isResetting { fault("published in reset", "\(watch.index) \(notification.state)") }
        if notification.state != .failed, notification.state != .cancelled, watch.stage != .active,
            watch.finalEvent != event
        {
            fault("published without activation", "\(watch.index) \(notification.state)")
        }
        watch.isOpen = notification.state.isActive
        if notification.state.isFinal { watch.finalEvent = event }
        if notification.recognizer.state != notification.state {
            fault(
                "state differs from the event",
                "\(watch.index) \(notification.state) reads \(notification.recognizer.state)")
        }
        if notification.time < lastTime { fault("time goes back", "\(notification.time.seconds)") }
        lastTime = notification.time
        if !notification.isFinite {
            fault("not finite", "\(watch.index) \(notification.location) \(notification.measurement)")
        }
        if notification.state == .began || notification.isDiscrete { checkCancelled(watch, notification.recognizer) }
        if revocations.contains(where: { $0.successor === watch && $0.gesture.isOpen }) {
            fault("published before the revoked gesture", "\(watch.index) \(notification.state)")
        }
        if notification.state != .failed, run.isWanted(watch.index) { due = (watch, notification.state) }
        let number =
            UInt64(bitPattern: notification.time.microseconds) << 16
            | UInt64(watch.index << 8 | notification.state.rawValue)
        digest = (digest ^ number ^ notification.location.x.bitPattern) &* 0x100_0000_01b3
    }

    func recordAction(_ recognizer: GestureRecognizer, _ watch: Watch) {
        guard let due, due.watch === watch, due.state == recognizer.state else {
            fault("action without an event", "\(watch.index) \(recognizer.state)")
            return
        }
        self.due = nil
    }

    func noteMeddling(_ meddling: RandomList.Meddling) {
        meddledEvent = event
        if let index = meddling.recognizer {
            run.watches[index]?.meddledEvent = event
        } else {
            for watch in run.watches { watch?.meddledEvent = event }
            // Touches that land now may be placed before the change or after it.
            for id in BitPlaces(landing) { touches[id].region = nil }
        }
    }

    /// Checks the end of a list: no recognizer waits or has touches, and every gesture and touch is closed.
    func conclude() {
        if let next = run.engine.nextDeadline { fault("deadline at the end", "\(next.seconds)") }
        for (watch, recognizer) in run.watched {
            if watch.isOpen { fault("never closed", "\(watch.index)") }
            let isHostile = recognizer is HostileRecognizer
            if recognizer.state != .possible, !isHostile { fault("not possible at the end", "\(watch.index)") }
            if recognizer.state.isActive { fault("active at the end", "\(watch.index)") }
            if recognizer.numberOfTouches != 0 { fault("touches at the end", "\(watch.index)") }
        }
        for decider in run.deciders { decider.conclude() }
        for (id, book) in touches.enumerated() where book.word == .open { fault("stream left open", "touch \(id)") }
    }
}
