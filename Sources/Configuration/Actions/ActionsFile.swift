// The actions file: its text, its actions, and the place of each.

internal import GestureWire

/// A file of actions, as `gesturectl run` reads it; `docs/actions.md` describes it.
package struct ActionsFile: Sendable {
    /// More actions are refused: `gesturectl run` needs two descriptors for each, at a reload four, and has 1024 on most
    /// systems.
    package static let maximumCount = 200

    /// The path, as messages name it.
    package let name: String
    /// The actions in the order of the file.
    package let actions: [Action]
    /// The places of the actions, in their order.
    let places: [ActionPlaces]
    let source: SourceFile

    /// Reads a file.
    ///
    /// - Throws: Every problem at once; `ConfigurationError.systemError` is set when it cannot be read.
    package init(path: String) throws(ConfigurationError) {
        let text: SourceText
        do throws(ConfigurationError) {
            text = try FileText.read(path: path, file: 0, isNamed: false)
        } catch {
            throw Self.withoutHint(error)
        }
        try self.init(SourceFile(name: path, text: text))
    }

    /// Reads a text.
    ///
    /// - Parameter file: What messages call it.
    /// - Throws: Every problem at once.
    package init(yaml: String, file: String) throws(ConfigurationError) {
        try self.init(SourceFile(name: file, text: SourceText(yaml)))
    }

    private init(_ source: SourceFile) throws(ConfigurationError) {
        let diagnostics = Diagnostics(files: [source])
        var entries: [(action: Action, places: ActionPlaces)] = []
        if let root = ElementReader.read(source.text, diagnostics) {
            entries = ActionReader(diagnostics: diagnostics).entries(of: root)
        }
        if let error = diagnostics.error() { throw error }
        (name, self.source) = (source.name, source)
        (actions, places) = (entries.map(\.action), entries.map(\.places))
    }

    /// Returns whether a file is one of actions and not of gestured's own configuration: whether it has `actions`, or,
    /// if that is misspelled, entries with `on`.
    ///
    /// - Returns: false for files that cannot be read, too.
    package static func isActions(path: String) -> Bool {
        guard let text = try? FileText.read(path: path, file: 0, isNamed: false) else { return false }
        let diagnostics = Diagnostics(files: [SourceFile(name: path, text: text)])
        guard let root = ElementReader.read(text, diagnostics), case .mapping(let entries) = root.content else {
            return false
        }
        return root["actions"] != nil || entries.contains { $0.value.oneOrMore.contains { $0["on"] != nil } }
    }

    /// The same error without advice for gestured's own files.
    private static func withoutHint(_ error: ConfigurationError) -> ConfigurationError {
        guard let number = error.systemError else { return error }
        let problems = error.problems.map {
            ConfigurationError.Problem(file: $0.file, place: nil, message: $0.message)
        }
        return ConfigurationError(problems: problems, systemError: number)
    }
}

/// Where the parts of an action are in the file.
struct ActionPlaces: Sendable {
    var entry: Place
    var trigger: Place
    var state: Place?
    var surface: Place?
    var region: Place?
    /// Of each condition.
    var conditions: [Place] = []
    var application: Place?
    /// Of the command, or of those for steps.
    var commands: [(command: ActionCommand, place: Place)] = []
    /// Of the step's member.
    var step: Place?
}
