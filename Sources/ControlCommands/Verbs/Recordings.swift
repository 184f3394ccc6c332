// Playing of several recordings in turn, for the verbs that replay and explain.

import ArgumentParser
import Configuration
import Diagnosis
import GestureDaemon
import Touch

/// The recordings that a command is given, and what they are played with.
struct Recordings: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Recordings by `gesturectl record`, evemu-record or libinput record.", valueName: "file"),
        completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp("The configuration file; otherwise the files that gestured reads.", valueName: "file"),
        completion: .file())
    var config: String?

    /// Returns the configuration for the recordings.
    ///
    /// - Throws: `ConfigurationError` with every problem.
    func configuration() throws -> Configuration { try ConfigurationChoice(path: config).load() }

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
            let outcome: PlaybackOutcome
            do {
                outcome = try play(
                    RecordingFile.read(file) { Output.message("\(file.printable): \($0)") }, previous, printer)
            } catch let error as ReplayError {
                throw FileError(file: file, reason: "\(error)")
            }
            try printer.finish()
            previous = outcome
            for warning in outcome.warnings { Output.message("\(file.printable): \(warning.printable)") }
        }
    }
}

/// Prints from within what cannot fail itself.
final class Printer {
    private var failure: (any Error)?

    /// Prints a line of text, unless an earlier one could not be printed.
    func print(_ text: String) { attempt { try Output.line(text) } }

    /// Prints a line that steers the terminal by itself, likewise.
    func print(styled text: String) { attempt { try Output.line(styled: text) } }

    /// Prints a line of data, likewise.
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
