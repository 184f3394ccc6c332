// The actions file: its text, its actions and their places, and how it is told from a configuration.

import GestureWire
import Touch

/// A file of actions, as `gesturectl run` reads it; `docs/actions.md` describes it.
package struct ActionsFile: Sendable {
    /// More actions are refused: `gesturectl run` needs two descriptors for each, at a reload four, and has 1024 on
    /// most systems.
    package static let maximumCount = 200

    /// The path, as messages name it.
    package let name: String
    /// The actions in the order of the file.
    package let actions: [Action]
    /// Where surfaces lie on the desktop; the first that matches counts.
    package let outputs: [ActionOutput]
    /// All entries, those that are wrong too.
    let entries: [ActionEntry]
    /// What is wrong with the form of the entries.
    let problems: [ConfigurationError.Problem]
    let source: SourceFile

    /// Whether an action points or scrolls.
    package var points: Bool { entries.contains { $0.places.pointer != nil } }

    /// Whether an action presses keys.
    package var hasKeys: Bool {
        entries.contains { $0.places.commands.contains { if case .keys = $0.command { true } else { false } } }
    }

    /// Reads a file.
    ///
    /// - Throws: Every problem at once; `ConfigurationError.systemError` is set when it cannot be read.
    package init(path: String) throws(ConfigurationError) {
        self = try Self.draft(path: path)
        if !problems.isEmpty { throw ConfigurationError(problems: problems) }
    }

    /// Reads a file that may have problems, which `ActionReview` has beside its own.
    ///
    /// - Throws: Why it cannot be read, or is no YAML.
    package static func draft(path: String) throws(ConfigurationError) -> ActionsFile {
        let text: SourceText
        do throws(ConfigurationError) {
            text = try FileText.read(path: path, file: 0, isNamed: false)
        } catch {
            throw withoutHint(error)
        }
        return try ActionsFile(SourceFile(name: path, text: text))
    }

    /// Reads a text.
    ///
    /// - Parameter file: What messages call it.
    /// - Throws: Every problem at once.
    package init(yaml: String, file: String) throws(ConfigurationError) {
        self = try Self.draft(yaml: yaml, file: file)
        if !problems.isEmpty { throw ConfigurationError(problems: problems) }
    }

    /// Reads a text that may have problems.
    ///
    /// - Throws: Why it is no YAML.
    static func draft(yaml: String, file: String) throws(ConfigurationError) -> ActionsFile {
        try ActionsFile(SourceFile(name: file, text: SourceText(yaml)))
    }

    /// One command for each of some triggers, as the options of `gesturectl run` give it; an action's line is the place
    /// of its option among them.
    package init(options triggers: [ActionTrigger], command: [String], jobs: Int) {
        (name, source) = ("--on", SourceFile(name: "--on", text: SourceText("")))
        (entries, problems, outputs) = ([], [], [])
        let (effect, limits) = (ActionEffect.command(.program(command)), ActionLimits(jobs: jobs))
        actions = triggers.enumerated().map { index, trigger in
            Action(line: index + 1, trigger: trigger, effect: effect, limits: limits)
        }
    }

    private init(_ source: SourceFile) throws(ConfigurationError) {
        let diagnostics = Diagnostics(files: [source])
        guard let root = ElementReader.read(source.text, diagnostics) else {
            throw diagnostics.error() ?? ConfigurationError(problems: [])
        }
        let reader = ActionReader(diagnostics: diagnostics)
        (entries, outputs) = (reader.entries(of: root), reader.outputs(of: root))
        (name, self.source) = (source.name, source)
        actions = entries.compactMap(\.action)
        problems = diagnostics.error()?.problems ?? []
    }

    /// Returns whether a file is one of actions and not of gestured's own configuration: whether it has `actions`, or,
    /// without that key, entries with `on`; of a file that has neither, nor a section of a configuration, or is no
    /// YAML, whether its name or its folder's has the word `actions`.
    ///
    /// - Returns: false for files that cannot be read, too.
    package static func isActions(path: String) -> Bool {
        guard let text = try? FileText.read(path: path, file: 0, isNamed: false) else { return false }
        let diagnostics = Diagnostics(files: [SourceFile(name: path, text: text)])
        let root = ElementReader.read(text, diagnostics)
        switch root?.content {
        case .mapping(let entries):
            let sections = ConfigurationPart.file.keys.map(\.key)
            return root?["actions"] != nil || root?["on"] != nil
                || entries.contains { $0.value.oneOrMore.contains { $0["on"] != nil } }
                || isNamedActions(path) && !entries.contains { sections.contains($0.key) }
        case .list(let elements): return elements.contains { $0["on"] != nil }
        default: return isNamedActions(path)
        }
    }

    private static func isNamedActions(_ path: String) -> Bool {
        path.split(separator: "/").suffix(2).contains { name in
            name.lowercased().split { !$0.isLetter }.contains("actions")
        }
    }

    /// The same error without advice for gestured's own files.
    private static func withoutHint(_ error: ConfigurationError) -> ConfigurationError {
        guard let number = error.systemError else { return error }
        let problems = error.problems.map {
            let isNamed = $0.hint == String.repairedPathAdvice
            return ConfigurationError.Problem(
                file: $0.file, place: nil, message: $0.message, hint: isNamed ? $0.hint : nil)
        }
        return ConfigurationError(problems: problems, systemError: number)
    }
}

/// An entry of the file, as far as it could be read.
struct ActionEntry: Sendable {
    let line: Int
    /// nil when the recognizer is wrong; other parts that are wrong are left out.
    let trigger: ActionTrigger?
    let effect: ActionEffect?
    let limits: ActionLimits?
    let places: ActionPlaces

    /// The action; nil when one of its parts is missing.
    var action: Action? {
        guard let trigger, let effect, let limits else { return nil }
        return Action(line: line, trigger: trigger, effect: effect, limits: limits)
    }
}

/// The places of an action's parts in the file.
struct ActionPlaces: Sendable {
    var entry: Place
    var trigger: Place
    var state: Place?
    var surface: Place?
    var region: Place?
    /// The place of each condition.
    var conditions: [Place] = []
    var application: Place?
    /// The places of the command, or of the commands for steps.
    var commands: [(command: ActionCommand, place: Place)] = []
    /// The place of the step's member.
    var step: Place?
    /// The place of what it does with the pointer.
    var pointer: Place?
}
