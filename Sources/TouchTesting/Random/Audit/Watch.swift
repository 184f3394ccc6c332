// External record of one recognizer: the touches it received, its states and its notifications.

internal import Gestures
internal import Touch

/// The book that is kept on one recognizer; what is in it comes from the recognizer's own methods and the decision trace.
///
/// Sets of touches are bits at the places of their serial numbers: a list has fewer than 64 touches.
final class Watch {
    enum Stage { case undecided, active, failed }

    let index: Int
    let plan: RandomList.RecognizerPlan
    let answers: Answers
    private unowned(unsafe) let watchedRun: RandomRun?

    /// The touches that it was promised and has neither lost nor ignored.
    var tracked: UInt64 = 0
    /// Those that have lifted since in the same attempt.
    var lifted: UInt64 = 0
    /// Those whose begin it has heard.
    var known: UInt64 = 0
    /// Those from before a reset.
    var blocked: UInt64 = 0
    var ignored: UInt64 = 0
    /// Those that its delegate did not want.
    var refused: UInt64 = 0
    var refusedEvent = -1
    /// What it heard in this event, by phase.
    var heard = SIMD8<UInt64>.zero
    var stage = Stage.undecided
    /// Whether `began` was told, and no end.
    var isOpen = false
    var isHeld = false
    /// The event in which it last left a touch to others.
    var ignoreEvent = -1
    /// The event in which it last ceased to wait, and for whom.
    var releaseEvent = -1
    var hadWaitedFor: [Int] = []
    /// Whom it waits for, each with the count of its resets.
    var pending: [(index: Int, resets: Int)] = []
    /// The gestures that it may take back, each with the count of its resets.
    var contended: [(index: Int, resets: Int)] = []
    /// The event in which it was last asked for whom it waits.
    var askedEvent = -1
    /// Who had waited for it in this event before it was asked: for these it need not.
    var waitingForIt: [Int] = []
    var isRefusedBegin = false
    var resets = 0
    /// The event in which its final state was last told.
    var finalEvent = -1
    /// The event in which it wanted to leave `possible`, and the touches that were its then.
    var attemptEvent = -1
    var attemptTouches: UInt64 = 0
    /// What it last came to by itself; others may not see that yet.
    var ownState = GestureRecognizer.State.possible
    /// The event in which somebody meddled with it.
    var meddledEvent = -1
    var isResettingItself = false
    var isResetting = false
    /// The deadline as it was after the last event.
    var deadline: Timestamp?
    /// How often each trigger happened.
    var counts = SIMD4<Int>.zero

    init(index: Int, plan: RandomList.RecognizerPlan, run: RandomRun?) {
        self.index = index
        self.plan = plan
        watchedRun = run
        answers = Answers(seed: plan.numbers)
    }

    /// The run that it belongs to.
    var run: RandomRun {
        guard let watchedRun else { preconditionFailure("\(index) is only described") }
        return watchedRun
    }
    var audit: Auditor { run.audit }

    /// Whether it was meddled with in this event, so that little can be said of it before the next.
    var isMeddled: Bool { meddledEvent == audit.event }

    /// Whether touches that have lifted may be part of what it is recognized with.
    var includesLiftedTouches: Bool { isHeld || !plan.kind.leavesLiftedTouches }

    /// Whether they are anything to each other but by what is declared; own ones and configured ones are strangers.
    func meets(_ other: GestureRecognizer) -> Bool {
        !run.list.isLayered || (other as? any Watched)?.book.plan.isOwn == plan.isOwn
    }

    func requires(_ other: GestureRecognizer) -> Bool {
        plan.isDynamic && meets(other) && answers.isOne(in: 5, .requires, index, run.watch(of: other).index)
    }

    func isRequired(by other: GestureRecognizer) -> Bool {
        plan.isDynamic && meets(other) && answers.isOne(in: 6, .isRequired, index, run.watch(of: other).index)
    }
}

/// A recognizer under watch: each of its methods tells.
protocol Watched: GestureRecognizer {
    var book: Watch { get }
}

extension Touch {
    /// The bit that stands for it in the books.
    var bit: UInt64 { 1 &<< UInt64(id & 63) }
}
