// Recognizer whose rules are a client's: it passes its touches on, and is told its states later.

public import Touch

/// Some touches of a recognizer that began, moved, lifted or were lost in one event.
///
/// Valid during the call that brings it: the touches change afterwards.
public struct TouchChange {
    /// The number of the change in its attempt, from 1.
    public let number: Int
    /// The touches, all in the same phase.
    public let touches: TouchSet
    /// What happened to them.
    public let phase: TouchPhase
    /// The time of the event.
    public let time: Timestamp
    /// Whether others wait for the recognizer to fail, so that it fails unless the client answers this change in time.
    public let mustAnswer: Bool
}

/// Decides for a recognizer, later and by `ClientGestureRecognizer.apply(_:at:)`.
public protocol GestureRecognizerClient: AnyObject {
    /// Touches of an attempt have changed.
    ///
    /// - Returns: Whether anybody decides; if not, the recognizer fails.
    func gestureRecognizer(_ recognizer: ClientGestureRecognizer, didReceive change: TouchChange) -> Bool

    /// The attempt is over, and the recognizer possible again.
    func gestureRecognizerDidReset(_ recognizer: ClientGestureRecognizer)
}

/// A recognizer that has a client in place of rules: another process, which is told of its touches and decides.
///
/// To all others it is one like any: it prevents and is prevented, waits and is waited for.
///
/// ```
///   touches ──► client ──► apply: began, changed, ended, recognized, failed, cancelled
///                  └─ silent for `decisionTimeout` while others wait for it, or after the last lift ──► failed, cancelled
/// ```
/// So a client that is slow or gone delays only those that chose to wait for it, and no longer than that.
open class ClientGestureRecognizer: GestureRecognizer {
    /// The fewest fingers with which the gesture can be made.
    public final var minimumNumberOfTouches = 1
    /// The most fingers that it takes; further ones are left to others.
    public final var maximumNumberOfTouches = Int.max
    /// The time, in seconds, that the client has to decide.
    public final var decisionTimeout = 0.1
    /// Whether the client receives where its touches are expected.
    public final var predictsTouches = false
    /// Who decides; without one it fails.
    public final weak var client: (any GestureRecognizerClient)?
    /// Whether recognizers of other engines require it to fail.
    package final var isRequiredElsewhere = false

    /// The number of the last change of its touches.
    private var lastChange = 0
    /// The changes that the client must answer, oldest first.
    private var unanswered: [(change: Int, time: Timestamp)] = []
    /// Whether the client was told with the last change that others wait.
    private var isAwaited = false
    /// Whether a finger has lifted, so that its lift may be withheld.
    private var hasLift = false
    /// When the last finger lifted; nil while one is down.
    private var lastLift: Timestamp?
    private var members: [GestureMeasurement.Member] = []

    override open var typeName: String { "custom" }

    override open var measurement: GestureMeasurement { .custom(members) }

    override open var numberOfTouchesAccepted: ClosedRange<Int> {
        let fewest = max(minimumNumberOfTouches, 1)
        return fewest...max(maximumNumberOfTouches, fewest)
    }

    /// Until its client has decided, and about nothing else: others that have lifted are over, as in UIKit.
    override final var keepsLiftedTouches: Bool { lastLift != nil }

