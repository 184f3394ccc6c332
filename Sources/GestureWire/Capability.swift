// The capabilities of a connection, and those that each request needs.

/// A right that the greeting tells, and of which some requests need one or more.
public enum Capability: String, CaseIterable, Sendable {
    /// Receive gestures without places, and list what there is.
    case gestures
    /// Receive the places of gestures, too; `touches` includes that.
    case locations
    /// Hear of touches: with an on-screen keyboard they are keystrokes.
    case touches
    /// Bring regions and recognizers of one's own.
    case attach
    /// Change how the daemon works for everybody: `rotate`, `reload`, `setPrivate`, `setEnabled` for what is configured.
    case control
}

extension Request {
    /// What a connection must be allowed to do for this request: all of these, in the order of the greeting.
    ///
    /// Whose recognizer `setEnabled` means, and with that whether it needs `attach` or `control`, is known only to who
    /// carries it out.
    public var capabilities: [Capability] {
        switch self {
        // What fails tells where fingers are that are no gesture.
        case .subscribe(let filter):
            filter.touches || filter.states.contains(.failed) ? [.gestures, .touches] : [.gestures]
        // When fingers came down is when keys were typed.
        case .list(.decisions): [.gestures, .touches]
        case .list, .status: [.gestures]
        case .attach, .detach: [.attach]
        case .rotate, .reload, .setPrivate: [.control]
        // Whoever has lost what a subscription needs may still be done with it.
        case .unsubscribe, .setEnabled, .discover: []
        }
    }
}
