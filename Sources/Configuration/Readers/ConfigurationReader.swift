// Reader of a merged configuration, section by section.

import GestureWire

enum ConfigurationReader {
    /// The sections that a file may have.
    static let sections = ConfigurationPart.file.keys.map(\.key)
    private static let watchHint =
        "remove it; with `systemctl enable --now gestured-watch.path` gestured reads changed files"

    /// Reads the merged content of all files.
    ///
    /// - Parameter root: A mapping with the built-in sections, unless files have others.
    static func read(_ root: Element, _ diagnostics: Diagnostics) -> Configuration {
        var configuration = Configuration(thresholds: ThresholdsRule(), recognizers: [], access: [])
        guard let mapping = MappingReader(root, "a configuration must be a mapping", diagnostics) else {
            return configuration
        }
        mapping.check(
            allowed: sections,
            hint: { $0 == "watch" ? watchHint : ForeignWords.hint(forKey: $0) })
        /// The first entries of a section, and whether these are all.
        func entries(
            _ key: String, upTo maximum: Int, called what: String? = nil, hint: String = "for none"
        ) -> (elements: ArraySlice<Element>, areAll: Bool)? {
            mapping.list(key, emptyHint: "write `[]` \(hint)").map {
                (diagnostics.limited($0, to: maximum, what ?? key), $0.count <= maximum)
            }
        }
        var surfaces = SurfaceReader(diagnostics)
        if let section = entries("surfaces", upTo: SurfaceReader.maximumCount) {
            configuration.surfaces = section.elements.compactMap { surfaces.read($0) }
        }
        var regions = RegionReader(diagnostics)
        if let section = entries("regions", upTo: RegionReader.maximumCount) {
            for element in section.elements { regions.read(element) }
            if section.areAll {
                var linked = AttachedRules(
                    regions: regions.link(surfaces.names, pixels: configuration.surfaces.namesWithPixels))
                for move in regions.moves() { linked.carryOut(move) }
                configuration.regions = linked.regions
            }
        }
        if let element = mapping["thresholds"] { configuration.thresholds = ThresholdsRule(element, diagnostics) }
        var recognizers = RecognizerReader(diagnostics)
        let standardHint = "for none, or leave `recognizers` out for the standard ones"
        if let section = entries("recognizers", upTo: RecognizerReader.maximumCount, hint: standardHint) {
            for element in section.elements { recognizers.read(element) }
            if section.areAll {
                configuration.recognizers = recognizers.link(
                    regions.names, RegionTree(configuration.regions), pixels: configuration.surfaces.namesWithPixels)
            }
        }
        if let section = entries(
            "access", upTo: AccessReader.maximumCount, called: "entries of `access`",
            hint: "for nobody, or leave `access` out for the standard rules")
        {
            configuration.access = section.elements.compactMap(AccessReader(diagnostics: diagnostics).read)
        }
        if let element = mapping["limits"] { configuration.limits = Limits(element, diagnostics) }
        return configuration
    }
}
