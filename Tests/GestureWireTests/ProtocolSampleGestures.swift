// Sample gestures of every type in every state.

import GestureWire

extension ProtocolSamples {
    /// Gestures of every type in every state, and failures, which have no measurement.
    static let gestures: [ProtocolSample] =
        (discrete + [GestureState.began, .changed, .ended, .cancelled].flatMap(continuous) + failures)
        .map { .gesture($0) }

    /// The gestures that a snapshot may contain.
    static let gesturesUnderWay = continuous(.began) + continuous(.changed)

    private static let discrete: [GestureNotification] =
        [
            sample(type: "tap", state: .recognized, .tap(taps: 2)),
            sample(type: "stroke", state: .recognized, .stroke(name: "a\"b", score: 0.5)),
            sample(
                type: "checkmark", state: .recognized, .custom(CustomMembers([.init("midpoint", .point(point))]))),
            sample(type: "tickle", state: .recognized, .custom(CustomMembers([.init("count", .count(3))]))),
            sample(type: "wave", state: .recognized, .none),
        ]
        + [SwipeDirection.left, .right, .up, .down].map {
            sample(type: "swipe", state: .recognized, .swipe(direction: $0, velocity: point))
        }

    /// A projection is published only at the end.
    private static func continuous(_ state: GestureState) -> [GestureNotification] {
        let projection = state == .ended ? point : nil
        let edgePans = ScreenEdge.allCases.map {
            Measurement.screenEdgePan(edge: $0, translation: point, velocity: point, projection: projection)
        }
        return edgePans.map { sample(type: "screenEdgePan", state: state, $0) } + [
            sample(type: "longPress", state: state, .longPress(duration: 0.5)),
            sample(type: "pan", state: state, .pan(translation: point, velocity: point, projection: projection)),
            sample(type: "pinch", state: state, .pinch(scale: 1.25, velocity: -1)),
            sample(type: "rotation", state: state, .rotation(rotation: -0.5, velocity: 2)),
            sample(
                type: "transform", state: state,
                .transform(translation: point, velocity: point, projection: projection, scale: 1.25, rotation: -0.5)),
            sample(type: "incrementalPinch", state: state, .custom(CustomMembers([.init("scale", .number(1.5))]))),
            sample(type: "wave", state: state, .custom(most)),
        ]
    }

    /// The maximum number of members of a custom type, of every kind.
    private static let most = CustomMembers(
        [
            .init("a", .number(-0.125)), .init("count", .count(-5)), .init("text", .text("\"\\\n\u{1}ü😀")),
            .init("way", .point(point)), .init("longest", .text(String(repeating: "x", count: customTextBytes))),
            .init("abcdefghijklmnopqrstuvwxyz012345", .number(0.5)),
        ] + (0..<customMembers - 6).map { CustomMembers.Member("m\($0)", .count($0)) })

    private static let failures = [
        "tap", "longPress", "swipe", "pan", "screenEdgePan", "pinch", "rotation", "transform", "stroke", "checkmark",
        "tickle", "incrementalPinch", "wave",
    ].map { sample(type: $0, state: .failed, .none) }
}
