// The arbiter: which recognizers begin, wait, fail, and are taken back; without observers, delegates or engine.

import Touch

/// Decides the attempts of one event; `Attempt` has the diagram.
///
/// ```
///   touches, attempts ──► participants ──► next() ──► ask ──► the engine asks a delegate ──► answer(_:) ──► next() …
///                                            └──────► begin, hold, fail … ──► the engine carries it out ──► next() …
/// ```
/// The requirements of all attempts are asked for before any begins, so that all recognizers that wait for one that
/// begins are known. Attempts that need not wait compete by one rule; see `nextCandidate()`. Each step asks or decides
/// one recognizer for good, so it comes to an end. Of those that a gesture would prevent, recognizers of more fingers
/// go on for a while; see `Contention`.
struct Arbiter {
    /// The event that is being processed.
    struct Moment {
        var time = Timestamp(microseconds: .min)
        /// The number of the event, so that delegates are asked once per event, and a wait that ends in the same event
        /// does not count.
        var event = 0
        /// The touches that end in it, by their places.
        var endingTouches: UInt64 = 0
    }

    /// What the arbiter does when it goes on, about the recognizer that it is deciding.
    enum Step {
        case choose
        case consider(Participant)
        case require(Participant)
        case await(Participant)
        case meet(Participant)
        case takeBack(Participant)
        case begun(Participant)
        case prevent(Participant)
        case failWaiting(Participant)
        case preventWaiting(Participant)
        case conclude(Participant)
    }

    /// The recognizers that one is compared with, one after the other.
    struct Others {
        private var all: [Participant] = []
        private var index = 0

        var current: Participant? { index < all.count ? all[index] : nil }

        mutating func advance() { index += 1 }

        mutating func restart(with all: [Participant]) { (self.all, index) = (all, 0) }
    }

    /// The recognizers of the engine, in the order in which they see an event.
    private(set) var participants: [Participant] = []
    var moment = Moment()
    /// With how many fingers at once a gesture can be made.
    var maximumNumberOfTouches = TouchTable.capacity
    /// Whether a recognizer may want to leave `possible` whose requirements have not been asked for yet.
    var mayHaveAttempts = false
    var chains = WaitingChains()
    /// Whether a recognizer may contend with a gesture that has begun; looked at for every frame.
    var mayHaveContentions = false
    /// The most fingers that any recognizer needs that can be decided now.
    var mostFingersWanted = 0

    // What is known about the recognizer that is being decided.

    var step = Step.choose
    var others = Others()
    /// The recognizers that it has to wait for, with their attempts.
    var pending: [(participant: Participant, attempt: Int)] = []
    /// The wait because of which it is reported later than it wanted to begin.
    var wait: Hold?
    /// The gestures that would prevent it, and that it takes back.
    var losers: [Participant] = []
    /// The recognizers that wait for it through others.
    var behind: [Participant] = []
    /// Whether a recognizer was compared with it since it began.
    var hasMet = false
    /// The answer to what was asked last; nil when it was used.
    private var reply: Bool?
    /// Whether attempts are being decided.
    private var isDeciding = false

    /// Whether there is anything to decide.
    ///
    /// There is not in every frame in which gestures only continue.
    var hasWork: Bool { mayHaveAttempts || chains.mayExist }

    /// Recognizers were added or removed, and places have changed.
    mutating func replaceParticipants(_ participants: [Participant]) {
        self.participants = participants
        for (place, participant) in participants.enumerated() {
            participant.place = place
            participant.rules.prevented = PlaceSet()
        }
        if isDeciding { chains.update(participants) }
    }

    /// Starts to decide the attempts of an event.
    mutating func start() {
        isDeciding = true
        chains.update(participants)
    }

    /// Answers the question that `next()` has returned.
    mutating func answer(_ isYes: Bool) { reply = isYes }

    /// Decides until there is something to do, and returns that; nil when all is decided.
    mutating func next() -> Effect? {
        while true {
            let answer = reply
            reply = nil
            if let effect = goOn(answer) { return effect }
            if !isDeciding { return nil }
        }
    }

    private mutating func goOn(_ answer: Bool?) -> Effect? {
        switch step {
        case .choose: choose()
        case .consider(let participant): consider(participant, mayBegin: answer ?? true)
        case .require(let participant): require(participant, answer)
        case .await(let participant): holdIfNeeded(participant, awaitsAnswer: answer ?? false)
        case .meet(let participant): meet(participant, areSimultaneous: answer)
        case .takeBack(let participant): takeBack(for: participant)
        case .begun(let participant): begun(participant)
        case .prevent(let participant): prevent(participant, areSimultaneous: answer)
        case .failWaiting(let participant): failWaiting(for: participant)
        case .preventWaiting(let participant): preventWaiting(for: participant, areSimultaneous: answer)
        case .conclude(let participant): conclude(participant)
        }
    }

    private mutating func choose() -> Effect? {
        if let participant = nextAttempt() { return consider(participant) }
        if let participant = nextCandidate() { return decide(participant) }
        (mayHaveAttempts, isDeciding) = (false, false)
        return nil
    }

    private mutating func conclude(_ participant: Participant) -> Effect {
        step = .choose
        return .conclude(participant)
    }

    /// Fails a recognizer before it has begun for others to see.
    func fail(_ participant: Participant, _ cause: Cause) -> Effect {
        participant.attempt.fail()
        return .fail(participant, cause)
    }

    /// The number of a recognizer's fingers that are still down.
    func numberOfTouchesDown(_ participant: Participant) -> Int {
        (participant.trackedMask & ~moment.endingTouches).nonzeroBitCount
    }
}
