// The notification of the touches of one frame.

/// The phase of a touch in a frame; unchanged touches are not sent.
public enum WireTouchPhase: String, CaseIterable, Sendable, Decodable {
    /// The finger came down.
    case began
    /// The finger moved.
    case moved
    /// The finger lifted.
    case ended
    /// The touch is over without a lift: a gesture took it, or the device went.
    case cancelled
}

/// Where a finger was, or is expected, at a time.
public struct TouchPlace: Equatable, Sendable {
    /// The time, in microseconds of CLOCK_MONOTONIC.
    public var time: Int64
    /// The location, in the coordinates of the touch.
    public var location: WirePoint

    /// A place from its members.
    public init(time: Int64, location: WirePoint) { (self.time, self.location) = (time, location) }
}

/// One touch in one frame.
public struct WireTouch: Equatable, Sendable {
    /// The id of the touch from down to up, the same as in `touches` of gestures; never used again.
    public var id: Int
    /// The phase.
    public var phase: WireTouchPhase
    /// The location; the last known one of an ended touch.
    public var location: WirePoint
    /// The location that the subscription received last; the location itself when the touch began.
    public var previousLocation: WirePoint
    /// The name of the region in which it began.
    public var region: String
    /// The number of taps at about this place in quick succession, with this touch; 1 for a first one.
    public var tapCount: Int
    /// The pressure from 0 to 1, where the panel reports it.
    public var force: Double?
    /// Half the long axis of the contact, where the panel reports it, in the surface's unit.
    public var majorRadius: Double?
    /// The places between `previousLocation` and `location`, oldest first, of earlier lines that were merged with this
    /// one because the peer did not read; at most ``coalescedPlaces``.
    public var coalesced: [TouchPlace] {
        get { hasOtherPlaces ? other.places.coalesced : [] }
        set { other.places.coalesced = newValue }
    }
    /// The number of places between these that were omitted.
    public var lost: Int {
        get { hasOtherPlaces ? other.places.lost : 0 }
        set { other.places.lost = newValue }
    }
    /// Where it is expected 16 and 32 ms later; empty unless the receiver asks for it, and at the end of the touch.
    public var predicted: [TouchPlace] {
        get { hasOtherPlaces ? other.places.predicted : [] }
        set { other.places.predicted = newValue }
    }
    /// From the surface's coordinates to those of the region at that time; nil where they are the same.
    ///
    /// Not a member of the message: received touches have the coordinates that the subscription asks for.
    public var toRegion: RegionMap? {
        get { hasOtherPlaces ? other.places.toRegion : nil }
        set { if newValue != nil || hasOtherPlaces { other.places.toRegion = newValue } }
    }
    /// What most touches do not have, as they are copied often.
    @usableFromInline package var other = OtherPlaces.none

    /// A touch from all its members but places of other times.
    public init(
        id: Int, phase: WireTouchPhase, location: WirePoint, previousLocation: WirePoint, region: String,
        tapCount: Int = 1, force: Double? = nil, majorRadius: Double? = nil
    ) {
        self.id = id
        self.phase = phase
        self.location = location
        self.previousLocation = previousLocation
        self.region = region
        self.tapCount = tapCount
        self.force = force
        self.majorRadius = majorRadius
    }

    /// Whether it has places of other times, has lost some, or lies in a region with coordinates of its own.
    @inlinable package var hasOtherPlaces: Bool {
        if case .none = other { false } else { true }
    }

    /// Removes the places of other times.
    package mutating func removeOtherPlaces() {
        if hasOtherPlaces { other.places = OtherPlaces.Places(toRegion: toRegion) }
    }
}

/// The places of a touch at other times, and in other coordinates.
@usableFromInline package indirect enum OtherPlaces: Equatable, Sendable {
    @usableFromInline package struct Places: Equatable, Sendable {
        var coalesced: [TouchPlace] = []
        var lost = 0
        var predicted: [TouchPlace] = []
        var toRegion: RegionMap?
    }

    case none
    case some(Places)

    var places: Places {
        get { if case .some(let places) = self { places } else { Places() } }
        set { self = newValue == Places() ? .none : .some(newValue) }
    }
}

extension WireTouch {
    /// The touch with its places in the coordinates of its region.
    var inRegion: WireTouch {
        guard let map = toRegion else { return self }
        var touch = self
        (touch.location, touch.previousLocation, touch.toRegion) = (
            map.place(location), map.place(previousLocation), nil
        )
        for index in coalesced.indices { touch.coalesced[index].location = map.place(coalesced[index].location) }
        for index in predicted.indices { touch.predicted[index].location = map.place(predicted[index].location) }
        return touch
    }
}

/// The touches of one frame of a surface to which something happened.
///
/// Reuse the same notification for each frame, `touches.removeAll(keepingCapacity: true)` first, and it costs no
/// allocation.
public struct TouchNotification: Equatable, Sendable {
    /// The name of the surface.
    public var surface: String
    /// The time when it happened, in microseconds of CLOCK_MONOTONIC.
    public var time: Int64
    /// The changed touches.
    public var touches: [WireTouch]

    /// A notification from all its members.
    public init(surface: String, time: Int64, touches: [WireTouch]) {
        self.surface = surface
        self.time = time
        self.touches = touches
    }
}
