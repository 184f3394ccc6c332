// What runs in the process that is measured? The daemon as it is, with a configuration as a kiosk's.

import GestureDaemon
import Logging

/// The daemon's role of this program.
enum MeasuredDaemon {
    /// Reads a device and serves a socket until SIGTERM.
    static func run(_ situation: Situation, device: String, socket: String) throws {
        var logger = Logger(label: "benchmark")
        logger.logLevel = .warning
        var options = Daemon.Options(configuration: situation.configuration, socketPath: socket)
        options.input = .device(path: device)
        options.stopsOnSignals = true
        try Daemon(options, logger: logger).run()
    }
}
