// The messages that a server sends, decoded from lines.

/// The server's greeting.
public struct Hello: Equatable, Sendable, Decodable {
    /// The version of the protocol that it speaks.
    public var `protocol`: Int
    /// Its name and version.
    public var server: String
    /// The capabilities of this connection.
    public var capabilities: [String]

    /// A greeting from all its members.
    public init(protocol: Int, server: String, capabilities: [String]) {
        self.protocol = `protocol`
        self.server = server
        self.capabilities = capabilities
    }
}

/// The capabilities of a connection from now on.
public struct PresentCapabilities: Equatable, Sendable, Decodable {
    /// All of it, as in the greeting.
    public var capabilities: [String]
}

/// An error as a client receives it: codes of later versions are no obstacle.
public struct ServerError: Error, Equatable, Sendable, Decodable, CustomStringConvertible {
    /// The place of the mistake, and advice.
    public struct Place: Equatable, Sendable, Decodable {
        /// The path in the request, such as `params.states[0]`; empty for the whole of it.
        public var path: String
        /// Advice.
        public var hint: String
        /// The problems of a file or an attachment, each with its place.
        public var problems: [String]?
    }

    /// JSON-RPC's code, or the server's own.
    public var code: Int
    /// The problem, as a sentence.
    public var message: String
    /// The place, and advice.
    public var data: Place?

    /// Everything in one line, for people.
    public var description: String {
        let place = data.map { $0.path.isEmpty ? "" : "\($0.path): " } ?? ""
        let hint = data.map { $0.hint.isEmpty ? "" : "; \($0.hint)" } ?? ""
        return place + message + hint
    }
}

/// The loss of notifications, and where things stand.
public struct Lagged: Equatable, Sendable, Decodable {
    /// The number of notifications that were lost.
    public var dropped: Int
    /// The new state.
    public var snapshot: Snapshot

    /// Reads the params of a `lagged` notification.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        dropped = try decoder.container(keyedBy: MemberName.self).decode(Int.self, forKey: "dropped")
        snapshot = try Snapshot(from: decoder)
    }
}

/// One line of the server, as a client understands it.
public enum ServerMessage: Equatable, Sendable {
    /// The greeting, first on every connection.
    case hello(Hello)
    /// The connection may do something else from now on than it was greeted with.
    case capabilities(PresentCapabilities)
    /// A gesture of one of the connection's subscriptions.
    case gesture(ReceivedGesture)
    /// The touches of one frame.
    case touch(ReceivedTouches)
    /// A question of an own recognizer, to be answered by `answer`.
    case question(Question)
    /// Touches of a recognizer that the client decides, by `recognize`.
    case attempt(AttemptTouches)
    /// The end of such an attempt.
    case reset(AttemptEnd)
    /// A surface came, went or changed.
    case surface(SurfaceChange)
    /// A new snapshot: the configuration was reloaded, or the subscription receives again.
    case reloaded(Snapshot)
    /// Notifications were lost; the connection ends.
    case lagged(Lagged)
    /// The answer to a request; ``result(of:as:)`` reads what it holds.
    case response(RequestIdentifier)
    /// The refusal of a request; the id is null when the server could not read it.
    case error(RequestIdentifier, ServerError)
    /// A notification, or a question with an `ask`, that this version does not know: to be ignored.
    case other(method: String)

    /// Reads one line, with or without its LF.
    ///
    /// - Throws: `DecodingError` for what is no message of this protocol.
    public static func decode(_ line: [UInt8]) throws -> ServerMessage {
        try LineDecoder.decode(Envelope.self, from: line).message
    }

    /// Reads what an answer holds.
    ///
    /// That is a ``Snapshot``, a list of descriptions or one of them, ``AttachedNames``, a ``RecognizeReport``, a
    /// ``StatusReport`` or a ``ReloadReport``; each of them may also be read as a ``WireValue``.
    ///
    /// - Throws: `DecodingError` if the answer holds something else.
    public static func result<Value: Decodable>(of line: [UInt8], as type: Value.Type) throws -> Value {
        try LineDecoder.decode(Answer<Value>.self, from: line).result
    }
}

private struct Answer<Value: Decodable>: Decodable {
    let result: Value
}

private struct Envelope: Decodable {
    let message: ServerMessage

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        switch try members.decodeIfPresent(String.self, forKey: "method").map({ $0 }) {
        case "hello": message = .hello(try members.decode(Hello.self, forKey: "params"))
        case "capabilities":
            message = .capabilities(try members.decode(PresentCapabilities.self, forKey: "params"))
        case "gesture": message = .gesture(try members.decode(ReceivedGesture.self, forKey: "params"))
        case "touch": message = .touch(try members.decode(ReceivedTouches.self, forKey: "params"))
        case "question": message = try Self.question(members)
        case "attempt": message = .attempt(try members.decode(AttemptTouches.self, forKey: "params"))
        case "reset": message = .reset(try members.decode(AttemptEnd.self, forKey: "params"))
        case "surface": message = .surface(try members.decode(SurfaceChange.self, forKey: "params"))
        case "reloaded": message = .reloaded(try members.decode(Snapshot.self, forKey: "params"))
        case "lagged": message = .lagged(try members.decode(Lagged.self, forKey: "params"))
        case let method?: message = .other(method: method)
        case nil:
            let identifier: RequestIdentifier =
                if let text = try? members.decode(String.self, forKey: "id") {
                    .string(text)
                } else if let number = try? members.decode(Int64.self, forKey: "id") {
                    .integer(number)
                } else {
                    try members.decodeIfPresent(Double.self, forKey: "id").map(RequestIdentifier.number) ?? .null
                }
            message =
                if let error = try members.decodeIfPresent(ServerError.self, forKey: "error") {
                    .error(identifier, error)
                } else {
                    .response(identifier)
                }
        }
    }

    /// Reads a question, which may be one of a later version: without an answer of the client, the answer is true after
    /// `askTimeout`.
    private static func question(_ members: KeyedDecodingContainer<MemberName>) throws -> ServerMessage {
        let params = try members.nestedContainer(keyedBy: MemberName.self, forKey: "params")
        guard QuestionKind(rawValue: try params.decode(String.self, forKey: "ask")) != nil else {
            return .other(method: "question")
        }
        return .question(try members.decode(Question.self, forKey: "params"))
    }
}
