// What is a property of a recognizer? Its key, its kind, its sense, and how it is set.

public import Gestures

/// One key of a recognizer in the file.
///
/// `RecognizerType.properties` lists them; parser, documentation and tests all live on that list.
public struct RecognizerProperty: Sendable {
    /// What values a property takes; the ranges are in the unit of the file.
    public enum Kind: Hashable, Sendable {
        /// A whole number.
        case count(ClosedRange<Int>)
        /// A time: seconds, or with `s` or `ms`.
        case seconds(ClosedRange<Double>)
        /// A length: points, or with `pt`, `mm`, `cm` or `in`.
        case points(ClosedRange<Double>)
        /// An angle in degrees.
        case degrees(ClosedRange<Double>)
        /// One of left, right, up, down, or a list of them.
        case directions
        /// True or false.
        case flag
    }

    /// The key in the file: the name of the recognizer's property, as in UIKit, but `enabled` for `isEnabled`.
    public let key: String
    /// What values it takes.
    public let kind: Kind
    /// One sentence that says what the value means; the default is `RecognizerType.defaultValue(of:)`.
    public let documentation: String

    private let get: @Sendable (GestureRecognizer) -> PropertyValue?
    private let set: @Sendable (GestureRecognizer, PropertyValue) -> Void

    /// The value that a recognizer has; nil when it is of a type without this property.
    public func value(of recognizer: GestureRecognizer) -> PropertyValue? { get(recognizer) }

    /// Gives a recognizer the value.
    ///
    /// Without effect when the recognizer is of a type without this property or the value of another kind.
    func apply(_ value: PropertyValue, to recognizer: GestureRecognizer) { set(recognizer, value) }

    /// A property that is kept under `path` and becomes a `PropertyValue` by `wrap` and back by `unwrap`.
    private init<Recognizer: GestureRecognizer, Value>(
        _ key: String, _ kind: Kind, _ path: any ReferenceWritableKeyPath<Recognizer, Value> & Sendable,
        _ documentation: String, wrap: @escaping @Sendable (Value) -> PropertyValue,
        unwrap: @escaping @Sendable (PropertyValue) -> Value?
    ) {
        self.key = key
        self.kind = kind
        self.documentation = documentation
        get = { recognizer in (recognizer as? Recognizer).map { wrap($0[keyPath: path]) } }
        set = { recognizer, value in
            guard let recognizer = recognizer as? Recognizer, let value = unwrap(value) else { return }
            recognizer[keyPath: path] = value
        }
    }
}

// MARK: - One factory for each kind

extension RecognizerProperty {
    static func count<Recognizer: GestureRecognizer>(
        _ key: String, _ path: any ReferenceWritableKeyPath<Recognizer, Int> & Sendable,
        in range: ClosedRange<Int>, _ documentation: String
    ) -> RecognizerProperty {
        RecognizerProperty(key, .count(range), path, documentation, wrap: PropertyValue.count) {
            if case .count(let count) = $0 { count } else { nil }
        }
    }

    static func seconds<Recognizer: GestureRecognizer>(
        _ key: String, _ path: any ReferenceWritableKeyPath<Recognizer, Double> & Sendable, _ documentation: String
    ) -> RecognizerProperty {
        RecognizerProperty(key, .seconds(0...60), path, documentation, wrap: PropertyValue.seconds) {
            if case .seconds(let seconds) = $0 { seconds } else { nil }
        }
    }

    static func points<Recognizer: GestureRecognizer>(
        _ key: String, _ path: any ReferenceWritableKeyPath<Recognizer, Double> & Sendable, _ documentation: String
    ) -> RecognizerProperty {
        RecognizerProperty(key, .points(0...10000), path, documentation, wrap: PropertyValue.points) {
            if case .points(let points) = $0 { points } else { nil }
        }
    }

    static func degrees<Recognizer: GestureRecognizer>(
        _ key: String, _ path: any ReferenceWritableKeyPath<Recognizer, Double> & Sendable, _ documentation: String
    ) -> RecognizerProperty {
        RecognizerProperty(key, .degrees(0...360), path, documentation, wrap: PropertyValue.radians) {
            if case .radians(let radians) = $0 { radians } else { nil }
        }
    }

    static func directions<Recognizer: GestureRecognizer>(
        _ key: String, _ path: any ReferenceWritableKeyPath<Recognizer, SwipeDirection> & Sendable,
        _ documentation: String
    ) -> RecognizerProperty {
        RecognizerProperty(key, .directions, path, documentation, wrap: PropertyValue.directions) {
            if case .directions(let directions) = $0 { directions } else { nil }
        }
    }

    static func flag<Recognizer: GestureRecognizer>(
        _ key: String, _ path: any ReferenceWritableKeyPath<Recognizer, Bool> & Sendable, _ documentation: String
    ) -> RecognizerProperty {
        RecognizerProperty(key, .flag, path, documentation, wrap: PropertyValue.flag) {
            if case .flag(let flag) = $0 { flag } else { nil }
        }
    }
}
