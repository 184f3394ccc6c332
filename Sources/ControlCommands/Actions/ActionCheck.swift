// Check of an actions file, for `gesturectl check`.

import Configuration
import GestureDaemon
import Touch

struct ActionCheck {
    private let path: String
    private let choice: ConfigurationChoice

    /// - Parameter choice: The daemon's files, which have the recognizers.
    init(path: String, against choice: ConfigurationChoice) { (self.path, self.choice) = (path, choice) }

    /// Prints the problems, or that there are none.
    ///
    /// - Throws: `ConfigurationError` with every problem of the actions.
    func perform() throws {
        let file = try ActionsFile(path: path)
        var configuration: Configuration?
        do throws(ConfigurationError) {
            configuration = try choice.load()
        } catch {
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
        let counts = [(file.actions.count, "action"), (warnings.count, "warning")].map { count, noun in
            "\(count) \(noun)\(count == 1 ? "" : "s")"
        }
        try Output.line(
            "\(file.name): \(warnings.isEmpty ? "no problems" : "valid, \(counts[1])"): \(counts[0])".printable)
    }
}
