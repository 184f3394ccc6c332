// The members of each type of measurement: the one description from which lines, changes and texts are made.

package enum MeasuredValue {
    /// A number of what the member's name says.
    case count(Int)
    /// A name that a user has given.
    case text(String)
    /// One of the known words; `noun` is what people call it, if the word alone does not say it.
    case word(String, noun: String, isKnown: (String) -> Bool)
    /// A number.
    case number(Double, MeasuredQuantity)
    /// A translation since `began`, or a velocity; clients without the capability `locations` do not receive points.
    case point(WirePoint, isVelocity: Bool)
    /// A place that is sent with `ended` only.
    case placeAtEnd(WirePoint?)
    /// The new value of a scale or a rotation, of which the change is sent: a quotient or a difference.
    case numberChange(Double, MeasuredQuantity)
    /// The new value of a translation, of which the change is sent: a difference.
    case translationChange(WirePoint)
}

/// What a number of a measurement is: its unit, and how a change of it is computed.
package enum MeasuredQuantity {
    case duration
    /// A factor since `began`, and its change per second.
    case scale, scaleVelocity
    /// An angle since `began`, and its change per second, in radians.
    case rotation, rotationVelocity
    /// A similarity, from 0 to 1.
    case score
}

/// Something that receives the members of a measurement in the order of the line, and can replace their values.
package protocol MeasurementVisitor {
    /// Receives a member, and returns its value or another one of the same case.
    mutating func visit(_ name: StaticString, _ value: MeasuredValue) -> MeasuredValue
    /// Whether it returns other values than it receives; if not, a word need not be looked up again.
    static var replacesValues: Bool { get }
}

extension MeasurementVisitor {
    package static var replacesValues: Bool { false }

    @inline(__always)
    fileprivate mutating func visit(_ name: StaticString, _ number: inout Double, _ quantity: MeasuredQuantity) {
        if case .number(let new, _) = visit(name, .number(number, quantity)) { number = new }
    }

    @inline(__always)
    fileprivate mutating func visit(_ name: StaticString, changeOf number: Double, _ quantity: MeasuredQuantity) {
        _ = visit(name, .numberChange(number, quantity))
    }

    @inline(__always)
    fileprivate mutating func visit(_ name: StaticString, _ point: inout WirePoint, isVelocity: Bool) {
        if case .point(let new, _) = visit(name, .point(point, isVelocity: isVelocity)) { point = new }
    }

    @inline(__always)
    fileprivate mutating func visit<Word: RawRepresentable<String>>(
        _ name: StaticString, _ word: inout Word, noun: String
    ) {
        let isKnown = { Word(rawValue: $0) != nil }
        let value = visit(name, .word(word.rawValue, noun: noun, isKnown: isKnown))
        if Self.replacesValues, case .word(let new, _, _) = value { word = Word(rawValue: new) ?? word }
    }

    /// Passes what all pans have in common.
    @inline(__always)
    fileprivate mutating func visit(
        _ translation: inout WirePoint, _ velocity: inout WirePoint, _ projection: inout WirePoint?
    ) {
        visit("translation", &translation, isVelocity: false)
        _ = visit("delta", .translationChange(translation))
        visit("velocity", &velocity, isVelocity: true)
        if case .placeAtEnd(let new) = visit("projection", .placeAtEnd(projection)) { projection = new }
    }
}

extension Measurement {
    /// A measurement of each type with members of its own, by the type's name on the wire.
    static let samples: [(type: String, measurement: Measurement)] = [
        ("tap", .tap(taps: 0)),
        ("longPress", .longPress(duration: 0)),
        ("swipe", .swipe(direction: .left, velocity: .zero)),
        ("pan", .pan(translation: .zero, velocity: .zero, projection: nil)),
        ("screenEdgePan", .screenEdgePan(edge: .top, translation: .zero, velocity: .zero, projection: nil)),
        ("pinch", .pinch(scale: 1, velocity: 0)),
        ("rotation", .rotation(rotation: 0, velocity: 0)),
        ("transform", .transform(translation: .zero, velocity: .zero, projection: nil, scale: 1, rotation: 0)),
        ("stroke", .stroke(name: "", score: 0)),
    ]

    /// Passes the members to a visitor in the order of the line, and returns the measurement as the visitor has left
    /// it.
    ///
    /// The members of a custom type have no description: they are not passed.
    @inline(__always) @discardableResult
    package func describe(to visitor: inout some MeasurementVisitor) -> Measurement {
        switch self {
        case .tap(let taps):
            guard case .count(let taps) = visitor.visit("taps", .count(taps)) else { return self }
            return .tap(taps: taps)
        case .longPress(var duration):
            visitor.visit("duration", &duration, .duration)
            return .longPress(duration: duration)
        case .swipe(var direction, var velocity):
            visitor.visit("direction", &direction, noun: "")
            visitor.visit("velocity", &velocity, isVelocity: true)
            return .swipe(direction: direction, velocity: velocity)
        case .pan(var translation, var velocity, var projection):
            visitor.visit(&translation, &velocity, &projection)
            return .pan(translation: translation, velocity: velocity, projection: projection)
        case .screenEdgePan(var edge, var translation, var velocity, var projection):
            visitor.visit(&translation, &velocity, &projection)
            visitor.visit("edge", &edge, noun: "edge")
            return .screenEdgePan(edge: edge, translation: translation, velocity: velocity, projection: projection)
        case .pinch(var scale, var velocity):
            visitor.visit("scale", &scale, .scale)
            visitor.visit("delta", changeOf: scale, .scale)
            visitor.visit("velocity", &velocity, .scaleVelocity)
            return .pinch(scale: scale, velocity: velocity)
        case .rotation(var rotation, var velocity):
            visitor.visit("rotation", &rotation, .rotation)
            visitor.visit("delta", changeOf: rotation, .rotation)
            visitor.visit("velocity", &velocity, .rotationVelocity)
            return .rotation(rotation: rotation, velocity: velocity)
        case .transform(var translation, var velocity, var projection, var scale, var rotation):
            visitor.visit(&translation, &velocity, &projection)
            visitor.visit("scale", &scale, .scale)
            visitor.visit("rotation", &rotation, .rotation)
            visitor.visit("scaleDelta", changeOf: scale, .scale)
            visitor.visit("rotationDelta", changeOf: rotation, .rotation)
            return .transform(
                translation: translation, velocity: velocity, projection: projection, scale: scale, rotation: rotation)
        case .stroke(let name, var score):
            guard case .text(let name) = visitor.visit("stroke", .text(name)) else { return self }
            visitor.visit("score", &score, .score)
            return .stroke(name: name, score: score)
        case .custom, .none: return self
        }
    }
}
