// Verb that draws a recording as one picture, offline.

import ArgumentParser
import Configuration
import Diagnosis
import GestureDaemon
import GestureWire
import Touch

struct PlotCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "plot",
        abstract: "Play a recording offline, and draw it as one SVG picture for a bug report.",
        discussion: """
            The picture has, for each sequence of touches, the panel in proportion with the fingers' trails and the \
            regions of the configuration, and below it a time axis with a bar for each finger and a lane for each \
            recognizer: when it was possible, waited, began, changed, ended, was recognized, cancelled or failed, and \
            the outcome in the words of `gesturectl explain`. Numbers of touches and sequences, times and lengths are \
            those of `gesturectl explain`, too.

            A picture has at most 10 sequences, 40 recognizers of each, 20 touches of each, and a megabyte; it says \
            what was left out.

              gesturectl plot panel.evemu > panel.svg
            """)

    @Argument(
        help: ArgumentHelp(
            "A recording in any form that `replay` reads, of which the first panel is drawn; `-` is standard input.",
            valueName: "file"),
        completion: .file())
    var file: String

    @OptionGroup var choice: PlayedConfiguration

    @OptionGroup var selection: SelectedRecognizers

    @Option(help: ArgumentHelp("Only the sequence with this number; may be repeated.", valueName: "number"))
    var sequence: [Int] = []

    func validate() throws {
        if let number = sequence.first(where: { $0 < 1 }) {
            throw ValidationError("--sequence must be 1 or more, not \(number)")
        }
    }

    func perform() throws {
        let configuration = try choice.load()
        let globs = try selection.globs(in: configuration)
        let plot = try Recordings.play(file) { recording in
            try Plot(
                of: recording, configuration: configuration, recognizers: globs,
                sequences: sequence.isEmpty ? nil : Set<Int>(sequence))
        }
        if let number = sequence.first(where: { $0 > plot.sequences }) {
            let count = plot.sequences
            Output.message(
                "\(file.printable): there is no sequence \(number); there "
                    + (count == 1 ? "is 1 sequence of touches" : "are \(count) sequences of touches"))
            throw ExitCode.validationFailure
        }
        try Output.text(plot.picture.utf8)
        Recordings.report(plot.outcome.warnings, of: file)
    }
}
