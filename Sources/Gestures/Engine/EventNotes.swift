// Answers and refusals about a recognizer's touches that apply for one event.

/// What was answered about the new touches of an event, so that each question is asked once.
struct EventNotes {
    struct Notes {
        /// Whether the delegate wants the event; nil if it was not asked.
        var isWanted: Bool?
        /// The places of the touches that the delegate refused.
        var refused: UInt64 = 0
        /// The places of the touches that the recognizer ignored.
        var ignored: UInt64 = 0
    }

    private var number = -1
    private var notes = Notes()

    /// The notes about an event; those about another one are forgotten when they change.
    subscript(event: Int) -> Notes {
        get { event == number ? notes : Notes() }
        set { (number, notes) = (event, newValue) }
    }
}
