// The measured daemon, with a kiosk's configuration.

import GestureDaemon
import Logging

/// This program in the role of the daemon.
enum MeasuredDaemon {
    /// Reads devices and serves a socket until SIGTERM.
    static func run(_ situation: Situation, devices: [String], socket: String) throws {
        var logger = Logger(label: "benchmark")
        logger.logLevel = .warning
        var options = Daemon.Options(configuration: situation.configuration, socketPath: socket)
        options.input = .devices(paths: devices)
        options.stopsOnSignals = true
        try Daemon(options, logger: logger).run()
    }
}
