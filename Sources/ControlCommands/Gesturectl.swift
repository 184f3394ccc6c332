// The command line of gesturectl, with all its verbs.

package import ArgumentParser
import GestureClient
import GestureWire
import Touch

/// The companion of gestured: looks at devices, watches gestures and runs commands for them, records panels, replays,
/// explains and draws recordings, checks and shows configurations.
package struct Gesturectl: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "gesturectl",
        abstract: """
            Looks at touchscreens, watches gestures, runs commands for them, records panels, replays recordings, \
            explains and draws them, checks configurations, and controls gestured.
            """,
        discussion: """
            Data goes to standard output, messages to standard error.

            Exit status: 0 success, 1 failure, 64 wrong usage, 69 gestured is not reachable, 75 another \
            process runs the actions already, 77 no permission, 78 wrong configuration.
            """,
        version: "gesturectl \(serverVersion)",
        subcommands: [
            Devices.self, Monitor.self, Run.self, Actions.self, Record.self, ReplayCommand.self, Explain.self,
            View.self, Doctor.self, Status.self, Latency.self, Check.self, Config.self, Schema.self,
            Rotate.self, Enable.self, Disable.self, Private.self, Swallow.self, Reload.self, Web.self,
        ])

    package init() {}

    /// Does what the command line says; of an unknown command says which one was probably meant.
    package static func main() {
        if let error = unknownCommand(in: CommandLine.arguments.dropFirst()) { exit(withError: error) }
        main(nil)
    }

    /// Returns an error for the first argument, or for the one after `help`, if it is not a command.
    private static func unknownCommand(in arguments: ArraySlice<String>) -> ValidationError? {
        let known = configuration.subcommands.map { $0._commandName } + ["help"]
        if arguments.first == "help", arguments.count > 1 { return unknownCommand(in: arguments.dropFirst()) }
        guard let argument = arguments.first, !argument.hasPrefix("-"), !known.contains(argument) else { return nil }
        let hint = hint(forUnknown: argument, among: known, all: "there are")
        return ValidationError("`\(argument.printable)` is not a command; \(hint)")
    }
}

/// The option with the daemon's socket, for commands that connect to it.
struct SocketOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("The socket's path; otherwise $GESTURED_SOCKET or the default path.", valueName: "path"),
        completion: .file())
    var socket: String?

    /// Connects; the greeting and each answer may take so many seconds.
    func connect(patience: Double = Self.patience) throws -> GestureConnection {
        try GestureConnection(path: socket, patience: patience)
    }

    /// What the help of commands that change something says of it.
    static let needsControl =
        "Needs the capability `control`: root and the user that gestured runs as have it, and `access` of the "
        + "configuration grants it to others."

    /// The time limit for an answer, in seconds: the daemon may have to start first, or to read its files.
    static let patience = 60.0
}
