// The result of `reload`: how much of each section changed.

/// The answer to `reload`.
public struct ReloadReport: Equatable, Sendable, Decodable, WireObject {
    /// The file, or `standard`.
    public var configuration: String
    /// The number of surfaces that the configuration describes.
    public var surfaces: Int
    /// The number of regions besides the root of each surface.
    public var regions: Int
    /// The number of recognizers.
    public var recognizers: Int
    /// The number of new surfaces, regions and recognizers, by kind and name.
    public var added: Int
    /// The number of removed ones.
    public var removed: Int
    /// The number of changed ones; changed thresholds count as one.
    public var changed: Int
    /// The number of gestures in progress that were cancelled.
    public var cancelled: Int

    /// A report from all its members.
    public init(
        configuration: String, surfaces: Int, regions: Int, recognizers: Int, added: Int, removed: Int, changed: Int,
        cancelled: Int
    ) {
        self.configuration = configuration
        self.surfaces = surfaces
        self.regions = regions
        self.recognizers = recognizers
        self.added = added
        self.removed = removed
        self.changed = changed
        self.cancelled = cancelled
    }

    /// Everything in one line, for logs and people.
    public var summary: String {
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        let has = [count(surfaces, "surface"), count(regions, "region"), count(recognizers, "recognizer")]
        return "\(configuration): \(has.joined(separator: ", ")); \(added) added, \(removed) removed, "
            + "\(changed) changed; \(count(cancelled, "gesture")) cancelled"
    }
}
