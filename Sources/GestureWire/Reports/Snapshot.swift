// The snapshot of surfaces, recognizers and gestures at the start of a subscription.

/// The first message of a subscription; everything afterwards is a change.
public struct Snapshot: Equatable, Sendable {
    /// The number of the subscription in its connection.
    public var subscription: Int
    /// The surfaces that the subscription's globs match.
    public var surfaces: [SurfaceDescription]
    /// The recognizers that the subscription's globs match.
    public var recognizers: [RecognizerDescription]
    /// The subscription's globs for recognizers that match none.
    public var unmatched: [UnmatchedGlob]
    /// The subscription's globs for surfaces that match none.
    public var unmatchedSurfaces: [UnmatchedGlob]
    /// The last notification of each gesture in progress that the subscription's globs match.
    public var gestures: [GestureNotification]
    /// The touches of each surface that has some, each as one that began; nil unless the subscription asks for them.
    public var touches: [TouchNotification]?
    /// The numbers of the gestures that are written without places; no member of the message.
    public var withoutPlaces: Set<Int> = []
    /// The form of all other gestures; no member of the message.
    public var form = GestureForm.places

    /// A snapshot from all its members.
    public init(
        subscription: Int, surfaces: [SurfaceDescription], recognizers: [RecognizerDescription],
        unmatched: [UnmatchedGlob] = [], unmatchedSurfaces: [UnmatchedGlob] = [],
        gestures: [GestureNotification], touches: [TouchNotification]? = nil
    ) {
        self.subscription = subscription
        self.surfaces = surfaces
        self.recognizers = recognizers
        self.unmatched = unmatched
        self.unmatchedSurfaces = unmatchedSurfaces
        self.gestures = gestures
        self.touches = touches
    }

    /// Whether no more globs match nothing than a filter has.
    package func fits(_ filter: SubscriptionFilter) -> Bool {
        unmatched.count <= filter.recognizers.count && unmatchedSurfaces.count <= filter.surfaces.count
    }

    /// The form in which a gesture is written.
    func form(of gesture: GestureNotification) -> GestureForm { withoutPlaces.contains(gesture.gesture) ? [] : form }
}

extension Snapshot: Decodable {
    /// Reads the members of a snapshot.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        subscription = try members.decode(Int.self, forKey: "subscription")
        surfaces = try members.decode([SurfaceDescription].self, forKey: "surfaces")
        recognizers = try members.decode([RecognizerDescription].self, forKey: "recognizers")
        unmatched = try members.decodeIfPresent([UnmatchedGlob].self, forKey: "unmatched") ?? []
        unmatchedSurfaces = try members.decodeIfPresent([UnmatchedGlob].self, forKey: "unmatchedSurfaces") ?? []
        for index in unmatchedSurfaces.indices { unmatchedSurfaces[index].kind = .surface }
        gestures = try members.decode([GestureNotification].self, forKey: "gestures")
        touches = try members.decodeIfPresent([TouchNotification].self, forKey: "touches")
    }
}
