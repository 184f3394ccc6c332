// Verb that makes a region of the running daemon private, or public again.

import ArgumentParser
import GestureClient

struct Private: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Make a region private or public, such as when an on-screen keyboard appears or disappears.",
        discussion: """
            Clients without the capability `touches` receive nothing of touches that begin in a private region. The \
            region needs the key `private` in the configuration, which sets the initial state. A touch stays as \
            private or public as it began. The change applies to all surfaces until the next one or until gestured \
            stops, also after a reload and after the client that made it has disconnected.

            \(SocketOption.needsControl)
            """)

    @Argument(help: "The region, by its name in the configuration.", completion: .regions)
    var region: String

    @Argument(help: "Whether it is private from now on: on or off.")
    var state: SwitchArgument

    @OptionGroup var daemon: SocketOption

    func perform() throws { try daemon.connect().setPrivate(region, state == .on) }
}

enum SwitchArgument: String, ExpressibleByArgument, CaseIterable {
    case on, off
}
