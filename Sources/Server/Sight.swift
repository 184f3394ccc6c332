// The parts of gestures that a peer may receive, by its capabilities.

import GestureWire

/// What of gestures a peer may know.
struct Sight: Equatable {
    /// Whether it is told where they are.
    var places: Bool
    /// Whether it is told of gestures in which private touches take part.
    var privateTouches: Bool

    /// What these capabilities allow.
    init(_ capabilities: Set<Capability>) {
        privateTouches = capabilities.contains(.touches)
        places = privateTouches || capabilities.contains(.locations)
    }

    /// Whether it is told of gestures with this visibility.
    func isVisible(_ visibility: Visibility) -> Bool {
        switch visibility {
        case .everybody: true
        case .withPrivateTouches: privateTouches
        case .withoutPrivateTouches: !privateTouches
        }
    }
}
