// The parts of a configuration with their keys, as tables for schema and documentation.

internal import Gestures
internal import Touch

/// A mapping that a file may have.
public enum ConfigurationPart: Hashable, Sendable, CaseIterable {
    /// The file itself: its sections.
    case file
    /// An entry of `surfaces`.
    case surface
    /// The `match` of a surface.
    case match
    /// The `contacts` of a surface.
    case contacts
    /// An entry of `regions`.
    case region
    /// The `frame` of a region.
    case frame
    /// The section `thresholds`.
    case thresholds
    /// An entry of `recognizers`, whatever its type.
    case recognizer
    /// The further keys of an entry of `recognizers`.
    case type(RecognizerType)
    /// The `smoothing` of a recognizer.
    case smoothing
    /// An entry of a stroke's `templates`.
    case template
    /// An entry of `access`.
    case access
    /// The section `limits`.
    case limits

    /// All of them.
    public static let allCases: [ConfigurationPart] =
        [.file, .surface, .match, .contacts, .region, .frame, .thresholds, .recognizer]
        + RecognizerType.allCases.map(ConfigurationPart.type) + [.smoothing, .template, .access, .limits]

    /// The name in documentation and schema.
    public var name: String {
        if case .type(let type) = self { type.rawValue } else { String(describing: self) }
    }

    /// Its keys in the order in which they are documented.
    public var keys: [ConfigurationKey] {
        switch self {
        case .file: Self.fileKeys
        case .surface: Self.surfaceKeys
        case .match: Self.matchKeys
        case .contacts: ContactProperty.all.map(Self.row)
        case .region: Self.regionKeys
        case .frame: Self.frameKeys
        case .thresholds: [Self.scale] + ThresholdProperty.all.map(Self.row)
        case .recognizer:
            Self.recognizerKeys + RecognizerType.commonProperties.map { Self.row($0, of: .tap) }
        case .type(let type): type.ownProperties.map { Self.row($0, of: type) }
        case .smoothing: Self.smoothingKeys
        case .template: Self.templateKeys
        case .access: Self.accessKeys
        case .limits: Self.limitsKeys
        }
    }

    private static func row(_ property: ContactProperty) -> ConfigurationKey {
        ConfigurationKey(
            property.key, property.documentation, property.kind, standard: property.value(in: ContactRules()))
    }

    private static func row(_ property: ThresholdProperty) -> ConfigurationKey {
        ConfigurationKey(property.key, property.documentation, property.kind, standard: property.value(in: .standard))
    }

    private static func row(_ property: RecognizerProperty, of type: RecognizerType) -> ConfigurationKey {
        ConfigurationKey(
            property.key, property.documentation, property.kind, standard: type.defaultValue(of: property),
            isRequired: property.isRequired)
    }

    private static let scale = ConfigurationKey(
        "scale",
        "The factor of default distances that a finger must or may move; `auto` is 1 up to a diagonal of 16 inches and grows to 1.5 at 55 inches.",
        "auto, or a number from 0.1 to 10", .any(of: [.number(0.1...10), .one(of: ["auto"])]), standard: "auto")

    private static let smoothingKeys = [
        ConfigurationKey(
            "minimumCutoff", "The cutoff in hertz; lower values calm a finger at rest.", SmoothingReader.minimumCutoff,
            standard: .number(Smoothing().minimumCutoff)),
        ConfigurationKey(
            "beta", "The speed factor; higher values reduce the delay of a fast finger.", SmoothingReader.beta,
            standard: .number(Smoothing().beta)),
    ]
}
