// The parts of gestures that a peer may receive, by its capabilities.

import GestureWire

/// The parts of gestures that a peer may receive.
struct Sight: Equatable {
    /// Whether it receives their locations.
    var places: Bool
    /// Whether it receives gestures with private touches.
    var privateTouches: Bool

    /// The sight that capabilities allow.
    init(_ capabilities: Set<Capability>) {
        privateTouches = capabilities.contains(.touches)
        places = privateTouches || capabilities.contains(.locations)
    }

    /// Returns whether it receives gestures with this visibility.
    func isVisible(_ visibility: Visibility) -> Bool {
        switch visibility {
        case .everybody: true
        case .withPrivateTouches: privateTouches
        case .withoutPrivateTouches: !privateTouches
        }
    }
}
