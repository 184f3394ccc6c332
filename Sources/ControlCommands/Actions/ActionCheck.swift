// Check of an actions file, for `gesturectl check`.

import Configuration
import GestureDaemon
import Touch

struct ActionCheck {
    private let path: String
    private let choice: ConfigurationChoice
    private let isOptional: Bool

    /// - Parameters:
    ///   - choice: The daemon's files, which have the recognizers.
    ///   - isOptional: Whether the actions are checked without them if they cannot be read.
    init(path: String, against choice: ConfigurationChoice, isOptional: Bool) {
        (self.path, self.choice, self.isOptional) = (path, choice, isOptional)
    }

    /// Prints the problems, or that there are none.
    ///
    /// - Throws: `ConfigurationError` with every problem of the actions.
    func perform() throws {
        let file = try ActionsFile(path: path)
        var configuration: Configuration?
        do throws(ConfigurationError) {
            configuration = try choice.load()
        } catch {
            guard isOptional else { throw error }
            Output.note("\(choice.name) is wrong or cannot be read, so names are not checked; run `gesturectl check`")
        }
        let sender = KeySender.ofSession
        let review = ActionReview(
            file, configuration: configuration,
            applications: FrontApplication.Session.needed(by: file)?.availability ?? .available
        ) { .of($0, sender) }
        let warnings = review.problems.filter(\.isWarning)
        for warning in warnings { Output.note("\(warning)") }
        if let error = review.error { throw error }
        let warningCount = warnings.count + (configuration == nil ? 1 : 0)
        let counts = [(file.actions.count, "action"), (warningCount, "warning")].map { count, noun in
            "\(count) \(noun)\(count == 1 ? "" : "s")"
        }
        try Output.line(
            "\(file.name): \(warningCount == 0 ? "no problems" : "valid, \(counts[1])"): \(counts[0])".printable)
    }
}
