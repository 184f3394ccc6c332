// How does a client read a gesture?

private enum Member: String, CodingKey {
    case recognizer, type, gesture, state, surface, region, time, location, touches
    case taps, duration, direction, velocity, translation, projection, scale, rotation, delta
}

extension GestureNotification: Decodable {
    /// Reads the members of a gesture; unknown members are ignored, an unknown type has no measurement.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        let seconds = try members.decode(Double.self, forKey: .time)
        guard let time = Int64(exactly: (seconds * 1e6).rounded()) else {
            throw DecodingError.dataCorruptedError(forKey: .time, in: members, debugDescription: "out of range")
        }
        let type = try members.decode(String.self, forKey: .type)
        self.init(
            recognizer: try members.decode(String.self, forKey: .recognizer), type: type,
            gesture: try members.decode(Int.self, forKey: .gesture),
            state: try members.decode(GestureState.self, forKey: .state),
            surface: try members.decode(String.self, forKey: .surface),
            region: try members.decode(String.self, forKey: .region), time: time,
            location: try members.decode(WirePoint.self, forKey: .location),
            touches: try members.decode([Int].self, forKey: .touches),
            measurement: try Measurement(type: type, from: members))
    }
}

extension Measurement {
    fileprivate init(type: String, from members: KeyedDecodingContainer<Member>) throws {
        switch type {
        case "tap":
            self = .tap(taps: try members.decode(Int.self, forKey: .taps))
        case "longPress":
            self = .longPress(duration: try members.decode(Double.self, forKey: .duration))
        case "swipe":
            self = .swipe(
                direction: try members.decode(SwipeDirection.self, forKey: .direction),
                velocity: try members.decode(WirePoint.self, forKey: .velocity))
        case "pan", "screenEdgePan":
            self = .pan(
                translation: try members.decode(WirePoint.self, forKey: .translation),
                velocity: try members.decode(WirePoint.self, forKey: .velocity),
                projection: try members.decodeIfPresent(WirePoint.self, forKey: .projection))
        case "pinch":
            self = .pinch(
                scale: try members.decode(Double.self, forKey: .scale),
                velocity: try members.decode(Double.self, forKey: .velocity))
        case "rotation":
            self = .rotation(
                rotation: try members.decode(Double.self, forKey: .rotation),
                velocity: try members.decode(Double.self, forKey: .velocity))
        default:
            self = .none
        }
    }
}

/// A gesture as one subscription is told of it.
public struct ReceivedGesture: Equatable, Sendable, Decodable {
    /// The number of the subscription in its connection.
    public var subscription: Int
    /// The number of the notification in its subscription, from 1; a gap says that one gave way to a newer one.
    public var sequence: Int
    /// What happened.
    public var notification: GestureNotification
    /// What changed since the last notification of this gesture; nil for types without a `delta`.
    public var change: MeasurementChange?

    private enum OwnMember: String, CodingKey {
        case subscription, seq
    }

    /// Reads the params of a `gesture` notification.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: OwnMember.self)
        subscription = try members.decode(Int.self, forKey: .subscription)
        sequence = try members.decode(Int.self, forKey: .seq)
        notification = try GestureNotification(from: decoder)
        let measured = try decoder.container(keyedBy: Member.self)
        switch notification.measurement {
        case .pan: change = .translation(try measured.decode(WirePoint.self, forKey: .delta))
        case .pinch: change = .scale(try measured.decode(Double.self, forKey: .delta))
        case .rotation: change = .rotation(try measured.decode(Double.self, forKey: .delta))
        case .tap, .longPress, .swipe, .none: change = nil
        }
    }
}
