// Reader of `contacts`: the filter rules of a surface.

/// Reads the `contacts` of a surface.
struct ContactsReader {

    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// The rule; without what is wrong, which is then reported.
    ///
    /// - Parameter hasPixels: Whether the surface says how many pixels its screen has.
    func read(_ element: Element, hasPixels: Bool) -> ContactsRule {
        var rule = ContactsRule()
        let what = "`contacts` must be a mapping such as { ignorePalms: false, palmSize: 30mm }"
        guard let mapping = MappingReader(element, what, diagnostics) else { return rule }
        mapping.check(keysOf: .contacts)
        for property in ContactProperty.all {
            guard let element = mapping[property.key] else { continue }
            rule.values[property.key] = property.kind.value(of: property.key, from: element, diagnostics)
            if property.kind == .zones, !hasPixels { checkPixels(element) }
        }
        return rule
    }

    /// Reports lengths in pixels when the size of pixels is unknown.
    private func checkPixels(_ element: Element) {
        guard case .list(let zones) = element.content else { return }
        for zone in zones {
            guard let place = RegionFrameReader(diagnostics).firstPixels(in: zone) else { continue }
            diagnostics.report("lengths in px need a surface that has `pixels`", at: place)
        }
    }
}

/// Reads the zones of a surface in which no touch begins.
struct DeadZonesReader {
    /// More are refused.
    static let maximumCount = 64

    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// The zones of a list; nil when something is wrong with it, which is then reported.
    func read(_ elements: [Element]) -> PropertyValue? {
        if elements.count > Self.maximumCount {
            diagnostics.report(
                "there can be \(Self.maximumCount) dead zones at most", at: elements[Self.maximumCount].place)
        }
        let zones = elements.prefix(Self.maximumCount).map { element in
            element.isRefused ? nil : RegionFrameReader(diagnostics, noun: "dead zone", around: "surface").read(element)
        }
        let valid = zones.compactMap(\.self)
        return valid.count == elements.count ? .zones(valid) : nil
    }
}
