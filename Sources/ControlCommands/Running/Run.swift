// Verb that runs commands for gestures: the actions of a file, or one command.

import Touch
import ArgumentParser
import Configuration
import GestureClient
import GestureWire
import Glibc

struct Run: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Run the actions of a file, or one command, for gestures, until interrupted.",
        usage: """
            gesturectl run [--config <file>] [--verbose] [--socket <path>]
            gesturectl run --on <recognizer[:state]> ... [--surface <glob>] [--jobs <n>] [--verbose] [--socket <path>] -- <command> ...
            """,
        discussion: """
            Examples:

              gesturectl run
              gesturectl run --config kiosk.yaml
              gesturectl run --on back -- xdotool key alt+Left
              gesturectl run --on 'pinch:began' -- sh -c 'echo $GESTURED_X'

            Without --on, it runs the actions of --config, or of ~/.config/gestured/actions.yaml: keys, commands and \
            steps, with conditions. `gesturectl check FILE` checks the file, gestured-actions.service runs it for the \
            user at the screen. What these commands write is logged with the action's line. SIGHUP loads the file \
            again, as does `systemctl --user reload gestured-actions`; a file with mistakes changes nothing.

            Each action has its own limits, so no command delays that of another action: `jobs` commands at a time \
            (default: 4) and 20 starts a second, further gestures start nothing, which is reported; steps run one \
            after the other, and 20 wait; keys and steps are ended after 5 s, other commands after `timeout`, if there \
            is one; 10 lines of output a second are logged; in the service the journal's limit applies. \
            gestured-actions(5) describes the file.

            With --on, the command runs as your user. gesturectl does not wait for it. Its environment, as that of \
            actions, describes the gesture:

              GESTURED_RECOGNIZER, _TYPE, _STATE, _SURFACE, _REGION
              GESTURED_GESTURE    its number
              GESTURED_TIME       in seconds of CLOCK_MONOTONIC
              GESTURED_X, _Y      the place, in the surface's unit
              GESTURED_TOUCHES    how many fingers
              GESTURED_DIRECTION, _SCALE, _TRANSLATION_X …
                                  what its type measures, by the protocol's names
                                  in upper case, with _ between words: scaleDelta
                                  is GESTURED_SCALE_DELTA
              GESTURED_JSON       the whole notification

            Its input is empty, it writes where gesturectl writes, and it continues when gesturectl is interrupted. \
            When it fails, gesturectl reports its exit status; for repeated failures, once a second their number. When \
            gestured is not running or is restarted, gesturectl waits for it.

            A program that is missing or not executable, and a script that names no interpreter (`#!/bin/sh`) or a \
            missing one, is refused with exit status 64.

            A state that none of the recognizers can have, such as `tap:began`, is refused with exit status 64: those \
            of discrete types have recognized and failed, the others began, changed, ended, cancelled and failed.
            """)

    @Option(
        help: ArgumentHelp(
            "A glob for recognizers, and the state that counts: recognized and ended unless it is given; may be "
                + "repeated.", valueName: "recognizer[:state]"),
        transform: Self.trigger)
    var on: [ActionTrigger] = []

    @Option(
        help: ArgumentHelp(
            "The file of actions; otherwise ~/.config/gestured/actions.yaml, unless there is --on.", valueName: "file"),
        completion: .file())
    var config: String?

    @OptionGroup var surfaces: SurfaceFilter

    @Option(
        help: ArgumentHelp(
            "The largest number of commands at a time (default: 16); further gestures start nothing, which is reported.",
            valueName: "n"))
    var jobs: Int?

    @Flag(help: "Print each command that runs; otherwise only failures.")
    var verbose = false

    @OptionGroup var daemon: SocketOption

    @Argument(parsing: .postTerminator, help: "The program and its arguments.")
    var command: [String] = []

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
        if isOfFile {
            if jobs == nil, surfaces.surface.isEmpty { return }
            throw ValidationError("--jobs and --surface belong to --on; a file of actions has its own.")
        }
        if config != nil { throw ValidationError("Give a file of actions, or --on and a command.") }
        if on.isEmpty { throw ValidationError("Give the gestures that start the command: --on RECOGNIZER.") }
        if command.isEmpty { throw ValidationError("Give the command after `--`.") }
    }

    /// Whether the actions of a file run, and not one command.
    private var isOfFile: Bool { on.isEmpty && command.isEmpty }

    func perform() throws {
        if isOfFile { return try ActionRun.run(config, socket: daemon.socket, isVerbose: verbose) }
        let jobs = jobs ?? 16
        if let problem = CommandFile.problem(with: command[0]) {
            Output.message(problem.printable)
            throw ExitCode.validationFailure
        }
        let filter = SubscriptionFilter(
            recognizers: on.map(\.recognizers.pattern), surfaces: surfaces.globs, states: ActionMatcher.states(for: on))
        let feed = try EventFeed(
            path: daemon.socket, filter: filter, reconnects: true, patience: SocketOption.patience)
        // The command connects to the same gestured.
        let socket = [(name: socketPathVariable, value: feed.path)]
        CommandLauncher.keepDescriptors()
        Output.loseUnreadMessages()
        // Ignored, as a parent may have left it, the kernel would keep exit statuses from waitpid.
        signal(SIGCHLD, SIG_DFL)
        let launcher = CommandLauncher(command, limit: jobs)
        let failures = FailureReports { Output.message($0) }
        let start = "starting \(command[0])".printable
        var isFirst = true
        while let item = try feed.next() {
            switch item.event {
            case .gesture(let gesture):
                guard let line = item.line, on.contains(where: { $0.matches(gesture.notification) }) else { break }
                let variables = GestureEnvironment.variables(gesture.notification, line: line)
                let name = "\(command[0]), started for \(gesture.notification.recognizer),".printable
                let outcome = launcher.start(variables + socket) { failures.report(RepeatedFailure(name, "\($0)")) }
                switch outcome {
                case .started where verbose:
                    Output.message(ActionRunner.words(for: command, gesture.notification.recognizer).printable)
                case .started: break
                case .leftOut: failures.report(RepeatedFailure(start, CommandLauncher.words(forRunning: jobs)))
                case .failed(let number):
                    let reason = CommandFile.reason(number, for: command[0]).printable
                    failures.report(RepeatedFailure(start, reason))
                }
            case .connected(let snapshot):
                Output.message("\(feed.server) is there".printable)
                // At first a useless trigger is a usage error; later it results from a changed configuration.
                if tellUseless(snapshot), isFirst { throw ExitCode.validationFailure }
                isFirst = false
            case .reloaded(let snapshot): tellUseless(snapshot)
            case .disconnected(let error): Output.message("\(error) Trying again.".printable)
            case .lagged(let lagged):
                Output.message("read too slowly: \(lagged.dropped) notifications were dropped")
            case .touch, .surface: break
            }
        }
    }

    /// Says which triggers start nothing at present: a name that nothing has may come with the next configuration.
    ///
    /// - Returns: Whether there is one of which the recognizers are known, and can never have the state.
    @discardableResult
    private func tellUseless(_ snapshot: Snapshot) -> Bool {
        Output.messages(ofUnmatchedIn: snapshot)
        let impossible = on.compactMap { Self.impossibility(of: $0, among: snapshot.recognizers) }
        for words in impossible { Output.message(words.printable) }
        return !impossible.isEmpty
    }

    private static func impossibility(of trigger: ActionTrigger, among all: [RecognizerDescription]) -> String? {
        let types = all.filter { trigger.recognizers.matches($0.name) }.map(\.type)
        // Every type has an end, so only a state that was given is impossible.
        let state = GestureState.allCases.first(where: trigger.states.contains).map { ":\($0.rawValue)" } ?? ""
        return trigger.impossibility(among: types).map { "`--on \(trigger.recognizers.pattern)\(state)`: \($0)" }
    }

    /// Reads the value of `--on`.
    private static func trigger(_ argument: String) throws -> ActionTrigger {
        do throws(ConfigurationError) {
            return try ActionTrigger(option: argument)
        } catch {
            throw ValidationError(
                error.problems.map { $0.message + ($0.hint.map { "; \($0)" } ?? "") }.joined(separator: "; "))
        }
    }
}
