// The command line of gestured-output.

import ArgumentParser
import CLinux
import GestureWire
import Glibc
import Linux
import Logging
import OutputProcess
import ServiceManager
import Touch

/// The process that makes the clones of intercepted panels: arguments in, an exit status out.
struct OutputProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gestured-output",
        abstract: "Grabs touchscreens for gestured, and makes the clones that applications have in their place.",
        discussion: """
            Runs in the foreground until SIGTERM or SIGINT; gestured-output.service runs it. It serves one connection of \
            the user gestured, and makes nothing but touchscreens.

            Exit status: 0 success, 1 failure, 64 wrong usage.
            """,
        version: serverName)

    @Option(
        help: ArgumentHelp("The path to listen at; otherwise the socket that systemd passes.", valueName: "path"),
        completion: .file())
    var socket: String?

    func run() throws {
        try ConfinedProgram(name: "gestured-output", confine: linux_confine_output).run(at: socket) {
            listener, notifier, log in
            let user = getpwnam("gestured")?.pointee.pw_uid ?? getuid()
            let server = try OutputServer(
                listener: listener, user: user, notifier: notifier, watchdog: Watchdog.interval, log: log)
            notifier.ready(status: "Waiting for gestured")
            try server.run()
        }
    }
}
