// Encoding and decoding of `question` notifications.

extension LineWriter {
    /// Appends a `question` line with its LF.
    public mutating func append(_ question: Question) {
        append(json: "{\"jsonrpc\":\"2.0\",\"method\":\"question\",\"params\":{\"question\":")
        append(integer: question.question)
        append(json: ",\"ask\":")
        append(string: question.subject.kind.rawValue)
        append(json: ",\"recognizer\":")
        append(string: question.recognizer)
        switch question.subject {
        case .begin(let gesture):
            append(json: ",\"gesture\":{")
            appendMembers(of: gesture, since: .none, form: .places)
        case .receive(let questioned):
            append(json: ",\"touch\":{\"surface\":")
            append(string: questioned.surface)
            append(json: ",\"time\":")
            append(seconds: questioned.time)
            append(json: ",")
            appendMembers(of: questioned.touch)
        case .pair(_, let pair):
            append(json: ",\"pair\":{\"surface\":")
            append(string: pair.surface)
            append(json: ",\"time\":")
            append(seconds: pair.time)
            append(json: ",\"other\":")
            append(string: pair.other)
        }
        append(json: "}}}\n")
    }
}

extension Question: Decodable {
    /// Reads the params of a `question` notification.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        let kind = try members.decode(QuestionKind.self, forKey: "ask")
        let subject: Subject =
            switch kind {
            case .begin: .begin(try members.decode(GestureNotification.self, forKey: "gesture"))
            case .receive: .receive(try members.decode(QuestionedTouch.self, forKey: "touch"))
            case .simultaneous, .requireFailure, .beRequiredToFail:
                .pair(kind, try members.decode(QuestionedPair.self, forKey: "pair"))
            }
        self.init(
            question: try members.decode(Int.self, forKey: "question"),
            recognizer: try members.decodeName(forKey: "recognizer"), subject: subject)
    }
}

extension QuestionedTouch: Decodable {
    /// Reads a touch with its surface and its time.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        self.init(
            surface: try members.decodeName(forKey: "surface"),
            time: try members.decodeMicroseconds(forKey: "time"), touch: try WireTouch(from: decoder))
    }
}

extension QuestionedPair: Decodable {
    /// Reads a pair with its surface and its time.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        self.init(
            surface: try members.decodeName(forKey: "surface"), time: try members.decodeMicroseconds(forKey: "time"),
            other: try members.decodeName(forKey: "other"))
    }
}
