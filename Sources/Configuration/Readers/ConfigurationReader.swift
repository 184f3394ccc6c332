// Reader of a merged configuration, section by section.

internal import GestureWire

/// From text to configuration.
enum ConfigurationReader {
    /// The sections that a file may have.
    static let sections = ConfigurationPart.file.keys.map(\.key)
    private static let watchHint =
        "remove it; with `systemctl enable --now gestured-watch.path` gestured reads changed files"

    /// Reads the merged content of all files.
    ///
    /// - Parameter root: A mapping.
    static func read(_ root: Element, _ diagnostics: Diagnostics) -> Configuration {
        var configuration = Configuration.standard
        guard let mapping = MappingReader(root, "a configuration must be a mapping", diagnostics) else {
            return configuration
        }
        mapping.check(
            allowed: sections,
            hint: { $0.hasSameBytes(as: "watch") ? watchHint : ForeignWords.hint(forKey: $0) })
        var surfaces = SurfaceReader(diagnostics)
        if let elements = mapping.list("surfaces", emptyHint: "write `[]` for none") {
            configuration.surfaces =
                limited(elements, to: SurfaceReader.maximumCount, "surfaces", diagnostics).compactMap {
                    surfaces.read($0)
                }
        }
        var regions = RegionReader(diagnostics)
        if let elements = mapping.list("regions", emptyHint: "write `[]` for none") {
            for element in limited(elements, to: RegionReader.maximumCount, "regions", diagnostics) {
                regions.read(element)
            }
            if elements.count <= RegionReader.maximumCount {
                configuration.regions = regions.link(surfaces.names, pixels: configuration.surfaces.namesWithPixels)
            }
        }
        if let element = mapping["thresholds"] {
            configuration.thresholds = ThresholdsReader(diagnostics).read(element)
        }
        var recognizers = RecognizerReader(diagnostics)
        let hint = "write `[]` for none, or leave `recognizers` out for the standard ones"
        if let elements = mapping.list("recognizers", emptyHint: hint) {
            for element in limited(elements, to: RecognizerReader.maximumCount, "recognizers", diagnostics) {
                recognizers.read(element)
            }
            // A list beyond the limit was not read as a whole.
            if elements.count <= RecognizerReader.maximumCount {
                configuration.recognizers = recognizers.link(regions.names, RegionTree(configuration.regions))
            }
        }
        readClients(mapping, &configuration, diagnostics)
        return configuration
    }

    /// Reads `access` and `limits`.
    private static func readClients(
        _ mapping: MappingReader, _ configuration: inout Configuration, _ diagnostics: Diagnostics
    ) {
        let hint = "write `[]` for nobody, or leave `access` out for the standard rules"
        if let elements = mapping.list("access", emptyHint: hint) {
            configuration.access = limited(elements, to: AccessReader.maximumCount, "entries of `access`", diagnostics)
                .compactMap { AccessReader(diagnostics).read($0) }
        }
        if let element = mapping["limits"] { configuration.limits = LimitsReader(diagnostics).read(element) }
    }

    private static func limited(
        _ elements: [Element], to maximum: Int, _ what: String, _ diagnostics: Diagnostics
    ) -> ArraySlice<Element> {
        if elements.count > maximum {
            diagnostics.report("there can be \(maximum) \(what) at most", at: elements[maximum].place)
        }
        return elements.prefix(maximum)
    }
}
