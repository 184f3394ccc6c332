// Reader of `contacts`: the filter rules of a surface.

extension ContactsRule {
    /// Reads the `contacts` of a surface; without what is wrong, which is then reported.
    ///
    /// - Parameter hasPixels: Whether the surface says how many pixels its screen has.
    init(_ element: Element, hasPixels: Bool, _ diagnostics: Diagnostics) {
        self.init()
        let what = "`contacts` must be a mapping such as { ignorePalms: false, palmSize: 30mm }"
        guard let mapping = MappingReader(element, what, keysOf: .contacts, diagnostics) else { return }
        values = mapping.values(of: Self.properties)
        guard !hasPixels, case .list(let zones)? = mapping["deadZones"]?.content else { return }
        for place in zones.compactMap(RegionFrameReader(diagnostics).firstPixels(in:)) {
            diagnostics.report("lengths in px need a surface that has `pixels`", at: place)
        }
    }
}

extension PropertyValue {
    /// The largest number of dead zones.
    static let maximumZones = 64

    /// Reads the zones of a surface in which no touch begins; nil when something is wrong, which is then reported.
    init?(zones elements: [Element], _ diagnostics: Diagnostics) {
        let reader = RegionFrameReader(diagnostics, noun: "dead zone", around: "surface")
        let zones = diagnostics.limited(elements, to: Self.maximumZones, "dead zones")
            .compactMap { $0.isRefused ? nil : reader.read($0) }
        guard zones.count == elements.count else { return nil }
        self = .zones(zones)
    }
}
