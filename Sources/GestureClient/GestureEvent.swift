// The events that a subscription can deliver.

public import GestureWire

/// An event of a subscription, or a change of its connection.
public enum GestureEvent: Equatable, Sendable {
    /// There is a connection; where things stand: start over from here. The first event, and the first after a loss.
    case connected(Snapshot)
    /// A gesture was recognized, has changed or has ended.
    ///
    /// The sequence is 0 of those that are `cancelled` because the connection is lost: the server did not say so.
    case gesture(ReceivedGesture)
    /// The changed touches in one frame of a surface; only for subscriptions with touches.
    case touch(ReceivedTouches)
    /// A surface came, went or changed.
    case surface(SurfaceChange)
    /// A new snapshot: the configuration was reloaded, or the subscription receives again after its connection had lost
    /// capabilities.
    case reloaded(Snapshot)
    /// The program was too slow: notifications are lost, and the connection ends.
    case lagged(Lagged)
    /// The connection is lost; the client tries to reconnect. Gestures in progress have been cancelled before.
    case disconnected(ConnectionError)

    /// The new state that it brings; nil if it changes a part of it.
    var snapshot: Snapshot? {
        switch self {
        case .connected(let snapshot), .reloaded(let snapshot): snapshot
        case .lagged(let lagged): lagged.snapshot
        case .gesture, .touch, .surface, .disconnected: nil
        }
    }

    /// Creates an event from a message; nil for answers, for questions, and for messages of later versions.
    init?(_ message: ServerMessage) {
        switch message {
        case .gesture(let gesture): self = .gesture(gesture)
        case .touch(let touches): self = .touch(touches)
        case .surface(let change): self = .surface(change)
        case .reloaded(let snapshot): self = .reloaded(snapshot)
        case .lagged(let lagged): self = .lagged(lagged)
        case .hello, .capabilities, .question, .attempt, .reset, .response, .error, .other: return nil
        }
    }
}
