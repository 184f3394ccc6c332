// Check of actions against the recognizers that there are, and against the programs of this machine.

import GestureWire

/// Check of an actions file beyond its form.
package struct ActionReview: Sendable {
    /// Whether this machine and its session have what an action needs.
    package enum Availability: Equatable, Sendable {
        case available
        /// Why it is not there, and what to do.
        case missing(String)
        /// Why that is not known.
        case unknown(String)
    }

    /// The problems and warnings, in the order of their places.
    package private(set) var problems: [ConfigurationError.Problem] = []

    private let recognizers: [RecognizerRule]
    private let (regions, surfaces): ([String], [String])
    /// Checks a file, and adds what is wrong with its form.
    ///
    /// - Parameters:
    ///   - configuration: The daemon's; nil when it cannot be read, so that names are not checked.
    ///   - applications: Whether the application in front is known.
    ///   - hands: Whether actions can point and scroll.
    ///   - availability: Whether a command can run.
    package init(
        _ file: ActionsFile, configuration: Configuration?, applications: Availability,
        hands: Availability = .available, availability: (ActionCommand) -> Availability
    ) {
        recognizers = configuration?.recognizers ?? []
        regions = [RegionRule.root] + (configuration?.regions.map(\.name) ?? [])
        surfaces = configuration?.surfaces.map(\.name) ?? []
        let (errors, warnings) = (Diagnostics(files: [file.source]), Diagnostics(files: [file.source]))
        var unknown: Set<String> = []
        func report(_ availability: Availability, at place: Place) {
            switch availability {
            case .available: break
            case .missing(let words): errors.report(words, at: place)
            // Once: it is the same for all of them.
            case .unknown(let words): if unknown.insert(words).inserted { warnings.report(words, at: place) }
            }
        }
        for entry in file.entries {
            let places = entry.places
            if configuration != nil, let trigger = entry.trigger {
                check(trigger, entry.effect, places, errors, warnings)
            }
            if let place = places.application { report(applications, at: place) }
            if let place = places.pointer { report(hands, at: place) }
            for (command, place) in places.commands {
                report(availability(command), at: place)
                if case .keys(let keys) = command { Self.check(keys, at: place, warnings) }
            }
        }
        problems = (file.problems + (errors.error()?.problems ?? []) + warnings.warnings).sorted {
            ($0.line, $0.column) < ($1.line, $1.column)
        }
    }

    /// The problems that are no warnings, as an error; nil without any.
    package var error: ConfigurationError? {
        let errors = problems.filter { !$0.isWarning }
        return errors.isEmpty ? nil : ConfigurationError(problems: errors)
    }

    /// Warns of keys that are probably misspelled; most of the two thousand are not known here.
    private static func check(_ keys: [KeyCombination], at place: Place, _ warnings: Diagnostics) {
        for key in keys.map(\.key) where !KeyNames.isKnown(key) {
            guard let hint = nearestSuggestion(for: key, among: KeyNames.common) else { continue }
            warnings.report("\(quoted(key)) is probably not a key", at: place, hint: hint)
        }
    }

    private func check(
        _ trigger: ActionTrigger, _ effect: ActionEffect?, _ places: ActionPlaces, _ errors: Diagnostics,
        _ warnings: Diagnostics
    ) {
        let matched = recognizers.filter { trigger.recognizers.matches($0.name) }
        if matched.isEmpty {
            errors.report(
                "no recognizer is called \(quoted(trigger.recognizers.pattern))", at: places.trigger,
                hint: hint(forUnknown: trigger.recognizers.pattern))
        } else if let words = trigger.impossibility(among: matched.map(\.type.rawValue)) {
            errors.report(words, at: places.state ?? places.trigger)
        }
        if !regions.contains(where: { trigger.regions.matches($0) }) {
            errors.report(
                "no region is called \(quoted(trigger.regions.pattern))", at: places.region ?? places.trigger,
                hint: Self.hint(for: trigger.regions.pattern, among: regions))
        } else if !matched.isEmpty, !matched.contains(where: { trigger.regions.matches($0.region) }) {
            let watched = Set(matched.map(\.region)).sorted().map { quoted($0) }
            errors.report(
                "this never happens: \(quoted(trigger.recognizers.pattern)) watches \(watched.joined(separator: ", "))",
                at: places.region ?? places.trigger)
        }
        if !surfaces.contains(where: { trigger.surfaces.matches($0) }),
            let hint = nearestSuggestion(for: trigger.surfaces.pattern, among: surfaces)
        {
            // Surfaces that the configuration does not name have names, too.
            warnings.report(
                "no surface of the configuration is called \(quoted(trigger.surfaces.pattern))",
                at: places.surface ?? places.trigger, hint: hint)
        }
        for (condition, place) in zip(trigger.conditions, places.conditions) where !matched.isEmpty {
            check(condition.member, of: matched, at: place, errors)
            if condition.member.isOfEnd, !trigger.states.contains(.ended) {
                errors.report("gestures have \(quoted(condition.member.name)) only in the state ended", at: place)
            }
        }
        if case .steps(let steps) = effect, let place = places.step, !matched.isEmpty {
            check(steps.member, of: matched, at: place, errors)
        }
        if case .pointer(let pointer) = effect, let types = pointer.types, !matched.isEmpty,
            !matched.contains(where: { types.contains($0.type) })
        {
            let names = types.map(\.rawValue).joined(separator: ", ")
            errors.report(
                "\(quoted(pointer.key)) needs a recognizer of type \(names)", at: places.pointer ?? places.entry)
        }
        if trigger.states.contains(.changed), case .command = effect {
            warnings.report(
                "the command runs for each movement, many times a second", at: places.state ?? places.trigger,
                hint: "count steps (`step`), or use the state began or ended")
        }
    }

    /// The nearest name, and the drop-in that adds a recognizer of this name.
    private func hint(forUnknown pattern: String) -> String? {
        let names = recognizers.map(\.name)
        guard Names.isValid(pattern) else { return Self.hint(for: pattern, among: names) }
        let (folder, near) = (ConfigurationFiles.dropInFolder, nearestSuggestion(for: pattern, among: names))
        return (near.map { "\($0) Or make it: " } ?? "make it: ")
            + "write `recognizers: [{ name: \(pattern), type: swipe }]`, with its type and keys, to "
            + "\(folder)/\(pattern).yaml, then: sudo systemctl reload gestured"
    }

    /// The nearest name, or all of a short list.
    private static func hint(for pattern: String, among names: [String]) -> String? {
        if names.isEmpty { return "gestured's configuration has none" }
        return nearestSuggestion(for: pattern, among: names)
            ?? (names.count <= 16 ? suggestion(for: pattern, among: names) : nil)
    }

    /// Reports a value that none of the recognizers has.
    private func check(
        _ member: ActionMember, of recognizers: [RecognizerRule], at place: Place, _ errors: Diagnostics
    ) {
        let types = Set(recognizers.map(\.type))
        guard !member.types.isEmpty, types.isDisjoint(with: member.types) else { return }
        let names = RecognizerType.allCases.filter(types.contains).map(\.rawValue).joined(separator: ", ")
        errors.report(
            "gestures of type \(names) have no \(quoted(member.name))", at: place,
            hint: "it belongs to \(member.types.map(\.rawValue).joined(separator: ", "))")
    }
}
