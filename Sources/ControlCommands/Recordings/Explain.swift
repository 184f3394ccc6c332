// Verb that explains why a recording makes a gesture, or none, offline.

import ArgumentParser
import Configuration
import Diagnosis
import GestureDaemon
import GestureWire

struct Explain: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Play recordings offline, and explain why each recognizer began, waited, failed or was prevented.",
        discussion: """
            The output has a section for each sequence of touches: from the first finger down until the last has \
            lifted and no recognizer waits any more. The heading of a sequence names what was recognized. Below it \
            stand

              touches    how long each was down, how far it moved
              time line  what fingers did, and each step of a recognizer,
                         with the number that decided and its limit
              outcome    for each recognizer, in the order of the
                         configuration, or the decisive reason against it

            Times are as in `gesturectl replay`: those of the first recording, and they go on in the next. Lengths are \
            points of 0.156 mm, as in the configuration. The output is always the same. Size and calibration of udev \
            are those in the recording, or udev's own for such a device. A device that gestured would not use is also \
            played; the head and standard error say why gestured would not use it.

            With --json, prints an object a line. Its member `what` is

              surface   first: name, unit (pt), width, height, millimetres,
                        regions (name, x, y, width, height),
                        recognizers (name, type, region)
              fingers   for each frame: time; fingers that began, moved,
                        ended or were lost, with id, phase, location, region
              step      for each step of a recognizer: sequence, time,
                        recognizer, type, step, words, touches (ids); if a
                        number decided: value, limit, unit (pt, s, deg,
                        fingers, times or none) and comparison (needed,
                        allowed or limit); if other recognizers did: others
              outcome   for each recognizer, after a sequence: sequence,
                        recognizer, recognized, words
              warning   last, for each problem of the device: words

            If the recording has several touchscreens, there is a line `surface` for each, and `fingers`, `step` and \
            `outcome` have a member `surface`, its name.

            A `step` is received, refused or ignored (a touch), restarted, waiting, contends, began, recognized, \
            failed, ended, cancelled or undecided.

            To record a panel: sudo gesturectl record > panel.evemu.
            """)

    @OptionGroup var recordings: Recordings

    @Option(
        help: ArgumentHelp("Only the steps of recognizers whose name matches; may be repeated.", valueName: "glob"))
    var recognizer: [String] = []

    @Flag(help: "Print the explanation as lines of JSON.")
    var json = false

    func perform() throws {
        let configuration = try recordings.choice.load()
        let globs = try globs(in: configuration)
        try recordings.play(separated: !json) { recording, previous in
            if json {
                return try Explanation.runAsJSON(
                    recording, after: previous, configuration: configuration, recognizers: globs
                ) { Output.line($0) }
            }
            return try Explanation.run(
                recording, after: previous, configuration: configuration, recognizers: globs
            ) { Output.line($0) }
        }
        if !json, let hint { Output.line("\n" + hint) }
    }

    /// Returns the globs, one that all names match if there is none.
    ///
    /// - Throws: an exit with 64 after a message about a glob that no name matches.
    private func globs(in configuration: Configuration) throws -> [Glob] {
        let names = configuration.recognizers.map(\.name)
        let globs = recognizer.map { Glob($0) }
        for glob in globs where !names.contains(where: { glob.matches($0) }) {
            Output.message("no recognizer is called `\(glob.pattern)`; there are: \(names.joined(separator: ", "))")
            throw ExitCode.validationFailure
        }
        return globs.isEmpty ? [Glob("*")] : globs
    }

    /// How to see what was explained; nil where the view would show something else.
    private var hint: String? {
        guard recordings.choice.isOfSystem, let file = recordings.files.first else { return nil }
        if recordings.files.count > 1 { return "To see one of them: gesturectl view FILE" }
        // What can be read once has been read.
        let isKept = file != "-" && !file.hasPrefix("/dev/") && !file.hasPrefix("/proc/")
        return isKept ? "To see it: gesturectl view \(ShellText.word(file))" : nil
    }
}
