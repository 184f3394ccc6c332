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

    @Option(
        help: ArgumentHelp("The configuration file; otherwise the files that gestured reads.", valueName: "file"),
        completion: .file())
    var config: String?

    @OptionGroup var changes: DropIns

    /// The configuration for the recordings.
    var choice: ConfigurationChoice { ConfigurationChoice(path: config, dropIns: changes.dropIn) }

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

/// A recording that cannot be played, or a folder without configurations.
struct FileError: Error, CustomStringConvertible {
    let file: String
    let reason: String
    var description: String { "\(file): \(reason)".printable }
}
