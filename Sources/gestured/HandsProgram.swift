// The command line of gestured-hands.

import ArgumentParser
import CLinux
import GestureWire
import Glibc
import HandsProcess
import Linux
import Logging
import ServiceManager
import Touch

/// The process that points and types: arguments in, an exit status out.
struct HandsProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gestured-hands",
        abstract: "Points, scrolls and types for the user whose session is at the screen.",
        discussion: """
            Runs in the foreground until SIGTERM or SIGINT; gestured-hands.service runs it. `gesturectl run` connects \
            to it: it makes a keyboard and, for each surface, a pointer, and writes to them what the actions say.

            Exit status: 0 success, 1 failure, 64 wrong usage.
            """,
        version: serverName)

    @Option(
        help: ArgumentHelp("The path to listen at; otherwise the socket that systemd passes.", valueName: "path"),
        completion: .file())
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "A user who may point and type whoever is at the screen, as a kiosk without a session; may be repeated.",
            valueName: "user"))
    var allow: [String] = []

    func validate() throws {
        for name in allow where Self.number(of: name) == nil { throw ValidationError("There is no user \(name).") }
    }

    func run() throws {
        let users = Set(allow.compactMap(Self.number))
        try ConfinedProgram(name: "gestured-hands", confine: linux_confine_hands).run(at: socket) {
            listener, notifier, log in
            let server = try HandsServer(listener: listener, others: users, log: log)
            notifier.ready(status: "Waiting for programs")
            try server.run()
        }
    }

    private static func number(of user: String) -> UInt32? { UInt32(user) ?? getpwnam(user)?.pointee.pw_uid }
}
