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

/// The process that writes to the clones of intercepted panels: arguments in, an exit status out.
struct OutputProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gestured-output",
        abstract: "Grabs touchscreens for gestured, and lets applications have what it lets through.",
        discussion: """
            Runs in the foreground until SIGTERM or SIGINT; gestured-output.service runs it. It serves one connection of \
            the user gestured, and writes nothing but contacts.

            Exit status: 0 success, 1 failure, 64 wrong usage.
            """,
        version: serverName)

    @Option(
        help: ArgumentHelp("The path to listen at; otherwise the socket that systemd passes.", valueName: "path"),
        completion: .file())
    var socket: String?

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        do {
            // Before anything foreign is read.
            try SystemError.check("seccomp", linux_confine_output())
            let listener = try PassedListener.take(named: "gestured-output", or: socket)
            let notifier = ServiceNotifier()
            let user = getpwnam("gestured")?.pointee.pw_uid ?? getuid()
            let server = try OutputServer(
                listener: listener, user: user, notifier: notifier, watchdog: Watchdog.interval
            ) { Self.log($1, $0) }
            notifier.ready(status: "Waiting for gestured")
            try server.run()
            notifier.stopping()
        } catch {
            Self.log("\(error)", .error)
            throw ExitCode.failure
        }
    }

    private static func log(_ text: String, _ level: Logger.Level) {
        Journal.write("gestured-output: \(text)".printableLines, level)
    }
}
