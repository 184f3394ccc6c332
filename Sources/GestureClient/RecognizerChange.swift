// Description of a change of a recognizer that a program has attached.

public import GestureWire

/// What changes of an own recognizer, by the keys of the configuration but for `type` and `region`.
///
///     ["name": "turn", "minimumRotation": 15, "requireToFail": nil]
///
/// Null is the default; what is not said stays.
public struct RecognizerChange: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    /// Everything that is said.
    public var properties: [String: WireValue]

    /// A change as the protocol writes it.
    public init(dictionaryLiteral properties: (String, WireValue)...) {
        self.properties = Dictionary(properties) { first, _ in first }
    }

    var value: WireValue { WireValue(object: properties) }
}

extension UpdateRequest {
    init(_ changes: [RegionChange], _ recognizers: [RecognizerChange]) {
        self.init(regions: changes.map(\.value), recognizers: recognizers.map(\.value))
    }
}
