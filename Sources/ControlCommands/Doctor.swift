// Verb that checks each step from the panel to the application.

import ArgumentParser
import GestureDaemon
import GestureWire

/// `gesturectl doctor`.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Find out why nothing happens: from the service to the last decision of each recognizer.",
        discussion: """
            One line for each step: ok, problem or unknown, what is so, and after an arrow what to do. Steps that make no \
            sense after a problem are left out; when gestured is not running, configuration and devices are looked at \
            here.

            It asks to touch the screen, and meanwhile subscribes to everything, so that all recognizers are awake. Only \
            who may know of touches learns why recognizers failed: root, or whom `access` of the configuration grants \
            `touches`.

            When nothing comes from a panel, it tries to grab the device (EVIOCGRAB) and lets go of it at once: where \
            another process has grabbed it, that fails, and the processes that have the device open are named. A panel \
            that something touches is not tried.

            Exit status: 0 no problem, 1 a problem, 69 gestured is not reachable, 77 its socket may not be opened.
            """)

    @Option(help: ArgumentHelp("How long to wait for a finger; 0 for not at all.", valueName: "seconds"))
    var wait = 10.0

    @Flag(help: "Print one line of JSON.")
    var json = false

    @OptionGroup var daemon: SocketOption

    func validate() throws {
        if !(wait >= 0 && wait <= 3600) { throw ValidationError("--wait is 0 at least, and 3600 at most.") }
    }

    func run() throws {
        try Output.reporting {
            let diagnosis = try DoctorFacts.find(socket: daemon.socket, wait: wait) { Output.message($0) }.diagnosis
            if json {
                try Output.line(json: try diagnosis.json())
            } else {
                let width = diagnosis.findings.map(\.step.count).max() ?? 0
                for line in diagnosis.findings.flatMap({ $0.lines(width: width) }) { try Output.line(line) }
            }
            if diagnosis.status != 0 { throw ExitCode(diagnosis.status) }
        }
    }
}
