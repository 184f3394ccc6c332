// The events that a thread may read before the program takes them.

import Dispatch
import Synchronization

/// How far the reader of a sequence may be ahead of the program: 64 events, and while an answer is awaited as many as
/// come before it.
final class ReadAhead: Sendable {
    private struct State {
        var credit = 64
        var awaitedAnswers = 0
        var isWaiting = false
    }

    /// More than the server keeps for a slow client while it answers.
    static let most = 16_384

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    /// Waits until another event may be read; false when more came before an answer than any server sends.
    func waitForTurn() -> Bool {
        while true {
            let credit: Int? = state.withLock { state in
                state.isWaiting = state.credit <= 0 && state.awaitedAnswers == 0
                guard !state.isWaiting else { return nil }
                state.credit -= 1
                return state.credit
            }
            if let credit { return credit > -Self.most }
            bell.wait()
        }
    }

    /// The program has taken an event, or takes none any more.
    func eventTaken() { change { $0.credit += 1 } }

    /// An answer is awaited, which lies behind all events.
    func beginAwaitingAnswer() { change { $0.awaitedAnswers += 1 } }

    /// The answer has come, or will not.
    func endAwaitingAnswer() { change { $0.awaitedAnswers -= 1 } }

    private func change(_ change: (inout State) -> Void) {
        let wasWaiting = state.withLock { state in
            change(&state)
            defer { state.isWaiting = false }
            return state.isWaiting
        }
        if wasWaiting { bell.signal() }
    }
}
