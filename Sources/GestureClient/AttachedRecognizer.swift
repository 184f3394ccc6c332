// Description of a recognizer that a program attaches.

public import GestureWire

/// A recognizer of a connection's own: type, name, and what the configuration calls its properties.
///
///     [.tap("double", numberOfTapsRequired: 2), .tap("single").requiring(toFail: "double").watching("canvas")]
///
/// Properties without a parameter here are set by their keys: `.pan("scroll").setting("delaysTouchesBegan", to: true)`.
/// Recognizers with equal properties are equal, whatever their closures.
public struct AttachedRecognizer: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    /// Everything that is said of it, by the keys of the configuration.
    public var properties: [String: WireValue]
    private(set) var answers = QuestionAnswers()
    private(set) var makeDecider: (@Sendable (SurfaceDescription) -> any AttemptDecider)?

    /// A recognizer from everything that is said of it.
    public init(properties: [String: WireValue]) { self.properties = properties }

    /// A recognizer as the configuration writes it: `["name": "double", "type": "tap", "numberOfTapsRequired": 2]`.
    public init(dictionaryLiteral properties: (String, WireValue)...) {
        self.init(properties: Dictionary(properties) { first, _ in first })
    }

    /// A recognizer of any type.
    ///
    /// - Parameters:
    ///   - type: As the configuration names it.
    ///   - name: What notifications call it.
    ///   - properties: Those of its type; nil counts as not said.
    public init(_ type: String, _ name: String, _ properties: [String: WireValue?] = [:]) {
        self.properties = properties.compactMapValues(\.self)
        self.properties["type"] = .text(type)
        self.properties["name"] = .text(name)
    }

    // MARK: Relations and places

    /// The same recognizer with a property as given, by its key.
    public func setting(_ key: String, to value: WireValue) -> AttachedRecognizer {
        var recognizer = self
        recognizer.properties[key] = value
        return recognizer
    }

    /// Returns the same recognizer for an own or configured region; without a region it is for whole surfaces.
    public func watching(_ region: String) -> AttachedRecognizer {
        setting("region", to: .text(region))
    }

    /// The same recognizer, recognized only once these have failed: UIKit's `require(toFail:)`.
    public func requiring(toFail recognizers: String...) -> AttachedRecognizer {
        adding(recognizers, to: "requireToFail")
    }

    /// The same recognizer, which may be recognized together with these.
    public func simultaneous(with recognizers: String...) -> AttachedRecognizer {
        adding(recognizers, to: "simultaneousWith")
    }

    /// The same recognizer, which has to fail before these are recognized.
    public func blocking(_ recognizers: String...) -> AttachedRecognizer {
        adding(recognizers, to: "blocks")
    }

    /// The same recognizer, after which these begin, and only with its touches: SwiftUI's `sequenced(before:)`.
    public func sequenced(before recognizers: String...) -> AttachedRecognizer {
        adding(recognizers, to: "then")
    }

    // MARK: Questions

    /// Returns the same recognizer, which asks before it begins or is recognized: UIKit's
    /// `gestureRecognizerShouldBegin(_:)`.
    ///
    ///     .tap("left").shouldBegin { $0.location.map { $0.x < 500 } ?? true }
    ///
    /// ``GestureEvents`` runs the closure in a task of its own, as soon as it reads the question, and sends the answer
    /// on the connection that asked. The gesture is what its notification would say; after false the recognizer fails.
    ///
    /// Until the answer, this recognizer waits, and those that require it to fail; nothing else does. After 0.1
    /// seconds, or its property `askTimeout`, the answer is true.
    public func shouldBegin(
        _ answer: @escaping @Sendable (GestureNotification) async -> Bool
    ) -> AttachedRecognizer {
        var recognizer = asking(.begin)
        recognizer.answers.shouldBegin = answer
        return recognizer
    }

    /// Returns the same recognizer, which asks before it receives a touch: UIKit's
    /// `gestureRecognizer(_:shouldReceive:)`.
    ///
    /// The closure is run as that of ``shouldBegin(_:)``. After false the touch is not the recognizer's.
    public func shouldReceive(_ answer: @escaping @Sendable (QuestionedTouch) async -> Bool) -> AttachedRecognizer {
        var recognizer = asking(.receive)
        recognizer.answers.shouldReceive = answer
        return recognizer
    }

    /// Returns the same recognizer, which asks whether it and another one of this connection may both be recognized:
    /// UIKit's `gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)`.
    ///
    /// It asks when both have come to share a touch, once for each attempt. Nothing waits for the answer: until it is
    /// there, what both declare holds.
    public func shouldRecognizeSimultaneously(
        _ answer: @escaping @Sendable (QuestionedPair) async -> Bool
    ) -> AttachedRecognizer { asking(.simultaneous, answer) }

    /// Returns the same recognizer, which asks likewise whether it waits until another one fails: UIKit's
    /// `gestureRecognizer(_:shouldRequireFailureOf:)`.
    public func shouldRequireFailure(
        _ answer: @escaping @Sendable (QuestionedPair) async -> Bool
    ) -> AttachedRecognizer { asking(.requireFailure, answer) }

    /// Returns the same recognizer, which asks likewise whether another one waits until it fails: UIKit's
    /// `gestureRecognizer(_:shouldBeRequiredToFailBy:)`.
    public func shouldBeRequiredToFail(
        _ answer: @escaping @Sendable (QuestionedPair) async -> Bool
    ) -> AttachedRecognizer { asking(.beRequiredToFail, answer) }

    private func asking(
        _ kind: QuestionKind, _ answer: @escaping @Sendable (QuestionedPair) async -> Bool
    ) -> AttachedRecognizer {
        var recognizer = asking(kind)
        recognizer.answers.aboutPairs[kind] = answer
        return recognizer
    }

    /// Returns the same recognizer, which asks a program without closures: it answers by
    /// ``GestureConnection/answer(_:_:)``.
    public func asking(_ questions: QuestionKind...) -> AttachedRecognizer {
        adding(questions.map(\.rawValue), to: "ask")
    }

    // MARK: Decisions

    /// Returns the same recognizer, of the type `custom`, for which this program decides.
    ///
    /// - Parameter make: Makes what decides on a surface, on the thread that reads.
    public func deciding(
        _ make: @escaping @Sendable (SurfaceDescription) -> any AttemptDecider
    ) -> AttachedRecognizer {
        var recognizer = self
        recognizer.makeDecider = make
        return recognizer
    }

    /// The name, if it is one.
    var name: String? { if case .text(let name)? = properties["name"] { name } else { nil } }

    /// Compares the properties.
    public static func == (left: AttachedRecognizer, right: AttachedRecognizer) -> Bool {
        left.properties == right.properties
    }

    private func adding(_ names: [String], to key: String) -> AttachedRecognizer {
        let present: [WireValue] =
            switch properties[key] {
            case .list(let list): list
            case let name?: [name]
            case nil: []
            }
        return setting(key, to: .list(present + names.map(WireValue.text).filter { !present.contains($0) }))
    }

    // MARK: Types

    /// Fingers touch the screen for a moment, once or several times.
    public static func tap(
        _ name: String, numberOfTapsRequired: Int? = nil, numberOfTouchesRequired: Int? = nil
    ) -> AttachedRecognizer {
        AttachedRecognizer(
            "tap", name,
            [
                "numberOfTapsRequired": count(numberOfTapsRequired),
                "numberOfTouchesRequired": count(numberOfTouchesRequired),
            ])
    }

    /// Fingers stay where they are for a while.
    ///
    /// - Parameters:
    ///   - name: What notifications call it.
    ///   - minimumPressDuration: In seconds.
    ///   - numberOfTouchesRequired: How many fingers.
    public static func longPress(
        _ name: String, minimumPressDuration: Double? = nil, numberOfTouchesRequired: Int? = nil
    ) -> AttachedRecognizer {
        AttachedRecognizer(
            "longPress", name,
            [
                "minimumPressDuration": minimumPressDuration.map { WireValue(floatLiteral: $0) },
                "numberOfTouchesRequired": count(numberOfTouchesRequired),
            ])
    }

    /// Fingers move quickly in one of some directions.
    public static func swipe(
        _ name: String, direction: SwipeDirection..., numberOfTouchesRequired: Int? = nil
    ) -> AttachedRecognizer {
        AttachedRecognizer(
            "swipe", name,
            [
                "direction": direction.isEmpty ? nil : .list(direction.map { .text($0.rawValue) }),
                "numberOfTouchesRequired": count(numberOfTouchesRequired),
            ])
    }

    /// Fingers move.
    public static func pan(
        _ name: String, minimumNumberOfTouches: Int? = nil, maximumNumberOfTouches: Int? = nil
    ) -> AttachedRecognizer {
        AttachedRecognizer("pan", name, touches(minimumNumberOfTouches, maximumNumberOfTouches))
    }

    /// A finger comes from an edge of its region and moves.
    public static func screenEdgePan(_ name: String, edges: ScreenEdge...) -> AttachedRecognizer {
        AttachedRecognizer("screenEdgePan", name, ["edges": .list(edges.map { .text($0.rawValue) })])
    }

    /// Two fingers approach or part.
    public static func pinch(_ name: String) -> AttachedRecognizer { AttachedRecognizer("pinch", name) }

    /// Two fingers turn about each other.
    public static func rotation(_ name: String) -> AttachedRecognizer { AttachedRecognizer("rotation", name) }

    /// Fingers move, approach or part, and turn, all in one gesture.
    public static func transform(
        _ name: String, minimumNumberOfTouches: Int? = nil, maximumNumberOfTouches: Int? = nil
    ) -> AttachedRecognizer {
        AttachedRecognizer("transform", name, touches(minimumNumberOfTouches, maximumNumberOfTouches))
    }

    private static func touches(_ minimum: Int?, _ maximum: Int?) -> [String: WireValue?] {
        ["minimumNumberOfTouches": count(minimum), "maximumNumberOfTouches": count(maximum)]
    }

    private static func count(_ number: Int?) -> WireValue? { number.map { .integer(Int64($0)) } }
}
