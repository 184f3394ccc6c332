// What may a connection do?

/// A right that the greeting tells, and of which some requests need one.
public enum Capability: String, CaseIterable, Sendable {
    /// Hear of gestures, and list what there is.
    case gestures
    /// Change how the daemon works for everybody: `rotate`, `reload`.
    case control
}

extension Request {
    /// What a connection must be allowed to do for this request.
    public var capability: Capability {
        switch self {
        case .subscribe, .unsubscribe, .list: .gestures
        case .rotate, .reload: .control
        }
    }
}