    override open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        let excess = numberOfTouchesDown - maximumNumberOfTouches
        if excess > 0 { for touch in Array(touches).suffix(excess) { ignore(touch, for: event) } }
        lastLift = nil
        pass(touches, .began, at: event.timestamp)
    }

    override open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        pass(touches, .moved, at: event.timestamp)
    }

    override open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        hasLift = true
        if numberOfTouchesDown == 0 { lastLift = event.timestamp }
        pass(touches, .ended, at: event.timestamp)
    }

    override open func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesCancelled(touches, with: event)
        if numberOfTouchesDown == 0 { lastLift = event.timestamp }
        pass(touches, .cancelled, at: event.timestamp)
    }

    override open func deadlineReached(at time: Timestamp) {
        giveUp(
            because: unanswered.isEmpty
                ? .because("its fingers lifted, and its client decided nothing within", decisionTimeout, .seconds)
                : .because("its client did not decide within", decisionTimeout, .seconds))
    }

    override open func reset() {
        super.reset()
        unanswered.removeAll(keepingCapacity: true)
        (lastChange, isAwaited, hasLift, lastLift) = (0, false, false, nil)
        members = []
        client?.gestureRecognizerDidReset(self)
    }

    private func pass(_ touches: TouchSet, _ phase: TouchPhase, at time: Timestamp) {
        // Those that were ignored are not its own any more.
        let own = touches.masked(by: trackedMask)
        guard !own.isEmpty else { return updateDeadline() }
        lastChange += 1
        let change = TouchChange(
            number: lastChange, touches: own, phase: phase, time: time, mustAnswer: keepsOthersWaiting)
        // Before the client is told, which may answer at once.
        isAwaited = change.mustAnswer
        if isAwaited { unanswered.append((change.number, time)) }
        updateDeadline()
        if client?.gestureRecognizer(self, didReceive: change) != true { giveUp(because: .because("it has no client")) }
    }

    /// Whether anything waits until it has failed: other recognizers, or touches that it withholds.
    private var keepsOthersWaiting: Bool {
        guard ownState == .possible, let engine else { return false }
        if isRequiredElsewhere { return true }
        if engine.streams != nil, delaysTouchesBegan || delaysTouchesEnded && hasLift || intercepts != .never {
            return true
        }
        return engine.arbiter.participants.contains {
            $0.relations.requires(participant) || $0.predecessor === participant
                || $0.attempt.hold?.isPending(participant) ?? false
        }
    }

    /// Where a touch of this event is expected, in the coordinates of its region; nothing unless it predicts.
    package final func predictedPlaces(of touch: Touch) -> [Point] {
        guard predictsTouches, let engine else { return [] }
        return engine.predictedPlaces(ofTouch: touch.id).map { region?.convert($0) ?? $0 }
    }

    /// Another one may have begun to wait for it, because a delegate said so: while its fingers rest, no change tells
    /// its client, which has its time from here on.
    final func noteWaiting(at time: Timestamp) {
        guard !isAwaited, !involved.isEmpty, keepsOthersWaiting else { return }
        isAwaited = true
        unanswered.append((lastChange, time))
        updateDeadline()
    }

    private func updateDeadline() {
        guard !ownState.isFinal else { return deadline = nil }
        let oldest = ownState == .possible ? unanswered.first?.time : nil
        let first = if let oldest, let lastLift { min(oldest, lastLift) } else { oldest ?? lastLift }
        deadline = first?.adding(seconds: decisionTimeout)
    }

    private func giveUp(because reason: Reason?) {
        guard !ownState.isFinal else { return }
        self.reason = reason
        if attempt.isHeld, let engine {
            // Those that wait for it need not wait for what it waits for.
            engine.cancel(self, because: .rule(reason))
        } else {
            setState(ownState.isActive ? .cancelled : .failed)
        }
        updateDeadline()
    }

    /// Ends the attempt, as there is nobody any more who could decide.
    package final func giveUp(because reason: String, at time: Timestamp) {
        engine?.change(at: time) {
            eventTime = engine?.time ?? time
            giveUp(because: .because(reason))
        }
    }

    // MARK: - Answers

    /// What a client says of an attempt that is under way.
    public struct Answer {
        /// The last change that the client has seen; nil if it does not say.
        public var change: Int?
        /// The state that it sets; nil for none.
        public var state: State?
        /// What the gesture measures from now on; nil for as before.
        public var members: [GestureMeasurement.Member]?
        /// The numbers of touches that it leaves to others; unknown ones have no effect.
        public var ignoredTouches: [Int] = []
        /// Why, for people; nil if it does not say.
        public var reason: String?

        /// An answer from all its parts.
        public init(
            change: Int? = nil, state: State? = nil, members: [GestureMeasurement.Member]? = nil,
            ignoredTouches: [Int] = [], reason: String? = nil
        ) {
            (self.change, self.state, self.members) = (change, state, members)
            (self.ignoredTouches, self.reason) = (ignoredTouches, reason)
        }
    }

    /// A state that a recognizer cannot have next.
    public struct IllegalState: Error, Hashable {
        /// The state that it has.
        public let present: State
        /// The state that the client wants.
        public let wanted: State

        /// The states that it can have next.
        public var legal: [State] { State.allCases.filter(present.canBecome) }
    }

    /// Does what its client says, as an event of its own; deadlines up to its time fire before.
    ///
    /// Nothing happens while no attempt is under way, or when it is decided already.
    ///
    /// - Parameters:
    ///   - answer: What the client says.
    ///   - time: When, by the events' clock.
    /// - Throws: `IllegalState`; then nothing has changed.
    public final func apply(_ answer: Answer, at time: Timestamp) throws(IllegalState) {
        guard let engine else { return }
        if !engine.settling.isBusy { engine.advance(to: time) }
        if let wanted = answer.state, !ownState.canBecome(wanted) {
            throw IllegalState(present: ownState, wanted: wanted)
        }
        // Nothing is under way, or it has decided already.
        if involved.isEmpty || ownState.isFinal { return }
        engine.change(at: time) { carryOut(answer, at: engine.time) }
    }

    private func carryOut(_ answer: Answer, at time: Timestamp) {
        eventTime = time
        if let change = answer.change { unanswered.removeAll { $0.change <= change } }
        if let members = answer.members { self.members = members }
        for touch in involved where answer.ignoredTouches.contains(touch.id) { leaveToOthers(touch) }
        if numberOfTouchesDown == 0, lastLift == nil { lastLift = time }
        if involved.isEmpty {
            giveUp(because: .because("it left all its touches to others"))
        } else if let state = answer.state, ownState.canBecome(state) {
            reason = answer.reason.map { .because($0) }
            if state == .cancelled { giveUp(because: reason) } else { setState(state) }
        }
        updateDeadline()
    }
}
