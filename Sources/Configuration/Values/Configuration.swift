// The validated configuration, and its loading from files.

public import GestureWire
import Gestures

/// Surfaces, regions, thresholds, recognizers and access rules of YAML files; `config/gestured.yaml` explains them.
///
/// A value that was read from files is valid: names are unique, what is referred to is there, nothing goes round in a
/// circle, numbers are in their ranges.
public struct Configuration: Hashable, Sendable {
    /// Rules for touchscreens, in the order of the file; a touchscreen that none matches is used as it is.
    public var surfaces: [SurfaceRule]
    /// The regions beside the root of every surface, in the order of the file: the last lies on top.
    public var regions: [RegionRule]
    /// The profile that the defaults of all recognizers come from.
    public var thresholds: ThresholdsRule
    /// The recognizers, in the order of the file, which is the order of their addition.
    public var recognizers: [RecognizerRule]
    /// The access rules of the socket; root and the daemon's own user have all permissions.
    ///
    /// When empty, no other user has permissions.
    public var access: [AccessRule]
    /// The limits of clients; a file sets `peers` and `peersPerUser`.
    public var limits: Limits

    /// A configuration from its parts, unchecked.
    public init(
        surfaces: [SurfaceRule] = [], regions: [RegionRule] = [],
        thresholds: ThresholdsRule = Configuration.standard.thresholds,
        recognizers: [RecognizerRule] = Configuration.standard.recognizers, access: [AccessRule] = AccessRule.standard,
        limits: Limits = Limits()
    ) {
        self.surfaces = surfaces
        self.regions = regions
        self.thresholds = thresholds
        self.recognizers = recognizers
        self.access = access
        self.limits = limits
    }

    /// The configuration without a file, which is also that of `config/gestured.yaml`.
    ///
    /// The first gesture that is recognized prevents the others, so these differ in their fingers, or in how they move.
    /// The pans of two and of three fingers keep a scroll from being taken for a pinch. Only pinch and rotation go
    /// together, as people expect of a picture under their fingers: two that have turned by ten degrees have mostly
    /// also changed their distance by 10 pt, and that pinch would prevent the rotation.
    ///
    /// A double tap is not among them. A tap that waits for it to fail comes 0.35 s late, every time; one that does not
    /// is followed by the double tap, beside the second tap of a quick row.
    ///
    /// Two thresholds are not UIKit's: a swipe may go backward a little, as contacts of real panels do when fingers
    /// settle, and a gesture of more fingers may take back one of fewer while they land.
    public static let standard = ConfigurationReader.read(
        StandardText.root(StandardText.sections), Diagnostics(files: []))

    /// Reads a configuration from YAML.
    ///
    /// - Parameter yaml: The whole file.
    /// - Parameter file: What diagnostics call the file.
    /// - Throws: Every problem of the text at once, in the order of their places.
    public init(yaml text: String, file: String) throws(ConfigurationError) {
        guard text.utf8.count <= FileText.maximumBytes else { throw FileText.tooLarge(file: file) }
        self = try LayeredText([SourceFile(name: file, text: SourceText(text))]).configuration
    }

    /// Reads the files of a configuration, over what is built in.
    ///
    /// - Throws: Every problem of every file at once; `ConfigurationError.systemError` is set when one cannot be read.
    public static func load(_ files: ConfigurationFiles) throws(ConfigurationError) -> Configuration {
        try LayeredText.read(files).configuration
    }

    /// The first rule that matches the device; nil when none does.
    public func surfaceRule(for identity: DeviceIdentity) -> SurfaceRule? {
        surfaces.first { $0.match.matches(identity) }
    }
}
