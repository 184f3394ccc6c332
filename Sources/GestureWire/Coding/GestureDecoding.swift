// Decoding of `gesture` notifications.

extension GestureNotification: Decodable {
    /// Reads the members of a gesture; those of an unknown type become ``Measurement/custom(_:)``.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        let type = try members.decodeName(forKey: "type")
        self.init(
            recognizer: try members.decodeName(forKey: "recognizer"), type: type,
            gesture: try members.decode(Int.self, forKey: "gesture"),
            state: try members.decode(GestureState.self, forKey: "state"),
            surface: try members.decodeName(forKey: "surface"),
            region: try members.decodeName(forKey: "region"),
            time: try members.decodeMicroseconds(forKey: "time"),
            location: try members.decodeIfPresent(WirePoint.self, forKey: "location"),
            touches: try members.decodeIfPresent([Int].self, forKey: "touches") ?? [],
            measurement: try Measurement(type: type, from: decoder))
        locations = try members.decodeIfPresent([WirePoint].self, forKey: "locations") ?? []
        if let translation = try members.decodeIfPresent(WirePoint.self, forKey: "predictedTranslation") {
            setPredictedTranslation(translation)
        }
    }
}

extension KeyedDecodingContainer {
    /// A time in microseconds that is written in seconds.
    func decodeMicroseconds(forKey key: Key) throws -> Int64 {
        let seconds = try decode(Double.self, forKey: key)
        guard let time = Int64(exactly: (seconds * 1e6).rounded()) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "out of range")
        }
        return time
    }
}

/// A gesture as one subscription receives it.
public struct ReceivedGesture: Equatable, Sendable, Decodable {
    /// The number of the subscription in its connection.
    public var subscription: Int
    /// The number of the notification in its subscription, from 1; a gap means that one was replaced by a newer one or
    /// dropped.
    public var sequence: Int
    /// The notification.
    public var notification: GestureNotification
    /// The change since the last notification of this gesture; nil for types without a `delta`.
    public var change: MeasurementChange?

    /// Reads the params of a `gesture` notification.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        subscription = try members.decode(Int.self, forKey: "subscription")
        sequence = try members.decode(Int.self, forKey: "seq")
        notification = try GestureNotification(from: decoder)
        change = try MeasurementChange(of: notification.measurement, members)
    }
}
