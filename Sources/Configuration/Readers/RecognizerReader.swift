// Reader of `recognizers`: the entries, then how they stand to each other.

import Gestures

/// Reads the entries of `recognizers`, and then how they stand to each other.
struct RecognizerReader {
    /// More are refused.
    static let maximumCount = AcyclicGraph.capacity
    /// The keys that every entry may have beside its properties.
    static let own = ConfigurationPart.recognizerKeys.map(\.key)

    private let diagnostics: Diagnostics
    private var names: Names
    private var entries: [RecognizerEntry] = []
    /// The names of configured recognizers that the connection is going to decide.
    private(set) var decided: [String] = []
    /// Those that it can decide.
    private let decidable: Set<String>

    /// - Parameter present: What the connection has attached already, for a request.
    /// - Parameter configured: The configured ones then, those that are hidden too.
    init(
        _ diagnostics: Diagnostics, beside present: AttachedRules = AttachedRules(),
        _ configured: [RecognizerRule] = [],
        mayDecide: Bool = false
    ) {
        self.diagnostics = diagnostics
        names = Names(
            of: "recognizer", taken: present.recognizers.map(\.name) + present.decided, known: configured.map(\.name))
        decidable = mayDecide ? Set(configured.lazy.filter { $0.type == .custom }.map(\.name)) : []
    }

    mutating func read(_ element: Element) {
        let what = "a recognizer must be a mapping such as { name: select, type: tap }"
        guard let mapping = MappingReader(element, what, diagnostics) else { return }
        if let name = decidedName(of: mapping) { return decided.append(name) }
        let name = names.read(from: mapping)
        // References are looked up even when the type is wrong.
        let (region, requireToFail) = (mapping.reference("region"), mapping.references("requireToFail"))
        let simultaneousWith = mapping.references("simultaneousWith", takesAll: !diagnostics.isTyped)
        let (blocks, then) = (mapping.references("blocks"), mapping.references("then"))
        let type = type(of: mapping)
        let values = type.map { properties(of: mapping, $0, name) } ?? [:]
        let questions = diagnostics.isTyped ? AttachedRecognizerReader(diagnostics).read(mapping) : QuestionRule()
        entries.append(
            RecognizerEntry(
                name: name, type: type, properties: values, region: region, requireToFail: requireToFail,
                simultaneousWith: simultaneousWith, blocks: blocks, then: then, questions: questions,
                firstPixels: values.contains { if case .pixels = $1 { true } else { false } }
                    ? mapping["edgeWidth"]?.place : nil))
    }

    /// The rules of all entries; what is wrong with their regions and with their relations is reported.
    ///
    /// - Parameter regions: The names of all regions, those of wrong ones too.
    /// - Parameter pixels: The names of the surfaces that have pixels.
    /// - Parameter present: The own recognizers of the connection; nothing is said of these.
    /// - Parameter configured: The configured ones, if it is another's recognizers that are read.
    func link(
        _ regions: Names, _ tree: RegionTree, pixels: Set<String>, beside present: [RecognizerRule] = [],
        _ configured: [RecognizerRule] = []
    ) -> [RecognizerRule] {
        RelationChecker(
            entries: entries, present: present, configured: configured, names: names, regions: regions, tree: tree,
            diagnostics
        ).check()
        for entry in entries { tree.checkPixels(of: entry.regionName, firstAt: entry.firstPixels, pixels, diagnostics) }
        let rules = entries.compactMap(\.rule)
        return rules.map { rule in
            guard rule.simultaneousWith.contains(Reference.all) else { return rule }
            var rule = rule
            // Those that never share a touch with it need no relation.
            rule.simultaneousWith = (present + rules).filter {
                $0.name != rule.name && tree.meet($0.region, rule.region) != false
            }.map(\.name)
            return rule
        }
    }

