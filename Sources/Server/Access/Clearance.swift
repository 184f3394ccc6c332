// The parts of gestures that a peer may receive, by its capabilities.

import GestureWire

/// The parts of gestures that a peer may receive.
struct Clearance: Equatable {
    /// Whether it receives their locations.
    var locations: Bool
    /// Whether it receives gestures with private touches.
    var privateTouches: Bool

    /// The clearance that capabilities give.
    init(_ capabilities: Set<Capability>) {
        privateTouches = capabilities.contains(.touches)
        locations = privateTouches || capabilities.contains(.locations)
    }

    /// Returns whether it includes gestures with this visibility.
    func includes(_ visibility: Visibility) -> Bool {
        switch visibility {
        case .everybody: true
        case .withPrivateTouches: privateTouches
        case .withoutPrivateTouches: !privateTouches
        }
    }
}
