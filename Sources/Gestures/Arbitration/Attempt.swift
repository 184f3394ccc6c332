// The state machine of a recognizer's attempt, from its first finger to `reset()`.

/// An attempt of a recognizer: what it wants, what the engine has decided, and what observers do not know yet.
///
/// ```
///             the recognizer: began, ended
///   possible ──────────────────────────────► wanting ── asking ──┬── others or answers are open ──────► held ──┐
///    ▲    │                                     │                │          all have failed, all is answered   │
///    │    │ the recognizer: failed              │                └────────────► candidate ◄──────────────────┘
///    │    │                                     │ the engine: no                   │ the engine: yes
///    │    └──────────────────► failed ◄─────────┘                                  ▼
///    │                           ▲ │          taken back, or broken off        recognized: began, changed, ended,
///    │                           │ │          before observers know it             │ │                   cancelled
///    │                           └─┼──────────────────────────────────────────────┘ │
///    └── reset() ◄─────────────────┴────────────────────────────────────────────────┘
/// ```
/// `Arbiter` decides, `Settling` reports.
struct Attempt {
    /// The decision that an attempt needs next.
    private enum Need {
        /// Which recognizers it has to wait for.
        case asking
        /// Whether those have failed, and the questions are answered.
        case held(Hold)
        /// Whether it may begin now, as it waits for no other.
        case candidate
    }

    private enum Phase {
        case possible
        /// It wants to leave `possible` for this state, and is not decided.
        case wanting(GestureRecognizer.State, Need)
        /// It was let out of `possible`: others see its state. `hasBegun` while observers have received `began` and not
        /// its end; the hold until they have received what it wanted to begin with.
        case recognized(GestureRecognizer.State, hasBegun: Bool, Hold?)
        case failed

        var state: GestureRecognizer.State {
            switch self {
            case .possible: .possible
            case .wanting(let state, _), .recognized(let state, _, _): state
            case .failed: .failed
            }
        }
    }

    /// What observers have not received.
    struct Reports: OptionSet {
        let rawValue: UInt8
        static let began = Reports(rawValue: 1)
        static let changed = Reports(rawValue: 2)
        static let final = Reports(rawValue: 4)
    }

    private var phase = Phase.possible {
        didSet { state = phase.state }
    }
    /// The recognizer's own state: that of the phase, which is asked for several times in each frame.
    private(set) var state = GestureRecognizer.State.possible
    /// What observers have not received; never empty while the attempt is undecided, and not `possible`.
    private(set) var unreported: Reports = []
    /// Whether `reset()` is running: no state change.
    private(set) var isResetting = false
    /// Whether the engine of the attempt was deallocated.
    private(set) var isLeftOver = false
    /// The number of the attempt, so that a recognizer that waits for one attempt is not held by the next.
    private(set) var number = 0
    /// The number of times that the recognizer was let out of `possible`.
    private(set) var recognitions = 0
    /// Whether the last attempt that is over had `ended` as its final state.
    private(set) var hasEnded = false
    /// The gestures that have begun, and that it may take back; none once it is decided.
    private(set) var contentions: [Contention] = []
    /// Whether others may take back the gesture.
    var isContended = false

    // MARK: - State

    /// The state that others see.
    var visibleState: GestureRecognizer.State { if case .wanting = phase { .possible } else { state } }

    /// Whether it can still fail or be recognized.
    var isUndecided: Bool {
        switch phase {
        case .possible, .wanting: true
        case .recognized, .failed: false
        }
    }

    /// Whether it wants to leave `possible`, and is not decided.
    var isWanting: Bool { if case .wanting = phase { true } else { false } }

    /// Whether the recognizers that it has to wait for are not known yet.
    var isAsking: Bool { if case .wanting(_, .asking) = phase { true } else { false } }

    /// Whether it waits for others to fail, or for an answer.
    var isHeld: Bool { if case .wanting(_, .held) = phase { true } else { false } }

    /// Whether it can be decided now: it waits for no other, or not any more.
    var isDecidable: Bool {
        switch phase {
        case .wanting(_, .candidate): true
        case .wanting(_, .held(let hold)): hold.isOver
        default: false
        }
    }

    /// Its wait for others to fail, or for an answer, until observers have received what it wanted to begin with.
    var hold: Hold? {
        switch phase {
        case .wanting(_, .held(let hold)): hold
        case .recognized(_, _, let hold): hold
        default: nil
        }
    }

