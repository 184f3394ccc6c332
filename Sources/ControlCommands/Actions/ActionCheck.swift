// Check of an actions file, for `gesturectl check`.

import Configuration
import GestureClient
import GestureDaemon
import GestureWire
import Touch

struct ActionCheck {
    private let path: String
    private let choice: ConfigurationChoice
    private let isOptional: Bool
    /// Whether a daemon runs with this configuration.
    private let isOfDaemon: Bool

    /// - Parameter choice: The files that have the recognizers. Those of the system are replaced by the configuration
    ///   of the daemon that runs, and the check goes without either if they cannot be read.
    init(path: String, against choice: ConfigurationChoice) {
        (self.path, isOptional) = (path, choice.isOfSystem)
        var status: StatusReport?
        if isOptional { status = try? GestureConnection(path: nil, patience: 1).status() }
        let running = status.flatMap { ConfigurationChoice.named($0.configuration) }
        (self.choice, isOfDaemon) = (running ?? choice, running != nil)
        if isOfDaemon, status?.refused == true { Output.note(Config.refusal) }
    }

    /// Prints the problems, or that there are none.
    ///
    /// - Throws: `ConfigurationError` with every problem of the actions.
    func perform() throws {
        let file = try ActionsFile.draft(path: path)
        var configuration: Configuration?
        do throws(ConfigurationError) {
            configuration = try choice.load()
        } catch {
            guard isOptional else { throw error }
            Output.note("\(choice.name) is wrong or cannot be read, so names are not checked; run `gesturectl check`")
        }
        let (sender, hands) = (KeySender.ofSession, HandsReview())
        let review = ActionReview(
            file, configuration: configuration,
            applications: FrontApplication.session(for: file)?.availability ?? .available,
            hands: file.points ? hands.pointing : .available
        ) { .of($0, sender, hands) }
        let warnings = review.problems.filter(\.isWarning)
        for warning in warnings { Output.note("\(warning)") }
        if let error = review.error {
            if configuration != nil { Output.note("checked against \(against)") }
            throw error
        }
        let warningCount = warnings.count + (configuration == nil ? 1 : 0)
        let counts = [(file.actions.count, "action"), (warningCount, "warning")].map { count, noun in
            "\(count) \(noun)\(count == 1 ? "" : "s")"
        }
        let verdict = warningCount == 0 ? "no problems" : "valid, \(counts[1])"
        let keys = sender.map { file.hasKeys ? ", keys by \($0.rawValue)" : "" } ?? ""
        let words = keys + (configuration == nil ? "" : ", checked against \(against)")
        Output.line("\(file.name): \(verdict): \(counts[0])\(words)".printable)
    }

    /// What the names are compared with.
    private var against: String { choice.name + (isOfDaemon ? ", the running gestured's files as they are now" : "") }
}
