// What may a client ask for?

/// What tells a request's answer from others; repeated as it came.
public enum RequestIdentifier: Equatable, Sendable {
    /// The id `null`, and the id of an answer to something whose id could not be read.
    case null
    /// A whole number.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string.
    case string(String)
}

/// What a subscription wants to hear about.
public struct SubscriptionFilter: Equatable, Sendable {
    /// Globs of which one must match the recognizer's name.
    public var recognizers: [Glob]
    /// Globs of which one must match the surface's name.
    public var surfaces: [Glob]
    /// The states to tell.
    public var states: GestureStates

    /// A filter; without arguments it lets everything pass but `failed`.
    public init(
        recognizers: [String] = ["*"], surfaces: [String] = ["*"], states: GestureStates = .standard
    ) {
        self.recognizers = recognizers.map(Glob.init)
        self.surfaces = surfaces.map(Glob.init)
        self.states = states
    }

    /// Whether something of this recognizer on this surface is wanted; allocates nothing.
    public func matches(recognizer: String, surface: String) -> Bool {
        recognizers.contains { $0.matches(recognizer) } && surfaces.contains { $0.matches(surface) }
    }
}

/// What `list` can list.
public enum ListKind: String, CaseIterable, Sendable {
    /// ``SurfaceDescription``s.
    case surfaces
    /// ``DeviceReport``s.
    case devices
    /// ``RecognizerDescription``s.
    case recognizers
    /// ``RegionDescription``s.
    case regions
}

/// How far a panel is turned against the screen, in degrees clockwise.
public enum QuarterTurn: Int, CaseIterable, Sendable {
    /// As it reports, or as its calibration has it.
    case none = 0
    /// A quarter turn to the right.
    case clockwise90 = 90
    /// Upside down.
    case half = 180
    /// A quarter turn to the left.
    case clockwise270 = 270
}

/// A request whose params are valid.
public enum Request: Equatable, Sendable {
    /// Tell me from now on, beginning with the snapshot.
    case subscribe(SubscriptionFilter)
    /// Tell me no more.
    case unsubscribe(subscription: Int)
    /// What is there?
    case list(ListKind)
    /// Turn a surface.
    case rotate(surface: String, QuarterTurn)
    /// Read the configuration anew.
    case reload

    /// The methods of this version.
    static let methods = ["subscribe", "unsubscribe", "list", "rotate", "reload"]
    /// The methods that the protocol knows and this version does not offer.
    static let unavailableMethods = ["attach", "detach", "setEnabled", "status"]
}

/// What came in a line: a request or the reason why it is none, and where the answer goes.
public struct IncomingRequest: Equatable, Sendable {
    /// The id to answer to; nil if none was given and no answer is wanted.
    public var identifier: RequestIdentifier?
    /// The request, or what is wrong with it.
    public var content: Result<Request, RequestError>

    /// A request with its id.
    public init(identifier: RequestIdentifier?, content: Result<Request, RequestError>) {
        self.identifier = identifier
        self.content = content
    }
}
