// Reader of what an action does: keys, commands and steps.

/// Reads `key` and `command`, and `step` with `up` and `down`.
struct ActionEffectReader {
    let diagnostics: Diagnostics

    /// More arguments are refused.
    private static let maximumArguments = 256
    /// Longer arguments are refused.
    private static let longestArgument = 4096
    /// More combinations of one action are refused.
    private static let maximumKeys = 16

    /// The effect of an action without `step`.
    func command(of mapping: MappingReader, _ places: inout ActionPlaces) -> ActionEffect? {
        for key in ["up", "down"] {
            if let element = mapping[key] {
                diagnostics.report(
                    "\(quoted(key)) is for an action with `step`", at: element.place,
                    hint: "as in `step: { member: translation.y, every: 8mm }`")
            }
        }
        return one(of: mapping, "an action", &places).map(ActionEffect.command)
    }

    /// The effect of an action with `step`.
    func steps(of mapping: MappingReader, _ places: inout ActionPlaces) -> ActionEffect? {
        for key in ["key", "command"] {
            if let element = mapping[key] {
                diagnostics.report(
                    "an action with `step` has `up` and `down` in place of \(quoted(key))", at: element.place)
            }
        }
        let step = mapping["step"].flatMap { self.step($0, &places) }
        let (up, down) = (mapping["up"], mapping["down"])
        let upward = up.flatMap { direction($0, "up", &places) }
        let downward = down.flatMap { direction($0, "down", &places) }
        if up == nil, down == nil {
            diagnostics.report("an action with `step` needs `up`, `down`, or both", at: mapping.place)
            return nil
        }
        // A direction that is there and wrong was reported.
        guard let step, (up == nil) == (upward == nil), (down == nil) == (downward == nil) else { return nil }
        return .steps(ActionSteps(member: step.member, every: step.every, up: upward, down: downward))
    }

    private func step(
        _ element: Element, _ places: inout ActionPlaces
    ) -> (member: ActionMember, every: ActionNumber)? {
        let what = "`step` must be a mapping such as { member: translation.y, every: 8mm }"
        guard let mapping = MappingReader(element, what, diagnostics) else { return nil }
        mapping.check(allowed: ["member", "every"])
        guard mapping.needs("member", "a step needs a `member`", hint: "as in \(Self.stepExample)"),
            mapping.needs("every", "a step needs `every`", hint: "as in \(Self.stepExample)"),
            let (name, place) = mapping.text("member"), let (text, size) = mapping.text("every", orNumber: true)
        else { return nil }
        places.step = place
        let known = ActionMember.all.filter(\.hasSteps)
        guard let member = known.first(where: { $0.name == name }) else {
            diagnostics.report(
                "steps cannot be counted of \(quoted(name))", at: place,
                hint: suggestion(for: name, among: known.map(\.name)))
            return nil
        }
        let least = member.kind == .number ? 1.0 : 0
        guard let every = ActionNumber(text, for: member.kind), every.value > least else {
            let expected =
                member.kind == .number
                ? "a factor of more than 1, such as 1.1" : member.kind.expectation + ", more than 0"
            diagnostics.report("`every` must be \(expected), not \(quoted(text))", at: size)
            return nil
        }
        return (member, every)
    }

    private static let stepExample = "`step: { member: translation.y, every: 8mm }`"

    /// What runs for a step in a direction: a command, or a mapping with `key` or `command`.
    private func direction(_ element: Element, _ key: String, _ places: inout ActionPlaces) -> ActionCommand? {
        if case .mapping = element.content {
            guard let mapping = MappingReader(element, "", diagnostics) else { return nil }
            mapping.check(allowed: ["key", "command"])
            return one(of: mapping, quoted(key), &places)
        }
        return program(element, under: key).map { record($0, at: element.place, &places) }
    }

