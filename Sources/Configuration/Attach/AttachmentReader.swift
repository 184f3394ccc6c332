// Reader of a client's attachment, which uses the readers of the configuration file.

public import GestureWire

extension Configuration {
    /// Reads what a client wants to attach: regions and recognizers with the keys of the file.
    ///
    /// Names are unique among the connection's own; one that a configured thing has hides that one for the connection.
    /// A name refers to an own entry, present or new, if one has it, otherwise to a configured one; `blocks` is for own
    /// recognizers only. What has become of the present ones since they were attached is not judged again.
    ///
    /// - Parameter present: What the connection has attached already.
    /// - Parameter surfaces: The names of the surfaces that are there; those that are configured count, too.
    /// - Parameter pixels: Those of them that have pixels, whether these are configured or a display's.
    /// - Parameter mayDecide: Whether an entry may be about a configured recognizer that the connection decides.
    /// - Returns: The new rules only, in the order of the request.
    /// - Throws: All problems, at most a hundred; then nothing may be attached.
    public func attached(
        regions regionValues: [WireValue], recognizers recognizerValues: [WireValue], beside present: AttachedRules,
        surfaces: [String], withPixels pixels: Set<String> = [], mayDecide: Bool = true
    ) throws(AttachmentError) -> AttachedRules {
        let reader = StructuredElement()
        let diagnostics = reader.diagnostics
        let pixels = pixels.union(self.surfaces.namesWithPixels)
        var new = AttachedRules()
        var regionReader = RegionReader(diagnostics, beside: present.regions, regions)
        let regionElements = reader.attached(regionValues, "regions", beside: present.regions.count)
        for element in regionElements ?? [] { regionReader.read(element) }
        if regionElements?.isEmpty == false {
            new.regions = regionReader.link(
                surfaceNames(surfaces), pixels: pixels, beside: present.regions, regions)
            new.moves = regionReader.moves(beside: present.regions, regions)
        }
        var recognizerReader = RecognizerReader(
            diagnostics, beside: present, recognizers, mayDecide: mayDecide)
        let recognizerElements = reader.attached(recognizerValues, "recognizers", beside: present.recognizers.count)
        for element in recognizerElements ?? [] { recognizerReader.read(element) }
        new.decided = recognizerReader.decided
        // When regions are unknown, references to them cannot be checked.
        if regionElements != nil, recognizerElements?.isEmpty == false {
            let tree = RegionTree(regions, own: present.regions + new.regions)
            new.recognizers = recognizerReader.link(
                regionReader.names, tree, pixels: pixels, beside: present.recognizers, recognizers)
        }
        if let error = diagnostics.attachmentError() { throw error }
        return new
    }

    private func surfaceNames(_ present: [String]) -> Names {
        var seen: Set<String> = []
        let known = (surfaces.map(\.name) + present).filter { seen.insert($0).inserted }
        return Names(of: "surface", known: known, emptyHint: "there is no touchscreen, and none is configured")
    }
}
