// Verb that checks each step from the panel to the application.

import ArgumentParser
import GestureWire

struct Doctor: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Find out why nothing happens: from the service to the last decision of each recognizer.",
        discussion: """
            Prints a line for each step: ok, problem or unknown, the finding, and after an arrow what to do. Steps \
            that make no sense after a problem are omitted. When gestured is not running, gesturectl itself checks \
            configuration and devices.

            It asks you to touch the screen. While it waits it subscribes to everything, so that all recognizers are \
            active. Only root, and users to whom `access` of the configuration grants `touches`, see why recognizers \
            failed.

            When a panel sends nothing, doctor run by root tries to grab the device (EVIOCGRAB) and releases it after \
            some microseconds, in which other programs receive nothing from it: if another process has grabbed it, \
            that fails, and doctor names the processes that have the device open. A panel that something touches is \
            not tested.

            Exit status: 0 no problem, 1 a problem, 69 gestured is not reachable, 77 its socket may not be opened.
            """)

    @Option(help: ArgumentHelp("How long to wait for a finger; 0 means not at all.", valueName: "seconds"))
    var wait = 10.0

    @Flag(help: "Print one line of JSON.")
    var json = false

    @OptionGroup var daemon: SocketOption

    func validate() throws {
        if !(wait >= 0 && wait <= 3600) { throw ValidationError("--wait must be between 0 and 3600.") }
    }

    func perform() throws {
        let diagnosis = try DoctorFacts.find(socket: daemon.socket, wait: wait).diagnosis
        if json {
            Output.line(json: diagnosis.json)
        } else {
            let width = diagnosis.findings.map(\.step.count).max() ?? 0
            for line in diagnosis.findings.flatMap({ $0.lines(width: width) }) { Output.line(line) }
        }
        if diagnosis.status != 0 { throw ExitCode(diagnosis.status) }
    }
}
