// The frame of gestured-output and gestured-hands: confined, a socket that systemd passes, messages to the journal.

import ArgumentParser
import GestureWire
import Glibc
import Linux
import Logging
import ServiceManager
import Touch

struct ConfinedProgram {
    let name: String
    /// Gives up what the program does not need; 0, or -1 with `errno`.
    let confine: () -> Int32

    /// Serves until it is told to end.
    ///
    /// - Parameter path: Where to listen instead of at the socket that systemd passes.
    /// - Throws: `ExitCode` after the message.
    func run(
        at path: String?,
        serve: (consuming Descriptor, ServiceNotifier, @escaping (Logger.Level, String) -> Void) throws -> Void
    ) throws {
        signal(SIGPIPE, SIG_IGN)
        let name = name
        let log: (Logger.Level, String) -> Void = { Journal.write("\(name): \($1)".printableLines, $0) }
        do {
            // Before anything foreign is read.
            try SystemError.check("seccomp", confine())
            let notifier = ServiceNotifier()
            try serve(try PassedListener.take(named: name, or: path), notifier, log)
            notifier.stopping()
        } catch {
            log(.error, "\(error)")
            throw ExitCode.failure
        }
    }
}
