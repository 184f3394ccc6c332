// The events that a subscription can deliver.

public import GestureWire

/// What a subscription hears, and what becomes of its connection.
public enum GestureEvent: Equatable, Sendable {
    /// There is a connection; where things stand: start over from here. The first event, and the first after a loss.
    case connected(Snapshot)
    /// A gesture has been recognized, goes on, or is over.
    ///
    /// The sequence is 0 of those that are `cancelled` because the connection is lost: the server did not say so.
    case gesture(ReceivedGesture)
    /// What happened to touches in one frame of a surface; only to those who ask for touches.
    case touch(ReceivedTouches)
    /// A surface came, went or changed.
    case surface(SurfaceChange)
    /// Where things stand from there on: the configuration was read anew, or the subscription hears again after what its
    /// connection may do had been taken from it.
    case reloaded(Snapshot)
    /// The program was too slow: notifications are lost, and the connection ends.
    case lagged(Lagged)
    /// There is no connection; it is tried to connect again. Whatever was in progress has been cancelled before.
    case disconnected(ConnectionError)

    /// What a line says to a subscription; nil for answers, and for what later versions may say.
    init?(_ message: ServerMessage) {
        switch message {
        case .gesture(let gesture): self = .gesture(gesture)
        case .touch(let touches): self = .touch(touches)
        case .surface(let change): self = .surface(change)
        case .reloaded(let snapshot): self = .reloaded(snapshot)
        case .lagged(let lagged): self = .lagged(lagged)
        case .hello, .capabilities, .response, .error, .other: return nil
        }
    }
}