    /// The name of the configured recognizer that an entry of a request decides: it has its name and `type: custom`, and
    /// nothing else.
    private func decidedName(of mapping: MappingReader) -> String? {
        guard diagnostics.isTyped, mapping.count == 2, mapping["type"]?.text == RecognizerType.custom.rawValue,
            let name = mapping["name"]?.text, decidable.contains(name), !names.isTaken(name), !decided.contains(name)
        else { return nil }
        return name
    }

    /// The keys that every entry may have, in a file or attached.
    private var own: [String] { diagnostics.isTyped ? Self.own + AttachedRecognizerReader.keys : Self.own }

    private static func onlyAttached(_ key: String) -> String? {
        AttachedRecognizerReader.keys.contains(key)
            ? "only recognizers that a client attaches have \(quoted(key))" : nil
    }

    private func properties(
        of mapping: MappingReader, _ type: RecognizerType, _ name: String?
    ) -> [String: PropertyValue] {
        let properties = type.properties
        mapping.check(allowed: own + properties.map(\.key)) { key in
            Self.onlyAttached(key)
                ?? Self.owners[key].map {
                    "\(quoted(key)) is a property of \($0.joined(separator: ", ")), not of \(type.rawValue)"
                }
        } hint: {
            ForeignWords.hint(forKey: $0, of: type, recognizer: name, isAttached: diagnostics.isTyped)
        }
        for property in properties where property.isRequired {
            _ = mapping.needs(
                property.key, "a \(type.rawValue) needs \(quoted(property.key))", hint: property.kind.expectation)
        }
        let values = mapping.values(of: properties)
        checkTouches(values, mapping)
        return values
    }

    private func type(of mapping: MappingReader) -> RecognizerType? {
        guard
            mapping.needs(
                "type", "a recognizer needs a `type`",
                hint: mapping["name"]?.text.flatMap { diagnostics.dropInHint(for: $0, at: mapping.place) }
                    ?? suggestion(for: "", among: Self.types)),
            let (text, place) = mapping.text("type")
        else {
            checkKeysOfAnyType(mapping)
            return nil
        }
        if let type = RecognizerType(rawValue: text) { return type }
        let meant = ForeignWords.type(for: text)
        diagnostics.report(
            "unknown type \(quoted(text))", at: place,
            hint: meant.map { "did you mean \(quoted($0.rawValue))?" } ?? suggestion(for: text, among: Self.types))
        checkKeysOfAnyType(mapping, meant: meant)
        return nil
    }

    private static let types = RecognizerType.allCases.map(\.rawValue)
    /// The types that have a property of their own, by its key.
    private static let owners: [String: [String]] = {
        var owners: [String: [String]] = [:]
        for type in RecognizerType.allCases {
            for property in type.ownProperties { owners[property.key, default: []].append(type.rawValue) }
        }
        return owners
    }()

    /// Without a type, a key is unknown when no type has it.
    ///
    /// - Parameter meant: The type that was probably meant.
    private func checkKeysOfAnyType(_ mapping: MappingReader, meant: RecognizerType? = nil) {
        var keys = own
        for property in RecognizerType.allCases.flatMap(\.properties) where !keys.contains(property.key) {
            keys.append(property.key)
        }
        mapping.check(
            allowed: keys, elsewhere: Self.onlyAttached,
            hint: { ForeignWords.hint(forKey: $0, of: meant, isAttached: diagnostics.isTyped) })
    }

    /// A recognizer with a minimum of fingers above its maximum would never begin.
    private func checkTouches(_ values: [String: PropertyValue], _ mapping: MappingReader) {
        guard case .count(let most) = values["maximumNumberOfTouches"],
            let place = mapping["maximumNumberOfTouches"]?.place
        else { return }
        var fewest = 1
        if case .count(let count) = values["minimumNumberOfTouches"] { fewest = count }
        if most < fewest {
            diagnostics.report("`maximumNumberOfTouches` must not be less than the minimum, \(fewest)", at: place)
        }
    }
}
