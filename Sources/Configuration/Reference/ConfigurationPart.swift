// The parts of a configuration with their keys, as tables for schema and documentation.

import GestureWire
import Gestures
import Touch

/// A mapping that a file may have: itself, a section that is a mapping, an entry of one that is a list, or a key's
/// value.
enum ConfigurationPart: Hashable, Sendable, CaseIterable {
    /// The file itself: its sections.
    case file
    case surface
    case match
    case contacts
    case region
    case frame
    case thresholds
    /// An entry of `recognizers`, whatever its type.
    case recognizer
    /// The further keys of an entry of `recognizers`.
    case type(RecognizerType)
    case smoothing
    /// An entry of a stroke's `templates`.
    case template
    case access
    case limits

    static let allCases: [ConfigurationPart] =
        [.file, .surface, .match, .contacts, .region, .frame, .thresholds, .recognizer]
        + RecognizerType.allCases.map(ConfigurationPart.type) + [.smoothing, .template, .access, .limits]

    /// The name in documentation and schema.
    var name: String {
        if case .type(let type) = self { type.rawValue } else { String(describing: self) }
    }

    /// Its keys in the order in which they are documented.
    var keys: [ConfigurationKey] {
        switch self {
        case .file: Self.fileKeys
        case .surface: Self.surfaceKeys
        case .match: Self.matchKeys
        case .contacts: Self.rows(ContactsRule.properties, in: ContactRules())
        case .region: Self.regionKeys
        case .frame: Self.frameKeys
        case .thresholds: [Self.scale] + Self.rows(ThresholdsRule.properties, in: .standard)
        case .recognizer:
            Self.recognizerKeys
                + Self.rows(RecognizerType.commonProperties, in: RecognizerType.tap.makeRecognizer(name: ""))
        case .type(let type): Self.rows(type.ownProperties, in: type.makeRecognizer(name: ""))
        case .smoothing: Self.rows(Self.smoothingProperties, in: Smoothing())
        case .template: Self.templateKeys
        case .access: Self.accessKeys
        case .limits: Self.rows(Self.limitsProperties, in: Limits())
        }
    }

    /// - Parameter target: Has the defaults.
    private static func rows<Target>(_ properties: [Property<Target>], in target: Target) -> [ConfigurationKey] {
        properties.map { property in
            ConfigurationKey(
                property.key, property.documentation, property.kind,
                standard: property.isRequired ? nil : property.value(of: target)?.description,
                isRequired: property.isRequired)
        }
    }

    private static let scale = ConfigurationKey(
        "scale",
        "The factor of default distances that a finger must or may move; `auto` is 1 up to a diagonal of 16 inches and grows to 1.5 at 55 inches.",
        "auto, or a number from 0.1 to 10", .any(of: [.number(0.1...10), .one(of: ["auto"])]), standard: "auto")

    /// A lower cutoff would stand still, a higher one would be no filter.
    static let smoothingProperties: [Property<Smoothing>] = [
        .init(
            "minimumCutoff", .number(0.01...1000), \Smoothing.minimumCutoff,
            "The cutoff in hertz; lower values calm a finger at rest."),
        .init(
            "beta", .number(0...1000), \Smoothing.beta,
            "The speed factor; higher values reduce the delay of a fast finger."),
    ]

    static let limitsProperties: [Property<Limits>] = [
        .init("peers", .count(1...4096), \Limits.peers, "The largest number of all clients."),
        .init(
            "peersPerUser", .count(1...4096), \Limits.peersPerUser,
            "The largest number of clients of one user, at most `peers`."),
    ]
}
