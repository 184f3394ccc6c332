// Reader of an action's `on`, and of the option `--on`: names, states and conditions.

import GestureWire

/// Reads `on`, as a text or as a mapping.
struct ActionTriggerReader {
    let diagnostics: Diagnostics
    /// What of a gesture the action follows.
    enum Following {
        /// Its end.
        case end
        /// A value, in steps.
        case steps
        /// What a click needs: that it is recognized, or begins.
        case click
        /// All of it, from its beginning to its end.
        case whole

        static func of(steps: Bool) -> Following { steps ? .steps : .end }

        /// Whether a state can be given: steps need values, and a click for each movement would be a flood.
        func allows(_ state: GestureState) -> Bool {
            switch (self, state) {
            case (.steps, .recognized), (.steps, .cancelled), (.steps, .failed), (.click, .changed): false
            default: true
            }
        }

        /// The states that count when none is given.
        var standard: GestureStates {
            switch self {
            case .end: GestureStates([.recognized, .ended])
            case .steps: GestureStates([.changed, .ended])
            case .click: GestureStates([.recognized, .began])
            case .whole: GestureStates([.began, .changed, .ended, .cancelled])
            }
        }
    }

    /// What of a gesture the action follows.
    let following: Following

    private static let example = "as in { distance: \">= 30mm\", direction: left, touches: [\">= 2\", \"<= 3\"] }"
    static let keys = ["recognizer", "state", "surface", "region", "where"]
    /// Longer patterns are refused; that of a name has room.
    private static let longestGlob = 256

    /// The trigger, without parts that are wrong, which are then reported; nil when the recognizer is wrong.
    func read(_ element: Element, _ places: inout ActionPlaces) -> ActionTrigger? {
        places.trigger = element.place
        if case .scalar(let text, _) = element.content { return plain(text, at: element.place) }
        let what = "`on` must be a recognizer's name, or a mapping such as { recognizer: zoom, state: began }"
        guard let mapping = MappingReader(element, what, diagnostics) else { return nil }
        mapping.check(allowed: Self.keys)
        guard mapping.needs("recognizer", "`on` needs a `recognizer`", hint: "a name or a pattern; `*` for all"),
            let recognizer = mapping["recognizer"]
        else { return nil }
        places.trigger = recognizer.place
        places.state = mapping["state"]?.place
        places.surface = mapping["surface"]?.place
        places.region = mapping["region"]?.place
        if let element = mapping["state"] { reportState(at: element.place) }
        let states = mapping["state"].flatMap { self.states(in: $0) } ?? following.standard
        let conditions = conditions(of: mapping, &places)
        let surfaces = mapping["surface"].flatMap { glob(in: $0, under: "surface") }
        let regions = mapping["region"].flatMap { glob(in: $0, under: "region") }
        guard let recognizers = glob(in: recognizer, under: "recognizer") else { return nil }
        var trigger = ActionTrigger(recognizers: recognizers, states: states, conditions: conditions)
        if let surfaces { trigger.surfaces = surfaces }
        if let regions { trigger.regions = regions }
        return trigger
    }

    /// Reads `back`, which means its end, or `back:began`.
    fileprivate func plain(_ text: String, at place: Place) -> ActionTrigger? {
        var (name, states) = (text, following.standard)
        if let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) {
            reportState(at: place)
            name = String(text[..<colon])
            let state = String(text[text.utf8.index(after: colon)...])
            states =
                self.states(in: Element(place: place, content: .scalar(state, isQuoted: false))) ?? following.standard
        }
        return glob(name, at: place, under: "on").map { ActionTrigger(recognizers: $0, states: states) }
    }

    /// Reports a state where all of them count.
    private func reportState(at place: Place) {
        guard case .whole = following else { return }
        diagnostics.report("this follows a gesture from its beginning to its end, without a state", at: place)
    }

    private func states(in element: Element) -> GestureStates? {
        let known = GestureState.allCases.filter(following.allows)
        let names: [(name: String, option: GestureStates)] = known.map { ($0.rawValue, GestureStates($0)) }
        let words = names.map(\.name).joined(separator: ", ")
        return element.options(names, "the state must be one of \(words)", diagnostics)
    }

    private func conditions(of mapping: MappingReader, _ places: inout ActionPlaces) -> [ActionCondition] {
        guard let element = mapping["where"] else { return [] }
        let what = "`where` must be a mapping such as { distance: \">= 30mm\" }"
        guard case .mapping(let entries) = element.content else {
            _ = MappingReader(element, what, diagnostics)
            return []
        }
        var conditions: [ActionCondition] = []
        for entry in entries {
            guard let member = ActionMember.named(entry.key) else {
                diagnostics.report(
                    "a gesture has no value called \(quoted(entry.key))", at: entry.place,
                    hint: suggestion(for: entry.key, among: ActionMember.all.map(\.name)))
                continue
            }
            if entry.value.oneOrMore.isEmpty {
                diagnostics.report(
                    "\(quoted(entry.key)) has no comparisons", at: entry.value.place,
                    hint: Self.example)
            }
            for element in entry.value.oneOrMore where !element.isRefused {
                if let text = element.text, let condition = ActionCondition(text, on: member) {
                    conditions.append(condition)
                    places.conditions.append(element.place)
                    continue
                }
                diagnostics.report(
                    "\(quoted(entry.key)) must be compared with \(member.kind.expectation), not "
                        + element.shown(in: entry.value),
                    at: element.place, hint: Self.example)
            }
        }
        return conditions
    }

    /// The pattern that a key has; nil when it is none, which is then reported.
    ///
    /// - Parameter isOfNames: Whether it is for names of gestured's, which are printable ASCII.
    func glob(in element: Element, under key: String, isOfNames: Bool = true) -> Glob? {
        if element.isRefused { return nil }
        guard let text = element.text else {
            diagnostics.report("\(quoted(key)) must be a name or a pattern, not \(element.shown)", at: element.place)
            return nil
        }
        return glob(text, at: element.place, under: key, isOfNames: isOfNames)
    }

    private func glob(_ text: String, at place: Place, under key: String, isOfNames: Bool = true) -> Glob? {
        guard (1...Self.longestGlob).contains(text.utf8.count) else {
            diagnostics.report("\(quoted(key)) must be a pattern of 1 to \(Self.longestGlob) bytes", at: place)
            return nil
        }
        guard !isOfNames || text.utf8.allSatisfy(NameRule.isPrintable) else {
            diagnostics.report("\(quoted(key)) must be printable ASCII, as all names are", at: place)
            return nil
        }
        return Glob(text)
    }
}

extension ActionTrigger {
    /// Reads the value of the option `--on`, which is what an action's `on` has as a text.
    ///
    /// - Throws: The problem; its place is in the value.
    package init(option text: String) throws(ConfigurationError) {
        let diagnostics = Diagnostics(files: [SourceFile(name: "--on", text: SourceText(text))])
        let reader = ActionTriggerReader(diagnostics: diagnostics, following: .end)
        let trigger = reader.plain(text, at: Place(line: 1, column: 1))
        if let error = diagnostics.error() { throw error }
        guard let trigger else { throw ConfigurationError(problems: []) }
        self = trigger
    }
}
