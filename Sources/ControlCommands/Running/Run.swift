// Verb that runs commands for gestures: the actions of a file, or one command.

import ArgumentParser
import Configuration
import Touch

struct Run: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Run the actions of a file, or one command, for gestures, until interrupted.",
        usage: """
            gesturectl run [--config <file>] [--verbose] [--socket <path>]
            gesturectl run --on <recognizer[:state]> ... [--jobs <n>] [--verbose] [--socket <path>] -- <command> ...
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

            With --on, the command is an action for each --on, with the same limits, that writes where gesturectl \
            writes. Its environment, as that of all actions, describes the gesture:

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

            Its input is empty, and it continues when gesturectl is interrupted. When it fails, gesturectl reports its \
            exit status; for repeated failures, once a second their number. When gestured is not running or is \
            restarted, gesturectl waits for it.

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

    @Option(
        help: ArgumentHelp(
            "The largest number of commands at a time for each --on (default: 16).",
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
            if jobs == nil { return }
            throw ValidationError("--jobs belongs to --on; a file of actions has its own.")
        }
        if config != nil { throw ValidationError("Give a file of actions, or --on and a command.") }
        if on.isEmpty { throw ValidationError("Give the gestures that start the command: --on RECOGNIZER.") }
        if command.isEmpty { throw ValidationError("Give the command after `--`.") }
    }

    /// Whether the actions of a file run, and not one command.
    private var isOfFile: Bool { on.isEmpty && command.isEmpty }

    func perform() throws {
        if isOfFile { return try ActionRun.run(config, socket: daemon.socket, isVerbose: verbose) }
        if let problem = CommandFile.problem(with: command[0]) {
            Output.message(problem.printable)
            throw ExitCode.validationFailure
        }
        let file = ActionsFile(options: on, command: command, jobs: jobs ?? 16)
        try ActionRun.run(file, socket: daemon.socket, isVerbose: verbose)
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