    /// The command of a mapping that has either `key` or `command`.
    private func one(of mapping: MappingReader, _ what: String, _ places: inout ActionPlaces) -> ActionCommand? {
        switch (mapping["key"], mapping["command"]) {
        case (let key?, nil): keys(key).map { record(.keys($0), at: key.place, &places) }
        case (nil, let command?): program(command, under: "command").map { record($0, at: command.place, &places) }
        case (nil, nil):
            report("\(what) needs `key` or `command`", at: mapping.place)
        case (_?, let command?):
            report("\(what) has either `key` or `command`", at: command.place)
        }
    }

    private func report(_ message: String, at place: Place) -> ActionCommand? {
        diagnostics.report(message, at: place)
        return nil
    }

    private func record(_ command: ActionCommand, at place: Place, _ places: inout ActionPlaces) -> ActionCommand {
        places.commands.append((command, place))
        return command
    }

    /// A list of a program and its arguments, or a text for a shell.
    private func program(_ element: Element, under key: String) -> ActionCommand? {
        switch element.content {
        case .scalar(let text, _) where !text.isEmpty && isArgument(text, at: element.place):
            return .program(["sh", "-c", text])
        case .list(let elements) where !elements.isEmpty:
            var words: [String] = []
            for element in diagnostics.limited(elements, to: Self.maximumArguments, "arguments") {
                if let text = element.text, isArgument(text, at: element.place) {
                    words.append(text)
                } else if element.text == nil, !element.isRefused {
                    diagnostics.report("an argument must be a text, not \(element.shown)", at: element.place)
                }
            }
            guard words.count == elements.count else { return nil }
            if words[0].isEmpty { return report("the program's name is empty", at: elements[0].place) }
            return .program(words)
        case .refused: return nil
        case .scalar(let text, _) where !text.isEmpty: return nil
        default:
            return report(
                "\(quoted(key)) must be a program with its arguments, as in [wpctl, set-mute, \"@DEFAULT_SINK@\", "
                    + "toggle], or a text for sh(1), not \(element.shown)", at: element.place)
        }
    }

    /// Whether a text can be an argument; reports what cannot.
    private func isArgument(_ text: String, at place: Place) -> Bool {
        if text.utf8.contains(0) {
            diagnostics.report("an argument cannot contain the character NUL", at: place)
        } else if text.utf8.count > Self.longestArgument {
            diagnostics.report("an argument must have at most \(Self.longestArgument) bytes", at: place)
        } else {
            return true
        }
        return false
    }

    /// The combinations of `key`; nil when one is wrong, which is then reported.
    private func keys(_ outer: Element) -> [KeyCombination]? {
        let elements = outer.oneOrMore
        var keys: [KeyCombination] = []
        for element in diagnostics.limited(elements, to: Self.maximumKeys, "keys of one action") {
            guard let text = element.text else {
                if !element.isRefused {
                    diagnostics.report(
                        "`key` must be keys such as alt+Left, not \(element.shown(in: outer))", at: element.place)
                }
                continue
            }
            do throws(KeyCombination.Problem) {
                keys.append(try KeyCombination(text))
            } catch {
                report(error, in: text, at: element.place)
            }
        }
        if elements.isEmpty {
            diagnostics.report("`key` must be keys such as alt+Left, not an empty list", at: outer.place)
        }
        return !elements.isEmpty && keys.count == elements.count ? keys : nil
    }

    private func report(_ problem: KeyCombination.Problem, in text: String, at place: Place) {
        switch problem {
        case .empty: diagnostics.report("\(quoted(text)) has no key", at: place, hint: "as in alt+Left")
        case .modifier(let name):
            diagnostics.report(
                "\(quoted(name)) is not a modifier", at: place,
                hint: suggestion(for: name, among: KeyCombination.Modifier.allCases.map(\.rawValue)))
        case .key(let name):
            diagnostics.report(
                "\(quoted(name)) is not a key", at: place,
                hint: nearestSuggestion(for: name, among: KeyNames.common)
                    ?? "`xev` or `wev` shows the names of keys")
        }
    }
}
