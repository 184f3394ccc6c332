// Where do things stand at the moment at which a subscription begins?

/// What a subscription is told first, so that everything afterwards is a change.
public struct Snapshot: Equatable, Sendable {
    /// The number of the subscription in its connection.
    public var subscription: Int
    /// The surfaces that the subscription's globs match.
    public var surfaces: [SurfaceDescription]
    /// The recognizers that the subscription's globs match.
    public var recognizers: [RecognizerDescription]
    /// The subscription's globs for recognizers that match none.
    public var unmatched: [UnmatchedGlob]
    /// The last notification of each gesture under way that the subscription's globs match.
    public var gestures: [GestureNotification]
    /// The touches of each surface that has some, each as one that began; nil unless the subscription asks for them.
    public var touches: [TouchNotification]?
    /// The numbers of the gestures that are written without places; no member of the message.
    public var withoutPlaces: Set<Int> = []

    /// A snapshot from all its members.
    public init(
        subscription: Int, surfaces: [SurfaceDescription], recognizers: [RecognizerDescription],
        unmatched: [UnmatchedGlob] = [], gestures: [GestureNotification], touches: [TouchNotification]? = nil
    ) {
        self.subscription = subscription
        self.surfaces = surfaces
        self.recognizers = recognizers
        self.unmatched = unmatched
        self.gestures = gestures
        self.touches = touches
    }

    /// Whether places and paths of a gesture are written.
    func hasPlaces(_ gesture: GestureNotification) -> Bool { !withoutPlaces.contains(gesture.gesture) }
}

/// A glob of a subscription that matches no recognizer: mostly a misspelled name.
///
/// A recognizer of that name may come with the next configuration.
public struct UnmatchedGlob: Equatable, Sendable, Decodable, CustomStringConvertible {
    /// The glob as the subscription gives it.
    public var glob: String
    /// The recognizer's name that was probably meant; nil if none is near, and always in `reloaded` and `lagged`.
    public var nearest: String?

    /// A glob, and the name that was probably meant.
    public init(glob: String, nearest: String? = nil) {
        self.glob = glob
        self.nearest = nearest
    }

    /// A sentence for people.
    public var description: String {
        "`\(glob)` matches no recognizer now" + (nearest.map { "; did you mean `\($0)`?" } ?? "")
    }
}
