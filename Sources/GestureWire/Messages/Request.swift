// The requests that a client can send.

/// The id that assigns an answer to its request; repeated unchanged.
public enum RequestIdentifier: Equatable, Sendable {
    /// The id `null`, and the id of an answer to something whose id could not be read.
    case null
    /// A whole number.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string, of at most ``nameBytes`` bytes.
    case string(String)

}

/// The coordinates of places in gestures and touches.
public enum PlaceCoordinates: String, CaseIterable, Sendable {
    /// Those of the surface.
    case surface
    /// Those of the region of the gesture or touch, where it is at that time.
    case region
}

/// The filter of a subscription.
public struct SubscriptionFilter: Equatable, Sendable {
    /// Globs of which one must match the recognizer's name.
    public var recognizers: [Glob]
    /// Globs of which one must match the surface's name.
    public var surfaces: [Glob]
    /// The states to send.
    public var states: GestureStates
    /// Whether to send touches, too.
    public var touches: Bool
    /// The largest number of `changed` per second for one gesture, more than 0 and at most ``largestRate``; nil for
    /// all.
    public var maxRate: Double?
    /// The coordinates of the places, translations and velocities of gestures, and of the places of touches.
    public var coordinates: PlaceCoordinates
    /// Whether to send the location of each finger of a gesture.
    public var locations: Bool
    /// Whether touches have ``WireTouch/predicted`` places, and pans in progress a predicted translation.
    public var predicted: Bool

    /// A filter; without arguments it lets everything pass but `failed`.
    public init(
        recognizers: [String] = ["*"], surfaces: [String] = ["*"], states: GestureStates = .standard,
        touches: Bool = false, maxRate: Double? = nil, coordinates: PlaceCoordinates = .surface,
        locations: Bool = false, predicted: Bool = false
    ) {
        self.recognizers = recognizers.map(Glob.init)
        self.surfaces = surfaces.map(Glob.init)
        self.states = states
        self.touches = touches
        self.maxRate = maxRate
        self.coordinates = coordinates
        self.locations = locations
        self.predicted = predicted
    }

    /// The least time between two `changed` of one gesture in microseconds, as ``maxRate`` has it; nil for no limit.
    ///
    /// However small the rate, the time ends at 2^53, so that it can be added to any time of a clock.
    public var leastInterval: Int64? {
        guard let maxRate, maxRate > 0 else { return nil }
        return Int64(min((1e6 / maxRate).rounded(), 0x1p53))
    }

    /// The number of globs.
    public var globCount: Int { recognizers.count + surfaces.count }

    /// The number of bytes of the globs as written.
    public var globBytes: Int { (recognizers + surfaces).reduce(0) { $0 + $1.pattern.utf8.count } }

    /// Whether every name matches, so that matching is unnecessary.
    public var matchesEverything: Bool {
        recognizers.contains(where: \.matchesEverything) && surfaces.contains(where: \.matchesEverything)
    }

    /// Whether something of this recognizer on this surface is wanted; allocates nothing.
    public func matches(recognizer: String, surface: String) -> Bool {
        recognizers.contains { $0.matches(recognizer) } && surfaces.contains { $0.matches(surface) }
    }
}

/// The kinds of `list`.
public enum ListKind: String, CaseIterable, Sendable {
    /// ``SurfaceDescription``s.
    case surfaces
    /// ``DeviceReport``s.
    case devices
    /// ``RecognizerDescription``s.
    case recognizers
    /// ``RegionDescription``s.
    case regions
    /// ``DecisionReport``s.
    case decisions
}

/// The rotation of a panel relative to the screen, in degrees clockwise.
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
    /// Starts a subscription, with a snapshot first.
    case subscribe(SubscriptionFilter)
    /// Ends a subscription.
    case unsubscribe(subscription: Int)
    /// Asks for a list.
    case list(ListKind)
    /// Attaches own regions and recognizers.
    case attach(AttachRequest)
    /// Changes own regions.
    case update(UpdateRequest)
    /// Take some of them away.
    case detach(DetachRequest)
    /// Answers a question of an own recognizer.
    case answer(question: Int, yes: Bool)
    /// Decides about an attempt of an own recognizer of the type `custom`.
    case recognize(RecognizeRequest)
    /// Switch a recognizer on or off.
    case setEnabled(recognizer: String, isEnabled: Bool)
    /// Switch a configured region between private and not private.
    case setPrivate(region: String, isPrivate: Bool)
    /// Keeps the fingers that are down, or else the next ones, from applications until all have lifted; on all surfaces
    /// if none is named.
    case swallow(surface: String?)
    /// Asks for the daemon's status.
    case status
    /// Turn a surface.
    case rotate(surface: String, QuarterTurn)
    /// Reloads the configuration.
    case reload

    static let methods = [
        "subscribe", "unsubscribe", "list", "attach", "update", "detach", "answer", "recognize", "setEnabled",
        "setPrivate", "swallow", "status", "rotate", "reload",
    ]
}

/// The content of a line: a request or an error, and the id of the answer.
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
