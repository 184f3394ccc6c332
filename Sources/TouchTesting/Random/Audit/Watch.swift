// External record of one recognizer: the touches it received, its states and its notifications.

import Gestures
import Touch

/// The record of one recognizer, made from the calls of its methods and from the decision trace.
///
/// Sets of touches are bits at the places of their serial numbers: a list has fewer than 64 touches.
final class Watch {
    enum Stage { case undecided, active, failed }

    let index: Int
    let plan: RandomList.RecognizerPlan
    let answers: Answers
    private unowned let watchedRun: RandomRun?

    /// The touches that it was offered and has neither lost nor ignored.
    var tracked: UInt64 = 0
    /// The touches that have lifted since, in the same attempt.
    var lifted: UInt64 = 0
    /// The touches whose begin it has received.
    var known: UInt64 = 0
    /// The touches from before a reset.
    var blocked: UInt64 = 0
    var ignored: UInt64 = 0
    /// The touches that its delegate refused, or an answer.
    var refused: UInt64 = 0
    /// The touches that it has asked about: it may receive them later than when they land, and a second time when it
    /// starts again because another one was refused.
    var asked: UInt64 = 0
    /// The event in which an answer took a touch from it, and the count of its resets before.
    var restart = (event: -1, resets: 0)
    var refusedEvent = -1
    /// What it received in this event, by phase.
    var received = SIMD8<UInt64>.zero
    var stage = Stage.undecided
    /// Whether `began` was published, and no end since.
    var isOpen = false
    var isHeld = false
    /// The event in which it last ignored a touch.
    var ignoreEvent = -1
    /// The event in which its wait last ended, and the recognizers that it had waited for.
    var releaseEvent = -1
    var hadWaitedFor: [Int] = []
    /// The recognizers that it waits for, each with the count of its resets.
    var pending: [(index: Int, resets: Int)] = []
    /// The gestures that it may revoke, each with the count of its resets.
    var contended: [(index: Int, resets: Int)] = []
    /// The event in which it was last asked for its requirements.
    var askedEvent = -1
    /// The recognizers that had waited for it in this event before it was asked: it need not wait for these.
    var waitingForIt: [Int] = []
    var isRefusedBegin = false
    /// The number of decisions about it, and of its notifications.
    var verdicts = 0
    var resets = 0
    /// The event in which its final state was last published.
    var finalEvent = -1
    /// The event in which it wanted to leave `possible`, and its touches at that time.
    var attemptEvent = -1
    var attemptTouches: UInt64 = 0
    /// The last state that it set itself, which may not be visible to others yet.
    var ownState = GestureRecognizer.State.possible
    /// The event in which it was interfered with.
    var meddledEvent = -1
    var isResettingItself = false
    var isResetting = false
    /// The deadline as it was after the last event.
    var deadline: Timestamp?
    /// How often each trigger occurred.
    var counts = SIMD4<Int>.zero

    init(index: Int, plan: RandomList.RecognizerPlan, run: RandomRun?) {
        self.index = index
        self.plan = plan
        watchedRun = run
        answers = Answers(seed: plan.numbers)
    }

    /// The run of this recognizer.
    var run: RandomRun {
        guard let watchedRun else { preconditionFailure("\(index) is only described") }
        return watchedRun
    }
    var audit: Auditor { run.audit }

    /// Whether it was interfered with in this event, so that few rules apply before the next one.
    var isMeddled: Bool { meddledEvent == audit.event }

    /// Whether it may be recognized with touches that have lifted.
    var includesLiftedTouches: Bool { isHeld || !plan.kind.leavesLiftedTouches }

    /// Whether two recognizers have undeclared relations: own and configured ones have none.
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

/// A recognizer that records all calls of its methods.
protocol Watched: GestureRecognizer {
    var book: Watch { get }
}

extension Touch {
    /// The bit that represents the touch in sets of touches.
    var bit: UInt64 { 1 &<< UInt64(id & 63) }
}
