// Verb that makes a region of the running daemon private, or public again.

import ArgumentParser
import GestureClient

/// `gesturectl private`.
struct Private: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a region private, or no longer, as when an on-screen keyboard comes and goes.",
        discussion: """
            Of touches that begin in a private region nothing is told to clients without the capability `touches`. The \
            region needs the key `private` in the configuration, which says how it is at the start. A touch keeps what it \
            began as. It holds on all surfaces until it is switched again or gestured ends, also after a reload and \
            after whoever switched it has gone.

            Needs the right to control gestured: root and the user that gestured runs as have it.
            """)

    @Argument(help: "The region, by its name in the configuration.", completion: .regions)
    var region: String

    @Argument(help: "Whether it is private from here on: on or off.")
    var state: SwitchArgument

    @OptionGroup var daemon: SocketOption

    func run() throws {
        try Output.reporting { try daemon.connect().setPrivate(region, state == .on) }
    }
}

/// `on` or `off`.
enum SwitchArgument: String, ExpressibleByArgument, CaseIterable {
    case on, off
}
