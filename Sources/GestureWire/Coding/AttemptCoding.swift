// Encoding and decoding of `attempt` and `reset` notifications, and of the params of `recognize`.

extension LineWriter {
    /// Appends an `attempt` line with its LF.
    public mutating func append(_ touches: AttemptTouches) {
        appendNotification("attempt") { writer in
            writer.append("recognizer", touches.recognizer)
            writer.append("attempt", touches.attempt)
            writer.append("change", touches.change)
            writer.append("answer", touches.mustAnswer ? true : nil)
            writer.append("surface", touches.surface)
            writer.append(json: ",\"time\":")
            writer.append(seconds: touches.time)
            writer.append(json: ",\"touches\":")
            writer.append(list: touches.touches) { $0.append($1) }
        }
    }

    /// Appends a `reset` line with its LF.
    public mutating func append(_ end: AttemptEnd) {
        appendNotification("reset") { writer in
            writer.append("recognizer", end.recognizer)
            writer.append("attempt", end.attempt)
            writer.append("outcome", end.outcome.rawValue)
            writer.append("reason", end.reason.isEmpty ? nil : end.reason)
        }
    }

    /// Appends the members of `recognize`.
    mutating func appendMembers(of request: RecognizeRequest) {
        append("recognizer", request.recognizer)
        append("attempt", request.attempt)
        append("change", request.change)
        append("state", request.state?.rawValue)
        append("values", request.values.map { WireValue.object($0.members.map { .init($0.name, $0.value.wireValue) }) })
        append("ignore", request.ignore.isEmpty ? nil : request.ignore)
        append("reason", request.reason)
    }
}

extension AttemptTouches: Decodable {
    /// Reads the params of an `attempt` notification.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        self.init(
            recognizer: try members.decodeName(forKey: "recognizer"),
            attempt: try members.decode(Int.self, forKey: "attempt"),
            change: try members.decode(Int.self, forKey: "change"),
            mustAnswer: try members.decodeIfPresent(Bool.self, forKey: "answer") ?? false,
            surface: try members.decodeName(forKey: "surface"),
            time: try members.decodeMicroseconds(forKey: "time"),
            touches: try members.decode([WireTouch].self, forKey: "touches"))
    }
}

extension AttemptEnd: Decodable {
    /// Reads the params of a `reset` notification; an outcome of a later version is read as none.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        self.init(
            recognizer: try members.decodeName(forKey: "recognizer"),
            attempt: try members.decode(Int.self, forKey: "attempt"),
            outcome: DecisionOutcome(rawValue: try members.decode(String.self, forKey: "outcome")) ?? .none,
            reason: try members.decodeIfPresent(String.self, forKey: "reason") ?? "")
    }
}

extension RecognizeRequest {
    init(_ params: MemberReader) throws(RequestError) {
        try params.refuseUnknown(known: ["recognizer", "attempt", "change", "state", "values", "ignore", "reason"])
        self.init(
            recognizer: try params.required("recognizer", expected: "the name of a recognizer of this connection"),
            attempt: try params.required("attempt", expected: "the number in an `attempt` notification"),
            change: try params.value("change", expected: "the number of a change of the touches"),
            state: try Self.state(params), values: try Self.values(params), ignore: try Self.touches(params),
            reason: try params.value("reason", expected: "a text"))
    }

    private static func state(_ params: MemberReader) throws(RequestError) -> GestureState? {
        let known = GestureState.allCases.map(\.rawValue)
        let written = try params.value(
            "state", as: String.self, expected: "one of " + known.joined(separator: ", "))
        guard let written else { return nil }
        if let state = GestureState(rawValue: written) { return state }
        throw params.failure("unknown state", at: "state", hint: hint(forUnknown: written, among: known))
    }

    private static func touches(_ params: MemberReader) throws(RequestError) -> [Int] {
        let expected = "a list of ids of touches"
        var touches: [Int] = []
        for value in try params.list("ignore", expected: expected) ?? [] {
            guard let touch = Int(value) else {
                throw params.failure("wrong type", at: "ignore[\(touches.count)]", hint: "expected \(expected)")
            }
            touches.append(touch)
        }
        return touches
    }

    private static func values(_ params: MemberReader) throws(RequestError) -> CustomMembers? {
        let written: [WireValue.Member]
        switch params["values"] {
        case nil, .null?: return nil
        case .object(let members)?: written = members
        default: throw params.failure("not an object", at: "values", hint: #"write {"angle":1.5} here"#)
        }
        var members: [CustomMembers.Member] = []
        for member in written {
            guard let value = CustomValue(member.value) else {
                throw params.failure(
                    "wrong type", at: "values.\(member.name)",
                    hint: #"expected a number, a text or a point {"x":10,"y":20}"#)
            }
            members.append(CustomMembers.Member(member.name, value))
        }
        let kept = CustomMembers(members)
        if let lost = members.first(where: { kept[$0.name] == nil }) {
            throw params.failure(
                "not usable as a value's name", at: "values.\(lost.name)",
                hint: "a letter and at most 31 letters and digits, none of the members that every gesture has, "
                    + "\(customMembers) values at most")
        }
        return kept
    }
}

extension CustomValue {
    /// The value of a member of `values`; nil for what is none.
    fileprivate init?(_ value: WireValue) {
        switch value {
        case .integer(let number): self = .count(Int(number))
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        case .object(let members):
            let coordinates = members.map(\.name).sorted()
            guard coordinates == ["x", "y"], let x = Double(members[0].value), let y = Double(members[1].value) else {
                return nil
            }
            self = .point(members[0].name == "x" ? WirePoint(x: x, y: y) : WirePoint(x: y, y: x))
        default: return nil
        }
    }

    fileprivate var wireValue: WireValue {
        switch self {
        case .number(let number): Int64(exactly: number).map(WireValue.integer) ?? .number(number)
        case .count(let count): .integer(Int64(count))
        case .text(let text): .text(text)
        case .point(let point): .object([.init("x", .number(point.x)), .init("y", .number(point.y))])
        }
    }
}
