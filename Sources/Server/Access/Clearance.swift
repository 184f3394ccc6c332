// The parts of gestures that a peer may receive, by its capabilities.

import GestureWire

struct Clearance: Equatable {
    var locations: Bool
    var privateTouches: Bool

    init(_ capabilities: Set<Capability>) {
        privateTouches = capabilities.contains(.touches)
        locations = privateTouches || capabilities.contains(.locations)
    }
}
