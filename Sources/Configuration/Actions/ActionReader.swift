// Reader of the entries of `actions`.

import Hands

/// Reads the entries of an actions file, and reports what is wrong with them.
struct ActionReader {
    let diagnostics: Diagnostics

    private static let example = "{ on: back, key: alt+Left }"

    /// Where surfaces lie on the desktop.
    func outputs(of root: Element) -> [ActionOutput] {
        guard case .mapping = root.content, let element = root["output"] else { return [] }
        return OutputReader(diagnostics: diagnostics).outputs(element)
    }

    /// The entries of a file, as far as they can be read.
    func entries(of root: Element) -> [ActionEntry] {
        if case .list = root.content {
            diagnostics.report(
                "an actions file must be a mapping with `actions`, not \(root.shown)", at: root.place,
                hint: "write `actions:` above the list")
            return diagnostics.limited(root.oneOrMore, to: ActionsFile.maximumCount, "actions").compactMap(read)
        }
        let what = "an actions file must be a mapping such as `actions: [\(Self.example)]`"
        guard let mapping = MappingReader(root, what, diagnostics) else { return [] }
        mapping.check(allowed: ["actions", "output"]) { _ in
            nil
        } hint: {
            ConfigurationReader.sections.contains($0)
                ? "gestured's own files have \(quoted($0)): see gestured.yaml(5)" : nil
        }
        guard mapping.needs("actions", "there are no `actions`", hint: "write `actions: []` for none"),
            let list = mapping.list("actions", emptyHint: "write `[]` for none")
        else { return [] }
        return diagnostics.limited(list, to: ActionsFile.maximumCount, "actions").compactMap(read)
    }

    private func read(_ element: Element) -> ActionEntry? {
        let what = "an action must be a mapping such as \(Self.example)"
        guard let mapping = MappingReader(element, what, diagnostics) else { return nil }
        mapping.check(
            allowed: ["on", "app", "key", "command", "step", "up", "down", "jobs", "timeout"]
                + PointerEffectReader.keys,
            elsewhere: Self.elsewhere)
        var places = ActionPlaces(entry: element.place, trigger: element.place)
        let steps = mapping["step"] != nil
        if let key = PointerEffectReader.key(of: mapping) { return pointer(key, of: mapping, element.place) }
        let trigger = trigger(of: mapping, .of(steps: steps), &places)
        let effects = ActionEffectReader(diagnostics: diagnostics)
        let effect = steps ? effects.steps(of: mapping, &places) : effects.command(of: mapping, &places)
        return ActionEntry(
            line: element.place.line, trigger: trigger, effect: effect, limits: limits(of: mapping, hasSteps: steps),
            places: places)
    }

    /// An entry that points or scrolls, without a limit.
    private func pointer(_ key: String, of mapping: MappingReader, _ place: Place) -> ActionEntry {
        var places = ActionPlaces(entry: place, trigger: place)
        let effect = PointerEffectReader(diagnostics: diagnostics).effect(key, of: mapping)
        places.pointer = mapping[key]?.place
        for other in ["up", "down", "jobs", "timeout"] {
            if let element = mapping[other] {
                diagnostics.report("\(quoted(other)) is not for an action with \(quoted(key))", at: element.place)
            }
        }
        let trigger = trigger(of: mapping, effect?.isContinuous ?? false ? .whole : .click, &places)
        return ActionEntry(
            line: place.line, trigger: trigger, effect: effect.map(ActionEffect.pointer), limits: ActionLimits(),
            places: places)
    }

    private func trigger(
        of mapping: MappingReader, _ following: ActionTriggerReader.Following, _ places: inout ActionPlaces
    ) -> ActionTrigger? {
        guard mapping.needs("on", "an action needs `on`", hint: "a recognizer's name, such as `on: back`"),
            let element = mapping["on"]
        else { return nil }
        let reader = ActionTriggerReader(diagnostics: diagnostics, following: following)
        var trigger = reader.read(element, &places)
        if let element = mapping["app"] {
            places.application = element.place
            if element.oneOrMore.isEmpty { diagnostics.report("`app` has no names or patterns", at: element.place) }
            trigger?.applications = element.oneOrMore.compactMap { reader.glob(in: $0, under: "app", isOfNames: false) }
        }
        return trigger
    }

    /// The limits; nil when one is wrong, which is then reported.
    private func limits(of mapping: MappingReader, hasSteps: Bool) -> ActionLimits? {
        var limits = ActionLimits()
        var isValid = true
        func value(_ key: String, _ kind: PropertyKind) -> PropertyValue? {
            let value = mapping.value(key, kind)
            if value == nil, mapping[key] != nil { isValid = false }
            return value
        }
        if hasSteps, let element = mapping["jobs"] {
            diagnostics.report("the commands of steps run one after the other, without `jobs`", at: element.place)
            isValid = false
        } else if case .count(let jobs)? = value("jobs", .count(1...64)) {
            limits.jobs = jobs
        }
        if hasSteps || mapping["key"] != nil { limits.timeout = ActionLimits.standardTimeout }
        if case .seconds(let seconds)? = value("timeout", .seconds(0.1...600)) { limits.timeout = seconds }
        return isValid ? limits : nil
    }

    /// What to say of a key that belongs within `on`.
    private static func elsewhere(_ key: String) -> String? {
        ActionTriggerReader.keys.contains(key)
            ? "\(quoted(key)) belongs within `on`, as in `on: { recognizer: back, \(key): … }`" : nil
    }
}
