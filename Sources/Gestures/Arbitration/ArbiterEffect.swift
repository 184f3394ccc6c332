// Queries and decisions of the arbiter, which the engine carries out.

extension Arbiter {
    /// The next thing that the engine does for the arbiter.
    ///
    /// The arbiter's own data have changed already.
    enum Effect {
        /// It asks, and goes on with `answer(_:)`.
        case ask(Query)
        /// A recognizer waits from now on.
        case hold(Participant, Hold)
        /// A recognizer begins, or is recognized.
        case begin(Participant)
        /// A recognizer may take back a gesture that has begun, and that would prevent it.
        case contend(Participant, with: Participant)
        /// A gesture that observers know is taken back.
        case takeBack(Participant, for: Participant)
        /// A gesture that observers do not know yet is taken back, and fails.
        case retract(Participant, for: Participant)
        /// A recognizer fails before it has begun.
        case fail(Participant, Cause)
        /// The touches of a recognized gesture are its own.
        case claimTouches(Participant)
        /// All that follows from a decision about a recognizer is decided.
        case conclude(Participant)
    }

    /// What only a recognizer, its delegate or its region can say.
    enum Query {
        /// Whether a recognizer may leave `possible`.
        case mayBegin(Participant)
        /// Whether a recognizer has to wait for another one to fail.
        case requires(Participant, toFail: Participant)
        /// Whether it has to wait for an answer to a question of its own.
        case awaitsAnswer(Participant)
        /// Whether both may be recognized.
        case areSimultaneous(Participant, Participant)
    }

    /// Why a recognizer fails.
    enum Cause {
        case prevented(by: Participant)
        case required(Participant)
        /// The one before it in a sequence was not recognized.
        case notPreceded(by: Participant)
        /// Its delegate or its region did not let it begin.
        case shouldBegin
        /// Its touches were lost.
        case noTouches
    }
}
