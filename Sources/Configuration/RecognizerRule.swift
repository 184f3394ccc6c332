// What does a configuration say of one recognizer?

public import Gestures

/// A recognizer as the file asks for it; every surface gets one of its own.
public struct RecognizerRule: Hashable, Sendable {
    /// How clients call it: 1 to 64 letters, digits, `-`, `_` or `.`, and no other recognizer has it.
    public var name: String
    /// Which gesture it recognizes.
    public var type: RecognizerType
    /// The properties that differ from the defaults, by the keys of `RecognizerType.properties`.
    public var properties: [String: PropertyValue]

    /// A rule from its parts; a file is read by `Configuration.init(yaml:file:)`, which also checks them.
    public init(name: String, type: RecognizerType, properties: [String: PropertyValue] = [:]) {
        self.name = name
        self.type = type
        self.properties = properties
    }

    /// A fresh recognizer with these properties that belongs to no region yet.
    ///
    /// Properties that the type lacks, or whose value is of another kind, have no effect; no file can lead to that.
    public func makeRecognizer() -> GestureRecognizer {
        let recognizer = type.makeRecognizer(name: name)
        for property in type.properties {
            if let value = properties[property.key] { property.apply(value, to: recognizer) }
        }
        return recognizer
    }
}
