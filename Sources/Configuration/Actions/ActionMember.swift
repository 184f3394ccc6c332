// Table of the gesture's values that actions can compare and count.

import GestureWire

/// A value of a gesture, by its name in actions files: `translation.y`, `scale`, `direction`.
package struct ActionMember: Hashable, Sendable {
    /// The kind of a value, which decides on its units.
    package enum Kind: Hashable, Sendable {
        /// In the unit of the surface.
        case length
        /// In the unit of the surface per second.
        case speed
        /// In radians.
        case angle
        /// In seconds.
        case time
        /// A number without a unit: a count, a scale, a score.
        case number
        /// A change per second of a scale or, in radians, of an angle.
        case rate
        /// One of these words.
        case word([String])
        /// Any text.
        case text
    }

    /// The name.
    package let name: String
    /// The kind.
    package let kind: Kind
    /// The types that have it; empty for all.
    package let types: [RecognizerType]

    /// The members of the notification that the value is made of.
    package var path: [String] {
        switch name {
        case "distance": ["translation"]
        case "speed": ["velocity"]
        default: name.split(separator: ".").map(String.init)
        }
    }

    /// Whether only the end of a gesture has it.
    package var isOfEnd: Bool { name.hasPrefix("projection.") }

    /// Whether it is the length of a vector.
    package var isMagnitude: Bool { name == "distance" || name == "speed" }

    /// Whether only clients with the capability `locations` receive it.
    package var needsLocations: Bool {
        switch kind {
        case .length, .speed: true
        default: name == "touches"
        }
    }

    private static let pans: [RecognizerType] = [.pan, .screenEdgePan, .transform]
    private static let moving: [RecognizerType] = [.pan, .screenEdgePan, .transform, .swipe]

    /// All of them, in the order in which messages list them.
    package static let all: [ActionMember] =
        [
            .init("distance", .length, pans), .init("translation.x", .length, pans),
            .init("translation.y", .length, pans), .init("projection.x", .length, pans),
            .init("projection.y", .length, pans), .init("location.x", .length), .init("location.y", .length),
            .init("speed", .speed, moving), .init("velocity.x", .speed, moving),
            .init("velocity.y", .speed, moving), .init("velocity", .rate, [.pinch, .rotation]),
            .init("scale", .number, [.pinch, .transform]),
            .init("rotation", .angle, [.rotation, .transform]), .init("duration", .time, [.longPress]),
            .init("touches", .number), .init("taps", .number, [.tap]), .init("count", .number, [.tickle]),
            .init("score", .number, [.stroke]), .init("stroke", .text, [.stroke]),
            .init("direction", .word(SwipeDirection.allCases.map(\.rawValue)), [.swipe]),
            .init("edge", .word(ScreenEdge.allCases.map(\.rawValue)), [.screenEdgePan]),
        ]

    private init(_ name: String, _ kind: Kind, _ types: [RecognizerType] = []) {
        (self.name, self.kind, self.types) = (name, kind, types)
    }

    /// The member with a name; nil when there is none.
    static func named(_ name: String) -> ActionMember? { all.first { $0.name == name } }

    /// Whether a value can be counted in steps.
    package var hasSteps: Bool {
        switch kind {
        case .length: !isMagnitude && name.hasPrefix("translation")
        case .angle: true
        default: name == "scale" && kind == .number
        }
    }
}
