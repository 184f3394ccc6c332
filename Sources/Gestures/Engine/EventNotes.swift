// Answers and refusals about a recognizer's touches that apply for one event.

/// What was answered about the new touches of an event, so that each question is asked once.
struct EventNotes {
    private var number = -1
    private var isWanted: Bool?
    private var refused: UInt64 = 0
    private var ignored: UInt64 = 0

    /// Whether the delegate wants the event; nil if it was not asked.
    func isWanted(in event: Int) -> Bool? { event == number ? isWanted : nil }

    /// The places of the touches that the delegate refused in an event.
    func refused(in event: Int) -> UInt64 { event == number ? refused : 0 }

    /// The places of the touches that the recognizer ignored in an event.
    func ignored(in event: Int) -> UInt64 { event == number ? ignored : 0 }

    mutating func noteAnswer(_ isWanted: Bool, in event: Int) {
        start(event)
        self.isWanted = isWanted
    }

    mutating func noteRefused(_ mask: UInt64, in event: Int) {
        start(event)
        refused |= mask
    }

    mutating func noteIgnored(_ mask: UInt64, in event: Int) {
        start(event)
        ignored |= mask
    }

    private mutating func start(_ event: Int) {
        guard event != number else { return }
        self = EventNotes()
        number = event
    }
}
