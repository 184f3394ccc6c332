// Decoding of the touches of a frame.

extension TouchNotification: Decodable {
    /// Reads what a `touch` notification and a snapshot say of a surface.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        surface = try members.decode(String.self, forKey: "surface")
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
