// Decoding of the params of each method.

extension Request {
    /// Reads the params of a method that is one of ``methods``.
    init(method: String, _ params: MemberReader) throws(RequestError) {
        switch method {
        case "subscribe":
            try params.refuseUnknown(known: [
                "recognizers", "surfaces", "states", "touches", "maxRate", "coordinates", "locations", "predicted",
            ])
            self = .subscribe(
                SubscriptionFilter(
                    recognizers: try Self.globs("recognizers", params),
                    surfaces: try Self.globs("surfaces", params), states: try Self.states(params),
                    touches: try params.value("touches", as: Bool.self, expected: "true or false") ?? false,
                    maxRate: try Self.maxRate(params), coordinates: try Self.coordinates(params),
                    locations: try params.value("locations", as: Bool.self, expected: "true or false") ?? false,
                    predicted: try params.value("predicted", as: Bool.self, expected: "true or false") ?? false))
        case "unsubscribe":
            try params.refuseUnknown(known: ["subscription"])
            self = .unsubscribe(
                subscription: try params.required("subscription", expected: "the number that subscribe returned"))
        case "attach":
            self = .attach(try AttachRequest(params))
        case "update":
            self = .update(try UpdateRequest(params))
        case "detach":
            self = .detach(try DetachRequest(params))
        case "answer":
            try params.refuseUnknown(known: ["question", "yes"])
            self = .answer(
                question: try params.required("question", expected: "the number of a question"),
                yes: try params.required("yes", expected: "true or false"))
        case "recognize":
            self = .recognize(try RecognizeRequest(params))
        case "setEnabled":
            try params.refuseUnknown(known: ["recognizer", "enabled"])
            self = .setEnabled(
                recognizer: try params.required("recognizer", expected: "the name of a recognizer"),
                isEnabled: try params.required("enabled", expected: "true or false"))
        case "setPrivate":
            try params.refuseUnknown(known: ["region", "private"])
            self = .setPrivate(
                region: try params.required("region", expected: "the name of a configured region"),
                isPrivate: try params.required("private", expected: "true or false"))
        case "swallow":
            try params.refuseUnknown(known: ["surface"])
            self = .swallow(surface: try params.value("surface", expected: "the name of a surface"))
        case "status":
            try params.refuseUnknown(known: [])
            self = .status
        case "rotate":
            try params.refuseUnknown(known: ["surface", "rotation"])
            self = .rotate(
                surface: try params.required("surface", expected: "the name of a surface"), try Self.rotation(params))
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
        guard let written, let kind = ListKind(rawValue: written) else {
            throw params.failure(
                written == nil ? "missing" : "unknown list", at: "what",
                hint: hint(forUnknown: written ?? "", among: known))
        }
        return kind
    }

    private static func rotation(_ params: MemberReader) throws(RequestError) -> QuarterTurn {
        let expected = "0, 90, 180 or 270 (degrees clockwise)"
        let degrees = try params.required("rotation", as: Double.self, expected: expected)
        guard let turn = QuarterTurn.allCases.first(where: { Double($0.rawValue) == degrees }) else {
            throw params.failure("not a quarter turn", at: "rotation", hint: "expected \(expected)")
        }
        return turn
    }

    private static func globs(_ name: String, _ params: MemberReader) throws(RequestError) -> [String] {
        guard let globs = try params.texts(name, expected: "a list of globs") else { return ["*"] }
        guard globs.count <= globsPerSubscription else {
            throw params.failure("too many globs", at: name, hint: "at most \(globsPerSubscription)")
        }
        return globs
    }

    private static func maxRate(_ params: MemberReader) throws(RequestError) -> Double? {
        let expected = "updates per second: more than 0, at most \(Int(largestRate))"
        let rate = try params.value("maxRate", as: Double.self, expected: expected)
        guard rate.map({ $0 > 0 && $0 <= largestRate }) ?? true else {
            throw params.failure("no such rate", at: "maxRate", hint: "expected \(expected)")
        }
        return rate
    }

    private static func coordinates(_ params: MemberReader) throws(RequestError) -> PlaceCoordinates {
        let known = PlaceCoordinates.allCases.map(\.rawValue)
        let written = try params.value("coordinates", as: String.self, expected: known.joined(separator: " or "))
        guard let written else { return .surface }
        guard let coordinates = PlaceCoordinates(rawValue: written) else {
            throw params.failure(
                "unknown coordinates", at: "coordinates", hint: hint(forUnknown: written, among: known))
        }
        return coordinates
    }

    private static func states(_ params: MemberReader) throws(RequestError) -> GestureStates {
        guard let names = try params.texts("states", expected: "a list of states") else {
            return .standard
        }
        var states: GestureStates = []
        for (index, name) in names.enumerated() {
            guard let state = GestureState(rawValue: name) else {
                throw params.failure(
                    "unknown state", at: "states[\(index)]",
                    hint: hint(forUnknown: name, among: GestureState.allCases.map(\.rawValue)))
            }
            states.insert(GestureStates(state))
        }
        return states
    }
}
