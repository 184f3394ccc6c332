// The values of each type of gesture as those that a client sends.
//
// Points of a client are places, so movements and velocities are two numbers each, in points.

import Gestures
import Touch

extension GestureMeasurement {
    /// Its values by name, as the protocol names those of gestured's own types.
    var members: [Member] {
        switch self {
        case .none: []
        case .tap(let taps): [Member("taps", .count(taps))]
        case .longPress(let duration): [Member("duration", .number(duration))]
        case .swipe(_, let velocity): Self.vector("velocity", velocity)
        case .pan(let translation, let velocity, _), .screenEdgePan(_, let translation, let velocity, _):
            Self.vector("translation", translation) + Self.vector("velocity", velocity)
        case .pinch(let scale, let velocity): [Member("scale", .number(scale)), Member("velocity", .number(velocity))]
        case .rotation(let rotation, let velocity):
            [Member("rotation", .number(rotation)), Member("velocity", .number(velocity))]
        case .transform(let translation, let velocity, _, let scale, let rotation):
            Self.vector("translation", translation) + Self.vector("velocity", velocity)
                + [Member("scale", .number(scale)), Member("rotation", .number(rotation))]
        case .stroke(let name, let score): [Member("stroke", .text(name)), Member("score", .number(score))]
        case .custom(let members): members
        }
    }

    private static func vector(_ name: String, _ value: Vector) -> [Member] {
        [Member("\(name)X", .number(value.x)), Member("\(name)Y", .number(value.y))]
    }
}
