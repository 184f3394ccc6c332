// Reader of a client's attachment, which uses the readers of the configuration file.

public import GestureWire

extension Configuration {
    /// Reads what a client wants to attach: regions and recognizers with the keys of the file.
    ///
    /// Names are unique among the connection's own; one that a configured thing has hides that one for the connection.
    /// What is referred to is own, present or new, if there is such a thing, else configured; `blocks` is for own
    /// recognizers only. What has become of the present ones since they were attached is not judged again.
    ///
    /// - Parameter present: What the connection has attached already.
    /// - Parameter surfaces: The names of the surfaces that are there; those that are configured count, too.
    /// - Parameter pixels: Those of them that have pixels, whether these are configured or a display's.
    /// - Returns: The new rules only, in the order of the request.
    /// - Throws: All problems, at most a hundred; then nothing may be attached.
    public func attached(
        regions: [WireValue], recognizers: [WireValue], beside present: AttachedRules, surfaces: [String],
        withPixels pixels: Set<UTF8Key> = []
    ) throws(AttachmentError) -> AttachedRules {
        let reader = AttachmentReader(configuration: self, present: present, surfaces: surfaces, pixels: pixels)
        return try reader.read(regions, recognizers)
    }
}

/// Reads one request.
private struct AttachmentReader {
    let configuration: Configuration
    let present: AttachedRules
    let surfaces: [String]
    let pixels: Set<UTF8Key>
    private let paths = RequestPaths()
    private let diagnostics: Diagnostics

    init(configuration: Configuration, present: AttachedRules, surfaces: [String], pixels: Set<UTF8Key>) {
        self.configuration = configuration
        self.present = present
        self.surfaces = surfaces
        self.pixels = pixels
        diagnostics = Diagnostics(paths: paths)
    }

    func read(
        _ regionValues: [WireValue], _ recognizerValues: [WireValue]
    ) throws(AttachmentError) -> AttachedRules {
        var new = AttachedRules()
        var regions = RegionReader(diagnostics, beside: present.regions, configuration.regions)
        let regionElements = elements(regionValues, "regions", beside: present.regions.count)
        for element in regionElements ?? [] { regions.read(element) }
        if regionElements?.isEmpty == false {
            new.regions = regions.link(
                surfaceNames, pixels: pixels.union(configuration.surfaces.namesWithPixels), beside: present.regions,
                configuration.regions)
        }
        var recognizers = RecognizerReader(diagnostics, beside: present.recognizers, configuration.recognizers)
        let recognizerElements = elements(recognizerValues, "recognizers", beside: present.recognizers.count)
        for element in recognizerElements ?? [] { recognizers.read(element) }
        // When regions are unknown, references to them cannot be checked.
        if regionElements != nil, recognizerElements?.isEmpty == false {
            let tree = RegionTree(configuration.regions, own: present.regions + new.regions)
            new.recognizers = recognizers.link(
                regions.names, tree, beside: present.recognizers, configuration.recognizers)
        }
        if let error = diagnostics.attachmentError() { throw error }
        return new
    }

    /// The elements of a list; nil when there are too many, which is then reported.
    private func elements(_ values: [WireValue], _ key: String, beside count: Int) -> [Element]? {
        let place = paths.root("params.\(key)")
        let maximum = AttachedRules.maximumCount
        guard values.count <= max(maximum - count, 0) else {
            diagnostics.report(
                "a connection can have \(maximum) \(key) at most", at: place,
                hint: count > 0 ? "it has \(count) already: `detach` those that are not needed" : nil)
            return nil
        }
        return StructuredElement(paths, diagnostics).elements(values, at: place)
    }

    private var surfaceNames: Names {
        var seen: Set<UTF8Key> = []
        let known = (configuration.surfaces.map(\.name) + surfaces).filter { seen.insert($0).inserted }
        return Names(of: "surface", known: known, emptyHint: "there is no touchscreen, and none is configured")
    }
}
