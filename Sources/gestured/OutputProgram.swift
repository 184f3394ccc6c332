// The command line of gestured-output.

import ArgumentParser
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

    @Option(
        help: ArgumentHelp(
            "The seconds for which five fingers are held still to get the touchscreens back; 0 for never.",
            valueName: "seconds"))
    var panicHold = 5.0

    func validate() throws {
        guard panicHold >= 0, panicHold <= 60 else { throw ValidationError("--panic-hold takes 0 to 60 seconds.") }
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        OutputProgram.stopOnSignals()
        do {
            let listener = try listener()
            let user = getpwnam("gestured")?.pointee.pw_uid ?? getuid()
            let server = OutputServer(listener: listener, user: user, panicHold: panicHold > 0 ? panicHold : nil) {
                Journal.write("gestured-output: \($0)".printableLines, .info)
            }
            server.run { OutputProgram.shouldStop == 0 }
        } catch {
            Journal.write("gestured-output: \(error)".printableLines, .error)
            throw ExitCode.failure
        }
    }

    private func listener() throws -> Descriptor {
        var passed = try PassedDescriptors()
        defer { passed.closeAll() }
        if socket == nil, let descriptor = passed.take(named: "gestured-output") { return Descriptor(owning: descriptor) }
        guard let socket else {
            throw SystemError(systemCall: "no socket was passed; give --socket", errno: ENOENT)
        }
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let listener = try Descriptor("socket", Glibc.socket(AF_UNIX, kind, 0))
        guard let address = SocketAddress(path: socket) else {
            throw SystemError(systemCall: "bind \(socket)", errno: ENAMETOOLONG)
        }
        unlink(socket)
        let failure = address.bind(listener.number)
        guard failure == 0 else { throw SystemError(systemCall: "bind \(socket)", errno: failure) }
        try SystemError.check("listen", listen(listener.number, 1))
        return listener
    }

    /// Set by a signal.
    private nonisolated(unsafe) static var shouldStop: sig_atomic_t = 0

    /// Without SA_RESTART: the wait for messages ends, and what is grabbed is let go.
    private static func stopOnSignals() {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in OutputProgram.shouldStop = 1 }
        for number in [SIGTERM, SIGINT] { sigaction(number, &action, nil) }
    }
}
