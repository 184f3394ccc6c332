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

    /// Plays each file, on the clock of the first.
    ///
    /// - Parameters:
    ///   - separated: Whether each of several begins with a line that names it.
    ///   - play: Plays a recording after what another one led to.
    /// - Throws: `FileError` for a recording that cannot be played.
    func play(
        separated: Bool, _ play: (any PlayableRecording, PlaybackOutcome?) throws -> PlaybackOutcome
    ) throws {
        var previous: PlaybackOutcome?
        for (index, file) in files.enumerated() {
            if files.count > 1, separated { Output.line((index > 0 ? "\n" : "") + "== \(file.printable)") }
            do {
                let path = file == "-" ? "/dev/stdin" : file
                let recording = try RecordingFile.read(path) { Output.message("\(file.printable): \($0)") }
                let outcome = try play(recording, previous)
                for warning in outcome.warnings { Output.message("\(file.printable): \(warning.printable)") }
                previous = outcome
            } catch let error as ReplayError {
                throw FileError(file: file, reason: "\(error)")
            }
        }
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

/// A recording that cannot be played, or a folder without configurations.
struct FileError: Error, CustomStringConvertible {
    let file: String
    let reason: String
    var description: String { "\(file): \(reason)".printable }
}
