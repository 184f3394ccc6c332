// Failure of the program: a description on standard error, the kind as exit status.

import Touch
import ArgumentParser
import ControlCommands
import Configuration
import GestureDaemon
import Logging
import ServiceManager

/// Turns errors into a message and an exit status.
enum Failure {
    /// Does something; when that fails, says why and ends the program with the status that fits.
    static func reporting<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch {
            // A configuration's problems begin with their place, so that editors find it.
            let prefix = error is ConfigurationError ? "" : "gestured: "
            Journal.write("\(prefix)\(error)".printableLines, .error, fields: Daemon.journalFields(of: error))
            throw ExitCode(ExitStatus.of(error))
        }
    }
}
