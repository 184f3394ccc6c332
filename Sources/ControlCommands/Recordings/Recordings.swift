// Playing of several recordings in turn, for the verbs that replay and explain.

import ArgumentParser
import Configuration
import Diagnosis
import GestureDaemon
import GestureWire
import Touch

/// The recordings that a command is given, and what they are played with.
struct Recordings: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Recordings by `gesturectl record`, evemu-record, libinput record, evtest or Android's `getevent -lt`; `-` is "
                + "standard input.",
            valueName: "file"),
        completion: .file())
    var files: [String]

    @OptionGroup var choice: PlayedConfiguration

    /// Returns the configuration for the recordings.
    ///
    /// - Throws: `ConfigurationError` with every problem.
    func configuration() throws -> Configuration { try choice.load() }

    /// Plays each file, on the clock of the first, and prints what comes of it.
    ///
    /// - Parameters:
    ///   - separated: Whether each of several begins with a line that names it.
    ///   - play: Plays a recording after what another one led to.
    /// - Throws: `FileError` for a recording that cannot be played, and why nothing more can be printed.
    func play(
        separated: Bool, _ play: (any PlayableRecording, PlaybackOutcome?, Printer) throws -> PlaybackOutcome
    ) throws {
        var previous: PlaybackOutcome?
        for (index, file) in files.enumerated() {
            if files.count > 1, separated { try Output.line((index > 0 ? "\n" : "") + "== \(file.printable)") }
            let printer = Printer()
            let outcome = try Self.play(file) { try play($0, previous, printer) }
            try printer.finish()
            previous = outcome
            Self.report(outcome.warnings, of: file)
        }
    }

    /// Reads a file, standard input if it is `-`, and plays it.
    ///
    /// - Throws: `FileError` for a recording that cannot be played, and what `play` throws.
    static func play<Outcome>(
        _ file: String, _ play: (any PlayableRecording) throws -> Outcome
    ) throws -> Outcome {
        do {
            let path = file == "-" ? "/dev/stdin" : file
            return try play(RecordingFile.read(path) { Output.message("\(file.printable): \($0)") })
        } catch let error as ReplayError {
            throw FileError(file: file, reason: "\(error)")
        }
    }

    /// Prints what playing a file found wrong with its device.
    static func report(_ warnings: [String], of file: String) {
        for warning in warnings { Output.message("\(file.printable): \(warning.printable)") }
    }
}

/// The option with the configuration that recordings are played with.
struct PlayedConfiguration: ParsableArguments {
    @Option(
        help: ArgumentHelp("The configuration file; otherwise the files that gestured reads.", valueName: "file"),
        completion: .file())
    var config: String?

    @OptionGroup var changes: DropIns

    /// Whether it is the configuration of this machine.
    var isOfSystem: Bool { config == nil && changes.dropIn.isEmpty }

    /// Returns the configuration.
    ///
    /// - Throws: `ConfigurationError` with every problem.
    func load() throws -> Configuration {
        try ConfigurationChoice(path: config, dropIns: changes.dropIn).load()
    }
}

/// The option that selects recognizers of a configuration.
struct SelectedRecognizers: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only the steps of recognizers whose name matches; may be repeated.", valueName: "glob"))
    var recognizer: [String] = []

    /// Returns the globs, one that all names match if there is none.
    ///
    /// - Throws: an exit with 64 after a message about a glob that no name matches.
    func globs(in configuration: Configuration) throws -> [Glob] {
        let names = configuration.recognizers.map(\.name)
        let globs = recognizer.map { Glob($0) }
        for glob in globs where !names.contains(where: { glob.matches($0) }) {
            Output.message("no recognizer is called `\(glob.pattern)`; there are: \(names.joined(separator: ", "))")
            throw ExitCode.validationFailure
        }
        return globs.isEmpty ? [Glob("*")] : globs
    }
}

/// Prints from within what cannot fail itself.
final class Printer {
    private var failure: (any Error)?

    /// Prints a line of text, unless an earlier one could not be printed.
    func print(_ text: String) { attempt { try Output.line(text) } }

    /// Prints a line that has escape sequences for the terminal, unless an earlier one could not be printed.
    func print(styled text: String) { attempt { try Output.line(styled: text) } }

    /// Prints a line of data, unless an earlier one could not be printed.
    func print(_ bytes: [UInt8]) { attempt { try Output.line(bytes) } }

    /// Throws why a line could not be printed.
    func finish() throws { if let failure { throw failure } }

    private func attempt(_ work: () throws -> Void) {
        guard failure == nil else { return }
        do { try work() } catch { failure = error }
    }
}

/// A recording that cannot be played, or a folder without configurations.
struct FileError: Error, CustomStringConvertible {
    let file: String
    let reason: String
    var description: String { "\(file): \(reason)".printable }
}
