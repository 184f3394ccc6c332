// A property of a recognizer: its key, kind, meaning and setter.

public import Gestures

/// One key of a recognizer in the file.
///
/// `RecognizerType.properties` lists them; parser, documentation and tests all live on that list.
public struct RecognizerProperty: Sendable {
    /// The key in the file: the name of the recognizer's property, as in UIKit, but `enabled` for `isEnabled`.
    public let key: String
    /// The allowed values.
    public let kind: PropertyKind
    /// One sentence that says what the value means; the default is `RecognizerType.defaultValue(of:)`.
    public let documentation: String
    /// Whether a recognizer without it makes no sense.
    public private(set) var isRequired = false

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
        _ key: String, _ kind: PropertyKind, _ path: any ReferenceWritableKeyPath<Recognizer, Value> & Sendable,
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
        RecognizerProperty(key, .anyTime, path, documentation, wrap: PropertyValue.seconds) {
            if case .seconds(let seconds) = $0 { seconds } else { nil }
        }
    }

    static func points<Recognizer: GestureRecognizer>(
        _ key: String, _ path: any ReferenceWritableKeyPath<Recognizer, Double> & Sendable, _ documentation: String
    ) -> RecognizerProperty {
        RecognizerProperty(key, .anyLength, path, documentation, wrap: PropertyValue.points) {
            if case .points(let points) = $0 { points } else { nil }
        }
    }

    static func degrees<Recognizer: GestureRecognizer>(
        _ key: String, _ path: any ReferenceWritableKeyPath<Recognizer, Double> & Sendable, _ documentation: String
    ) -> RecognizerProperty {
        RecognizerProperty(key, .anyAngle, path, documentation, wrap: PropertyValue.radians) {
            if case .radians(let radians) = $0 { radians } else { nil }
        }
    }

    static func number<Recognizer: GestureRecognizer>(
        _ key: String, _ path: any ReferenceWritableKeyPath<Recognizer, Double> & Sendable,
        in range: ClosedRange<Double>, _ documentation: String
    ) -> RecognizerProperty {
        RecognizerProperty(key, .number(range), path, documentation, wrap: PropertyValue.number) {
            if case .number(let number) = $0 { number } else { nil }
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

    static func edges<Recognizer: GestureRecognizer>(
        _ key: String, _ path: any ReferenceWritableKeyPath<Recognizer, RectEdge> & Sendable, _ documentation: String
    ) -> RecognizerProperty {
        RecognizerProperty(key, .edges, path, documentation, wrap: PropertyValue.edges) {
            if case .edges(let edges) = $0 { edges } else { nil }
        }
    }

    static func flag<Recognizer: GestureRecognizer>(
        _ key: String, _ path: any ReferenceWritableKeyPath<Recognizer, Bool> & Sendable, _ documentation: String
    ) -> RecognizerProperty {
        RecognizerProperty(key, .flag, path, documentation, wrap: PropertyValue.flag) {
            if case .flag(let flag) = $0 { flag } else { nil }
        }
    }

    static func smoothing<Recognizer: GestureRecognizer>(
        _ key: String, _ path: any ReferenceWritableKeyPath<Recognizer, Smoothing?> & Sendable, _ documentation: String
    ) -> RecognizerProperty {
        RecognizerProperty(key, .smoothing, path, documentation, wrap: PropertyValue.smoothing) {
            if case .smoothing(let smoothing) = $0 { .some(smoothing) } else { nil }
        }
    }

    static func templates<Recognizer: GestureRecognizer>(
        _ key: String, _ path: any ReferenceWritableKeyPath<Recognizer, [StrokeTemplate]> & Sendable,
        _ documentation: String
    ) -> RecognizerProperty {
        RecognizerProperty(key, .templates, path, documentation, wrap: PropertyValue.templates) {
            if case .templates(let templates) = $0 { templates } else { nil }
        }
    }

    /// The same property; a file without it is refused.
    var required: RecognizerProperty {
        var required = self
        required.isRequired = true
        return required
    }
}
