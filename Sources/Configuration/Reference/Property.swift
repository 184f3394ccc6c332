// A property that a file sets: its key, kind, meaning, getter and setter.

public import Gestures

/// A key of a recognizer.
public typealias RecognizerProperty = Property<GestureRecognizer>

/// One key of the file, whose value is kept in a `Target`: a recognizer, a profile of thresholds, rules for contacts.
///
/// Parser, schema, documentation and tests all live on the lists `RecognizerType.properties`,
/// `ThresholdsRule.properties`, `ContactsRule.properties` and their likes.
public struct Property<Target>: Sendable {
    /// The key in the file: the name of the target's property, but `enabled` for `isEnabled` and `ignore` for
    /// `ignores`.
    public let key: String
    /// The allowed values.
    public let kind: PropertyKind
    /// One sentence that says what the value means.
    public let documentation: String
    /// Whether a target without it makes no sense.
    public let isRequired: Bool

    private let get: @Sendable (Target) -> PropertyValue?
    private let set: @Sendable (inout Target, PropertyValue) -> Void

    init(
        _ key: String, _ kind: PropertyKind, _ documentation: String, isRequired: Bool = false,
        get: @escaping @Sendable (Target) -> PropertyValue?,
        set: @escaping @Sendable (inout Target, PropertyValue) -> Void
    ) {
        (self.key, self.kind, self.documentation, self.isRequired) = (key, kind, documentation, isRequired)
        (self.get, self.set) = (get, set)
    }

    /// A property that is kept under `path`, by targets of one type if there are several.
    init<Root, Value>(
        _ key: String, _ kind: PropertyKind, _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ documentation: String, isRequired: Bool = false
    ) {
        self.init(key, kind, documentation, isRequired: isRequired) { target in
            (target as? Root).flatMap { kind.value(of: $0[keyPath: path]) }
        } set: { target, value in
            guard var root = target as? Root, kind.value(of: value.content) == value,
                let content = value.content as? Value
            else { return }
            root[keyPath: path] = content
            if let root = root as? Target { target = root }
        }
    }

    /// The value that a target has; nil when it has none, or is of a type without this property.
    public func value(of target: Target) -> PropertyValue? { get(target) }

    /// Gives a target the value; without effect when it is of a type without this property or the value of another
    /// kind.
    func apply(_ value: PropertyValue, to target: inout Target) { set(&target, value) }
}

extension Array {
    /// Gives a target the values that it has properties for.
    func apply<Target>(_ values: [String: PropertyValue], to target: inout Target) where Element == Property<Target> {
        for property in self {
            if let value = values[property.key] { property.apply(value, to: &target) }
        }
    }
}

extension PropertyKind {
    /// Returns the value of this kind that a target keeps as `content`; nil for what no such value is kept as.
    fileprivate func value(of content: Any) -> PropertyValue? {
        switch (self, content) {
        case (.count, let count as Int): .count(count)
        case (.seconds, let seconds as Double): .seconds(seconds)
        case (.points, let points as Double): .points(points)
        case (.degrees, let radians as Double): .radians(radians)
        case (.number, let number as Double): .number(number)
        case (.directions, let directions as SwipeDirection): .directions(directions)
        case (.edges, let edges as RectEdge): .edges(edges)
        case (.flag, let flag as Bool): .flag(flag)
        case (.smoothing, let smoothing as Smoothing?): .smoothing(smoothing)
        case (.templates, let templates as [StrokeTemplate]): .templates(templates)
        default: nil
        }
    }
}

extension PropertyValue {
    /// The value as a target keeps it.
    fileprivate var content: Any {
        switch self {
        case .count(let count): count
        case .seconds(let number), .points(let number), .surfaceUnits(let number), .radians(let number),
            .number(let number):
            number
        case .directions(let directions): directions
        case .edges(let edges): edges
        case .flag(let flag): flag
        case .smoothing(let smoothing): smoothing as Any
        case .templates(let templates): templates
        // These have setters of their own.
        case .fraction, .pixels, .maximum, .word, .zones: ()
        }
    }
}
