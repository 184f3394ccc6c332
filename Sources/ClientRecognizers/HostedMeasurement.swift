// The values of each type of gesture as those that a client sends.

import Gestures
import Touch

extension GestureMeasurement {
    /// Its values by name, as the protocol names those of gestured's own types.
    var members: [Member] {
        switch self {
        case .none: []
        case .tap(let taps): [Member("taps", .count(taps))]
        case .longPress(let duration): [Member("duration", .number(duration))]
        case .swipe(_, let velocity): [Member("velocity", .point(.zero + velocity))]
        case .pan(let translation, let velocity, _), .screenEdgePan(_, let translation, let velocity, _):
            [Member("translation", .point(.zero + translation)), Member("velocity", .point(.zero + velocity))]
        case .pinch(let scale, let velocity): [Member("scale", .number(scale)), Member("velocity", .number(velocity))]
        case .rotation(let rotation, let velocity):
            [Member("rotation", .number(rotation)), Member("velocity", .number(velocity))]
        case .transform(let translation, let velocity, _, let scale, let rotation):
            [
                Member("translation", .point(.zero + translation)), Member("velocity", .point(.zero + velocity)),
                Member("scale", .number(scale)), Member("rotation", .number(rotation)),
            ]
        case .stroke(let name, let score): [Member("stroke", .text(name)), Member("score", .number(score))]
        case .custom(let members): members
        }
    }
}
