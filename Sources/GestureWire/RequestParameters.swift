// What does a request want in particular? The params of each method.

extension Request {
    /// Reads the params of a method that is one of ``methods``.
    init(method: String, _ params: MemberReader) throws(RequestError) {
        switch method {
        case "subscribe":
            try params.refuseUnknown(
                known: ["recognizers", "surfaces", "states"], unavailable: ["touches", "maxRate"])
            self = .subscribe(
                SubscriptionFilter(
                    recognizers: try Self.globs("recognizers", params),
                    surfaces: try Self.globs("surfaces", params), states: try Self.states(params)))
        case "unsubscribe":
            try params.refuseUnknown(known: ["subscription"])
            let expected = "the number that subscribe returned"
            guard let number = try params.value("subscription", as: Int.self, expected: expected) else {
                throw params.failure("missing", at: "subscription", hint: "expected \(expected)")
            }
            self = .unsubscribe(subscription: number)
        case "rotate":
            try params.refuseUnknown(known: ["surface", "rotation"])
            self = .rotate(surface: try Self.surface(params), try Self.rotation(params))
        case "reload":
            try params.refuseUnknown(known: [])
            self = .reload
        default:
            try params.refuseUnknown(known: ["what"])
            self = .list(try Self.list(params))
        }
    }

    private static func list(_ params: MemberReader) throws(RequestError) -> ListKind {
        let known = ListKind.allCases.map(\.rawValue)
        let written = try params.value("what", as: String.self, expected: "one of " + known.joined(separator: ", "))
        guard let kind = written.flatMap(ListKind.init) else {
            let near = written.flatMap { nearestName(to: $0, among: known) }
            throw params.failure(
                written == nil ? "missing" : "unknown list", at: "what",
                hint: near.map { "did you mean `\($0)`?" } ?? "one of " + known.joined(separator: ", "))
        }
        return kind
    }

    private static func surface(_ params: MemberReader) throws(RequestError) -> String {
        let expected = "the name of a surface"
        guard let name = try params.value("surface", as: String.self, expected: expected) else {
            throw params.failure("missing", at: "surface", hint: "expected \(expected)")
        }
        guard name.utf8.count <= globBytes else {
            throw params.failure("too long", at: "surface", hint: "at most \(globBytes) bytes")
        }
        return name
    }

    private static func rotation(_ params: MemberReader) throws(RequestError) -> QuarterTurn {
        let expected = "0, 90, 180 or 270 (degrees clockwise)"
        guard let degrees = try params.value("rotation", as: Double.self, expected: expected) else {
            throw params.failure("missing", at: "rotation", hint: "expected \(expected)")
        }
        guard let turn = QuarterTurn.allCases.first(where: { Double($0.rawValue) == degrees }) else {
            throw params.failure("no quarter turn", at: "rotation", hint: "expected \(expected)")
        }
        return turn
    }

    private static func globs(_ name: String, _ params: MemberReader) throws(RequestError) -> [String] {
        guard let globs = try params.value(name, as: [String].self, expected: "a list of globs") else { return ["*"] }
        guard globs.count <= globsPerSubscription else {
            throw params.failure("too many globs", at: name, hint: "at most \(globsPerSubscription)")
        }
        if let index = globs.firstIndex(where: { $0.utf8.count > globBytes }) {
            throw params.failure("too long", at: "\(name)[\(index)]", hint: "at most \(globBytes) bytes")
        }
        return globs
    }

    private static func states(_ params: MemberReader) throws(RequestError) -> GestureStates {
        guard let names = try params.value("states", as: [String].self, expected: "a list of states") else {
            return .standard
        }
        var states: GestureStates = []
        for (index, name) in names.enumerated() {
            guard let state = GestureState(rawValue: name) else {
                let known = GestureState.allCases.map(\.rawValue)
                throw params.failure(
                    "unknown state", at: "states[\(index)]",
                    hint: nearestName(to: name, among: known).map { "did you mean `\($0)`?" }
                        ?? "one of " + known.joined(separator: ", "))
            }
            states.insert(GestureStates(state))
        }
        return states
    }
}
