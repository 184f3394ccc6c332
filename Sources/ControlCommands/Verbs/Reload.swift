// Verb that reloads the daemon's configuration.

import Touch
import ArgumentParser
import GestureClient
import GestureWire

struct Reload: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Reload gestured's configuration.",
        discussion: """
            If its files have problems, these are printed, nothing changes, and the exit status is 78. Otherwise \
            everything in them takes effect at once: as soon as no finger is down, at the latest after two seconds, \
            when gestures under way are cancelled. The command then ends. Clients stay connected.

            \(SocketOption.needsControl)
            """)

    @OptionGroup var daemon: SocketOption

    func perform() throws {
        let report = try daemon.connect().reload()
        Output.line(report.summary.printable)
    }
}
