// Auditor of an engine's notifications: every began closed once, actions only for recognized gestures.

internal import Gestures
internal import Touch

/// Hears all that an engine says and all that its recognizers hear, and holds the one against the other.
final class Auditor {
    /// Something that must not be.
    struct Fault {
        /// The rule, as a few words: the same for all faults of a kind.
        let rule: String
        let words: String
    }

    /// Touches of a list that have a bit in its books, one that rests beside them excepted.
    static let maximumTouches = 62

    unowned(unsafe) let run: RandomRun
    private(set) var faults: [Fault] = []
    /// Counts frames, deadlines and what is done from outside.
    private(set) var event = 0
    /// Touches that have landed, that land in this event, that were over before it, and that go in it.
    private(set) var (landed, landing, over, going): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    /// Touches that are lost in this event.
    private(set) var losing: UInt64 = 0
    var requirements = PairSet()
    /// Those that were declared when fingers were down already, perhaps after somebody had been asked.
    var lateRequirements = PairSet()
    var permissions = PairSet()
    /// The gesture whose action is due.
    private var due: (watch: Watch, state: GestureRecognizer.State)?
    private var lastTime = Timestamp(microseconds: .min)
    /// Who was activated in this event, and with which touches.
    var activations: [(watch: Watch, touches: UInt64)] = []
    /// The event in which anything was meddled with.
    private(set) var meddledEvent = -1
    /// Which gestures were taken back in this event, and for whom.
    var revocations: [(gesture: Watch, successor: Watch)] = []
    var touches: [TouchBook] = Array(repeating: TouchBook(), count: 64)
    /// A number that depends on all that was told.
    private(set) var digest: UInt64 = 0
    /// Whether anything has happened in this event by which the order of addition may count.
    var mayTie = false
    /// The time from which on the order of addition may count.
    var tie: Int64?

    init(run: RandomRun) { self.run = run }

    func fault(_ rule: String, _ words: @autoclosure () -> String) {
        if faults.count < 20 { faults.append(Fault(rule: rule, words: "\(run.now.seconds): \(words())")) }
    }

    var isMeddled: Bool { meddledEvent == event }

    // MARK: - Events

    /// An event that is not a frame.
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
        checkHearing(frame)
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
            watch.heard = .zero
            watch.deadline = recognizer.deadline
            checkRest(watch, recognizer)
        }
        checkWithheld()
    }

    /// Nothing is taken back but for somebody who then begins.
    private func checkRevocations() {
        for (gesture, successor) in revocations where !isMeddled {
            let words = "\(gesture.index) for \(successor.index)"
            if gesture.finalEvent != event { fault("taken back, and not told", words) }
            if !activations.contains(where: { $0.watch === successor }) { fault("taken back for nobody", words) }
        }
    }

    /// What must hold of a recognizer between two events.
    private func checkRest(_ watch: Watch, _ recognizer: GestureRecognizer) {
        if recognizer.state == .ended || recognizer.state == .cancelled {
            fault("not reset", "\(watch.index) is \(recognizer.state)")
        }
        if recognizer.state.isActive != watch.isOpen {
            fault("told otherwise", "\(watch.index) is \(recognizer.state)")
        }
        let down = recognizer.touchBits & ~over
        if watch.stage != .failed, down != watch.tracked {
            fault("touches of its own", "\(watch.index) has \(down), not \(watch.tracked)")
        }
    }

    /// Every recognizer that has touches heard of them, unless it is done; and was offered those that landed.
    private func checkHearing(_ frame: TouchFrame) {
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
            let missed = changes & SIMD8(repeating: watch.tracked) & ~watch.heard
            guard missed != .zero else { continue }
            for phase in [TouchPhase.began, .moved, .ended, .cancelled] where missed[phase.rawValue] != 0 {
                let bits = missed[phase.rawValue]
                fault("missed a touch", "\(watch.index) did not hear \(phase) of \(bits)")
            }
        }
    }

    // MARK: - Gestures

    func hear(_ told: GestureEvent) {
        let watch = run.watch(of: told.recognizer)
        if let due { fault("no action", "\(due.watch.index) \(due.state)") }
        let isWrong =
            switch told.state {
            case .began: watch.isOpen || told.isDiscrete
            case .changed, .cancelled: !watch.isOpen || told.isDiscrete
            case .ended: watch.isOpen == told.isDiscrete
            case .failed: watch.isOpen || told.isDiscrete
            case .possible: true
            }
        if isWrong { fault("told out of order", "\(watch.index) \(told.state), discrete: \(told.isDiscrete)") }
        if watch.isResetting { fault("told in reset", "\(watch.index) \(told.state)") }
        if told.state != .failed, told.state != .cancelled, watch.stage != .active, watch.finalEvent != event {
            fault("told without being let", "\(watch.index) \(told.state)")
        }
        watch.isOpen = told.state.isActive
        if told.state.isFinal { watch.finalEvent = event }
        if told.recognizer.state != told.state {
            fault("reads otherwise", "\(watch.index) \(told.state) reads \(told.recognizer.state)")
        }
        if told.time < lastTime { fault("time goes back", "\(told.time.seconds)") }
        lastTime = told.time
        if !told.isFinite { fault("not finite", "\(watch.index) \(told.location) \(told.measurement)") }
        if told.state == .began || told.isDiscrete { checkCancelled(watch, told.recognizer) }
        if revocations.contains(where: { $0.successor === watch && $0.gesture.isOpen }) {
            fault("told before what it took back", "\(watch.index) \(told.state)")
        }
        if told.state != .failed, run.isWanted(watch.index) { due = (watch, told.state) }
        let number = UInt64(bitPattern: told.time.microseconds) << 16 | UInt64(watch.index << 8 | told.state.rawValue)
        digest = (digest ^ number ^ told.location.x.bitPattern) &* 0x100_0000_01b3
    }

    func hearAction(_ recognizer: GestureRecognizer, _ watch: Watch) {
        guard let due, due.watch === watch, due.state == recognizer.state else {
            fault("action without news", "\(watch.index) \(recognizer.state)")
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
            // Touches that land now may be placed before or after it.
            for id in BitPlaces(landing) { touches[id].region = nil }
        }
    }

    /// The end of a list: nobody waits, nobody has anything, every gesture and every touch is closed.
    func conclude() {
        if let next = run.engine.nextDeadline { fault("deadline for ever", "\(next.seconds)") }
        for (watch, recognizer) in run.watched {
            if watch.isOpen { fault("never closed", "\(watch.index)") }
            let isHostile = recognizer is HostileRecognizer
            if recognizer.state != .possible, !isHostile { fault("not possible at last", "\(watch.index)") }
            if recognizer.state.isActive { fault("active at last", "\(watch.index)") }
            if recognizer.numberOfTouches != 0 { fault("touches at last", "\(watch.index)") }
        }
        for (id, book) in touches.enumerated() where book.word == .open { fault("stream left open", "touch \(id)") }
    }
}
