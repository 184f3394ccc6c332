// Updates of own regions and answers of own recognizers, sent by any thread while another one reads.

import GestureWire
import Linux
import Synchronization

/// What a feed has attached, and the updates of it: sent at once or with the next connection, answered by the thread
/// that reads the lines.
///
/// Questions of recognizers are answered on the connection that asked.
final class RegionUpdates: Sendable {
    private struct Update {
        let changes: [RegionChange]
        let recognizers: [RecognizerChange]
        let answer: CheckedContinuation<[String], any Error>
        /// The id of its request; nil until it is sent.
        var identifier: Int64?
    }

    private struct State {
        let attachments: Attachments
        var kept: KeptChanges
        /// nil while there is no connection.
        var outgoing: OutgoingLines?
        /// The number of the present connection.
        var connection = 0
        /// Those without an answer, the oldest first.
        var updates: [Update] = []
        var lastIdentifier: Int64 = 0
        var warned: Set<String> = []
        /// Why there will be no connection any more.
        var ending: (any Error)?
    }

    private let state: Mutex<State>
    private let warn: @Sendable (String) -> Void

    init(_ attachments: Attachments, warn: @escaping @Sendable (String) -> Void) {
        state = Mutex(State(attachments: attachments, kept: KeptChanges(attachments.regions)))
        self.warn = warn
    }

    // MARK: Any thread

    /// Updates regions and recognizers, all in one step, and waits for the answer; without a connection for the next one, too.
    ///
    /// - Returns: The server's warnings.
    /// - Throws: ``ConnectionError`` when the connection is lost before the answer, or `ServerError` if the server
    ///   refuses.
    func update(_ changes: [RegionChange], recognizers: [RecognizerChange] = []) async throws -> [String] {
        try await withCheckedThrowingContinuation { answer in
            state.withLock { state in
                if let ending = state.ending { return answer.resume(throwing: ending) }
                state.updates.append(Update(changes: changes, recognizers: recognizers, answer: answer))
                Self.send(&state)
            }
        }
    }

    /// Sends what has not been sent; what cannot be sent fails with the connection.
    private static func send(_ state: inout State) {
        guard let outgoing = state.outgoing else { return }
        for index in state.updates.indices where state.updates[index].identifier == nil {
            let update = state.updates[index]
            let request = Request.update(UpdateRequest(update.changes, update.recognizers))
            send(request, on: outgoing, &state)
            state.updates[index].identifier = state.lastIdentifier
        }
    }

    /// Sends a request with the next id, in the order of the ids, as the lock is held.
    private static func send(_ request: Request, on outgoing: OutgoingLines, _ state: inout State) {
        state.lastIdentifier += 1
        var writer = LineWriter()
        writer.append(request, identifier: .integer(state.lastIdentifier))
        outgoing.add(writer.bytes)
    }

    /// Sends decisions about attempts; what the server answers to them is ignored.
    func send(_ decisions: [RecognizeRequest]) {
        state.withLock { state in
            guard let outgoing = state.outgoing else { return }
            for decision in decisions { Self.send(.recognize(decision), on: outgoing, &state) }
        }
    }

    /// Answers a question, unless its connection is lost; what the server answers to that is ignored.
    private func answer(_ question: Int, _ yes: Bool, on connection: Int) {
        state.withLock { state in
            guard state.connection == connection, let outgoing = state.outgoing else { return }
            Self.send(.answer(question: question, yes: yes), on: outgoing, &state)
        }
    }

    // MARK: The thread that reads

    /// Attaches everything, and updates regions to where they were last.
    func attach(to connection: GestureConnection) throws {
        let (attachments, kept) = state.withLock { ($0.attachments, $0.kept) }
        guard !attachments.isEmpty else { return }
        report(try connection.attach(attachments).warnings ?? [])
        for changes in kept.updates { report(try connection.update(changes)) }
        if !kept.recognizers.isEmpty { report(try connection.update([], recognizers: kept.recognizers)) }
    }

    /// Takes over a second descriptor of the socket on which updates are sent from now on.
    func adopt(_ descriptor: consuming Descriptor) {
        let outgoing = OutgoingLines(descriptor)
        state.withLock { state in
            state.outgoing = outgoing
            state.connection += 1
            Self.send(&state)
        }
    }

    /// Processes the answer to an update, or a question, which a task answers; all other messages are ignored.
    ///
    /// - Throws: `DecodingError` for an answer of another form.
    func process(_ message: ServerMessage, in line: [UInt8]) throws {
        switch message {
        case .response(.integer(let identifier)):
            let warnings = try ServerMessage.result(of: line, as: UpdateReport.self).warnings ?? []
            let update = state.withLock { state in
                let update = Self.remove(&state) { $0 == identifier }
                if let update { state.kept.apply(update.changes, update.recognizers) }
                return update
            }
            report(warnings)
            update?.answer.resume(returning: warnings)
        case .error(let identifier, let error):
            // What could not be read is refused without an id; answers come in the order of requests.
            let update = state.withLock { state in
                Self.remove(&state) { identifier == .null || identifier == .integer($0) }
            }
            update?.answer.resume(throwing: error)
        case .question(let question):
            let (attachments, connection) = state.withLock { ($0.attachments, $0.connection) }
            guard let answer = attachments.answer(to: question) else { break }
            Task { self.answer(question.question, await answer(), on: connection) }
        case .hello, .capabilities, .gesture, .touch, .attempt, .reset, .surface, .reloaded, .lagged, .response, .other:
            break
        }
    }

    private static func remove(_ state: inout State, where isAnswered: (Int64) -> Bool) -> Update? {
        let index = state.updates.firstIndex { $0.identifier.map(isAnswered) ?? false }
        return index.map { state.updates.remove(at: $0) }
    }

    /// The connection is lost: updates without an answer fail; those that wait for a connection stay.
    func lose(_ error: any Error) {
        fail(with: error) { $0.updates.removeAll { $0.identifier != nil } }
    }

    /// There will be no connection any more.
    func end(_ error: any Error) {
        fail(with: error) { state in
            state.ending = state.ending ?? error
            state.updates = []
        }
    }

    /// Closes the connection, and fails the updates that `remove` removes.
    private func fail(with error: any Error, _ remove: (inout State) -> Void) {
        let lost = state.withLock { state in
            state.outgoing?.close()
            state.outgoing = nil
            let before = state.updates
            // Those that were sent are the oldest.
            remove(&state)
            return before.prefix(before.count - state.updates.count)
        }
        for update in lost { update.answer.resume(throwing: error) }
    }

    /// However many a server sends, few are kept.
    private static let mostWarnings = 256

    /// Warns once of each thing: regions are updated with every frame.
    private func report(_ warnings: [String]) {
        let news = state.withLock { state in
            warnings.filter { state.warned.count < Self.mostWarnings && state.warned.insert($0).inserted }
        }
        // A server that is not gestured writes nothing into a terminal by it.
        for text in news where text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { warn(text) }
    }
}
