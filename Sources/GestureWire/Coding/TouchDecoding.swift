// Decoding of the touches of a frame.

extension WireTouch: Decodable {
    /// Reads a touch; its `tapCount`, which early servers do not send, is 1 by default.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        self.init(
            id: try members.decode(Int.self, forKey: "id"),
            phase: try members.decode(WireTouchPhase.self, forKey: "phase"),
            location: try members.decode(WirePoint.self, forKey: "location"),
            previousLocation: try members.decode(WirePoint.self, forKey: "previousLocation"),
            region: try members.decodeName(forKey: "region"),
            tapCount: try members.decodeIfPresent(Int.self, forKey: "tapCount") ?? 1,
            force: try members.decodeIfPresent(Double.self, forKey: "force"),
            majorRadius: try members.decodeIfPresent(Double.self, forKey: "majorRadius"))
        coalesced = try members.decodeIfPresent([TouchPlace].self, forKey: "coalesced") ?? []
        lost = try members.decodeIfPresent(Int.self, forKey: "lost") ?? 0
        predicted = try members.decodeIfPresent([TouchPlace].self, forKey: "predicted") ?? []
    }
}

extension TouchPlace: Decodable {
    /// Reads one of `coalesced` or `predicted`.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        self.init(
            time: try members.decodeMicroseconds(forKey: "time"),
            location: try members.decode(WirePoint.self, forKey: "location"))
    }
}

extension TouchNotification: Decodable {
    /// Reads what a `touch` notification and a snapshot say of a surface.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        surface = try members.decodeName(forKey: "surface")
        time = try members.decodeMicroseconds(forKey: "time")
        touches = try members.decode([WireTouch].self, forKey: "touches")
    }
}

/// The touches of a frame as one subscription receives them.
public struct ReceivedTouches: Equatable, Sendable, Decodable {
    /// The number of the subscription in its connection.
    public var subscription: Int
    /// The notification.
    public var notification: TouchNotification

    /// Reads the params of a `touch` notification.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        subscription = try members.decode(Int.self, forKey: "subscription")
        notification = try TouchNotification(from: decoder)
    }
}
