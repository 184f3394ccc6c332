// What should the daemon do? The validated content of a configuration file.

internal import Gestures

/// Surfaces and recognizers, as one YAML file declares them; `config/gestured.yaml` explains the file.
///
/// A value that was read from a file is valid: names are unique, numbers in their ranges.
public struct Configuration: Hashable, Sendable {
    /// Rules for touchscreens, in the order of the file; a touchscreen that none matches is used as it is.
    public var surfaces: [SurfaceRule]
    /// The recognizers of every surface, in the order of the file, which is the order of their addition.
    public var recognizers: [RecognizerRule]

    /// A configuration from its parts, unchecked.
    public init(surfaces: [SurfaceRule] = [], recognizers: [RecognizerRule] = Configuration.standard.recognizers) {
        self.surfaces = surfaces
        self.recognizers = recognizers
    }

    /// What holds without a file, and what `config/gestured.yaml` says.
    ///
    /// The recognizers work together although the first to be recognized prevents the others: they differ in their
    /// fingers, or in how these move. The pans of two and of three fingers keep a scroll from being taken for a pinch.
    /// A double tap would prevent every second tap of a quick row, so it is not among them.
    public static let standard = Configuration(
        surfaces: [],
        recognizers: [
            RecognizerRule(name: "tap", type: .tap),
            RecognizerRule(name: "two-finger-tap", type: .tap, properties: ["numberOfTouchesRequired": .count(2)]),
            RecognizerRule(name: "long-press", type: .longPress),
            RecognizerRule(name: "pan", type: .pan, properties: ["maximumNumberOfTouches": .count(1)]),
            RecognizerRule(
                name: "two-finger-pan", type: .pan,
                properties: ["minimumNumberOfTouches": .count(2), "maximumNumberOfTouches": .count(2)]),
            RecognizerRule(name: "pinch", type: .pinch),
            RecognizerRule(name: "rotation", type: .rotation),
            RecognizerRule(name: "three-finger-pan", type: .pan, properties: ["minimumNumberOfTouches": .count(3)]),
        ])

    /// Reads a configuration from YAML.
    ///
    /// - Parameter yaml: The whole file.
    /// - Parameter file: What diagnostics call the file.
    /// - Throws: Every problem of the text at once, in the order of their places.
    public init(yaml text: String, file: String) throws(ConfigurationError) {
        guard text.utf8.count <= FileText.maximumBytes else { throw FileText.tooLarge(file: file) }
        self = try ConfigurationReader.read(SourceText(text), file: file)
    }

    /// Reads a configuration file.
    ///
    /// - Throws: Every problem of the file at once; `ConfigurationError.systemError` is set when it cannot be read.
    public static func load(path: String) throws(ConfigurationError) -> Configuration {
        try ConfigurationReader.read(FileText.read(path: path), file: path)
    }

    /// The first rule that matches the device; nil when none does.
    public func surfaceRule(for identity: DeviceIdentity) -> SurfaceRule? {
        surfaces.first { $0.match.matches(identity) }
    }
}
