// The capabilities of a connection, and those that each request needs.

/// A right of a connection, listed in the greeting; some requests need one or more.
public enum Capability: String, CaseIterable, Sendable {
    /// Receive gestures without places, and list what there is.
    case gestures
    /// Receive the places of gestures, too; `touches` includes that.
    case locations
    /// Receive touches: with an on-screen keyboard they are keystrokes.
    case touches
    /// Attach own regions and recognizers, update these regions, and answer the recognizers' questions; with `touches`
    /// also decide for recognizers.
    case attach
    /// Attach recognizers that take touches from applications.
    case intercept
    /// Change the daemon for all clients: `rotate`, `reload`, `setPrivate`, `swallow`, `setEnabled` for configured
    /// recognizers.
    case control
}

extension Request {
    /// The capabilities that this request needs: all of these, in the order of the greeting.
    ///
    /// Whether `setEnabled` needs `attach` or `control` depends on the recognizer, which only the server knows.
    public var capabilities: [Capability] {
        switch self {
        // Failed gestures reveal touches that are not part of a gesture.
        case .subscribe(let filter):
            filter.touches || filter.states.contains(.failed) ? [.gestures, .touches] : [.gestures]
        // The time of a touch can be that of a keystroke.
        case .list(.decisions): [.gestures, .touches]
        case .list, .status: [.gestures]
        // The client receives the touches of recognizers that it decides.
        case .attach(let request):
            (request.hasCustomRecognizer ? [.touches] : []) + [.attach] + Self.interception(by: request.recognizers)
        case .recognize: [.touches, .attach]
        case .update(let request): [.attach] + Self.interception(by: request.recognizers)
        case .detach, .answer: [.attach]
        case .rotate, .reload, .setPrivate, .swallow: [.control]
        // A client that has lost a subscription's capabilities may still end it.
        case .unsubscribe, .setEnabled: []
        }
    }

    /// What recognizers need that are to take touches from applications.
    private static func interception(by recognizers: [WireValue]) -> [Capability] {
        let isAny = recognizers.contains { recognizer in
            guard case .object(let members) = recognizer else { return false }
            return members.contains {
                $0.name == "intercepts" && $0.value != .text("never") && $0.value != .null
            }
        }
        return isAny ? [.intercept] : []
    }
}
