// The notification of a gesture, its state and its places.

/// A place, a translation or a velocity on a surface.
///
/// In the unit of the surface (`px` or `pt`), velocities per second; x to the right, y downward.
public struct WirePoint: Equatable, Sendable, Decodable {
    /// To the right.
    public var x: Double
    /// Downward.
    public var y: Double

    /// A point from its two coordinates.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Neither to the right nor downward.
    public static let zero = WirePoint(x: 0, y: 0)
}

/// The state of a gesture.
public enum GestureState: String, CaseIterable, Sendable, Decodable {
    /// A discrete gesture happened.
    case recognized
    /// A continuous gesture began.
    case began
    /// A continuous gesture that began went on.
    case changed
    /// A continuous gesture ended as the user wanted.
    case ended
    /// A continuous gesture was cancelled: by another one, the device, the configuration or the daemon.
    case cancelled
    /// A recognizer failed; sent only if `states` selects it.
    case failed

    /// Whether a gesture in this state is in progress: a later notification closes it.
    public var isUnderWay: Bool { self == .began || self == .changed }
}

/// A set of states, as a subscription's `states` chooses them.
public struct GestureStates: OptionSet, Sendable {
    /// One bit for each case of ``GestureState``, in their order.
    public let rawValue: UInt8

    /// A set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The set of one state.
    public init(_ state: GestureState) {
        switch state {
        case .recognized: rawValue = 1
        case .began: rawValue = 2
        case .changed: rawValue = 4
        case .ended: rawValue = 8
        case .cancelled: rawValue = 16
        case .failed: rawValue = 32
        }
    }

    /// The set of some states.
    public init(_ states: some Sequence<GestureState>) {
        self = states.reduce(into: []) { $0.insert(GestureStates($1)) }
    }

    /// The default of a subscription: all but `failed`.
    public static let standard = GestureStates(GestureState.allCases.filter { $0 != .failed })

    /// Whether the state is in the set.
    public func contains(_ state: GestureState) -> Bool {
        contains(GestureStates(state))
    }
}

/// One notification about one gesture, without what differs from subscription to subscription.
///
/// The server keeps the last one of each gesture in progress and shares its `touches` and `locations`. Give it the same
/// `touches` as long as they stay the same, fill the `locations` of the last but one, and a notification costs no
/// allocation.
public struct GestureNotification: Equatable, Sendable {
    /// The name of the recognizer.
    public var recognizer: String
    /// The recognizer's type, as the configuration names it: `pinch`; custom types have their own names.
    public var type: String
    /// The number of the gesture, from its `began` to its `ended` or `cancelled`; never used again.
    public var gesture: Int
    /// The state.
    public var state: GestureState
    /// The name of the surface.
    public var surface: String
    /// The name of the region.
    public var region: String
    /// The time when it happened, in microseconds of CLOCK_MONOTONIC.
    public var time: Int64
    /// The location, in the surface's unit; nil when the connection lacks the capability `locations`.
    public var location: WirePoint?
    /// The ids of the touches that make it up; empty where `location` is nil.
    public var touches: [Int]
    /// The locations of these touches, in their order; in a received notification empty unless the subscription asks
    /// for them.
    public var locations: [WirePoint]
    /// The measurement, by type.
    ///
    /// When `location` is nil, translation, velocity and projection of pans and swipes are zero: they were not sent.
    public var measurement: Measurement
    /// Whether only clients with the capability `touches` may receive it; not a member of the message.
    public var isPrivate: Bool
    /// From the surface's coordinates to those of the region at that time; nil where they are the same.
    ///
    /// Not a member of the message: received notifications have the coordinates that the subscription asks for.
    public var toRegion: RegionMap?

    /// A notification from all its members.
    public init(
        recognizer: String, type: String, gesture: Int, state: GestureState, surface: String, region: String,
        time: Int64, location: WirePoint?, touches: [Int], locations: [WirePoint] = [], measurement: Measurement,
        isPrivate: Bool = false, toRegion: RegionMap? = nil
    ) {
        self.recognizer = recognizer
        self.type = type
        self.gesture = gesture
        self.state = state
        self.surface = surface
        self.region = region
        self.time = time
        self.location = location
        self.touches = touches
        self.locations = locations
        self.measurement = measurement
        self.isPrivate = isPrivate
        self.toRegion = toRegion
    }
}

/// The least number of a gesture of a recognizer that the connection has attached itself.
public let firstOwnNumber = 1 << 50
