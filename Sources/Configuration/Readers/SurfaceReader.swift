// Reader of the entries of `surfaces`.

internal import Touch

struct SurfaceReader {
    /// More are refused.
    static let maximumCount = 64

    /// The allowed length of a touchscreen's sides, in millimetres.
    static let sides = 40.0...2500.0
    /// The range of a screen's sides, in pixels.
    static let sidePixels = 1.0...100_000.0
    static let panicHold = PropertyKind.anyTime

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
        let use = use(of: mapping) ?? .automatic
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

    private func use(of mapping: MappingReader) -> SurfaceUse? {
        guard let (text, place) = mapping.text("use") else { return nil }
        guard let use = SurfaceUse(rawValue: text) else {
            let names = SurfaceUse.allCases.map(\.rawValue)
            diagnostics.report(
                "`use` must be \(names.dropLast().joined(separator: ", ")) or \(names.last ?? ""), not \(quoted(text))",
                at: place, hint: nearestSuggestion(for: text, among: names))
            return nil
        }
        return use
    }

    /// A `panicHold` without `intercept` is checked, too, so that switching `intercept` brings no new mistakes.
    private func interception(of mapping: MappingReader) -> InterceptionRule? {
        func value(_ key: String, _ kind: PropertyKind) -> PropertyValue? {
            mapping[key].flatMap { kind.value(of: key, from: $0, diagnostics) }
        }
        let (intercept, panicHold) = (value("intercept", .flag), value("panicHold", Self.panicHold))
        guard case .flag(true)? = intercept else { return nil }
        guard case .seconds(let time)? = panicHold else { return InterceptionRule() }
        return InterceptionRule(panicHold: time == 0 ? nil : time)
    }

    /// How to write a matrix that has the rows of others, is in one text, or has nine numbers, as X11 has them.
    private static func calibrationHint(_ element: Element) -> String {
        let words = numbers(in: element)
        let list = "[\(words.prefix(6).joined(separator: ", "))]"
        switch words.count {
        case 6: return "write \(list)"
        case 9 where zip(words[6...], [0, 0, 1]).allSatisfy({ Quantity($0)?.plain == $1 }):
            return "leave out the last three: \(list)"
        case 9: return "the last three of nine numbers must be 0, 0, 1, and are left out"
        default: return "x becomes a·x + b·y + c and y becomes d·x + e·y + f, both from 0 to 1"
        }
    }

    /// The numbers of a list, of its rows, or of a text with blanks or commas between them; empty if something else is
    /// there.
    private static func numbers(in element: Element) -> [String] {
        let texts: [String]
        switch element.content {
        case .scalar(let text, _):
            texts = text.utf8.count > 1000 ? [] : text.split { " ,;[]\n".contains($0) }.map(String.init)
        case .list(let elements):
            let all = elements.prefix(10).flatMap { $0.oneOrMore.prefix(10) }
            texts = all.compactMap { $0.number == nil ? nil : $0.text }
            if texts.count < all.count { return [] }
        case .null, .mapping, .refused: return []
        }
        return texts.allSatisfy { Quantity($0)?.plain != nil } ? texts : []
    }

    /// The text of a width and a height; nil when it is missing or no text, which is then reported.
    private func pair(_ key: String, _ expectation: String, of mapping: MappingReader) -> (text: String, place: Place)?
    {
        guard let element = mapping[key], case .list(let sides) = element.content else { return mapping.text(key) }
        let words = sides.compactMap(\.text)
        let isPair = sides.count == 2 && words.count == 2
        diagnostics.report(
            "\(quoted(key)) must be \(expectation), not \(element.shown)", at: element.place,
            hint: isPair ? "write \(quoted(words.joined(separator: " x ")))" : nil)
        return nil
    }

    private func size(of mapping: MappingReader) -> Size? {
        let expectation = "a width and a height such as 344mm x 194mm (mm, cm or in)"
        guard let (text, place) = pair("size", expectation, of: mapping) else { return nil }
        guard let pair = QuantityPair(text), let width = pair.width.millimetres,
            let height = pair.height.millimetres
        else {
            diagnostics.report(
                "`size` must be \(expectation), not \(quoted(text))", at: place)
            return nil
        }
        guard Self.sides.contains(width), Self.sides.contains(height) else {
            diagnostics.report("no touchscreen is \(quoted(text)): each side has 40 to 2500 mm", at: place)
            return nil
        }
        return Size(width: width, height: height)
    }

    private func pixels(of mapping: MappingReader) -> Size? {
        let expectation = "a width and a height such as 1920 x 1080, from 1 to 100000, or none"
        guard !Self.isNone(mapping["pixels"]), let (text, place) = pair("pixels", expectation, of: mapping) else {
            return nil
        }
        guard let pair = QuantityPair(text),
            [pair.width, pair.height].allSatisfy({ side in
                side.unit.isEmpty && Self.sidePixels.contains(side.number) && side.number == side.number.rounded()
            })
        else {
            diagnostics.report(
                "`pixels` must be \(expectation), not \(quoted(text))", at: place)
            return nil
        }
        return Size(width: pair.width.number, height: pair.height.number)
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
                at: element.place, hint: Self.calibrationHint(element))
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
        let calibration = AffineMatrix(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
        guard calibration.determinant.magnitude > 1e-9 else {
            diagnostics.report(
                "this calibration puts the whole panel on one line, since a·e - b·d is 0", at: element.place)
            return nil
        }
        return calibration
    }
}
