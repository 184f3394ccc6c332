// What would be published for a recording? Offline, through the daemon's own pipeline.

import ArgumentParser
import GestureDaemon
import GestureWire

/// `gesturectl replay`.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Play recordings offline, as fast as possible, and print the gestures.",
        discussion: """
            With --json, exactly the lines that a subscriber of everything would get (subscription 1), with the \
            recording's own times; the same bytes every time. After the last event time runs on until no deadline is \
            left, then the device is removed.
            """)

    @Argument(help: ArgumentHelp("Recordings (evemu text).", valueName: "file"))
    var files: [String]

    @Option(help: ArgumentHelp("The configuration; otherwise as gestured chooses it.", valueName: "file"))
    var config: String?

    @Flag(help: "Print notifications as lines of JSON.")
    var json = false

    func run() throws {
        try Output.reporting {
            let configuration = try ConfigurationChoice(path: config).load()
            for file in files {
                let recording = try RecordingFile.read(file)
                if files.count > 1, !json { try Output.line("== \(file)") }
                var gestures: [GestureNotification] = []
                let outcome: Replay.Outcome
                do {
                    outcome = try Replay.run(recording, configuration: configuration) { gestures.append($0) }
                } catch {
                    throw FileError(file: file, reason: "\(error)")
                }
                if let warning = outcome.warning { Output.message("\(file): \(warning)") }
                try print(gestures.filter { $0.state != .failed })
            }
        }
    }

    private func print(_ gestures: [GestureNotification]) throws {
        var lines = SubscriberLines()
        let format = GestureLine(isColourful: Output.isColourful)
        for gesture in gestures {
            if json { try Output.line(lines.line(for: gesture)) } else { try Output.line(format.text(gesture)) }
        }
    }
}

/// A recording that cannot be played.
struct FileError: Error, CustomStringConvertible {
    let file: String
    let reason: String
    var description: String { "\(file): \(reason)" }
}
