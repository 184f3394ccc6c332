// Warnings about a valid configuration that probably does not do what its author meant.

import GestureWire

/// A configuration, and what in it will probably not do what was meant.
///
/// The warnings are for people who check their files; the daemon does not compute them.
public struct ConfigurationReview: Sendable {
    /// The reviewed configuration.
    public let configuration: Configuration
    /// In the order of the files and of their places.
    public let warnings: [ConfigurationError.Problem]

    /// Reads the files of a configuration.
    ///
    /// - Parameters:
    ///   - isKnown: Whether the system knows a user or group, by name or number.
    ///   - names: The names among which to look for one that was misspelt: of users for a user, of groups for a group.
    /// - Throws: Every problem of every file at once; `ConfigurationError.systemError` is set when one cannot be read.
    public init(
        _ files: ConfigurationFiles, isKnown: (AccessRule.Subject) -> Bool = { _ in true },
        names: (AccessRule.Subject) -> [String] = { _ in [] }
    ) throws(ConfigurationError) {
        self.init(try LayeredText.read(files), isKnown: isKnown, names: names)
    }

    init(
        _ text: LayeredText, isKnown: (AccessRule.Subject) -> Bool = { _ in true },
        names: (AccessRule.Subject) -> [String] = { _ in [] }
    ) {
        configuration = text.configuration
        let diagnostics = Diagnostics(files: text.files)
        // The text has no problems, so there is a rule for each entry, in the same order.
        func entries<Rule>(_ key: String, _ rules: [Rule]) -> [(rule: Rule, element: Element)] {
            Array(zip(rules, text.root[key]?.oneOrMore ?? []))
        }
        // Those lie in the order of `above`.
        let places = [String: Element](
            (text.root["regions"]?.oneOrMore ?? []).compactMap { element in element["name"]?.text.map { ($0, element) }
            }
        ) { first, _ in first }
        let regions = configuration.regions.compactMap { rule in places[rule.name].map { (rule: rule, element: $0) } }
        RegionReview(regions, configuration.surfaces, diagnostics).check()
        let recognizers = entries("recognizers", configuration.recognizers)
        CoverageReview(regions, recognizers, configuration, diagnostics).check()
        PreventionReview(recognizers, configuration, diagnostics).check()
        InterceptionReview(
            recognizers, entries("surfaces", configuration.surfaces), configuration.regions, diagnostics
        ).check()
        // The standard rules name a group that a machine need not have.
        if configuration.access != AccessRule.standard {
            for (rule, element) in entries("access", configuration.access) where !isKnown(rule.subject) {
                Self.report(rule.subject, in: element, names, diagnostics)
            }
        }
        warnings = diagnostics.warnings
    }

    private static func report(
        _ subject: AccessRule.Subject, in element: Element, _ names: (AccessRule.Subject) -> [String],
        _ diagnostics: Diagnostics
    ) {
        let (key, name): (String, String)
        switch subject {
        case .user(let user): (key, name) = ("user", user)
        case .group(let group): (key, name) = ("group", group)
        case .activeSession: return
        }
        diagnostics.report(
            "this system knows no \(key) called \(quoted(name)), so the entry grants nothing",
            at: element[key]?.place ?? element.place,
            hint: nearestSuggestion(for: name, among: names(subject))
                ?? "add the \(key) to the system, then: sudo systemctl reload gestured")
    }
}
