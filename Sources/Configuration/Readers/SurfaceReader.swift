// Reader of the entries of `surfaces`.

import Touch

struct SurfaceReader {
    /// More are refused.
    static let maximumCount = 64

    /// The allowed length of a touchscreen's sides, in millimetres.
    static let sides = 40.0...2500.0
    /// The range of a screen's sides, in pixels.
    static let sidePixels = 1.0...100_000.0
    static let panicHold = PropertyKind.anyTime
    static let use = PropertyKind.word(SurfaceUse.allCases.map(\.rawValue))

    /// The names of all surfaces that the file has.
    private(set) var names = Names(of: "surface")
    /// The earlier entries, whose devices later entries do not get.
    private var earlier: [(name: String, place: Place, match: SurfaceMatch)] = []
    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// The rule of one entry; nil when it has no usable name, which is then reported.
    mutating func read(_ element: Element) -> SurfaceRule? {
        let what = "a surface must be a mapping such as { name: panel, rotation: 90 }"
        guard let mapping = MappingReader(element, what, diagnostics) else { return nil }
        let name = names.read(from: mapping)
        mapping.check(keysOf: .surface)
        let match = mapping["match"].map { SurfaceMatchReader(diagnostics: diagnostics).read($0) } ?? SurfaceMatch()
        if let name, let match { checkIsReached(name, match, at: mapping.place) }
        let settings = SurfaceSettings(
            size: size(of: mapping), pixels: pixels(of: mapping), rotation: rotation(of: mapping) ?? .none,
            calibration: calibration(of: mapping), asksDisplay: !Self.isNone(mapping["pixels"]))
        if mapping["rotation"] != nil, let calibration = mapping["calibration"] {
            diagnostics.report(
                "`rotation` and `calibration` exclude each other", at: calibration.place,
                hint: "put the rotation into the matrix")
        }
        var use = SurfaceUse.automatic
        if case .word(let word)? = mapping.value("use", Self.use) { use = SurfaceUse(rawValue: word) ?? use }
        let contacts = mapping["contacts"].map {
            ContactsRule($0, hasPixels: mapping["pixels"] != nil && settings.asksDisplay, diagnostics)
        }
        let interception = interception(of: mapping)
        return name.map {
            SurfaceRule(
                name: $0, match: match ?? SurfaceMatch(), settings: settings, use: use,
                contacts: contacts ?? ContactsRule(), interception: interception)
        }
    }

    /// Reports a surface that no device is left for.
    private mutating func checkIsReached(_ name: String, _ match: SurfaceMatch, at place: Place) {
        if let first = earlier.first(where: { $0.match.matchesAll(of: match) }) {
            let matchesEverything = first.match.matchesEverything
            diagnostics.report(
                "no device is left for \(quoted(name)): \(quoted(first.name)) \(diagnostics.line(of: first.place, from: place)) "
                    + (matchesEverything ? "comes first and matches every device" : "matches all of them"), at: place,
                hint: matchesEverything
                    ? "give \(quoted(first.name)) a `match`, or put it last" : "the first that matches applies")
        }
        earlier.append((name, place, match))
    }

    /// What says how, without `intercept`, is checked, too, so that switching `intercept` brings no new mistakes.
    private func interception(of mapping: MappingReader) -> InterceptionRule? {
        let (intercept, panicHold) = (mapping.value("intercept", .flag), mapping.value("panicHold", Self.panicHold))
        let unsubscribed = mapping.value("interceptUnsubscribed", .flag)
        guard case .flag(true)? = intercept else { return nil }
        var rule = InterceptionRule()
        if case .seconds(let time)? = panicHold { rule.panicHold = time == 0 ? nil : time }
        if case .flag(let flag)? = unsubscribed { rule.takesUnsubscribed = flag }
        return rule
    }

    /// The two sides that a key has, by their numbers; nil when it is missing or something else, which is then
    /// reported.
    private func pair(
        _ key: String, _ expectation: String, of mapping: MappingReader, _ number: (Quantity) -> Double?
    ) -> Size? {
        guard let element = mapping[key], !element.isRefused else { return nil }
        if let pair = element.text.flatMap(QuantityPair.init), let width = number(pair.width),
            let height = number(pair.height)
        {
            return Size(width: width, height: height)
        }
        diagnostics.report("\(quoted(key)) must be \(expectation), not \(element.shown)", at: element.place)
        return nil
    }

    private func size(of mapping: MappingReader) -> Size? {
        let expectation = "a width and a height such as 344mm x 194mm (mm, cm or in)"
        guard let size = pair("size", expectation, of: mapping, \.millimetres) else { return nil }
        if Self.sides.contains(size.width), Self.sides.contains(size.height) { return size }
        if let element = mapping["size"] {
            diagnostics.report(
                "no touchscreen is \(element.shown): each side has 40 to 2500 mm", at: element.place)
        }
        return nil
    }

    private func pixels(of mapping: MappingReader) -> Size? {
        if Self.isNone(mapping["pixels"]) { return nil }
        let expectation = "a width and a height such as 1920 x 1080, from 1 to 100000, or none"
        return pair("pixels", expectation, of: mapping) { side in
            side.plain?.within(Self.sidePixels).flatMap { $0 == $0.rounded() ? $0 : nil }
        }
    }

    /// Whether a value is the word that keeps a surface from asking the display behind it.
    private static func isNone(_ element: Element?) -> Bool {
        if case .scalar("none", _)? = element?.content { true } else { false }
    }

    private func rotation(of mapping: MappingReader) -> Rotation? {
        guard let element = mapping["rotation"], !element.isRefused else { return nil }
        if case .scalar(let text, isQuoted: false) = element.content,
            let rotation = Int(text).flatMap(Rotation.init)
        {
            return rotation
        }
        diagnostics.report("`rotation` must be 0, 90, 180 or 270, not \(element.shown)", at: element.place)
        return nil
    }

    private func calibration(of mapping: MappingReader) -> AffineMatrix? {
        guard let element = mapping["calibration"], !element.isRefused else { return nil }
        guard case .list(let elements) = element.content, elements.count == 6 else {
            diagnostics.report(
                "`calibration` must be a list of six numbers, [a, b, c, d, e, f], not \(element.shown)",
                at: element.place,
                hint:
                    "x becomes a·x + b·y + c and y becomes d·x + e·y + f, both from 0 to 1; of nine numbers, as X11 has "
                    + "them, leave out the last three")
            return nil
        }
        var numbers: [Double] = []
        for element in elements where !element.isRefused {
            if let number = element.number, number.magnitude <= 1000 {
                numbers.append(number)
            } else {
                diagnostics.report(
                    "a number from -1000 to 1000 is needed in `calibration`, not \(element.shown)", at: element.place)
            }
        }
        guard numbers.count == 6 else { return nil }
        let calibration = AffineMatrix(
            calibration: numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
        guard calibration.determinant.magnitude > 1e-9 else {
            diagnostics.report(
                "this calibration puts the whole panel on one line, since a·e - b·d is 0", at: element.place)
            return nil
        }
        return calibration
    }
}
