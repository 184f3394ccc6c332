// Which recognizer does this entry of the file ask for?

/// Reads the entries of `recognizers`.
struct RecognizerReader {
    /// More are refused.
    static let maximumCount = 256
    /// Keys that are planned; a file that has one is told so.
    private static let planned = ["requireToFail", "simultaneousWith", "blocks", "region"]
    private static let own = ["name", "type"]

    private let diagnostics: Diagnostics
    private var names = Names(of: "a recognizer")

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// The rule of one entry; nil when it is none, which is then reported.
    mutating func read(_ element: Element) -> RecognizerRule? {
        let what = "a recognizer must be a mapping such as { name: select, type: tap }"
        guard let mapping = MappingReader(element, what, diagnostics) else { return nil }
        let name = names.read(from: mapping)
        guard let type = type(of: mapping) else { return nil }
        let properties = type.properties
        mapping.check(allowed: Self.own + properties.map(\.key), planned: Self.planned) { key in
            let owners = RecognizerType.allCases.filter { $0.properties.contains { $0.key == key } }.map(\.rawValue)
            guard !owners.isEmpty else { return nil }
            return "\(quoted(key)) is a property of \(owners.joined(separator: ", ")), not of \(type.rawValue)"
        }
        var values: [String: PropertyValue] = [:]
        for property in properties {
            guard let element = mapping[property.key] else { continue }
            values[property.key] = property.value(from: element, diagnostics)
        }
        if type == .pan { checkTouches(values, mapping) }
        return name.map { RecognizerRule(name: $0, type: type, properties: values) }
    }

    private func type(of mapping: MappingReader) -> RecognizerType? {
        guard mapping["type"] != nil else {
            diagnostics.report(
                "a recognizer needs a `type`", at: mapping.place, hint: suggestion(for: "", among: Self.types))
            checkKeysOfAnyType(mapping)
            return nil
        }
        guard let (text, place) = mapping.text("type") else {
            checkKeysOfAnyType(mapping)
            return nil
        }
        if let type = RecognizerType(rawValue: text) { return type }
        if RecognizerType.planned.contains(text) {
            // It will have keys that are not known yet.
            diagnostics.report("the type \(quoted(text)) is not available in this version yet", at: place)
        } else {
            diagnostics.report(
                "unknown type \(quoted(text))", at: place, hint: suggestion(for: text, among: Self.types))
            checkKeysOfAnyType(mapping)
        }
        return nil
    }

    private static let types = RecognizerType.allCases.map(\.rawValue)

    /// Without a type, a key is unknown when no type has it.
    private func checkKeysOfAnyType(_ mapping: MappingReader) {
        var keys = Self.own
        for property in RecognizerType.allCases.flatMap(\.properties) where !keys.contains(property.key) {
            keys.append(property.key)
        }
        mapping.check(allowed: keys, planned: Self.planned)
    }

    /// A pan that wants more fingers than it allows would never begin.
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
