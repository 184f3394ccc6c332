// The rule of one recognizer in a configuration.

public import Gestures

/// A recognizer as the file asks for it; every surface that has its region gets one of its own.
public struct RecognizerRule: Hashable, Sendable {
    /// The name for clients: 1 to 64 letters, digits, `-`, `_` or `.`, unique among recognizers.
    public var name: String
    /// The type of recognizer.
    public var type: RecognizerType
    /// The region that it watches: the name of a `RegionRule`, or `RegionRule.root`.
    public var region: String
    /// The properties that differ from the defaults, by the keys of `RecognizerType.properties`.
    public var properties: [String: PropertyValue]
    /// The recognizers that it waits for: it is recognized only after they have failed.
    public var requireToFail: [String]
    /// The recognizers that may be recognized at the same time; it holds for both.
    public var simultaneousWith: [String]
    /// The recognizers that wait for this one, as if it were in their `requireToFail`.
    public var blocks: [String]
    /// The recognizers that begin only with touches on which this one is recognized.
    public var then: [String] = []
    /// What it asks the client that attaches it; nothing of one in a file.
    public var questions = QuestionRule()

    /// A rule from its parts; a file is read by `Configuration.init(yaml:file:)`, which also checks them.
    public init(
        name: String, type: RecognizerType, region: String = RegionRule.root, properties: [String: PropertyValue] = [:],
        requireToFail: [String] = [], simultaneousWith: [String] = [], blocks: [String] = []
    ) {
        self.name = name
        self.type = type
        self.region = region
        self.properties = properties
        self.requireToFail = requireToFail
        self.simultaneousWith = simultaneousWith
        self.blocks = blocks
    }

    /// The number of names in its relations.
    public var relationCount: Int { requireToFail.count + simultaneousWith.count + blocks.count + then.count }

    /// Whether its recognizers are enabled at first.
    public var isEnabled: Bool { if case .flag(false)? = properties["enabled"] { false } else { true } }

    /// The same without relations to these.
    func forgetting(_ gone: Set<String>) -> RecognizerRule {
        var rule = self
        rule.requireToFail.removeAll(where: gone.contains)
        rule.simultaneousWith.removeAll(where: gone.contains)
        rule.blocks.removeAll(where: gone.contains)
        rule.then.removeAll(where: gone.contains)
        return rule
    }

    /// A fresh recognizer with these properties that belongs to no region and knows no other yet.
    ///
    /// Properties that the type lacks, or whose value is of another kind, have no effect; no file can lead to that.
    ///
    /// - Parameters:
    ///   - thresholds: The profile that the defaults come from.
    ///   - unit: How many points the unit in which the surface publishes is.
    public func makeRecognizer(thresholds: Thresholds = .standard, unit: Double = 1) -> GestureRecognizer {
        var recognizer = type.makeRecognizer(name: name, thresholds: thresholds)
        type.properties.apply(properties.mapValues { $0.measured(in: unit) }, to: &recognizer)
        (recognizer.asks, recognizer.answerTimeout) = (questions.asks, questions.timeout)
        return recognizer
    }
}

extension [RecognizerRule] {
    /// Returns the names of those that come after missing ones, directly or through others, and so are never
    /// recognized.
    func namesAfter(_ isMissing: (RecognizerRule) -> Bool) -> Set<String> {
        let successors = [String: [String]](lazy.filter { !$0.then.isEmpty }.map { ($0.name, $0.then) }) { $1 }
        var found: Set<String> = []
        var open = filter { !$0.then.isEmpty && isMissing($0) }.flatMap(\.then)
        while let name = open.popLast() {
            if found.insert(name).inserted { open += successors[name] ?? [] }
        }
        return found
    }
}