    /// Whether observers have not received yet what it wanted to begin with, before it waited.
    var isLate: Bool { if case .recognized(_, _, .some) = phase { true } else { false } }

    /// Whether it was let out of `possible`, and has not failed since.
    var isActivated: Bool { if case .recognized = phase { true } else { false } }

    /// Whether it was let out of `possible`, and was not cancelled.
    var isRecognized: Bool {
        switch phase {
        case .recognized(.cancelled, _, _): false
        case .recognized: true
        default: false
        }
    }

    /// Whether observers have received `began` and not its end.
    var hasBegun: Bool { if case .recognized(_, true, _) = phase { true } else { false } }

    // MARK: - Steps of the recognizer

    mutating func move(to next: GestureRecognizer.State) {
        switch next {
        case .possible: return
        case .began: unreported.insert(.began)
        case .changed: unreported.insert(.changed)
        case .ended, .cancelled, .failed: unreported.insert(.final)
        }
        if next != .failed { return show(next) }
        phase = .failed
        contentions.removeAll(keepingCapacity: true)
    }

    // MARK: - Decisions of the engine

    mutating func hold(_ hold: Hold) {
        if case .wanting(let state, _) = phase { phase = .wanting(state, .held(hold)) }
    }

    /// It waits for no other, or not any more.
    ///
    /// - Returns: The wait that is over.
    @discardableResult
    mutating func release() -> Hold? {
        guard case .wanting(let state, let need) = phase else { return nil }
        phase = .wanting(state, .candidate)
        return if case .held(let hold) = need { hold } else { nil }
    }

    /// It is let out of `possible`.
    ///
    /// - Parameter hold: The wait because of which its begin is reported later than it wanted to begin.
    mutating func recognize(after hold: Hold?) {
        guard case .wanting(let state, _) = phase else { return }
        phase = .recognized(state, hasBegun: false, hold)
        recognitions &+= 1
        contentions.removeAll(keepingCapacity: true)
    }

    /// It is taken back before observers have received anything.
    mutating func forgetRecognition() { recognitions &-= 1 }

    mutating func fail() {
        phase = .failed
        unreported = .final
        contentions.removeAll(keepingCapacity: true)
    }

    mutating func cancel() {
        show(.cancelled)
        unreported = .final
    }

    /// The gesture was taken back, and observers have received that: from now on it counts as prevented.
    ///
    /// It begins no other gesture with these touches, nor with those that join them.
    mutating func failAfterwards() { phase = .failed }

    /// It may take back a gesture if it begins.
    mutating func contend(_ contention: Contention) { contentions.append(contention) }

    mutating func endContentions(with gesture: Participant) {
        contentions.removeAll { $0.isAbout(gesture) }
    }

    // MARK: - Reports

    /// Returns what is to be reported, and notes that it is.
    mutating func takeReports() -> Reports {
        defer { unreported = [] }
        return unreported
    }

    /// Has this state, of an attempt that has left `possible` and has not failed; of several in one event the one that
    /// is reported.
    mutating func show(_ next: GestureRecognizer.State) {
        // This is the case in every frame in which gestures only continue.
        if state == next { return }
        switch phase {
        case .possible: phase = .wanting(next, .asking)
        case .wanting(_, let need): phase = .wanting(next, need)
        case .recognized(_, let hasBegun, let hold): phase = .recognized(next, hasBegun: hasBegun, hold)
        case .failed: break
        }
    }

    mutating func noteReport() {
        guard state.isActive != hasBegun, case .recognized(_, _, let hold) = phase else { return }
        phase = .recognized(state, hasBegun: state.isActive, hold)
    }

    /// Observers have received what it wanted to begin with.
    mutating func dropHold() {
        guard case .recognized(_, let hasBegun, _) = phase else { return }
        phase = .recognized(state, hasBegun: hasBegun, nil)
    }

    // MARK: - The end

    mutating func beginReset() { (unreported, isResetting, isLeftOver) = ([], true, false) }

    mutating func end() {
        hasEnded = state == .ended
        phase = .possible
        (unreported, isResetting, isContended) = ([], false, false)
        contentions.removeAll(keepingCapacity: true)
        number &+= 1
    }

    /// Its engine is deallocated: it keeps no other recognizer any more.
    mutating func markLeftOver() {
        isLeftOver = true
        release()
        dropHold()
        contentions.removeAll()
    }
}
